//! A puzzle while it is being made: a deal that may still be wrong, and the words around it.
//!
//! The edits here are plain functions on the document; they know nothing of the window.

pub mod file;
pub mod history;
mod splits;
mod wording;

use super::{Answer, Asks, Terms, Texts, as_optional_text, as_text};
use crate::cards::{Card, Cards, Dice, Rank, Suit};
use crate::deal::{DealSetup, Holding, Place, Play, SplitGroup, View};
use crate::rules::{Game, Goal, Seat};
use serde::{Deserialize, Serialize};

/// Where a card can be put.
///
/// ```
/// use kiebitz::puzzle::document::{Document, Target};
/// let (mut document, card) = (Document::default(), "CJ".parse().unwrap());
/// document.put(card, Target::Gone).unwrap();
/// assert_eq!(document.setup.gone, [card]);
/// document.put(card, Target::Stock).unwrap();
/// assert!(document.stock().has(card));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// A hand or the skat.
    Place(Place),
    /// On the table, as the next card played.
    Table,
    /// Out of play before the position begins.
    Gone,
    /// Back to the cards not placed.
    Stock,
}

impl Target {
    /// All targets, in the order of their keys 1 to 7.
    pub const ALL: [Target; 7] = [
        Target::Place(Place::ALL[0]),
        Target::Place(Place::ALL[1]),
        Target::Place(Place::ALL[2]),
        Target::Place(Place::ALL[3]),
        Target::Table,
        Target::Gone,
        Target::Stock,
    ];
}

/// Why a card could not be put somewhere.
///
/// ```
/// use kiebitz::{deal::Place, puzzle::document::{Document, Refusal, Target}};
/// let mut document = Document::default();
/// let mut put = |card: &str| document.put(card.parse().unwrap(), Target::Place(Place::Skat));
/// assert!(put("C7").is_ok() && put("C8").is_ok());
/// assert_eq!(put("C9"), Err(Refusal::Full(Place::Skat)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The hand or the skat is full.
    #[error("{0} has no room left")]
    Full(Place),
    /// The card lies on the table already.
    #[error("the card lies on the table already")]
    Played,
}

/// The document. What no puzzle file can hold yet is written just so, as a draft.
///
/// ```
/// use kiebitz::puzzle::{bundled, document::file};
/// let (_, puzzle) = bundled().next().unwrap();
/// let mut document = file::from_puzzle(&puzzle);
/// document.author = "Anna".into();
/// assert_eq!(file::to_puzzle(&document).unwrap().author, "Anna");
/// // A deal that is not right yet is no puzzle; it is kept as a draft.
/// document.setup.contract = None;
/// let (text, is_puzzle) = file::to_text(&document);
/// assert!(!is_puzzle && text.starts_with("Draft"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Draft", deny_unknown_fields, default)]
pub struct Document {
    /// The deal.
    #[serde(rename = "line", with = "as_text")]
    pub setup: DealSetup,
    /// What is asked for, if not what the contract says.
    #[serde(with = "as_optional_text")]
    pub goal: Option<Goal>,
    /// Cards that dealing and clearing leave alone.
    #[serde(with = "as_text")]
    pub locked: Cards,
    /// Places that the diagram does not show: the hands, then the skat.
    pub hidden: [bool; 4],
    /// What is asked.
    pub asks: Asks,
    /// What else belongs to the question.
    pub terms: Terms,
    /// The answer as facts.
    pub answer: Answer,
    /// The title.
    pub title: Texts,
    /// The question.
    pub question: Texts,
    /// The solution.
    pub solution: Texts,
    /// Who made it.
    pub author: String,
    /// Where it was printed.
    pub source: String,
    /// When.
    pub year: Option<u16>,
    /// Words to find it by, parted by commas.
    pub tags: String,
    /// 1 easy, 2 medium, 3 hard.
    pub difficulty: Option<u8>,
}

