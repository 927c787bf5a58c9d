//! The course of a game, move by move: whose turn it is, what is allowed, when it is over.
//!
//! The same type follows a game from one seat, where most cards are hidden, and runs it on a host, which knows them all.
//! [`Course::apply`] takes a move that happened; [`Course::read`] reads a word of somebody who wants to move, by all the
//! rules, and answers with the protocol's own words where it refuses.

use crate::archive::{DealtCards, Move, Who};
use crate::cards::{Card, Cards, Rank};
use crate::rules::{Asked, Auction, BySeat, Call, Contract, Game, Seat};

/// What comes next.
///
/// ```
/// use kiebitz::net::course::{Course, Phase};
/// let course = Course::new("HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK".parse().unwrap());
/// assert_eq!(course.phase(), Phase::Bidding);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A word of the bidding.
    Bidding,
    /// The declarer takes the skat, or announces a hand game.
    SkatOrHand,
    /// The skat is given.
    Skat,
    /// The declarer announces his game and lays two cards away.
    Announce,
    /// He announced and has still to lay away.
    Discard,
    /// A card.
    Playing,
    /// Nothing: it is over.
    Over,
}

/// Why a move is refused, in the protocol's words.
///
/// ```
/// use kiebitz::net::course::Refusal;
/// assert_eq!(Refusal::NotYourTurn.to_string(), "_not_your_turn");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)] // each is the key of the protocol that it is shown as
pub enum Refusal {
    #[error("_move_missing")]
    Missing,
    #[error("_not_your_turn")]
    NotYourTurn,
    #[error("_you_do_not_have_card {0}.")]
    NotHeld(Card),
    #[error("_invalid_move_colon {seat} {card}.", seat = .0.index(), card = .1)]
    Revoke(Seat, Card),
    #[error("_error_parsing_card {0}")]
    NoCard(String),
    #[error("_bid_not_number_colon \"{0}\"")]
    NoNumber(String),
    #[error("_bid_not_high_enough")]
    TooLow,
    #[error("_bid_ridiculous")]
    Ridiculous,
    #[error("_bad_bid_given_got \"{0}\"")]
    BadAnswer(String),
    #[error("_must_declare_hand")]
    MustDeclareHand,
    #[error("_hand_illegal_after_pickup")]
    HandAfterSkat,
    #[error("_game_decl_got {0}, _returned {1}")]
    NoContract(String, String),
    #[error("_{0}_illegal_with_bid {1}")]
    NullBelowBid(&'static str, u16),
    #[error("_move_needs_3_parts_colon {0}")]
    Parts(String),
    #[error("_illegal_discards")]
    IllegalDiscards,
    #[error("_resignation_only_in_play")]
    ResignOnlyInPlay,
    #[error("_you_already_resigned")]
    AlreadyResigned,
    #[error("_only_declarer_can_show")]
    OnlyDeclarerShows,
    #[error("_show_allowed_only_in_play")]
    ShowOnlyInPlay,
    #[error("_game_finished")]
    Finished,
}

/// What a word of a player means.
///
/// ```
/// use kiebitz::{archive::Move, net::course::{Course, Said}, rules::Seat};
/// let course = Course::new("HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK".parse().unwrap());
/// let said = course.read(Seat::Middlehand, "18", None);
/// assert_eq!(said, Ok(Said::Move(Move::Bid(Seat::Middlehand, 18))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A whole move.
    Move(Move),
    /// A game without the discard, which has still to come.
    Half(Contract),
}

/// The game so far.
///
/// ```
/// use kiebitz::{archive::Move, net::course::Course, rules::Seat};
/// let mut course = Course::new("HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK".parse().unwrap());
/// course.apply(Move::Bid(Seat::Middlehand, 18))?;
/// assert_eq!(course.turn(), Some(Seat::Forehand));
/// assert!(course.apply(Move::Bid(Seat::Middlehand, 20)).is_err(), "forehand has to answer first");
/// # Ok::<(), kiebitz::net::course::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    deal: DealtCards,
    moves: Vec<Move>,
    phase: Phase,
    auction: Auction,
    /// The cards each seat holds now, as far as they are known.
    hands: BySeat<Option<Cards>>,
    /// What lies in the skat, or was laid away, if it is known.
    skat: Option<Cards>,
    declarer: Option<Seat>,
    took_skat: bool,
    contract: Option<Contract>,
    /// The declarer's ten cards, once they lie open.
    open: Option<Cards>,
    played: Vec<Card>,
    turn: Seat,
    points: [u8; 2],
    tricks: [u8; 2],
    resigned: BySeat<bool>,
}

