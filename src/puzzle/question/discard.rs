//! Which two of twelve cards must be laid away so that the game cannot be lost? Perhaps the game is asked too.
//!
//! The twelve are hand and skat of the position, whichever two of them it calls the skat. A pair does if the goal is
//! reached after it in the position's view: by force against every deal in the declarer's own, which is how such
//! puzzles are asked; with open cards if the whole deal is shown.

use super::attempt::{self, Attempt, Fact, Given};
use super::{Engines, Facts, Kind, Lack, Table, Told, Wanted, plain_table, task};
use crate::cards::{Card, Cards, Rank};
use crate::deal::{Deal, Holding, Place, Position, View};
use crate::puzzle::file::{Answer, Puzzle};
use crate::puzzle::soundness::Finding;
use crate::rules::{Contract, Game, Goal, Side};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim, ProofError, Refutation};

pub(super) struct Discard;

/// What laying away a pair leads to.
///
/// ```
/// use kiebitz::puzzle::question::{Engines, discarded, pair_value};
/// use kiebitz::{deal::Position, search::{Limits, Resources}};
/// let line = "contract=G declarer=F F=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8 skat=C7.D7 view=F";
/// let position: Position = line.parse().unwrap();
/// let pair = "C8.D7".parse().unwrap();
/// let after = discarded(&position, pair).unwrap();
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let value = pair_value(&mut engines, &after, position.goal(), pair, false, &Limits::none()).unwrap();
/// assert_eq!((value.cards, value.declarer_wins), (pair, Some(true)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairValue {
    /// The game.
    pub contract: Contract,
    /// The pair.
    pub cards: Cards,
    /// Whether the declarer then reaches the goal, in the position's view.
    pub declarer_wins: Option<bool>,
    /// What he is then certain of, if it was worked out.
    pub value: Option<u8>,
    /// What best play gives with all cards seen, if the deal is known and it was worked out.
    pub open: Option<u8>,
}

/// The pairs, and the one that most people would lay away.
///
/// ```
/// use kiebitz::puzzle::question::{DiscardFacts, PairValue};
/// let pair = |cards: &str, wins, value| PairValue {
///     contract: "C".parse().unwrap(),
///     cards: cards.parse().unwrap(),
///     declarer_wins: Some(wins),
///     value: Some(value),
///     open: None,
/// };
/// let facts = DiscardFacts { pairs: vec![pair("DT.DK", false, 60), pair("D9.D7", true, 63)], natural: None };
/// assert_eq!((facts.good().count(), facts.best().unwrap().value), (1, Some(63)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DiscardFacts {
    /// All of them, in the order in which players sort the cards.
    pub pairs: Vec<PairValue>,
    /// The pair that looks natural, if it fails, and how.
    pub natural: Option<NaturalDiscard>,
}

/// A pair that most people would lay away, and that is wrong.
///
/// ```
/// use kiebitz::puzzle::question::{DiscardFacts, NaturalDiscard, natural_discard};
/// use kiebitz::rules::Game;
/// // Most people lay away what counts most.
/// let cards = natural_discard(Game::Grand, "CJ.CA.CT.CK.C9.C8.C7.DT.DK.D9.D7.SA".parse().unwrap());
/// let natural = NaturalDiscard { cards, value: Some(60), refuted: None };
/// let facts = DiscardFacts { natural: Some(natural), ..DiscardFacts::default() };
/// assert_eq!(facts.natural.unwrap().cards.points(), 20);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NaturalDiscard {
    /// The pair.
    pub cards: Cards,
    /// What the declarer is certain of after it.
    pub value: Option<u8>,
    /// How it is beaten: the cards before the declarer's first, then the refutation.
    pub refuted: Option<(Vec<Card>, Refutation)>,
}

impl DiscardFacts {
    /// The pairs that do.
    pub fn good(&self) -> impl Iterator<Item = &PairValue> {
        self.pairs.iter().filter(|pair| pair.declarer_wins == Some(true))
    }

