//! Playing a record through by the rules and counting again.
//!
//! Games in archives often end early. If the defenders give up (both resign, or one of them runs
//! out of time or leaves), what is left goes to the declarer. If the declarer gives up he keeps
//! what he has, which may be enough; in Null it never is. Play also stops where the result cannot
//! change: at the declarer's first trick in Null, at the defenders' first when schwarz was
//! announced, and when they pass thirty with schneider announced.

use super::moves::Move;
use super::record::Record;
use crate::cards::{Card, Cards};
use crate::rules::{BySeat, Contract, Game, Outcome, Seat, Tally, evaluate};

/// How a recorded game ended.
///
/// ```
/// use kiebitz::archive::{End, Reader, Record, recount, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let mut record = Record::parse(&raw.bytes).unwrap();
/// assert_eq!(recount(&record).unwrap().end, End::Played);
/// record.moves.truncate(20);
/// assert_eq!(recount(&record).unwrap().end, End::Unfinished);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nobody bid.
    Passed,
    /// All cards were played.
    Played,
    /// The result could no longer change.
    Decided,
    /// The declarer resigned, left or ran out of time.
    DeclarerGaveUp,
    /// The defenders did.
    DefendersGaveUp,
    /// This seat left or ran out of time before a game was announced.
    BeforeTheGame(Seat),
    /// The record just stops.
    Unfinished,
    /// The record hides cards: it is one player's view.
    Hidden,
}

/// What counting again gives.
///
/// ```
/// use kiebitz::archive::{random_record, recount};
/// let record = random_record(&mut kiebitz::cards::Dice::new(1), 1);
/// let count = recount(&record).unwrap();
/// assert!(count.bid <= 264);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recount {
    /// Who played alone.
    pub declarer: Option<Seat>,
    /// What he announced.
    pub contract: Option<Contract>,
    /// The number at which the bidding ended; 0 without a bid.
    pub bid: u16,
    /// How it ended.
    pub end: End,
    /// What was counted.
    pub tally: Tally,
    /// Winner and value; `None` where the rules cannot tell (passed, unfinished, hidden).
    pub outcome: Option<Outcome>,
    /// The same where a decided game was stopped and neither schneider nor schwarz was counted, as servers do.
    pub as_stopped: Option<Outcome>,
    /// Whether the declarer took the skat and never laid two cards away.
    pub no_discard: bool,
    /// Cards played.
    pub cards: usize,
}

/// A record whose moves break the rules. Tricks are counted from 1.
///
/// ```
/// use kiebitz::archive::{Move, PlayError, Reader, Record, recount, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let mut record = Record::parse(&raw.bytes).unwrap();
/// let first = record.moves.iter().position(|one| matches!(one, Move::Play(..))).unwrap();
/// record.moves.remove(first);
/// assert!(matches!(recount(&record), Err(PlayError::NotOnTurn { trick: 1, .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// A bid after the bidding.
    #[error("{0} bids after the bidding is over")]
    LateBid(Seat),
    /// The skat shown is another than the one dealt.
    #[error("the skat shown is not the skat dealt")]
    OtherSkat,
    /// Somebody else announces, discards or takes the skat.
    #[error("{0} is not the declarer")]
    NotDeclarer(Seat),
    /// The game is announced twice.
    #[error("the game is announced twice")]
    AnnouncedTwice,
    /// A hand game after taking the skat.
    #[error("{0} is announced although the skat was taken")]
    HandWithSkat(Contract),
    /// A discard that is not two of the declarer's twelve cards.
    #[error("the discard is not two of the declarer's cards")]
    Discard,
    /// A card before game and discard are settled.
    #[error("{0} plays before the game is announced and the discard made")]
    TooEarly(Seat),
    /// Somebody plays out of turn.
    #[error("trick {trick}: {seat} plays {card} but is not on turn")]
    NotOnTurn {
        /// The trick.
        trick: usize,
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// A card that the player does not hold.
    #[error("trick {trick}: {seat} plays {card} and does not hold it")]
    NotHeld {
        /// The trick.
        trick: usize,
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
    /// A revoke.
    #[error("trick {trick}: {seat} plays {card} and does not follow")]
    Revoke {
        /// The trick.
        trick: usize,
        /// Who.
        seat: Seat,
        /// What.
        card: Card,
    },
}

/// What the declarer has done with the skat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SkatUse {
    Untouched,
    Taken,
    Discarded,
}

/// What a side has taken in tricks.
#[derive(Clone, Copy, Default)]
struct Taken {
    points: u8,
    tricks: u8,
}

