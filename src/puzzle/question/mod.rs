//! What a puzzle asks. Each kind of question stands in one module, which says
//!
//! - what must be given ([`Kind::lacks`]) and what counts as an answer ([`Kind::answer`], [`Kind::impossible`]),
//! - how the engine answers it ([`Kind::facts`]) and when it is sound ([`Kind::findings`]),
//! - what may be printed on the question's side ([`Kind::table`]),
//! - how an answer of a person is begun and judged ([`Kind::begin`], [`Kind::judge`]).
//!
//! The check, the generator, Solve, Compose, print and the command line all ask here; none decides for itself.
//! A new kind is a module, its line in [`kind`] and its texts.
//!
//! | kind | asked | an answer is |
//! | --- | --- | --- |
//! | `task` | win the game; beat the game | that the side asked has its aim by force |
//! | `unlosable` | whether the game can be lost | yes or no |
//! | `points` | the points of best play | a number |
//! | `card` | the right card | the cards that reach the goal by force |
//! | `chance` | the card with the best chance | the card whose plan wins in the most deals |
//! | `discard` | which two cards away, and perhaps which game | the pairs after which the game cannot be lost |
//! | `announce` | which game cannot be lost | the dearest such game |
//! | `bid` | up to which number | the highest number safe against every skat |
//! | `first_cards` | how many cards found first are enough | their number |
//! | `lie` | how the cards lie | what is the same in every deal that meets the conditions |

mod announce;
mod attempt;
mod bid;
mod card;
mod chance;
mod choices;
mod discard;
mod engines;
mod first_cards;
mod lie;
mod points;
mod task;
mod unless;
mod unlosable;

pub use announce::{SafeGame, games_without_looking, safe_games};
pub use attempt::{Attempt, Fact, Given, Placement};
pub use bid::{BidFacts, SkatGame, highest_bid};
pub use chance::{ChanceFacts, share};
pub use choices::{Choice, Choices};
pub use discard::{
    DiscardFacts, NaturalDiscard, PairValue, discarded, natural_discard, pair_value, pairs, twelve,
};
pub use engines::Engines;
pub use first_cards::{FirstCardFacts, first_cards};
pub use lie::{LieFacts, query, room, to_place};
pub use unless::{Exception, Heap, exception};

use super::file::{Answer, Asks, Puzzle};
use super::soundness::Finding;
use crate::cards::Cards;
use crate::deal::{Place, Position, View};
use crate::rules::{Goal, Seat, Side};
use crate::search::Limits;
use crate::search::adversary::Adversary;
use crate::search::proof::{Claim, ProofError};

/// How much of a question is worked out.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::{self, Engines, Wanted}};
/// use kiebitz::search::{Limits, Resources};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Unlosable, ..Puzzle::new(position) };
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let facts = question::kind(puzzle.asks).facts(&puzzle, &mut engines, Wanted::Values, &Limits::none());
/// assert!(facts.unwrap().points.is_some_and(|points| points < 61));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// What decides whether the answer is right.
    Answer,
    /// The exact values beside it.
    Values,
}

/// What the engine found.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::{self, Engines, Wanted}};
/// use kiebitz::search::{Limits, Resources};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Unlosable, ..Puzzle::new(position) };
/// let mut engines = Engines::with_resources(Resources::new(16, 1));
/// let kind = question::kind(puzzle.asks);
/// let facts = kind.facts(&puzzle, &mut engines, Wanted::Answer, &Limits::none()).unwrap();
/// assert_eq!(facts.declarer_wins, Some(false));
/// // They make the answer that a file holds.
/// assert_eq!(kind.answer(&puzzle, &facts).declarer_wins, Some(false));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Whether the declarer reaches the goal (where a discard is asked: with the best one); `None` if that was cut
    /// short or is not the question.
    pub declarer_wins: Option<bool>,
    /// The declarer's points, if they were worked out.
    pub points: Option<u8>,
    /// The first cards that solve it.
    pub keys: Cards,
    /// How many of them there are if equal neighbours count as one.
    pub kinds: usize,
    /// How many cards could be played.
    pub choices: usize,
    /// Whether the side that has the task reaches its aim whatever it plays, as far as that was looked for.
    pub cannot_fail: bool,
    /// The lies of the cards without which a game that can be lost could not, where that was asked.
    pub unless: Option<Exception>,
    /// Whether the search was cut short somewhere.
    pub cut_short: bool,
    /// What is particular to the kind.
    pub told: Told,
}