    /// The best pair: one that does before one that does not, then by value, then the first.
    #[must_use]
    pub fn best(&self) -> Option<&PairValue> {
        let rank = |pair: &PairValue| (pair.declarer_wins == Some(true), pair.value);
        let best = self.pairs.iter().map(rank).max()?;
        self.pairs.iter().find(|pair| rank(pair) == best)
    }
}

/// The declarer's twelve cards, as far as they are known.
#[must_use]
pub fn twelve(position: &Position) -> Cards {
    position.hand(position.declarer()) | position.skat()
}

/// The position after the declarer has laid away two of his twelve cards; `None` if it does not fit.
#[must_use]
pub fn discarded(position: &Position, cards: Cards) -> Option<Position> {
    with_game(position, position.contract(), cards)
}

/// The same in another game.
pub(super) fn with_game(position: &Position, contract: Contract, cards: Cards) -> Option<Position> {
    let twelve = twelve(position);
    if cards.len() != Deal::SKAT || !twelve.has_all(cards) {
        return None;
    }
    let declarer = position.declarer();
    let mut setup = position.to_setup();
    setup.contract = Some(contract);
    setup.hands[declarer] = Holding::full(twelve - cards);
    setup.skat = Holding::full(cards);
    setup.validate().ok()
}

/// The 66 pairs of the twelve cards, as players sort them.
#[must_use]
pub fn pairs(game: Game, twelve: Cards) -> Vec<Cards> {
    let cards = game.sorted(twelve);
    let with = |at: usize| cards[at + 1..].iter().map(move |&second| (at, second));
    (0..cards.len()).flat_map(with).map(|(at, second)| Cards::one(cards[at]).with(second)).collect()
}

/// What most people would lay away: the plain cards below the ace that count most; in Null the highest.
#[must_use]
pub fn natural_discard(game: Game, twelve: Cards) -> Cards {
    let mut cards: Vec<Card> = twelve.iter().collect();
    cards.sort_by_key(|&card| {
        let kept = game != Game::Null && (game.trumps().has(card) || card.rank() == Rank::Ace);
        let worth = if game == Game::Null { game.strength(card) } else { card.points() };
        (kept, std::cmp::Reverse(worth))
    });
    cards.into_iter().take(Deal::SKAT).collect()
}

/// The games that may be meant: the one given, or any that is played after taking the skat.
fn contracts(puzzle: &Puzzle) -> Vec<Contract> {
    if puzzle.terms.free_game {
        Game::ALL.into_iter().map(Contract::plain).collect()
    } else {
        vec![puzzle.position.contract()]
    }
}

/// What the declarer needs in a game: what the puzzle says, unless the game is free; then what the game itself and
/// the bid ask for.
fn goal(puzzle: &Puzzle, after: &Position) -> Goal {
    if puzzle.terms.free_game { after.goal() } else { puzzle.goal() }
}

/// Works out one pair. `values` asks for the exact points too.
///
/// # Errors
/// If the position is not for the searches.
pub fn pair_value(
    engines: &mut Engines,
    after: &Position,
    goal: Goal,
    cards: Cards,
    values: bool,
    limits: &Limits,
) -> Result<PairValue, ProofError> {
    let null = after.game() == Game::Null;
    let mut value = None;
    if values && !null {
        value = engines.value(after, limits)?.exact();
    }
    let declarer_wins = match (goal, value) {
        (Goal::Points(points), Some(value)) => Some(value >= points),
        _ => engines.decide(after, goal, limits)?,
    };
    let mut open = None;
    if values && !null && after.open_hands().is_some() {
        let seen = after.with_view(View::Open);
        open = engines.open.value(&seen, limits)?.exact();
    }
    Ok(PairValue { contract: after.contract(), cards, declarer_wins, value, open })
}

