//! A game's cards in 32 bytes: the deal, what was laid away, every card in the order it fell, and how high each player
//! went in the bidding. Searches for cards and positions run over millions of these.
//!
//! The deal takes two bits a card: which of three hands, or the skat. A card that fell takes five.

use crate::archive::moves::Move;
use crate::archive::record::Record;
use crate::archive::recount::Recount;
use crate::cards::{Card, Cards};
use crate::rules::{BySeat, Seat};

/// Cards in one of the words.
const IN_WORD: usize = 12;
/// Bits of the third word: six cards, then the two laid away, then how many cards fell.
const LAID: u32 = 30;
const COUNT: u32 = 40;
/// The words have room left for three numbers of nine bits.
const BIDS: u32 = 45;
const NINE: u64 = 0x1FF;

/// What a game's cards were and how they fell.
///
/// ```
/// use kiebitz::archive::{Reader, Record, index::Course, recount, sample};
/// use kiebitz::rules::Seat;
/// let text = sample();
/// let record = Record::parse(&Reader::new(&text[..]).next().unwrap().unwrap().bytes).unwrap();
/// let course = Course::of(&record, &recount(&record).unwrap());
/// assert_eq!((course.dealt(Seat::Forehand).len(), course.skat().len()), (10, 2));
/// assert_eq!((course.len(), course.card(0)), (30, "DQ".parse().ok()));
/// // Middlehand said 18 and forehand passed; rearhand said 20.
/// assert_eq!(course.bids().0, [0, 18, 20]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Course {
    deal: [u32; 2],
    words: [u64; 3],
}

/// Bytes of a course on disk.
pub(super) const COURSE: usize = 32;

impl Course {
    /// The course of a record that was counted. A record that hides cards has an empty one.
    #[must_use]
    pub fn of(record: &Record, count: &Recount) -> Course {
        let mut course = Course::default();
        let mut bids = [0u16; 3];
        let mut number = 0;
        for one in &record.moves {
            match *one {
                Move::Bid(seat, said) => {
                    number = said;
                    bids[seat.index()] = bids[seat.index()].max(said);
                }
                Move::Hold(seat) => bids[seat.index()] = bids[seat.index()].max(number),
                _ => {}
            }
        }
        course.set_bids(bids);
        let Some(cards) = record.deal.all() else { return course };
        for (at, card) in cards.iter().enumerate() {
            let place = (at / 10) as u32;
            course.deal[0] |= (place & 1) << card.index();
            course.deal[1] |= (place >> 1) << card.index();
        }
        let laid = record.moves.iter().find_map(|one| match one {
            Move::Declare(_, contract, laid) if !contract.is_hand() => two(laid),
            Move::Discard(_, laid) => two(laid),
            _ => None,
        });
        let [a, b] = laid.filter(|_| !count.no_discard).unwrap_or([0, 0]);
        course.words[2] |= (a | b << 5) << LAID;
        // Behind a hidden card nothing more can be told: the count ends there too.
        let fell =
            record.moves.iter().filter_map(|one| if let Move::Play(_, card) = one { *card } else { None });
        for (at, card) in fell.take(count.cards).enumerate() {
            course.words[at / IN_WORD] |= (card.index() as u64) << (5 * (at % IN_WORD));
        }
        course.words[2] |= (count.cards as u64 & 31) << COUNT;
        course
    }

    fn set_bids(&mut self, bids: [u16; 3]) {
        let [a, b, c] = bids.map(|bid| u64::from(bid).min(NINE));
        self.words[2] |= a << BIDS | b << (BIDS + 9) | (c >> 8) << (BIDS + 18);
        self.words[0] |= (c & 15) << 60;
        self.words[1] |= (c >> 4 & 15) << 60;
    }

    /// The highest number that each player said or held; 0 for one who passed at once, 511 for more than that.
    #[must_use]
    pub fn bids(&self) -> BySeat<u16> {
        let [first, second, third] = self.words;
        let c = first >> 60 | (second >> 60) << 4 | (third >> (BIDS + 18) & 1) << 8;
        BySeat([(third >> BIDS & NINE) as u16, (third >> (BIDS + 9) & NINE) as u16, c as u16])
    }

