//! What an archive keeps of an analysed game, in a few bytes.

use super::analyst::Depth;
use super::forced::Forced;
use super::game::GameAnalysis;
use super::judgement::Judgement;
use crate::rules::Side;
use std::fmt;

/// The forced wins of a side. Cards are counted from 0; the number of cards played stands for the end.
///
/// ```
/// use kiebitz::archive::analysis::{Depth, ForcedWin, Summary};
/// let mut summary = Summary::unplayed(Depth::Full);
/// assert!(!summary.missed());
/// summary.defenders = ForcedWin { first: Some(3), lost: Some(9), missed: true };
/// assert!(summary.missed());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ForcedWin {
    /// The card before which a player of the side first had a forced win.
    pub first: Option<u8>,
    /// The card that threw it away.
    pub lost: Option<u8>,
    /// Whether the side then did not win the game.
    pub missed: bool,
}

impl ForcedWin {
    fn of(forced: &Forced) -> ForcedWin {
        ForcedWin {
            first: forced.first().map(|stretch| stretch.from as u8),
            lost: forced.lost().map(|card| card as u8),
            missed: forced.missed == Some(true),
        }
    }
}

/// The worst card of a game.
///
/// ```
/// use kiebitz::archive::analysis::{Depth, Judgement, Summary, Worst};
/// let worst = Worst { card: 12, judgement: Judgement::Blunder, points: 21 };
/// let summary = Summary { cards: 30, worst: Some(worst), ..Summary::unplayed(Depth::Full) };
/// assert_eq!(Summary::from_hex(&summary.to_hex()).unwrap().worst, Some(worst));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worst {
    /// Which card, from 0.
    pub card: u8,
    /// What to think of it.
    pub judgement: Judgement,
    /// The points it gave away against open cards, as far as known.
    pub points: u8,
}

/// An analysed game in brief.
///
/// ```
/// use kiebitz::archive::analysis::{Depth, Summary};
/// let summary = Summary { won: Some(false), glassbox: Some(true), ..Summary::unplayed(Depth::Full) };
/// assert!(summary.differs_from_glassbox());
/// assert_eq!(Summary::from_hex(&summary.to_hex()), Some(summary));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How deep the analysis went.
    pub depth: Depth,
    /// Cards analysed; 0 for a game without card play.
    pub cards: u8,
    /// Whether the declarer won; `None` where the rules cannot tell.
    pub won: Option<bool>,
    /// Whether the declarer wins with all cards seen, from the first card on.
    pub glassbox: Option<bool>,
    /// His points then, where they were asked for.
    pub points: Option<u8>,
    /// The declarer's forced wins.
    pub declarer: ForcedWin,
    /// The defenders'.
    pub defenders: ForcedWin,
    /// Mistakes of each seat.
    pub mistakes: [u8; 3],
    /// Cards of each seat that lost the game against open cards without being mistakes.
    pub unseen: [u8; 3],
    /// Points that each seat gave away against open cards, up to 255.
    pub given: [u8; 3],
    /// The worst card, if one is worth a mark.
    pub worst: Option<Worst>,
    /// Whether a budget cut questions short.
    pub cut: bool,
}

impl Summary {
    /// The summary of a game without card play: passed, or given up before the first announcement.
    #[must_use]
    pub const fn unplayed(depth: Depth) -> Summary {
        let none = ForcedWin { first: None, lost: None, missed: false };
        Summary {
            depth,
            cards: 0,
            won: None,
            glassbox: None,
            points: None,
            declarer: none,
            defenders: none,
            mistakes: [0; 3],
            unseen: [0; 3],
            given: [0; 3],
            worst: None,
            cut: false,
        }
    }

    /// The summary of an analysis of this depth.
    #[must_use]
    pub fn of(analysis: &GameAnalysis, depth: Depth) -> Summary {
        let mut summary = Summary {
            cards: analysis.cards.len() as u8,
            won: analysis.ending.won,
            glassbox: analysis.open(0).wins,
            points: analysis.open(0).points.exact().filter(|_| analysis.counts_points()),
            declarer: ForcedWin::of(&analysis.forced(Side::Declarer)),
            defenders: ForcedWin::of(&analysis.forced(Side::Defenders)),
            cut: analysis.cut > 0,
            ..Summary::unplayed(depth)
        };
        for card in &analysis.cards {
            let seat = card.seat.index();
            summary.mistakes[seat] += u8::from(card.judgement.is_mistake());
            let unseen = matches!(card.judgement, Judgement::Unseen | Judgement::Unclear);
            summary.unseen[seat] += u8::from(unseen);
            summary.given[seat] = summary.given[seat].saturating_add(card.loss.open.unwrap_or(0));
        }
        let marked = analysis.mistakes().into_iter().find(|card| card.judgement.is_marked());
        summary.worst = marked.map(|card| Worst {
            card: card.number as u8,
            judgement: card.judgement,
            points: card.loss.open.unwrap_or(0),
        });
        summary
    }

    /// Whether any side had a forced win and did not win.
    #[must_use]
    pub fn missed(&self) -> bool {
        self.declarer.missed || self.defenders.missed
    }

    /// Whether the game ended otherwise than with open cards and best play.
    #[must_use]
    pub fn differs_from_glassbox(&self) -> bool {
        matches!((self.won, self.glassbox), (Some(won), Some(glassbox)) if won != glassbox)
    }
}