/// The order in which the server lists cards: diamonds to clubs, 7 8 9 T J Q K A.
#[must_use]
pub fn listed(cards: Cards) -> Vec<Card> {
    const RANKS: [Rank; 8] =
        [Rank::Seven, Rank::Eight, Rank::Nine, Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Ace];
    let mut list: Vec<Card> = cards.iter().collect();
    list.sort_by_key(|card| (card.suit().index(), RANKS.iter().position(|&rank| rank == card.rank())));
    list
}

/// All cards of a list, if none is hidden and none stands twice.
fn all(cards: &[Option<Card>]) -> Option<Cards> {
    let known: Option<Cards> = cards.iter().copied().collect();
    known.filter(|known| known.len() == cards.len())
}

impl Course {
    /// After the deal.
    #[must_use]
    pub fn new(deal: DealtCards) -> Course {
        let part = |from: usize, to: usize| deal.cards.get(from..to).and_then(all);
        Course {
            hands: BySeat::from_fn(|seat| part(10 * seat.index(), 10 * seat.index() + 10)),
            skat: part(30, 32),
            deal,
            moves: Vec::new(),
            phase: Phase::Bidding,
            auction: Auction::default(),
            declarer: None,
            took_skat: false,
            contract: None,
            open: None,
            played: Vec::new(),
            turn: Seat::Forehand,
            points: [0; 2],
            tricks: [0; 2],
            resigned: BySeat::default(),
        }
    }

    /// The cards as they were dealt, as far as they are seen.
    #[must_use]
    pub fn deal(&self) -> &DealtCards {
        &self.deal
    }

    /// Everything that happened after the deal.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What comes next.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// What was said.
    #[must_use]
    pub fn auction(&self) -> &Auction {
        &self.auction
    }

    /// Who plays alone, once the bidding is over.
    #[must_use]
    pub fn declarer(&self) -> Option<Seat> {
        self.declarer
    }

    /// What he announced.
    #[must_use]
    pub fn contract(&self) -> Option<Contract> {
        self.contract
    }

    /// Whether he took the skat.
    #[must_use]
    pub fn took_skat(&self) -> bool {
        self.took_skat
    }

    /// The skat, or what was laid away, if it is known.
    #[must_use]
    pub fn skat(&self) -> Option<Cards> {
        self.skat
    }

    /// The declarer's ten cards, if they lie open.
    #[must_use]
    pub fn open_hand(&self) -> Option<Cards> {
        self.open
    }