/// What is particular to a kind of question.
///
/// ```
/// use kiebitz::puzzle::question::{Facts, Told};
/// // Most kinds of question have nothing more to tell than who wins, and with which cards.
/// assert_eq!(Facts::default().told, Told::Nothing);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Told {
    /// Nothing.
    #[default]
    Nothing,
    /// The pairs that can be laid away.
    Discards(Box<DiscardFacts>),
    /// The games that cannot be lost.
    Games(Vec<SafeGame>),
    /// The number up to which can be bid.
    Bid(BidFacts),
    /// The cards that are enough, found first.
    FirstCards(FirstCardFacts),
    /// How the cards lie.
    Lie(LieFacts),
    /// The chance of each card.
    Chance(Box<ChanceFacts>),
}

/// What is missing so that a question can be asked at all.
///
/// ```
/// use kiebitz::puzzle::{Asks, Puzzle, question::{self, Lack}};
/// let position = "contract=N declarer=F F=C7.C8.C9.S7.S8.S9.H7.H8.H9.D7 skat=D8.D9".parse().unwrap();
/// let puzzle = Puzzle { asks: Asks::Points, ..Puzzle::new(position) };
/// assert_eq!(question::kind(puzzle.asks).lacks(&puzzle), Some(Lack::PointsInNull));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lack {
    /// Points are asked, and Null has none.
    PointsInNull,
    /// The declarer's twelve cards are not all given.
    Twelve,
    /// The declarer's ten cards are not all given.
    Ten,
    /// Cards have been played or are gone, but the question is about the time before.
    BeforePlay,
    /// A hand game, in which nothing is laid away.
    HandGame,
    /// Nobody is on turn.
    NobodyOnTurn,
    /// A card is asked of the viewer, and it is not his turn.
    NotHisTurn,
    /// Nothing is hidden, so nothing has to be found.
    NothingHidden,
    /// The question is what this seat, not the declarer, can force, though only the declarer can be asked.
    DeclarersView,
}

/// What the question's side of a sheet may show of the cards.
///
/// ```
/// use kiebitz::{deal::Place, puzzle::{Puzzle, question}, rules::Seat};
/// let position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let puzzle = Puzzle::new(position);
/// let table = question::kind(puzzle.asks).table(&puzzle);
/// // The declarer's own hand is shown.
/// assert_eq!(table.of(Place::Hand(Seat::Forehand)).unwrap().to_string(), "SA.SK");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The cards of the hands and of the skat; `None` where they are hidden.
    pub cards: [Option<Cards>; 4],
    /// Cards of the declarer's hand that are marked as found in the skat.
    pub found: Cards,
    /// Whether the skat has a place of its own; not if its cards lie among the declarer's twelve, or there is none.
    pub skat: bool,
    /// Whether the game may be told, or is asked for.
    pub contract: bool,
}

impl Table {
    /// The cards of a place, if they may be seen.
    #[must_use]
    pub fn of(&self, place: Place) -> Option<Cards> {
        self.cards[place.index()]
    }
}

/// One kind of question.
///
/// ```
/// use kiebitz::puzzle::{Answer, Asks, question};
/// let card = question::kind(Asks::Card);
/// assert!(!card.is_answered(&Answer::default()));
/// assert!(card.is_answered(&Answer { cards: "SA".parse().unwrap(), ..Answer::default() }));
/// assert!(question::kind(Asks::Bid).is_before_play() && !card.is_before_play());
/// ```
pub trait Kind: Sync {
    /// What is missing so that it can be asked.
    fn lacks(&self, puzzle: &Puzzle) -> Option<Lack>;