    /// Whether the cards are known: not so in records that hide some.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.deal != [0, 0]
    }

    /// The ten cards that a seat was dealt.
    #[must_use]
    pub const fn dealt(&self, seat: Seat) -> Cards {
        let [low, high] = self.deal;
        Cards::from_bits(match seat {
            Seat::Forehand => !low & !high,
            Seat::Middlehand => low & !high,
            Seat::Rearhand => !low & high,
        })
    }

    /// The two cards of the skat as dealt.
    #[must_use]
    pub const fn skat(&self) -> Cards {
        Cards::from_bits(self.deal[0] & self.deal[1])
    }

    /// What the declarer laid away; nothing in hand games.
    #[must_use]
    pub const fn laid(&self) -> Cards {
        let bits = self.words[2] >> LAID;
        let (a, b) = (bits & 31, bits >> 5 & 31);
        // Two different cards, or none at all.
        if a == b { Cards::NONE } else { Cards::from_bits(1 << a | 1 << b) }
    }

    /// The cards that a seat plays with, if this is the declarer.
    #[must_use]
    pub fn hand(&self, seat: Seat, declarer: Option<Seat>) -> Cards {
        let dealt = self.dealt(seat);
        let laid = self.laid();
        if declarer == Some(seat) && !laid.is_empty() { (dealt | self.skat()) - laid } else { dealt }
    }

    /// How many cards fell.
    #[must_use]
    pub const fn len(&self) -> usize {
        (self.words[2] >> COUNT & 31) as usize
    }

    /// Whether none fell.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The card that fell at this place, from 0.
    #[must_use]
    pub const fn card(&self, at: usize) -> Option<Card> {
        if at >= self.len() {
            return None;
        }
        Card::from_index((self.words[at / IN_WORD] >> (5 * (at % IN_WORD)) & 31) as usize)
    }

    /// The cards in the order they fell.
    pub fn cards(&self) -> impl Iterator<Item = Card> + '_ {
        (0..self.len()).filter_map(|at| self.card(at))
    }

    /// The cards of the first so many that fell.
    #[must_use]
    pub fn fallen(&self, cards: usize) -> Cards {
        (0..cards).filter_map(|at| self.card(at)).collect()
    }

    pub(super) fn to_bytes(self) -> [u8; COURSE] {
        let mut bytes = [0; COURSE];
        for (at, word) in self.deal.iter().enumerate() {
            bytes[4 * at..4 * at + 4].copy_from_slice(&word.to_le_bytes());
        }
        for (at, word) in self.words.iter().enumerate() {
            bytes[8 + 8 * at..16 + 8 * at].copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; COURSE]) -> Course {
        let half = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let whole = |at: usize| u64::from(half(at)) | u64::from(half(at + 4)) << 32;
        Course { deal: [half(0), half(4)], words: [whole(8), whole(16), whole(24)] }
    }
}

fn two(cards: &[Option<Card>]) -> Option<[u64; 2]> {
    match cards {
        [Some(a), Some(b), ..] => Some([a.index() as u64, b.index() as u64]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{RecordedGame, Said, random_record, recount};
    use crate::cards::Dice;

    #[test]
    fn nothing_of_a_game_is_lost() {
        let mut dice = Dice::new(32);
        for id in 0..3000 {
            let record = random_record(&mut dice, id);
            let count = recount(&record).unwrap();
            let course = Course::of(&record, &count);
            let game = RecordedGame::of(&record).unwrap();
            assert_eq!(Course::from_bytes(&course.to_bytes()), course);
            assert!(course.is_known());
            for seat in Seat::ALL {
                assert_eq!(course.dealt(seat), game.deal.hand(seat));
                let bids = game.bidding.iter().filter_map(|&(who, said)| match said {
                    Said::Bid(number) if who == seat => Some(number),
                    _ => None,
                });
                assert_eq!(course.bids()[seat], bids.max().unwrap_or(0));
            }
            assert_eq!(course.skat(), game.deal.skat());
            let Some(play) = game.play else { continue };
            assert_eq!(course.laid(), play.discard.unwrap_or(Cards::NONE));
            assert!(course.cards().eq(play.cards.iter().copied()));
            for seat in Seat::ALL {
                assert_eq!(course.hand(seat, Some(play.declarer)), play.position(0).hand(seat));
            }
        }
    }

    #[test]
    fn numbers_of_the_bidding_keep_apart() {
        for bids in [[0, 0, 0], [511, 0, 0], [0, 511, 0], [0, 0, 511], [18, 264, 333], [600, 23, 257]] {
            let mut course = Course::default();
            course.set_bids(bids);
            assert_eq!(course.bids().0, bids.map(|bid| bid.min(511)));
            assert_eq!((course.len(), course.laid()), (0, Cards::NONE));
        }
    }
}