    /// The cards a seat holds now, if they are known.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Cards> {
        self.hands[seat]
    }

    /// The cards that fell, in order.
    #[must_use]
    pub fn played(&self) -> &[Card] {
        &self.played
    }

    /// The cards that lie on the table, the first led.
    #[must_use]
    pub fn trick(&self) -> &[Card] {
        &self.played[self.played.len() / 3 * 3..]
    }

    /// Points in tricks of the declarer and of the defenders.
    #[must_use]
    pub fn points(&self) -> [u8; 2] {
        self.points
    }

    /// Whether a seat has given up.
    #[must_use]
    pub fn has_resigned(&self, seat: Seat) -> bool {
        self.resigned[seat]
    }

    /// Whose turn it is; `None` when the skat is to be given or all is over.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Bidding => self.auction.turn(),
            Phase::SkatOrHand | Phase::Announce | Phase::Discard => self.declarer,
            Phase::Playing => Some(self.turn),
            Phase::Skat | Phase::Over => None,
        }
    }

    /// The cards that the seat on turn may play, if they are known.
    #[must_use]
    pub fn playable(&self) -> Option<Cards> {
        let game = self.contract?.game();
        if self.phase != Phase::Playing {
            return None;
        }
        self.hands[self.turn].map(|hand| game.playable(hand, self.trick().first().copied()))
    }

    /// Takes a move that happened. Cards that are hidden are taken on trust.
    ///
    /// # Errors
    /// If it cannot have happened now; nothing changes then.
    pub fn apply(&mut self, one: Move) -> Result<(), Refusal> {
        if self.phase == Phase::Over {
            return Err(Refusal::Finished);
        }
        match &one {
            Move::Bid(seat, number) => self.say(*seat, Call::Bid(*number))?,
            Move::Hold(seat) => self.say(*seat, Call::Hold)?,
            Move::Pass(seat) => self.say(*seat, Call::Pass)?,
            Move::TakeSkat(seat) => {
                self.at(*seat, Phase::SkatOrHand)?;
                self.took_skat = true;
                self.phase = Phase::Skat;
            }
            Move::Skat(cards) => {
                if self.phase != Phase::Skat {
                    return Err(Refusal::NotYourTurn);
                }
                self.skat = all(cards).or(self.skat);
                if let (Some(declarer), Some(skat)) = (self.declarer, self.skat) {
                    self.hands[declarer] = self.hands[declarer].map(|hand| hand | skat);
                }
                self.phase = Phase::Announce;
            }
            Move::Declare(seat, contract, cards) => self.declare(*seat, *contract, cards)?,
            Move::Discard(seat, cards) => {
                self.at(*seat, Phase::Discard)?;
                self.lay_away(cards)?;
            }
            Move::Play(seat, card) => self.play(*seat, card.ok_or_else(|| Refusal::NoCard("??".into()))?)?,
            Move::Resign(seat) => self.resign(*seat)?,
            Move::Show(seat, cards) => {
                self.may_show(*seat)?;
                self.show(*seat, cards.iter().copied().collect());
            }
            Move::TimeOut(_) | Move::Leave(_) => self.phase = Phase::Over,
        }
        self.moves.push(one);
        Ok(())
    }

    fn at(&self, seat: Seat, phase: Phase) -> Result<(), Refusal> {
        if self.phase == phase && self.turn() == Some(seat) { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    fn say(&mut self, seat: Seat, call: Call) -> Result<(), Refusal> {
        self.at(seat, Phase::Bidding)?;
        if !self.auction.call(call) {
            return Err(Refusal::TooLow);
        }
        if self.auction.turn().is_none() {
            self.declarer = self.auction.winner();
            self.phase = if self.declarer.is_some() { Phase::SkatOrHand } else { Phase::Over };
        }
        Ok(())
    }

    fn declare(&mut self, seat: Seat, said: Contract, cards: &[Option<Card>]) -> Result<(), Refusal> {
        if !matches!(self.phase, Phase::SkatOrHand | Phase::Announce) || self.declarer != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        let hand = self.phase == Phase::SkatOrHand;
        if !hand && said.is_hand() {
            return Err(Refusal::HandAfterSkat);
        }
        let (schneider, schwarz) = (said.announces_schneider(), said.announces_schwarz());
        let contract = Contract::new(said.game(), hand, schneider, schwarz, said.is_ouvert());
        let (discard, open) =
            if hand { (None, cards) } else { (cards.get(..2), cards.get(2..).unwrap_or(&[])) };
        self.phase = if hand { Phase::Playing } else { Phase::Discard };
        if let Some(&[a, b]) = discard
            && let Err(refusal) = self.lay_away(&[a, b])
        {
            self.phase = Phase::Announce;
            return Err(refusal);
        }
        self.contract = contract;
        if said.is_ouvert() {
            let open = all(open).filter(|open| open.len() == 10);
            self.show(seat, open.or(self.hands[seat]).unwrap_or_default());
        }
        Ok(())
    }

    fn lay_away(&mut self, cards: &[Option<Card>; 2]) -> Result<(), Refusal> {
        let Some(declarer) = self.declarer else { return Err(Refusal::NotYourTurn) };
        match (all(cards), self.hands[declarer]) {
            (Some(discard), Some(hand)) if hand.has_all(discard) => {
                self.hands[declarer] = Some(hand - discard);
                self.skat = Some(discard);
            }
            (_, Some(_)) => return Err(Refusal::IllegalDiscards),
            // The others do not see them, and know less of the skat than before.
            (discard, None) => self.skat = discard,
        }
        self.phase = Phase::Playing;
        Ok(())
    }

    fn play(&mut self, seat: Seat, card: Card) -> Result<(), Refusal> {
        self.at(seat, Phase::Playing)?;
        let (Some(contract), Some(declarer)) = (self.contract, self.declarer) else {
            return Err(Refusal::NotYourTurn);
        };
        self.may_play(seat, card)?;
        if let Some(hand) = &mut self.hands[seat] {
            hand.remove(card);
        }
        self.played.push(card);
        self.turn = seat.next();
        if self.played.len().is_multiple_of(3)
            && let &[.., a, b, c] = self.played.as_slice()
        {
            self.turn = self.turn.after(contract.game().trick_winner([a, b, c]));
            let side = usize::from(self.turn != declarer);
            self.points[side] += a.points() + b.points() + c.points();
            self.tricks[side] += 1;
            let decided = contract.game() == Game::Null && self.tricks[0] > 0
                || contract.announces_schwarz() && self.tricks[1] > 0
                || contract.announces_schneider() && self.points[1] > 30;
            if decided || self.played.len() == 30 {
                self.phase = Phase::Over;
            }
        }
        Ok(())
    }

    fn may_play(&self, seat: Seat, card: Card) -> Result<(), Refusal> {
        if self.played.contains(&card) || self.hands[seat].is_some_and(|hand| !hand.has(card)) {
            return Err(Refusal::NotHeld(card));
        }
        if self.playable().is_some_and(|playable| !playable.has(card)) {
            return Err(Refusal::Revoke(seat, card));
        }
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<(), Refusal> {
        let Some(declarer) = self.declarer.filter(|_| self.phase == Phase::Playing) else {
            return Err(Refusal::ResignOnlyInPlay);
        };
        if std::mem::replace(&mut self.resigned[seat], true) {
            return Err(Refusal::AlreadyResigned);
        }
        let both = Seat::ALL.into_iter().all(|seat| seat == declarer || self.resigned[seat]);
        if seat == declarer || both {
            self.phase = Phase::Over;
        }
        Ok(())
    }

    fn may_show(&self, seat: Seat) -> Result<(), Refusal> {
        if self.phase != Phase::Playing {
            return Err(Refusal::ShowOnlyInPlay);
        }
        if self.declarer == Some(seat) { Ok(()) } else { Err(Refusal::OnlyDeclarerShows) }
    }

    /// From now on everybody knows the declarer's cards; records of others do not list them.
    fn show(&mut self, seat: Seat, cards: Cards) {
        let held = if cards.is_empty() { self.hands[seat] } else { Some(cards) };
        if let Some(held) = held {
            self.hands[seat] = Some(held);
            self.open = Some(held | self.played_by(seat));
        }
    }

    /// The cards that a seat has played.
    #[must_use]
    pub fn played_by(&self, seat: Seat) -> Cards {
        let Some(game) = self.contract.map(Contract::game) else { return Cards::NONE };
        let mut turn = Seat::Forehand;
        let mut cards = Cards::NONE;
        for trick in self.played.chunks(3) {
            for (at, &card) in trick.iter().enumerate() {
                if turn.after(at) == seat {
                    cards.insert(card);
                }
            }
            if let &[a, b, c] = trick {
                turn = turn.after(game.trick_winner([a, b, c]));
            }
        }
        cards
    }

    /// Reads what a seat wants to do, by all the rules; `half` is a game announced without its discard. Cards that a
    /// client appends to a contract beyond the discard are dropped: what lies open is taken from the true hand.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn read(&self, seat: Seat, word: &str, half: Option<Contract>) -> Result<Said, Refusal> {
        match word {
            "" => return Err(Refusal::Missing),
            "RE" => {
                let mut copy = self.clone();
                return copy.resign(seat).map(|()| Said::Move(Move::Resign(seat)));
            }
            "SC" => {
                self.may_show(seat)?;
                let held = listed(self.hands[seat].unwrap_or_default());
                return Ok(Said::Move(Move::Show(seat, held)));
            }
            _ => {}
        }
        if self.phase == Phase::Over {
            return Err(Refusal::Finished);
        }
        if self.turn() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        match self.phase {
            Phase::Bidding => self.read_call(seat, word).map(Said::Move),
            Phase::SkatOrHand if word == "s" => Ok(Said::Move(Move::TakeSkat(seat))),
            Phase::SkatOrHand | Phase::Announce | Phase::Discard => self.read_contract(seat, word, half),
            _ => match Move::read(Who::Player(seat), word) {
                Some(Move::Play(_, Some(card))) => {
                    self.may_play(seat, card).map(|()| Said::Move(Move::Play(seat, Some(card))))
                }
                _ => Err(Refusal::NoCard(quote(word))),
            },
        }
    }

    fn read_call(&self, seat: Seat, word: &str) -> Result<Move, Refusal> {
        match (self.auction.asked(), word) {
            (_, "p") => Ok(Move::Pass(seat)),
            (Asked::Hold(_), "y") => Ok(Move::Hold(seat)),
            (Asked::Hold(_), _) => Err(Refusal::BadAnswer(quote(word))),
            (Asked::Number, _) => {
                let number: u32 = word.parse().map_err(|_| Refusal::NoNumber(quote(word)))?;
                match u16::try_from(number) {
                    Ok(number) if number >= 500 => Err(Refusal::Ridiculous),
                    Ok(number) if number < 18 || number <= self.auction.bid() => Err(Refusal::TooLow),
                    Ok(number) => Ok(Move::Bid(seat, number)),
                    Err(_) => Err(Refusal::Ridiculous),
                }
            }
        }
    }

    fn read_contract(&self, seat: Seat, word: &str, half: Option<Contract>) -> Result<Said, Refusal> {
        let hand = self.phase == Phase::SkatOrHand;
        let (contract, cards) = match half {
            Some(contract) => (contract, word),
            None => {
                let (name, cards) = word.split_once('.').unwrap_or((word, ""));
                let capitals = name.bytes().all(|byte| byte.is_ascii_uppercase());
                let contract: Contract = match name.parse() {
                    Ok(contract) if capitals => contract,
                    Ok(_) => return Err(Refusal::NoContract(quote(word), "type not recognized".into())),
                    Err(why) => return Err(Refusal::NoContract(quote(word), why.to_string())),
                };
                (contract, cards)
            }
        };
        self.may_announce(contract, hand)?;
        let held = self.hands[seat].unwrap_or_default();
        if hand {
            let open = if contract.is_ouvert() { listed(held) } else { Vec::new() };
            return Ok(Said::Move(Move::Declare(seat, contract, open.into_iter().map(Some).collect())));
        }
        if cards.is_empty() {
            return Ok(Said::Half(contract));
        }
        let mut parts = cards.split('.').map(|part| match Move::read(Who::Player(seat), part) {
            Some(Move::Play(_, Some(card))) => Ok(card),
            _ => Err(Refusal::NoCard(quote(part))),
        });
        let (Some(a), Some(b)) = (parts.next(), parts.next()) else {
            return Err(Refusal::Parts(quote(word)));
        };
        let (a, b) = (a?, b?);
        let discard = Cards::one(a) | Cards::one(b);
        if discard.len() != 2 || !held.has_all(discard) {
            return Err(Refusal::IllegalDiscards);
        }
        let mut laid = vec![Some(a), Some(b)];
        if contract.is_ouvert() {
            laid.extend(listed(held - discard).into_iter().map(Some));
        }
        Ok(Said::Move(Move::Declare(seat, contract, laid)))
    }

    fn may_announce(&self, contract: Contract, hand: bool) -> Result<(), Refusal> {
        if hand && !contract.is_hand() {
            return Err(Refusal::MustDeclareHand);
        }
        if !hand && contract.is_hand() {
            return Err(Refusal::HandAfterSkat);
        }
        let bid = self.auction.bid();
        let (name, value) = match (contract.is_ouvert(), contract.is_hand()) {
            (false, false) => ("null", 23),
            (false, true) => ("null_hand", 35),
            (true, false) => ("null_ouv", 46),
            (true, true) => ("null_ouv_hand", 59),
        };
        if contract.game() == Game::Null && value < bid {
            return Err(Refusal::NullBelowBid(name, bid));
        }
        Ok(())
    }
}

/// What was typed, cut short: it goes back to the one who typed it.
fn quote(text: &str) -> String {
    text.chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{End, random_record, recount};
    use crate::cards::Dice;

    #[test]
    fn a_course_ends_where_the_recount_does() {
        let mut dice = Dice::new(5);
        let (mut decided, mut passed) = (0, 0);
        for id in 0..2000 {
            let record = random_record(&mut dice, id);
            let mut course = Course::new(record.deal.clone());
            for one in &record.moves {
                assert_ne!(course.phase(), Phase::Over, "{record}");
                course.apply(one.clone()).unwrap();
            }
            let count = recount(&record).unwrap();
            let over = course.phase() == Phase::Over;
            assert_eq!(over, count.end != End::Unfinished, "{record}");
            assert_eq!((course.declarer(), course.contract()), (count.declarer, count.contract));
            decided += u32::from(count.end == End::Decided);
            passed += u32::from(count.end == End::Passed);
        }
        assert!(decided > 50 && passed > 50);
    }

    /// Every word that a seat may say is taken, and every card that the rules forbid is refused.
    #[test]
    fn words_are_read_by_the_rules() {
        let mut dice = Dice::new(6);
        for id in 0..300 {
            let record = random_record(&mut dice, id);
            let mut course = Course::new(record.deal.clone());
            for one in &record.moves {
                let said = one.to_string();
                let (who, word) = said.split_once(' ').unwrap();
                let Some(seat) = who.parse().ok().and_then(Seat::from_index) else {
                    course.apply(one.clone()).unwrap();
                    continue;
                };
                if !matches!(one, Move::Resign(_) | Move::Show(..)) {
                    assert!(course.read(seat.next(), word, None).is_err());
                }
                if course.phase() == Phase::Playing {
                    let playable = course.playable().unwrap();
                    for card in Card::all() {
                        let read = course.read(seat, &card.to_string(), None);
                        assert_eq!(read.is_ok(), playable.has(card) && course.turn() == Some(seat));
                    }
                }
                let Ok(Said::Move(read)) = course.read(seat, word, None) else { panic!("{record}: {one}") };
                course.apply(read).unwrap();
            }
        }
    }

    #[test]
    fn refusals_speak_the_protocol() {
        let deal =
            "H7.DQ.D8.S7.CK.DJ.SK.DK.H8.D7.HK.CJ.DT.SQ.H9.HQ.SJ.C9.ST.HT.HJ.CA.C8.C7.D9.CQ.S9.DA.CT.S8.SA.HA";
        let mut course = Course::new(deal.parse().unwrap());
        let (f, m, r) = (Seat::Forehand, Seat::Middlehand, Seat::Rearhand);
        let why = |course: &Course, seat, word: &str| course.read(seat, word, None).unwrap_err().to_string();
        assert_eq!(why(&course, f, "18"), "_not_your_turn");
        assert_eq!(why(&course, m, "y"), "_bid_not_number_colon \"y\"");
        assert_eq!(why(&course, m, "600"), "_bid_ridiculous");
        assert_eq!(why(&course, m, "99999999999"), "_bid_not_number_colon \"99999999999\"");
        assert_eq!(why(&course, m, "17"), "_bid_not_high_enough");
        assert_eq!(why(&course, m, "RE"), "_resignation_only_in_play");
        let say = |course: &mut Course, seat, word: &str| {
            let Said::Move(one) = course.read(seat, word, None).unwrap() else { panic!() };
            course.apply(one).unwrap();
        };
        say(&mut course, m, "18");
        assert_eq!(why(&course, f, "25"), "_bad_bid_given_got \"25\"");
        say(&mut course, f, "y");
        say(&mut course, m, "24");
        say(&mut course, f, "y");
        say(&mut course, m, "p");
        say(&mut course, r, "p");
        assert_eq!(why(&course, f, "N"), "_must_declare_hand");
        say(&mut course, f, "s");
        course.apply(Move::Skat(["SA".parse().ok(), "HA".parse().ok()])).unwrap();
        assert_eq!(why(&course, f, "NH.SA.HA"), "_hand_illegal_after_pickup");
        assert_eq!(why(&course, f, "N.SA.HA"), "_null_illegal_with_bid 24");
        assert!(why(&course, f, "NS.SA.HA").starts_with("_game_decl_got NS.SA.HA, _returned "));
        assert_eq!(why(&course, f, "NO.HK.SA"), "_illegal_discards");
        assert_eq!(why(&course, f, "NO.SA.SA"), "_illegal_discards");
        assert_eq!(why(&course, f, "NO.SA"), "_move_needs_3_parts_colon NO.SA");
        assert_eq!(why(&course, f, "NO.SA.X1"), "_error_parsing_card X1");
        assert!(matches!(course.read(f, "G", None), Ok(Said::Half(_))));
        // What a client says of its open hand is not believed.
        let Ok(Said::Move(one)) = course.read(f, "NO.H7.SA.CJ.SJ", None) else { panic!() };
        assert_eq!(one.to_string(), "0 NO.H7.SA.D7.D8.DJ.DQ.DK.H8.HA.S7.SK.CK");
        // What is appended to a closed game is dropped.
        let Ok(Said::Move(one)) = course.read(f, "D.H7.SA.D7.D8", None) else { panic!() };
        assert_eq!(one.to_string(), "0 D.H7.SA");
        course.apply(one).unwrap();
        assert_eq!(why(&course, m, "SC"), "_only_declarer_can_show");
        assert_eq!(why(&course, f, "ZZ"), "_error_parsing_card ZZ");
        assert_eq!(why(&course, f, "HK"), "_you_do_not_have_card HK.");
        say(&mut course, f, "DQ");
        assert_eq!(why(&course, m, "HK"), "_invalid_move_colon 1 HK.");
        say(&mut course, m, "RE");
        assert_eq!(why(&course, m, "RE"), "_you_already_resigned");
        say(&mut course, r, "RE");
        assert_eq!(why(&course, m, "DT"), "_game_finished");
    }
}