    /// The cards that an answer may name: those that can be played now.
    fn answer_cards(&self, puzzle: &Puzzle) -> Cards {
        puzzle.position.playable()
    }

    /// Why the puzzle's answer cannot be one, whatever is true: cards that nobody could play, and the like.
    fn impossible(&self, puzzle: &Puzzle) -> Option<String> {
        let wrong = puzzle.answer.cards - self.answer_cards(puzzle);
        (!wrong.is_empty()).then(|| format!("the answer {wrong} cannot be played now"))
    }

    /// Whether the puzzle says what is asked.
    fn is_answered(&self, answer: &Answer) -> bool;

    /// Works out the answer.
    ///
    /// # Errors
    /// If the position is not for the searches.
    fn facts(
        &self,
        puzzle: &Puzzle,
        engines: &mut Engines,
        wanted: Wanted,
        limits: &Limits,
    ) -> Result<Facts, ProofError>;

    /// Whether it is about the time before the first card, when the skat is not yet laid away: then the cards as they lie
    /// are not what will be played, and what they are worth answers nothing.
    fn is_before_play(&self) -> bool {
        false
    }

    /// Whether one side has something to do, so that it must be able to go wrong: what every card solves is then no task.
    /// Not where a fact is asked for (can it be lost, how many points are certain): that may be worth asking though
    /// nobody can play it wrongly.
    fn is_task(&self) -> bool {
        false
    }

    /// Whether there is more to be worked out than the answer itself.
    fn has_values(&self) -> bool {
        true
    }

    /// The answer as the facts have it.
    fn answer(&self, puzzle: &Puzzle, facts: &Facts) -> Answer;

    /// What is to be said of the puzzle: its answer compared with the facts, and whether it is a task at all.
    fn findings(&self, puzzle: &Puzzle, facts: &Facts) -> Vec<Finding>;

    /// What the question's side may show.
    fn table(&self, puzzle: &Puzzle) -> Table {
        plain_table(puzzle)
    }

    /// The position that is played once the question is answered.
    fn played(&self, puzzle: &Puzzle) -> Position {
        puzzle.position.clone()
    }

    /// Whether the game can be played once the question is answered; not if the skat is not known then.
    fn is_played_after(&self) -> bool {
        true
    }

    /// Whether it is solved by playing alone.
    fn is_played_for(&self) -> bool {
        false
    }

    /// The empty answer of a person; none where it is solved by playing alone.
    fn begin(&self, _puzzle: &Puzzle) -> Given {
        Given::Nothing
    }

    /// Judges the answer of a person; `None` if the limits ended the search.
    ///
    /// # Errors
    /// If the position is not for the searches.
    fn judge(
        &self,
        _puzzle: &Puzzle,
        _given: &Given,
        _adversary: &mut Adversary,
        _limits: &Limits,
    ) -> Result<Option<Attempt>, ProofError> {
        Ok(None)
    }
}

/// The kind of a question.
#[must_use]
pub fn kind(asks: Asks) -> &'static dyn Kind {
    match asks {
        Asks::Play => &task::Win,
        Asks::Beat => &task::Beat,
        Asks::Unlosable => &unlosable::Unlosable,
        Asks::Points => &points::Points,
        Asks::Card => &card::RightCard,
        Asks::Discard => &discard::Discard,
        Asks::Announce => &announce::Announce,
        Asks::Bid => &bid::Bid,
        Asks::FirstCards => &first_cards::FirstCards,
        Asks::Cards => &lie::Lie,
        Asks::Chance => &chance::BestChance,
    }
}

/// Every kind, in the order in which they are offered.
pub const ALL: [Asks; 11] = [
    Asks::Play,
    Asks::Card,
    Asks::Chance,
    Asks::Beat,
    Asks::Unlosable,
    Asks::Points,
    Asks::Discard,
    Asks::Announce,
    Asks::Bid,
    Asks::FirstCards,
    Asks::Cards,
];

/// Why the puzzle's answer cannot be one.
pub(super) fn impossible_answer(puzzle: &Puzzle) -> Option<String> {
    kind(puzzle.asks).impossible(puzzle)
}