impl Document {
    /// How many cards each hand has at the position's start.
    #[must_use]
    pub fn hand_size(&self) -> usize {
        let gone = self.setup.gone.len();
        if self.setup.has_skat() {
            return 30_usize.saturating_sub(gone) / 3;
        }
        // Without a skat its two cards are among those gone; until those are listed, the longest hand tells.
        let longest = self.setup.hands.0.iter().map(|hand| hand.cards.len()).max().unwrap_or(0);
        if gone < 5 { longest } else { 32_usize.saturating_sub(gone) / 3 }
    }

    /// Whatever no hand and no skat holds is gone. What the defenders have of its points is what the declarer has not.
    /// With nothing in the skat there is none to speak of. False, and nothing done, if the hands are not equal endgames.
    pub fn rest_is_gone(&mut self) -> bool {
        let sizes = self.setup.hands.0.each_ref().map(|hand| hand.cards.len());
        let equal = (1..10).contains(&sizes[0]) && sizes.iter().all(|&size| size == sizes[0]);
        let skat = self.setup.skat.cards.len();
        if !equal || !matches!(skat, 0 | 2) {
            return false;
        }
        self.setup.skat.more = false;
        let mut held = self.setup.skat.set();
        for hand in &mut self.setup.hands.0 {
            hand.more = false;
            held |= hand.set();
        }
        self.setup.gone.retain(|card| !held.has(*card));
        let listed: Cards = self.setup.gone.iter().copied().collect();
        self.setup.gone.extend((Cards::ALL - held - listed).iter());
        let all = (Cards::ALL - held).points();
        let own = self.setup.points.0.min(all);
        self.setup.points = (own, all - own);
        true
    }

    /// How many cards belong to a place.
    #[must_use]
    pub fn room(&self, place: Place) -> usize {
        if place == Place::Skat { 2 } else { self.hand_size() }
    }

    /// What is named in a place.
    #[must_use]
    pub fn holding(&self, place: Place) -> &Holding {
        match place {
            Place::Hand(seat) => &self.setup.hands[seat],
            Place::Skat => &self.setup.skat,
        }
    }

    fn holding_mut(&mut self, place: Place) -> &mut Holding {
        match place {
            Place::Hand(seat) => &mut self.setup.hands[seat],
            Place::Skat => &mut self.setup.skat,
        }
    }

    /// Where a card is: a played card counts as held by who played it only if it is named there.
    #[must_use]
    pub fn place_of(&self, card: Card) -> Option<Place> {
        Place::ALL.into_iter().find(|&place| self.holding(place).cards.contains(&card))
    }

    /// The cards played so far with their seats, as far as the game is known.
    #[must_use]
    pub fn plays(&self) -> Vec<Play> {
        let mut leader = self.setup.lead;
        let mut plays = Vec::new();
        for trick in self.setup.played.chunks(3) {
            plays.extend(trick.iter().enumerate().map(|(i, &card)| Play { seat: leader.after(i), card }));
            if let (&[a, b, c], Some(contract)) = (trick, self.setup.contract) {
                leader = leader.after(contract.game().trick_winner([a, b, c]));
            }
        }
        plays
    }

    /// Cards that are nowhere yet.
    #[must_use]
    pub fn stock(&self) -> Cards {
        let placed = Place::ALL.iter().fold(Cards::NONE, |all, &place| all | self.holding(place).set());
        let out: Cards = self.setup.gone.iter().chain(&self.setup.played).copied().collect();
        Cards::ALL - placed - out
    }