impl Kind for Discard {
    fn is_before_play(&self) -> bool {
        true
    }

    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack> {
        let position = &puzzle.position;
        let declarer = position.declarer();
        if !position.history().is_empty() || position.hand_size() != Deal::HAND {
            return Some(Lack::BeforePlay);
        }
        if position.contract().is_hand() {
            return Some(Lack::HandGame);
        }
        if twelve(position).len() != Deal::HAND + Deal::SKAT {
            return Some(Lack::Twelve);
        }
        (!matches!(position.view(), View::Open) && position.view() != View::Seat(declarer))
            .then_some(Lack::DeclarersView)
    }

    fn answer_cards(&self, puzzle: &Puzzle) -> Cards {
        twelve(&puzzle.position)
    }

    fn impossible(&self, puzzle: &Puzzle) -> Option<String> {
        let wrong = puzzle.answer.cards - twelve(&puzzle.position);
        if !wrong.is_empty() {
            return Some(format!("the answer {wrong} cannot be discarded"));
        }
        let count = puzzle.answer.cards.len();
        (count != 0 && count != Deal::SKAT).then(|| format!("{count} cards cannot be discarded, only two"))
    }

    fn is_answered(&self, answer: &Answer) -> bool {
        !answer.cards.is_empty()
    }

    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError> {
        let position = &puzzle.position;
        let mut found = DiscardFacts::default();
        let mut facts = Facts::default();
        let contracts = contracts(puzzle);
        let all = contracts.len() * pairs(position.game(), twelve(position)).len();
        for contract in contracts {
            for cards in pairs(contract.game(), twelve(position)) {
                limits.set_part(found.pairs.len(), all);
                let Some(after) = with_game(position, contract, cards) else { continue };
                let pair = pair_value(engines, &after, goal(puzzle, &after), cards, false, limits)?;
                facts.cut_short |= pair.declarer_wins.is_none();
                found.pairs.push(pair);
                if limits.is_cancelled() {
                    return Ok(Facts { cut_short: true, ..facts });
                }
            }
        }
        if wanted == Wanted::Values || puzzle.answer.points.is_some() {
            values(puzzle, engines, wanted, &mut found, limits)?;
        }
        let any = found.good().next().is_some();
        facts.declarer_wins = Some(any).filter(|&any| any || !facts.cut_short);
        let answered = puzzle.answer.cards;
        let pair = found.pairs.iter().find(|pair| {
            pair.cards == answered && puzzle.answer.contract.is_none_or(|contract| contract == pair.contract)
        });
        facts.points = pair.or(found.best()).and_then(|pair| pair.value);
        facts.told = Told::Discards(Box::new(found));
        Ok(facts)
    }

    fn answer(&self, puzzle: &Puzzle, facts: &Facts) -> Answer {
        let Told::Discards(found) = &facts.told else { return Answer::default() };
        let best = found.best().filter(|pair| pair.declarer_wins == Some(true));
        Answer {
            declarer_wins: facts.declarer_wins,
            cards: best.map_or(Cards::NONE, |pair| pair.cards),
            points: best.and_then(|pair| pair.value),
            contract: best.map(|pair| pair.contract).filter(|_| puzzle.terms.free_game),
            ..Answer::default()
        }
    }

    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding> {
        let Told::Discards(found) = &facts.told else { return Vec::new() };
        let mut findings = task::compared(puzzle, facts);
        let good: Vec<(Contract, Cards)> = found.good().map(|pair| (pair.contract, pair.cards)).collect();
        let said = puzzle.answer.cards;
        let game = puzzle.answer.contract.filter(|_| puzzle.terms.free_game);
        let holds =
            good.iter().any(|(contract, cards)| *cards == said && game.is_none_or(|game| game == *contract));
        if !said.is_empty() && !holds && !facts.cut_short {
            findings
                .push(Finding::WrongDiscard { said, good: good.iter().map(|(_, cards)| *cards).collect() });
        }
        if good.is_empty() {
            if !facts.cut_short {
                let made = found.pairs.iter().filter_map(|pair| pair.value).max();
                findings.push(Finding::NoDiscard { made });
            }
            return findings;
        }
        findings.push(Finding::Discards { good, of: found.pairs.len(), free_game: puzzle.terms.free_game });
        if let Some(natural) = &found.natural {
            findings.push(Finding::NaturalDiscard { cards: natural.cards, made: natural.value });
        }
        findings
    }