/// Whose task it is: from a seat's view the seat's side; with open cards that of whoever is asked for a card, of
/// the defenders where the game is to be beaten, and else the declarer's.
#[must_use]
pub fn side(puzzle: &Puzzle) -> Side {
    let position = &puzzle.position;
    match (position.view(), puzzle.asks, position.turn()) {
        (View::Seat(seat), ..) => seat.side(position.declarer()),
        (View::Open, Asks::Card, Some(turn)) => turn.side(position.declarer()),
        (View::Open, Asks::Beat, _) => Side::Defenders,
        (View::Open, ..) => Side::Declarer,
    }
}

/// The claim that a proof of the answer has to make, once it is known whether the declarer reaches the goal: of the
/// side that the question names, and where it names none, of the side that has its way. Who is asked for a card but cannot
/// have his aim is asked for the best: then the goal is what that card makes, if the points are known.
#[must_use]
pub fn claim(puzzle: &Puzzle, declarer_wins: Option<bool>, points: Option<u8>) -> Claim {
    let position = kind(puzzle.asks).played(puzzle);
    let mut claim = Claim::new(&position, puzzle.goal());
    claim.side = side(puzzle);
    let asks_of_nobody = matches!(puzzle.asks, Asks::Unlosable | Asks::Points);
    if position.view() == View::Open && asks_of_nobody && declarer_wins == Some(false) {
        claim.side = Side::Defenders;
    }
    let declarers = claim.side == Side::Declarer;
    if let (Asks::Card, Some(wins), Some(made)) = (puzzle.asks, declarer_wins, points)
        && wins != declarers
    {
        claim.goal = Goal::Points(if declarers { made.max(1) } else { made.saturating_add(1) });
    }
    claim
}

/// Whether a card is asked for though the goal is out of reach, and the puzzle says so itself: then the best card is meant.
pub(super) fn asks_for_best(puzzle: &Puzzle, declarer_wins: bool) -> bool {
    let missed = declarer_wins != (side(puzzle) == Side::Declarer);
    let told = puzzle.answer.declarer_wins == Some(declarer_wins) && puzzle.answer.points.is_some();
    puzzle.asks == Asks::Card && matches!(puzzle.goal(), Goal::Points(_)) && missed && told
}

/// A table on which neither the game is named nor the skat shown: both are yet to come.
fn table_before_bidding(puzzle: &Puzzle) -> Table {
    let mut table = plain_table(puzzle);
    table.contract = false;
    table.cards[3] = None;
    table.skat = false;
    table
}

/// Every card that is not hidden.
fn plain_table(puzzle: &Puzzle) -> Table {
    let position = &puzzle.position;
    let shown = |place: Place, cards: Cards| {
        let hidden = puzzle.hidden.contains(&super::PlaceName(place));
        Some(cards).filter(|cards| !hidden && !cards.is_empty())
    };
    let hand = |seat: Seat| shown(Place::Hand(seat), position.hand(seat));
    Table {
        cards: [
            hand(Seat::Forehand),
            hand(Seat::Middlehand),
            hand(Seat::Rearhand),
            shown(Place::Skat, position.skat()),
        ],
        found: Cards::NONE,
        skat: position.has_skat(),
        contract: true,
    }
}

/// What is wrong with the cards of the position whatever is asked: points that do not belong to the cards gone, a
/// first trick that forehand does not lead.
pub(super) fn position_findings(position: &Position) -> Vec<Finding> {
    let mut findings = Vec::new();
    let start = position.start();
    let gone = position.gone();
    let told = u16::from(start.points.0) + u16::from(start.points.1);
    let null = position.contract().game() == crate::rules::Game::Null;
    if !null && !gone.is_empty() && told != u16::from(gone.points()) {
        findings.push(Finding::GonePoints { gone: gone.points(), told: start.points });
    }
    if gone.is_empty() && start.lead != Seat::Forehand {
        findings.push(Finding::OtherLead(start.lead));
    }
    findings
}