    /// Whether nothing has been entered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Document::default()
    }

    /// Puts a card somewhere. The last place with room takes all that is left.
    ///
    /// # Errors
    /// If there is no room; the document is then unchanged.
    pub fn put(&mut self, card: Card, target: Target) -> Result<(), Refusal> {
        match target {
            Target::Place(place) => {
                if self.holding(place).cards.contains(&card) {
                    return Ok(());
                }
                // Unnamed cards that the seat has played take room as well.
                let held = self.holding(place).cards.len() + self.unnamed_plays(place, card);
                if held >= self.room(place) {
                    return Err(Refusal::Full(place));
                }
                let by = self.plays().into_iter().find(|play| play.card == card);
                if by.is_some_and(|play| Place::Hand(play.seat) != place) {
                    return Err(Refusal::Played);
                }
                self.lift(card);
                self.holding_mut(place).cards.push(card);
                self.settle();
                self.fill_last();
            }
            Target::Table => {
                if self.setup.played.contains(&card) {
                    return Err(Refusal::Played);
                }
                self.setup.gone.retain(|&c| c != card);
                self.setup.played.push(card);
                self.settle();
            }
            Target::Gone => {
                self.unplay(card);
                self.lift(card);
                self.setup.gone.push(card);
                self.settle();
            }
            Target::Stock => {
                self.unplay(card);
                self.lift(card);
                self.locked.remove(card);
                self.settle();
            }
        }
        Ok(())
    }

    /// Two cards change places: hands, the skat, the cards gone or those that are nowhere yet. False, and nothing done, if
    /// one of them has been played or they are in the same place.
    pub fn swap(&mut self, card: Card, other: Card) -> bool {
        let played = |card: Card| self.setup.played.contains(&card);
        if card == other || played(card) || played(other) {
            return false;
        }
        let before = self.setup.clone();
        let exchange = |cards: &mut Vec<Card>| {
            for one in cards.iter_mut() {
                *one = match *one {
                    one if one == card => other,
                    one if one == other => card,
                    one => one,
                };
            }
        };
        for place in Place::ALL {
            exchange(&mut self.holding_mut(place).cards);
        }
        exchange(&mut self.setup.gone);
        self.settle();
        self.setup != before
    }

    fn unnamed_plays(&self, place: Place, card: Card) -> usize {
        let named = self.holding(place).set();
        let counts =
            |play: &&Play| Place::Hand(play.seat) == place && !named.has(play.card) && play.card != card;
        self.plays().iter().filter(counts).count()
    }

    /// Takes a card out of hands, skat and the gone cards.
    fn lift(&mut self, card: Card) {
        for place in Place::ALL {
            self.holding_mut(place).cards.retain(|&c| c != card);
        }
        self.setup.gone.retain(|&c| c != card);
    }

    /// A card that is taken from the table takes all later ones with it.
    fn unplay(&mut self, card: Card) {
        if let Some(at) = self.setup.played.iter().position(|&c| c == card) {
            self.setup.played.truncate(at);
        }
    }

    /// A place with free room has unknown cards; a full one has not.
    pub fn settle(&mut self) {
        self.sort_hands();
        for place in Place::ALL {
            let room = self.room(place);
            let holding = self.holding_mut(place);
            holding.more = holding.cards.len() < room;
        }
    }

    /// Keeps cards in the order in which players hold them.
    pub fn sort_hands(&mut self) {
        let game = self.setup.contract.map_or(Game::Grand, |contract| contract.game());
        for place in Place::ALL {
            let holding = self.holding_mut(place);
            // A bad paste may name a card twice: sorting as a set would lose one.
            if holding.set().len() == holding.cards.len() {
                holding.cards = game.sorted(holding.set());
            }
        }
    }

    /// If only one place has room, the cards left over can only be there.
    fn fill_last(&mut self) {
        let open: Vec<Place> = Place::ALL
            .into_iter()
            .filter(|&place| self.holding(place).cards.len() < self.room(place))
            .collect();
        if let [place] = open[..] {
            // Cards played without being named belong to the open hand too.
            let rest: Vec<Card> = Card::all()
                .filter(|&card| self.place_of(card).is_none() && !self.setup.gone.contains(&card))
                .collect();
            if self.holding(place).cards.len() + rest.len() == self.room(place) {
                self.holding_mut(place).cards.extend(rest);
                self.settle();
            }
        }
    }

    /// Deals the cards that are nowhere to the places with room, at random; locked cards and
    /// cards already placed stay. With a full table all cards that are not locked are dealt anew.
    pub fn deal_rest(&mut self, dice: &mut Dice) {
        if self.stock().is_empty() {
            self.clear_cards();
        }
        let plays = self.plays();
        for play in &plays {
            // Who has played a card held it.
            let place = Place::Hand(play.seat);
            if self.place_of(play.card).is_none() && self.holding(place).cards.len() < self.room(place) {
                self.holding_mut(place).cards.push(play.card);
            }
        }
        let mut rest: Vec<Card> = self.stock().iter().collect();
        dice.shuffle(&mut rest);
        for place in Place::ALL {
            while self.holding(place).cards.len() < self.room(place)
                && let Some(card) = rest.pop()
            {
                self.holding_mut(place).cards.push(card);
            }
        }
        self.settle();
    }

    /// Takes all cards that are not locked back to the stock, the play too.
    pub fn clear_cards(&mut self) {
        self.setup.played.clear();
        let locked = self.locked;
        for place in Place::ALL {
            self.holding_mut(place).cards.retain(|&card| locked.has(card));
        }
        self.setup.gone.clear();
        self.setup.points = (0, 0);
        // An emptied skat is an unknown one, not an endgame without.
        self.setup.skat.more = true;
        self.settle();
    }

    /// Everybody moves on by one seat, with cards, roles and the names in the texts.
    pub fn rotate(&mut self) {
        let old = self.clone();
        let setup = &mut self.setup;
        for seat in Seat::ALL {
            setup.hands[seat.next()] = old.setup.hands[seat].clone();
            setup.not[seat.next().index()] = old.setup.not[seat.index()];
        }
        setup.declarer = old.setup.declarer.map(Seat::next);
        // Before the first card of a whole deal forehand leads, by the rules.
        if !old.setup.played.is_empty() || !old.setup.gone.is_empty() {
            setup.lead = old.setup.lead.next();
        }
        setup.view = old.setup.view.map(|view| match view {
            View::Open => View::Open,
            View::Seat(seat) => View::Seat(seat.next()),
        });
        for seat in Seat::ALL {
            self.hidden[seat.next().index()] = old.hidden[seat.index()];
        }
        for text in [&mut self.title, &mut self.question, &mut self.solution] {
            text.de = wording::rotate_seats(&text.de);
            text.en = wording::rotate_seats(&text.en);
        }
    }

    /// Exchanges two suits everywhere. Jacks stay where they are in trump games, because their
    /// order is that of the suits and the game would become another one.
    pub fn swap_suits(&mut self, a: Suit, b: Suit) {
        let null = self.setup.contract.is_some_and(|contract| contract.game() == Game::Null);
        let other = |suit| match suit {
            s if s == a => b,
            s if s == b => a,
            s => s,
        };
        let swap = |card: &Card| {
            if card.rank() == Rank::Jack && !null {
                *card
            } else {
                Card::new(other(card.suit()), card.rank())
            }
        };
        let setup = &mut self.setup;
        for holding in setup.hands.0.iter_mut().chain([&mut setup.skat]) {
            holding.cards = holding.cards.iter().map(swap).collect();
        }
        for list in [&mut setup.played, &mut setup.gone] {
            *list = list.iter().map(swap).collect();
        }
        for split in &mut setup.splits {
            if let SplitGroup::Suit(suit) = &mut split.group {
                *suit = other(*suit);
            }
        }
        for not in &mut setup.not {
            *not = not.iter().map(|card| swap(&card)).collect();
        }
        for set in [&mut self.locked, &mut self.answer.cards] {
            *set = set.iter().map(|card| swap(&card)).collect();
        }
        if let Some(contract) = setup.contract
            && let Game::Suit(suit) = contract.game()
        {
            let letters = contract.to_string();
            let swapped = format!("{}{}", other(suit).letter(), &letters[1..]);
            setup.contract = swapped.parse().ok();
        }
        for text in [&mut self.title, &mut self.question, &mut self.solution] {
            text.de = wording::swap_suits(&text.de, a, b, null);
            text.en = wording::swap_suits(&text.en, a, b, null);
        }
        self.settle();
    }

    /// Sets whose knowledge counts, and hides in the diagram what that player does not see.
    pub fn set_view(&mut self, view: View) {
        self.setup.view = Some(view);
        self.hidden = [false; 4];
        if let View::Seat(seat) = view {
            let declarer = self.setup.declarer;
            let open = |other: Seat| {
                let ouvert = self.setup.contract.is_some_and(|contract| contract.is_ouvert());
                other == seat || ouvert && Some(other) == declarer
            };
            let hand_game = self.setup.contract.is_some_and(|contract| contract.is_hand());
            let skat_seen = declarer == Some(seat) && !hand_game;
            self.hidden = Place::ALL.map(|place| !place.seat().map_or(skat_seen, open));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn hand(document: &mut Document, seat: Seat, cards: &str) {
        for card in crate::cards::parse_list(cards, Default::default()).unwrap() {
            document.put(card, Target::Place(Place::Hand(seat))).unwrap();
        }
    }

    #[test]
    fn the_last_hand_fills_itself() {
        let mut document = Document::default();
        hand(&mut document, Seat::Forehand, "CT.SK.SQ.S8.S7.HK.HQ.H9.H8.DT");
        hand(&mut document, Seat::Middlehand, "SJ.DJ.CA.SA.S9.HA.DA.D9.D8.D7");
        document.put(card("C7"), Target::Place(Place::Skat)).unwrap();
        assert_eq!(document.stock().len(), 11);
        document.put(card("H7"), Target::Place(Place::Skat)).unwrap();
        assert!(document.stock().is_empty());
        assert_eq!(document.setup.hands[Seat::Rearhand].set().to_string(), "CJ.HJ.CK.CQ.C9.C8.ST.HT.DK.DQ");
        assert!(!document.setup.hands[Seat::Rearhand].more);
    }

    #[test]
    fn no_hand_takes_an_eleventh_card() {
        let mut document = Document::default();
        hand(&mut document, Seat::Forehand, "CT.SK.SQ.S8.S7.HK.HQ.H9.H8.DT");
        let before = document.clone();
        let seat = Place::Hand(Seat::Forehand);
        assert_eq!(document.put(card("CJ"), Target::Place(seat)), Err(Refusal::Full(seat)));
        assert_eq!(document, before);
    }

    #[test]
    fn locked_cards_stay_when_dealing() {
        let mut document = Document::default();
        hand(&mut document, Seat::Rearhand, "CJ.SJ");
        document.locked = "CJ".parse().unwrap();
        let mut dice = Dice::new(4);
        document.deal_rest(&mut dice);
        assert!(document.stock().is_empty());
        for _ in 0..20 {
            document.deal_rest(&mut dice);
            assert_eq!(document.place_of(card("CJ")), Some(Place::Hand(Seat::Rearhand)));
            assert!(Place::ALL.iter().all(|&p| document.holding(p).cards.len() == document.room(p)));
        }
    }

    #[test]
    fn turning_three_times_and_swapping_twice_change_nothing() {
        let line = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA view=M";
        let mut document = Document { setup: line.parse().unwrap(), ..Document::default() };
        document.settle();
        document.question.de = "Mittelhand spielt Herz, Vorhand kam mit ♦A. Herz-Bube?".into();
        let before = document.clone();
        document.rotate();
        assert_eq!(document.question.de, "Hinterhand spielt Herz, Mittelhand kam mit ♦A. Herz-Bube?");
        document.rotate();
        document.rotate();
        assert_eq!(document, before);
        document.swap_suits(Suit::Hearts, Suit::Spades);
        assert_eq!(document.setup.contract.unwrap().to_string(), "S");
        assert_eq!(document.question.de, "Mittelhand spielt Pik, Vorhand kam mit ♦A. Herz-Bube?");
        assert!(document.setup.clone().validate().is_ok());
        document.swap_suits(Suit::Hearts, Suit::Spades);
        assert_eq!(document, before);
    }

    #[test]
    fn taking_a_card_from_the_table_takes_the_later_ones_too() {
        let mut document = Document::default();
        for c in ["DA", "D7", "D8"] {
            document.put(card(c), Target::Table).unwrap();
        }
        document.put(card("D7"), Target::Stock).unwrap();
        assert_eq!(document.setup.played, [card("DA")]);
    }
}