impl Summary {
    /// For sorting: forced wins missed first, then by the worst card.
    pub(in crate::archive) fn order(&self) -> u32 {
        let worst = self.worst.map_or((0, 0), |worst| (worst.judgement.weight(), worst.points));
        u32::from(self.missed()) << 16 | worst.0 << 8 | u32::from(worst.1)
    }

    /// Mistakes of all three players.
    #[must_use]
    pub fn mistake_count(&self) -> u8 {
        self.mistakes.iter().fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// Cards that lost the game against open cards and of which a quick analysis has not asked whether others would
    /// have won more often; a full one has asked them all.
    #[must_use]
    pub fn open_count(&self) -> u8 {
        match self.depth {
            Depth::Quick => self.unseen.iter().fold(0, |sum, &count| sum.saturating_add(count)),
            Depth::Full => 0,
        }
    }
}

/// What exported tables say: `declarer missed a forced win at card 12; 2 mistakes`. Empty if nothing
/// is worth a mark.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = false;
        for (side, forced) in [("declarer", self.declarer), ("defenders", self.defenders)] {
            let what = match (forced.missed, forced.lost) {
                (true, _) => "missed",
                (false, Some(_)) => "risked",
                _ => continue,
            };
            let stop = if said { "; " } else { "" };
            write!(f, "{stop}{side} {what} a forced win")?;
            match forced.lost {
                Some(card) if card < self.cards => write!(f, " at card {}", card + 1)?,
                Some(_) => write!(f, " by giving up")?,
                None => {}
            }
            said = true;
        }
        for (count, what) in [(self.mistake_count(), "mistake"), (self.open_count(), "open question")] {
            if count > 0 {
                let (stop, s) = (if said { "; " } else { "" }, if count > 1 { "s" } else { "" });
                write!(f, "{stop}{count} {what}{s}")?;
                said = true;
            }
        }
        Ok(())
    }
}

/// Bytes of a packed summary.
pub(super) const PACKED: usize = 20;
/// Stands for "none" in a byte.
const NONE: u8 = 0xFF;

fn tri(bits: u8, at: u8) -> Option<bool> {
    (bits >> at & 1 == 1).then_some(bits >> (at + 1) & 1 == 1)
}

fn tri_bits(fact: Option<bool>, at: u8) -> u8 {
    fact.map_or(0, |fact| 1 << at | u8::from(fact) << (at + 1))
}

impl Summary {
    /// In a few bytes.
    pub(super) fn packed(&self) -> [u8; PACKED] {
        let byte = |number: Option<u8>| number.unwrap_or(NONE);
        let bits = tri_bits(self.won, 0)
            | tri_bits(self.glassbox, 2)
            | u8::from(self.declarer.missed) << 4
            | u8::from(self.defenders.missed) << 5
            | u8::from(self.cut) << 6
            | u8::from(self.depth == Depth::Full) << 7;
        let worst = self.worst.map_or([NONE; 3], |w| [w.card, w.judgement.weight() as u8, w.points]);
        let [m0, m1, m2] = self.mistakes;
        let [u0, u1, u2] = self.unseen;
        let [g0, g1, g2] = self.given;
        [
            bits,
            self.cards,
            byte(self.points),
            byte(self.declarer.first),
            byte(self.declarer.lost),
            byte(self.defenders.first),
            byte(self.defenders.lost),
            m0,
            m1,
            m2,
            u0,
            u1,
            u2,
            g0,
            g1,
            g2,
            worst[0],
            worst[1],
            worst[2],
            0,
        ]
    }

    /// Back from the bytes; `None` if they are not those of a summary.
    pub(super) fn unpacked(bytes: &[u8; PACKED]) -> Option<Summary> {
        let &[bits, cards, points, d_first, d_lost, o_first, o_lost, ref rest @ ..] = bytes;
        let &[m0, m1, m2, u0, u1, u2, g0, g1, g2, card, judgement, lost, _] = rest;
        let number = |byte: u8| (byte != NONE).then_some(byte);
        let forced = |first, lost, at: u8| ForcedWin {
            first: number(first),
            lost: number(lost),
            missed: bits >> at & 1 == 1,
        };
        let quick = bits >> 7 == 0;
        let worst = match number(card) {
            Some(card) => {
                let judgement = match *Judgement::ALL.get(usize::from(judgement))? {
                    // Earlier versions said so without having asked.
                    Judgement::Unseen if quick => Judgement::Unclear,
                    judgement => judgement,
                };
                Some(Worst { card, judgement, points: lost })
            }
            None => None,
        };
        Some(Summary {
            depth: if bits >> 7 == 1 { Depth::Full } else { Depth::Quick },
            cards,
            won: tri(bits, 0),
            glassbox: tri(bits, 2),
            points: number(points),
            declarer: forced(d_first, d_lost, 4),
            defenders: forced(o_first, o_lost, 5),
            mistakes: [m0, m1, m2],
            unseen: [u0, u1, u2],
            given: [g0, g1, g2],
            worst,
            cut: bits >> 6 & 1 == 1,
        })
    }

    /// All of it in 40 letters, for lines of text.
    #[must_use]
    pub fn to_hex(&self) -> String {
        self.packed().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Back from those letters.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Summary> {
        let mut bytes = [0; PACKED];
        if text.len() != 2 * PACKED || !text.is_ascii() {
            return None;
        }
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok()?;
        }
        Summary::unpacked(&bytes)
    }
}
