//! What a node of the proof tree shows.

use super::key::Key;
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::rules::{Goal, Seat, Side};
use crate::search::open::Bounds;

/// What is to be proved, and for whom.
///
/// A declarer's aim is to reach the goal, a defender's to prevent it. From a seat's view the side is that
/// of the seat, alone against both others. With open cards it is the side whose proof is wanted; the
/// partner then plays with the viewer.
///
/// ```
/// use kiebitz::{deal::Position, rules::Side, search::proof::Claim};
/// let position: Position = "contract=G declarer=F M=C7.C8.C9.S7.S8.S9.H7.H8.H9.D7 view=M".parse().unwrap();
/// assert_eq!(Claim::new(&position, position.goal()).side, Side::Defenders);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// What the declarer must reach.
    pub goal: Goal,
    /// Whose proof it is.
    pub side: Side,
}

impl Claim {
    /// The question of the position's view: the viewer's side; with open cards the declarer's.
    #[must_use]
    pub fn new(position: &Position, goal: Goal) -> Claim {
        let side = match position.view() {
            View::Open => Side::Declarer,
            View::Seat(seat) => seat.side(position.declarer()),
        };
        Claim { goal, side }
    }

    /// The same question asked for the other side. It makes sense with open cards only.
    #[must_use]
    pub fn for_side(self, side: Side) -> Claim {
        Claim { side, ..self }
    }

    /// The verdict, if it is known whether the declarer reaches the goal.
    pub(super) fn verdict(self, declarer_wins: Option<bool>) -> Verdict {
        match declarer_wins {
            None => Verdict::Open,
            Some(wins) if wins == (self.side == Side::Declarer) => Verdict::Proved,
            Some(_) => Verdict::Refuted,
        }
    }
}

/// Whether the viewer's side has its aim by force.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, Prover, Verdict}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let mut verdict = |goal: &str| {
///     let claim = Claim::new(&position, goal.parse().unwrap());
///     Prover::with_table(1).unfold(&position, claim, &[], Detail::Proof, &Limits::none()).unwrap().verdict
/// };
/// assert_eq!((verdict("90"), verdict("100")), (Verdict::Proved, Verdict::Refuted));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// By force, against everything.
    Proved,
    /// The adversaries can prevent it.
    Refuted,
    /// The search was stopped before it knew.
    Open,
}

/// Whose node it is.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Chooser, Claim, Detail, Prover}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (claim, mut prover) = (Claim::new(&position, "90".parse().unwrap()), Prover::with_table(1));
/// let mut chooser = |path: &[_]| {
///     prover.unfold(&position, claim, path, Detail::Proof, &Limits::none()).unwrap().chooser
/// };
/// assert_eq!(chooser(&[]), Chooser::Viewer);
/// assert_eq!(chooser(&["CJ".parse().unwrap()]), Chooser::Adversary);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The viewer (with open cards: his side) needs one card that works.
    Viewer,
    /// Every card that may fall must be met.
    Adversary,
    /// All cards are played.
    Nobody,
}

/// Why no further card matters, by plain counting.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, Prover, Settled}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let settled = |goal: &str| {
///     let claim = Claim::new(&position, goal.parse().unwrap());
///     Prover::with_table(1).unfold(&position, claim, &[], Detail::Proof, &Limits::none()).unwrap().settled
/// };
/// // He has 60 points, and 39 are still in play.
/// assert_eq!(settled("60"), Some(Settled::GoalMet));
/// assert_eq!((settled("90"), settled("100")), (None, Some(Settled::OutOfReach)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settled {
    /// The declarer has reached the goal, whatever still falls.
    GoalMet,
    /// The goal is out of his reach.
    OutOfReach,
}

/// How much of a node is wanted.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, Prover}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (claim, mut prover) = (Claim::new(&position, "90".parse().unwrap()), Prover::with_table(1));
/// let mut cards = |detail| {
///     prover.unfold(&position, claim, &[], detail, &Limits::none()).unwrap().branches.len()
/// };
/// assert_eq!((cards(Detail::Proof), cards(Detail::AllCards)), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Detail {
    /// What belongs to the proof: the chosen card alone where one is chosen, else every card.
    #[default]
    Proof,
    /// Every card that may fall, with its verdict; the chosen one first.
    AllCards,
    /// Every card with its verdict and its exact value.
    Values,
}

/// One node of the proof tree.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, Prover}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (claim, mut prover) = (Claim::new(&position, "90".parse().unwrap()), Prover::with_table(1));
/// let node = prover.unfold(&position, claim, &[], Detail::Proof, &Limits::none()).unwrap();
/// // Four unseen cards lie in two hands: six deals, and the proof plays the jack in all of them.
/// assert_eq!((node.worlds, node.cards, node.branches[0].card.to_string().as_str()), (6, 2, "CJ"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The position as the viewer knows it, with the cards of the path played.
    pub position: Position,
    /// Who is on turn; `None` when all cards are played.
    pub turn: Option<Seat>,
    /// Whose node it is.
    pub chooser: Chooser,
    /// Points in the tricks of the declarer and of the defenders, the skat not counted.
    pub points: [u8; 2],
    /// Tricks of the declarer and of the defenders since the position's start.
    pub tricks: [u8; 2],
    /// Whether the viewer's aim is forced from here.
    pub verdict: Verdict,
    /// If counting alone gives the verdict.
    pub settled: Option<Settled>,
    /// Deals that the viewer cannot rule out.
    pub worlds: u64,
    /// Equal keys: the same knowledge, trick and points, whatever led there.
    pub key: Key,
    /// The cards that may fall, as the [`Detail`] asks: the chosen card first, then as players sort them.
    /// Empty once the node is settled, unless every card was wished for.
    pub branches: Vec<Branch>,
    /// Cards that may fall in all, also those that `branches` leaves out.
    pub cards: usize,
    /// What the searches visited to answer.
    pub nodes: u64,
}

/// One card that may fall.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, Prover, Verdict}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let (claim, mut prover) = (Claim::new(&position, "90".parse().unwrap()), Prover::with_table(1));
/// let node = prover.unfold(&position, claim, &[], Detail::Values, &Limits::none()).unwrap();
/// let [jack, ace] = node.branches[..] else { panic!("two cards") };
/// assert!(jack.chosen && jack.verdict == Verdict::Proved && ace.verdict == Verdict::Refuted);
/// assert!(jack.value.unwrap().low > ace.value.unwrap().low);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The card.
    pub card: Card,
    /// Who plays it.
    pub seat: Seat,
    /// Whether the viewer's aim is forced after it.
    pub verdict: Verdict,
    /// If counting alone gives the verdict after it.
    pub settled: Option<Settled>,
    /// The declarer's final points after it (in Null 1 won, 0 lost), if that was wished for.
    pub value: Option<Bounds>,
    /// Deals left after it.
    pub worlds: u64,
    /// Whether it is the card that the proof (or the refutation) chooses.
    pub chosen: bool,
    /// The first card of the node to which this one is equal but for its name: what follows is the same.
    pub twin_of: Option<Card>,
    /// The key of the node after it.
    pub key: Key,
}
