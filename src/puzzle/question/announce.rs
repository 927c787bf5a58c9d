//! Which game cannot be lost?
//!
//! If the position tells the skat, the declarer has taken it: a game is safe if some discard makes it so. If not, he
//! plays without looking: a hand game is safe if the goal is reached by force whatever two cards lie in the skat. The
//! answer is the game alone: which cards are laid away belongs to the solution.
//! What a safe game is worth is counted without Schneider, with the matadors that are certain.

use super::attempt::{Attempt, Fact, Given};
use super::discard::{natural_discard, pairs, twelve};
use super::{Engines, Facts, Kind, Lack, Table, Told, Wanted, plain_table};
use crate::cards::Cards;
use crate::deal::{Deal, Holding, Position, View};
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::{Contract, Game, Goal, Tally, evaluate};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::ProofError;

pub(super) struct Announce;

/// A game that cannot be lost.
///
/// ```
/// use kiebitz::puzzle::question::{Engines, games_without_looking};
/// use kiebitz::{deal::Position, rules::Game, search::{Limits, Resources}};
/// let line = "contract=GH declarer=F F=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8 view=F";
/// let position: Position = line.parse().unwrap();
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let (games, cut_short) = games_without_looking(&mut engines, &position, &Limits::none()).unwrap();
/// assert!(!cut_short && games.iter().any(|game| game.contract.game() == Game::Grand));
/// // The dearest first.
/// assert!(games.is_sorted_by_key(|game| std::cmp::Reverse(game.value)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeGame {
    /// The game.
    pub contract: Contract,
    /// A discard that makes it safe; none in a hand game.
    pub discard: Cards,
    /// What it is worth at least.
    pub value: u16,
}

/// What a won game is worth with these twelve cards, if it just reaches the goal.
pub(super) fn worth(contract: Contract, twelve: Cards, goal: Goal) -> u16 {
    let (points, tricks) = match goal {
        Goal::Points(points) => (points, 5),
        Goal::EveryTrick => (120, 10),
        Goal::NoTrick => (0, 0),
    };
    let tally = Tally { declarer_points: points, declarer_tricks: tricks, finished_tricks: 10 };
    u16::try_from(evaluate(contract, twelve, 0, tally).value.unsigned_abs()).unwrap_or(u16::MAX)
}

/// The least that a hand game is worth, whatever lies in the skat.
pub(super) fn hand_worth(contract: Contract, ten: Cards, goal: Goal) -> u16 {
    let skats = pairs(contract.game(), Cards::ALL - ten);
    skats.into_iter().map(|skat| worth(contract, ten | skat, goal)).min().unwrap_or(0)
}

/// The position of a declarer who laid away two of his twelve cards, before the first trick.
pub(super) fn after_discard(
    position: &Position,
    twelve: Cards,
    contract: Contract,
    discard: Cards,
) -> Option<Position> {
    let declarer = position.declarer();
    let mut setup = position.to_setup();
    setup.contract = Some(contract);
    setup.bid = None;
    setup.hands[declarer] = Holding::full(twelve - discard);
    setup.skat = Holding::full(discard);
    setup.view = Some(View::Seat(declarer));
    for seat in crate::rules::Seat::ALL {
        // Nobody else's cards are known to him, and they may be other ones than the file tells.
        if seat != declarer && !setup.hands[seat].more {
            setup.hands[seat] = Holding::unknown();
        }
    }
    setup.validate().ok()
}

/// The discards of a game, the likeliest first: what most people lay away, then plain cards, then what counts most.
pub(super) fn likely_discards(game: Game, twelve: Cards) -> Vec<Cards> {
    let natural = natural_discard(game, twelve);
    let mut all = pairs(game, twelve);
    all.sort_by_key(|&pair| {
        let trumps = (pair & game.trumps()).len();
        (pair != natural, trumps, std::cmp::Reverse(pair.points()))
    });
    all
}

/// A discard after which the goal is reached by force, if there is one, unless the limits ended the search.
///
/// # Errors
/// If the position is not for the searches.
pub(super) fn safe_discard(
    engines: &mut Engines,
    position: &Position,
    twelve: Cards,
    contract: Contract,
    goal: Goal,
    limits: &Limits,
) -> Result<Result<Option<Cards>, CutShort>, ProofError> {
    let mut cut_short = false;
    for discard in likely_discards(contract.game(), twelve) {
        let Some(after) = after_discard(position, twelve, contract, discard) else { continue };
        match engines.forced.decide(&after, goal, limits)? {
            Some(true) => return Ok(Ok(Some(discard))),
            Some(false) => {}
            None => cut_short = true,
        }
        if limits.is_cancelled() {
            return Ok(Err(CutShort));
        }
    }
    Ok(if cut_short { Err(CutShort) } else { Ok(None) })
}

/// The limits ended the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CutShort;

/// The games that cannot be lost after taking the skat, the dearest first; and whether the search was cut short.
///
/// # Errors
/// If the position is not for the searches.
pub fn safe_games(
    engines: &mut Engines,
    position: &Position,
    limits: &Limits,
) -> Result<(Vec<SafeGame>, bool), ProofError> {
    let twelve = twelve(position);
    let mut games = Vec::new();
    let mut cut_short = false;
    for (at, game) in Game::ALL.into_iter().enumerate() {
        limits.set_part(at, Game::ALL.len());
        let contract = Contract::plain(game);
        let goal = Goal::of(contract);
        match safe_discard(engines, position, twelve, contract, goal, limits)? {
            Ok(Some(discard)) => {
                // A safe Null is as safe with open cards: the others have been given every knowledge already.
                let contract = if game == Game::Null { open_null(false) } else { contract };
                games.push(SafeGame { contract, discard, value: worth(contract, twelve, goal) });
            }
            Ok(None) => {}
            Err(CutShort) => cut_short = true,
        }
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.value));
    Ok((games, cut_short))
}