    fn table(&self, puzzle: &Puzzle) -> Table {
        let position = &puzzle.position;
        let mut table = plain_table(puzzle);
        let declarer = position.declarer();
        // The twelve are the question: never the skat apart, which would tell the pair.
        table.cards[Place::Hand(declarer).index()] = Some(twelve(position));
        table.cards[Place::Skat.index()] = None;
        table.skat = false;
        table.found = if puzzle.terms.skat_found { position.skat() } else { Cards::NONE };
        table.contract = !puzzle.terms.free_game;
        table
    }

    fn played(&self, puzzle: &Puzzle) -> Position {
        let contract = puzzle.answer.contract.unwrap_or(puzzle.position.contract());
        with_game(&puzzle.position, contract, puzzle.answer.cards).unwrap_or_else(|| puzzle.position.clone())
    }

    fn begin(&self, _: &Puzzle) -> Given {
        Given::Discard(Cards::NONE, None)
    }

    fn judge(
        &self,
        puzzle: &Puzzle,
        given: &Given,
        adversary: &mut Adversary,
        limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        let Given::Discard(cards, game) = given else { return Ok(None) };
        let contract = game.filter(|_| puzzle.terms.free_game).unwrap_or(puzzle.position.contract());
        let after = with_game(&puzzle.position, contract, *cards);
        let after = after.ok_or_else(|| ProofError::Position(cards.to_string()))?;
        let wins = attempt::reaches(adversary, &after, goal(puzzle, &after), limits)?;
        let Some(wins) = wins else { return Ok(None) };
        let file_agrees = puzzle.answer.cards != *cards || wins;
        let fact = Fact::Discard(contract, *cards, wins);
        Ok(Some(Attempt { given: given.clone(), right: wins, fact, file_agrees }))
    }
}

/// The values of the pairs that do, of the puzzle's own and of the natural one; and how the natural one fails.
fn values(
    puzzle: &Puzzle,
    engines: &mut Engines,
    wanted: Wanted,
    found: &mut DiscardFacts,
    limits: &Limits,
) -> Result<(), ProofError> {
    let position = &puzzle.position;
    let mut wrong = None;
    for pair in &mut found.pairs {
        let natural = pair.cards == natural_discard(pair.contract.game(), twelve(position));
        let told = pair.cards == puzzle.answer.cards;
        let good = pair.declarer_wins == Some(true) && wanted == Wanted::Values;
        if !(natural || told || good) {
            continue;
        }
        let Some(after) = with_game(position, pair.contract, pair.cards) else { continue };
        let goal = goal(puzzle, &after);
        *pair = pair_value(engines, &after, goal, pair.cards, true, limits)?;
        if natural && pair.declarer_wins == Some(false) && !puzzle.terms.free_game {
            wrong = Some((pair.cards, pair.value, after, goal));
        }
    }
    if let Some((cards, value, after, goal)) = wrong {
        let refuted = if wanted == Wanted::Values { refuted(engines, &after, goal, limits) } else { None };
        found.natural = Some(NaturalDiscard { cards, value, refuted });
    }
    Ok(())
}

/// How a lost game is beaten: what falls before the declarer's first card, and the refutation of that card.
fn refuted(
    engines: &mut Engines,
    position: &Position,
    goal: Goal,
    limits: &Limits,
) -> Option<(Vec<Card>, Refutation)> {
    let claim = Claim { goal, side: Side::Declarer };
    let line = engines.prover.main_line(position, claim, &[], limits).ok()?;
    let mut played = position.clone();
    for (at, &card) in line.iter().enumerate() {
        if played.turn() == Some(position.declarer()) {
            let refutation = engines.prover.refutation(position, claim, &line[..at], card, limits).ok()?;
            return Some((line[..at].to_vec(), refutation));
        }
        played.play(card).ok()?;
    }
    None
}