/// The game as far as it has come.
struct Replay {
    hands: BySeat<Cards>,
    skat: Cards,
    bid: u16,
    passes: usize,
    declarer: Option<Seat>,
    skat_use: SkatUse,
    contract: Option<Contract>,
    /// The declarer's hand and skat.
    twelve: Cards,
    turn: Seat,
    trick: Vec<Card>,
    /// What the declarer has taken, and what the defenders have.
    taken: [Taken; 2],
    cards: usize,
    resigned: BySeat<bool>,
    /// The first thing that ended the game.
    end: Option<End>,
    /// A card fell that the record hides; what follows cannot be counted.
    blind: bool,
}

/// Plays the record through.
///
/// # Errors
/// Where its moves break the rules; a strange *result* is no error.
pub fn recount(record: &Record) -> Result<Recount, PlayError> {
    let Some(cards) = record.deal.all() else {
        return Ok(Recount {
            declarer: None,
            contract: None,
            bid: 0,
            end: End::Hidden,
            tally: Tally::default(),
            outcome: None,
            as_stopped: None,
            no_discard: false,
            cards: 0,
        });
    };
    let part = |from: usize, to: usize| cards[from..to].iter().copied().collect::<Cards>();
    let mut replay = Replay {
        hands: BySeat([part(0, 10), part(10, 20), part(20, 30)]),
        skat: part(30, 32),
        bid: 0,
        passes: 0,
        declarer: None,
        skat_use: SkatUse::Untouched,
        contract: None,
        twelve: Cards::NONE,
        turn: Seat::Forehand,
        trick: Vec::with_capacity(3),
        taken: [Taken::default(); 2],
        cards: 0,
        resigned: BySeat::default(),
        end: None,
        blind: false,
    };
    record.moves.iter().try_for_each(|one| replay.step(one))?;
    Ok(replay.finish())
}

impl Replay {
    fn step(&mut self, one: &Move) -> Result<(), PlayError> {
        match one {
            Move::Bid(seat, _) if self.declarer.is_some() => return Err(PlayError::LateBid(*seat)),
            Move::Bid(_, number) => self.bid = self.bid.max(*number),
            Move::Hold(_) => {}
            Move::Pass(_) => self.passes += 1,
            Move::TakeSkat(seat) => {
                self.become_declarer(*seat)?;
                if self.skat_use == SkatUse::Untouched {
                    self.skat_use = SkatUse::Taken;
                }
            }
            Move::Skat(cards) => {
                let shown = cards.iter().flatten().copied().collect::<Cards>();
                if !self.skat.has_all(shown) {
                    return Err(PlayError::OtherSkat);
                }
            }
            Move::Declare(seat, contract, cards) => self.declare(*seat, *contract, cards)?,
            Move::Discard(seat, cards) => {
                self.become_declarer(*seat)?;
                self.discard(cards)?;
            }
            Move::Play(seat, card) => self.play(*seat, *card)?,
            Move::Resign(seat) => self.resign(*seat),
            Move::Show(..) => {}
            Move::TimeOut(seat) | Move::Leave(seat) => self.give_up(*seat),
        }
        Ok(())
    }

    fn become_declarer(&mut self, seat: Seat) -> Result<(), PlayError> {
        match self.declarer {
            None => {
                self.declarer = Some(seat);
                self.twelve = self.hands[seat] | self.skat;
                Ok(())
            }
            Some(declarer) if declarer == seat => Ok(()),
            Some(_) => Err(PlayError::NotDeclarer(seat)),
        }
    }

    fn declare(&mut self, seat: Seat, said: Contract, cards: &[Option<Card>]) -> Result<(), PlayError> {
        self.become_declarer(seat)?;
        if self.contract.is_some() {
            return Err(PlayError::AnnouncedTwice);
        }
        let took_skat = self.skat_use != SkatUse::Untouched;
        if took_skat && said.is_hand() {
            return Err(PlayError::HandWithSkat(said));
        }
        // Who announces without taking the skat plays hand, whether he says so or not.
        let contract = if took_skat {
            said
        } else {
            let (schneider, schwarz) = (said.announces_schneider(), said.announces_schwarz());
            Contract::new(said.game(), true, schneider, schwarz, said.is_ouvert()).unwrap_or(said)
        };
        self.contract = Some(contract);
        match cards {
            [a, b, ..] if took_skat => self.discard(&[*a, *b]),
            _ => Ok(()),
        }
    }