fn open_null(hand: bool) -> Contract {
    Contract::new(Game::Null, hand, false, false, true).unwrap_or(Contract::plain(Game::Null))
}

/// The hand games that cannot be lost whatever lies in the skat, the dearest first; and whether the search was cut
/// short.
///
/// # Errors
/// If the position is not for the searches.
pub fn games_without_looking(
    engines: &mut Engines,
    position: &Position,
    limits: &Limits,
) -> Result<(Vec<SafeGame>, bool), ProofError> {
    let ten = position.start_hand(position.declarer());
    let mut games = Vec::new();
    let mut cut_short = false;
    for (at, game) in Game::ALL.into_iter().enumerate() {
        limits.set_part(at, Game::ALL.len());
        let mut contract = Contract::hand_game(game);
        let goal = Goal::of(contract);
        let Some(before) = untouched(position, contract) else { continue };
        match engines.forced.decide(&before, goal, limits)? {
            Some(true) => {
                if game == Game::Null {
                    contract = open_null(true);
                }
                let value = hand_worth(contract, ten, goal);
                games.push(SafeGame { contract, discard: Cards::NONE, value });
            }
            Some(false) => {}
            None => cut_short = true,
        }
    }
    games.sort_by_key(|game| std::cmp::Reverse(game.value));
    Ok((games, cut_short))
}

/// The position of a hand game, seen by its declarer: the skat unknown.
pub(super) fn untouched(position: &Position, contract: Contract) -> Option<Position> {
    let declarer = position.declarer();
    let mut setup = position.to_setup();
    setup.contract = Some(contract);
    setup.bid = None;
    setup.skat = Holding::unknown();
    setup.view = Some(View::Seat(declarer));
    for seat in crate::rules::Seat::ALL {
        if seat != declarer && !setup.hands[seat].more {
            setup.hands[seat] = Holding::unknown();
        }
    }
    setup.validate().ok()
}

/// What questions before the first trick need: nothing played, and the declarer's own cards.
pub(super) fn lacks_ten(puzzle: &Puzzle) -> Option<Lack> {
    let position = &puzzle.position;
    if !position.history().is_empty() || position.hand_size() != Deal::HAND {
        return Some(Lack::BeforePlay);
    }
    (!position.is_known(position.declarer())).then_some(Lack::Ten)
}

impl Kind for Announce {
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        lacks_ten(puzzle)
    }

    fn answer_cards(&self, _: &Puzzle) -> Cards {
        Cards::NONE
    }

    fn is_before_play(&self) -> bool {
        true
    }

    fn has_values(&self) -> bool {
        false
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        answer.contract.is_some()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        _: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let position = &puzzle.position;
        let (games, cut_short) = if twelve(position).len() == Deal::HAND + Deal::SKAT {
            safe_games(engines, position, limits)?
        } else {
            games_without_looking(engines, position, limits)?
        };
        Ok(Facts { cut_short, told: Told::Games(games), ..Facts::default() })
    }

    fn answer(&self, _: &Puzzle, facts: &Facts) -> Answer {
        let Told::Games(games) = &facts.told else { return Answer::default() };
        Answer { contract: games.first().map(|game| game.contract), ..Answer::default() }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let Told::Games(games) = &facts.told else { return Vec::new() };
        let mut findings = Vec::new();
        let same = |said: Contract, safe: Contract| said.game() == safe.game();
        if let Some(said) = puzzle.answer.contract
            && !games.iter().any(|game| same(said, game.contract))
            && !facts.cut_short
        {
            findings.push(Finding::WrongGame(said));
        }
        if !games.is_empty() || !facts.cut_short {
            findings.push(Finding::SafeGames(games.clone()));
        }
        findings
    }

    fn table(&self, puzzle: &Puzzle) -> Table {
        let mut table = plain_table(puzzle);
        table.contract = false;
        table
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::Game(None)
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        _: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        let Given::Game(Some(said)) = given else { return Ok(None) };
        let facts = self.facts(puzzle, &mut Engines::new(), Wanted::Answer, limits)?;
        let Told::Games(games) = &facts.told else { return Ok(None) };
        let safe = games.iter().find(|game| game.contract.game() == said.game());
        let right = safe.is_some();
        if facts.cut_short && !right {
            return Ok(None);
        }
        let file_agrees = puzzle
            .answer
            .contract
            .is_none_or(|told| games.iter().any(|game| game.contract.game() == told.game()));
        let twelve = twelve(&puzzle.position);
        let took_skat = twelve.len() == Deal::HAND + Deal::SKAT;
        let contract = if took_skat { *said } else { Contract::hand_game(said.game()) };
        let away = match safe {
            Some(safe) => safe.discard,
            None if took_skat => natural_discard(said.game(), twelve),
            None => Cards::NONE,
        };
        let fact = Fact::Game(contract, right, away);
        Ok(Some(Attempt { given: given.clone(), right, fact, file_agrees }))
    }
}
