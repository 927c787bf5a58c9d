//! What the player recommends, and why: typed data that a window or a command can put into words.

use crate::cards::Card;
use crate::rules::Goal;
use std::fmt;

/// Where a recommendation comes from, the strongest first.
///
/// ```
/// use kiebitz::player::Source;
/// // The sources in the order of their authority.
/// assert!(Source::Killer < Source::Votes && Source::Votes < Source::Expert);
/// assert_eq!(Source::Killer.name(), "killer");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// The rules leave one card, or only cards that are worth the same.
    Only,
    /// A card that forces its goal against every deal, or against nearly all.
    Killer,
    /// A card with a clearly better chance than the one that most votes are for.
    Chance,
    /// A card that reaches its goal in nearly all of the worlds, all of them looked at.
    Endgame,
    /// The only card that does not lose in every world.
    Hope,
    /// The card with the most votes of drawn worlds.
    Votes,
    /// A rule of good play.
    Expert,
}

impl Source {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Source::Only => "only",
            Source::Killer => "killer",
            Source::Chance => "chance",
            Source::Endgame => "endgame",
            Source::Hope => "hope",
            Source::Votes => "votes",
            Source::Expert => "expert",
        }
    }
}

/// Rules of good play.
///
/// ```
/// use kiebitz::{deal::Position, player::{Rule, Sight}, rules::{Auction, Seat}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let sight = Sight::playing(&position, Seat::Forehand, &Auction::default()).unwrap();
/// // A rule names a card without any searching.
/// let (card, rule): (_, Rule) = sight.by_rule().unwrap();
/// assert!(position.playable().has(card), "{rule:?}");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Draw trumps; the table of trump factors names the card.
    DrawTrumps,
    /// Lead a card of a side suit that stands.
    CashWinner,
    /// Lead from the suit in which least can be lost.
    LeadSafely,
    /// Lead a suit the partner may win or ruff.
    LeadToPartner,
    /// Take the trick as cheaply as it goes.
    TakeCheaply,
    /// Give the partner's trick the most points.
    Smear,
    /// Give the other side's trick the least.
    GiveLittle,
    /// Null: go under with the highest card that does not take the trick.
    GoUnder,
    /// Null: get rid of the most dangerous card.
    ThrowDanger,
    /// Null: lead what the declarer may have to take.
    Attack,
}

/// Why a card is recommended.
///
/// ```
/// use kiebitz::{player::Reason, rules::Goal};
/// let reason = Reason::Forced { goal: Goal::Points(61), covered: 1.0 };
/// assert_eq!(reason.to_string(), "forced for 61 against every deal");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reason {
    /// There is no choice.
    NoChoice,
    /// It forces the declarer's goal, or forces him to miss it, in this share of all worlds.
    Forced {
        /// The declarer's goal.
        goal: Goal,
        /// The share of worlds the proof covers; 1 for all.
        covered: f64,
    },
    /// A plan with it wins in this share of all worlds, whatever the others play.
    Chance {
        /// The declarer's goal.
        goal: Goal,
        /// All worlds.
        worlds: usize,
        /// Share of them.
        share: f64,
    },
    /// In so many worlds, all there are, it comes out well in this share.
    AllWorlds {
        /// The declarer's goal.
        goal: Goal,
        /// Worlds looked at.
        worlds: usize,
        /// Share of them, by weight.
        share: f64,
    },
    /// Every other card loses in all of the worlds.
    LastHope {
        /// Worlds looked at.
        worlds: usize,
        /// In what share it wins.
        share: f64,
    },
    /// In so many drawn worlds it comes out well in this share.
    Votes {
        /// The declarer's goal.
        goal: Goal,
        /// Worlds drawn.
        worlds: usize,
        /// Share of them.
        share: f64,
    },
    /// A rule says so.
    Rule(Rule),
}

/// One card with its reason.
///
/// ```
/// use kiebitz::{deal::Position, rules::{Auction, Seat}, search::Resources};
/// use kiebitz::player::{Player, Sight, Style, Tables};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let sight = Sight::playing(&position, Seat::Forehand, &Auction::default()).unwrap();
/// let mut player = Player::with_resources(Tables::shipped(), Style::default(), Resources::new(16, 1));
/// for one in player.advise(&sight).unwrap().all {
///     assert!(position.playable().has(one.card) && (0.0..=1.0).contains(&one.confidence));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recommendation {
    /// The card.
    pub card: Card,
    /// Where it comes from.
    pub source: Source,
    /// Why.
    pub reason: Reason,
    /// How sure, from 0 to 1.
    pub confidence: f64,
}

/// All recommendations for a card, the one that is followed first.
///
/// ```
/// use kiebitz::{deal::Position, rules::{Auction, Seat}, search::Resources};
/// use kiebitz::player::{Player, Sight, Style, Tables};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// let sight = Sight::playing(&position, Seat::Forehand, &Auction::default()).unwrap();
/// let mut player = Player::with_resources(Tables::shipped(), Style::default(), Resources::new(16, 1));
/// let advice = player.advise(&sight).unwrap();
/// // The first recommendation is the card to play.
/// assert_eq!(advice.card(), Some(advice.all[0].card));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Never empty; the first is followed.
    pub all: Vec<Recommendation>,
}

impl Advice {
    /// The card to play.
    #[must_use]
    pub fn card(&self) -> Option<Card> {
        self.all.first().map(|first| first.card)
    }
}

/// In English, for the command line.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NoChoice => f.write_str("there is no choice"),
            Reason::Forced { goal, covered } if *covered >= 1.0 => {
                write!(f, "forced for {goal} against every deal")
            }
            Reason::Forced { goal, covered } => {
                write!(f, "forced for {goal} in {:.0} % of the deals", covered * 100.0)
            }
            Reason::Chance { goal, worlds, share } => {
                write!(f, "a plan with it makes {goal} in {:.0} % of all {worlds} worlds", share * 100.0)
            }
            Reason::AllWorlds { goal, worlds, share } => {
                write!(f, "good for {goal} in {:.0} % of all {worlds} worlds", share * 100.0)
            }
            Reason::LastHope { worlds, .. } => write!(f, "every other card loses in all {worlds} worlds"),
            Reason::Votes { goal, worlds, share } => {
                write!(f, "good for {goal} in {:.0} % of {worlds} drawn worlds", share * 100.0)
            }
            Reason::Rule(rule) => f.write_str(match rule {
                Rule::DrawTrumps => "draw trumps",
                Rule::CashWinner => "cash a winner",
                Rule::LeadSafely => "lead where least is lost",
                Rule::LeadToPartner => "lead to the partner",
                Rule::TakeCheaply => "take it cheaply",
                Rule::Smear => "give the partner points",
                Rule::GiveLittle => "give little",
                Rule::GoUnder => "go under",
                Rule::ThrowDanger => "throw the dangerous card",
                Rule::Attack => "attack the declarer",
            }),
        }
    }
}