    fn discard(&mut self, cards: &[Option<Card>; 2]) -> Result<(), PlayError> {
        let discard = cards.iter().flatten().copied().collect::<Cards>();
        if self.skat_use != SkatUse::Taken || discard.len() != 2 || !self.twelve.has_all(discard) {
            return Err(PlayError::Discard);
        }
        if let Some(declarer) = self.declarer {
            self.hands[declarer] = self.twelve - discard;
            self.skat = discard;
            self.skat_use = SkatUse::Discarded;
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat, card: Option<Card>) -> Result<(), PlayError> {
        let (Some(declarer), Some(contract)) = (self.declarer, self.contract) else {
            return Err(PlayError::TooEarly(seat));
        };
        if self.skat_use == SkatUse::Taken {
            return Err(PlayError::TooEarly(seat));
        }
        self.blind |= card.is_none();
        let Some(card) = card.filter(|_| !self.blind) else { return Ok(()) };
        let trick = self.cards / 3 + 1;
        if seat != self.turn {
            return Err(PlayError::NotOnTurn { trick, seat, card });
        }
        if !self.hands[seat].has(card) {
            return Err(PlayError::NotHeld { trick, seat, card });
        }
        let game = contract.game();
        if !game.playable(self.hands[seat], self.trick.first().copied()).has(card) {
            return Err(PlayError::Revoke { trick, seat, card });
        }
        self.hands[seat].remove(card);
        self.trick.push(card);
        self.cards += 1;
        self.turn = seat.next();
        if let &[a, b, c] = self.trick.as_slice() {
            // Rearhand has just played: the leader is next.
            let winner = self.turn.after(game.trick_winner([a, b, c]));
            let side = &mut self.taken[usize::from(winner != declarer)];
            side.points += a.points() + b.points() + c.points();
            side.tricks += 1;
            self.turn = winner;
            self.trick.clear();
        }
        Ok(())
    }

    fn resign(&mut self, seat: Seat) {
        self.resigned[seat] = true;
        let Some(declarer) = self.declarer else { return };
        let both = Seat::ALL.iter().all(|&seat| seat == declarer || self.resigned[seat]);
        if seat == declarer || both {
            self.give_up(seat);
        }
    }

    fn give_up(&mut self, seat: Seat) {
        let end = match (self.contract, self.declarer) {
            (Some(_), Some(declarer)) if declarer == seat => End::DeclarerGaveUp,
            (Some(_), Some(_)) => End::DefendersGaveUp,
            _ => End::BeforeTheGame(seat),
        };
        self.end.get_or_insert(end);
    }

    fn how_it_ended(&self, contract: Option<Contract>) -> End {
        if self.cards == 30 {
            return End::Played;
        }
        if let Some(end) = self.end {
            return end;
        }
        let Some(contract) = contract else {
            return if self.passes >= 3 && self.bid == 0 { End::Passed } else { End::Unfinished };
        };
        let [own, others] = self.taken;
        let lost_null = contract.game() == Game::Null && own.tricks > 0;
        let lost_schwarz = contract.announces_schwarz() && others.tricks > 0;
        let lost_schneider = contract.announces_schneider() && others.points > 30;
        if lost_null || lost_schwarz || lost_schneider {
            End::Decided
        } else if Seat::ALL.iter().any(|&seat| self.resigned[seat]) {
            // The server took one defender's word for both once the declarer had shown his cards.
            End::DefendersGaveUp
        } else {
            End::Unfinished
        }
    }

    fn finish(self) -> Recount {
        let end = self.how_it_ended(self.contract);
        let null = self.contract.is_some_and(|contract| contract.game() == Game::Null);
        let [own, others] = self.taken;
        let rest_is_his = end == End::DefendersGaveUp && !null;
        let tally = Tally {
            declarer_points: if rest_is_his { 120 - others.points } else { self.skat.points() + own.points },
            declarer_tricks: if rest_is_his { 10 - others.tricks } else { own.tricks },
            finished_tricks: own.tricks + others.tricks,
        };
        let counts = !matches!(end, End::Passed | End::Unfinished | End::BeforeTheGame(_) | End::Hidden);
        let outcome = self.contract.filter(|_| counts).map(|contract| {
            // Giving up a Null is losing it, though no trick was taken.
            let surrendered = null && end == End::DeclarerGaveUp;
            let declarer_tricks = if surrendered { 1 } else { tally.declarer_tricks };
            evaluate(contract, self.twelve, self.bid, Tally { declarer_tricks, ..tally })
        });
        let as_stopped = self
            .contract
            .filter(|_| end == End::Decided)
            .map(|contract| evaluate(contract, self.twelve, self.bid, Tally { finished_tricks: 0, ..tally }));
        Recount {
            declarer: self.declarer,
            contract: self.contract,
            bid: self.bid,
            end,
            tally,
            outcome,
            as_stopped,
            no_discard: self.skat_use == SkatUse::Taken,
            cards: self.cards,
        }
    }
}
