//! A position proved right: contract, cards as far as they are known, and the play so far.

use super::{DealSetup, Holder, Place, Places, Problem, Splits};
use crate::cards::{Card, Cards};
use crate::rules::{BySeat, Contract, Game, Goal, Seat, Side, matadors};
use std::fmt;

/// Whose knowledge a question is asked with.
///
/// ```
/// use kiebitz::{deal::{Position, View}, rules::Seat};
/// let position: Position = "contract=G declarer=R".parse().unwrap();
/// assert_eq!(position.view(), View::Seat(Seat::Rearhand));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// All cards are seen.
    Open,
    /// What this seat can know.
    Seat(Seat),
}

/// `open`, `F`, `M` or `R`.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            View::Open => f.write_str("open"),
            View::Seat(seat) => write!(f, "{seat}"),
        }
    }
}

/// One card on the table, and who played it.
///
/// ```
/// use kiebitz::{deal::Position, rules::Seat};
/// let mut position: Position = "contract=G declarer=R".parse().unwrap();
/// position.play("HA".parse().unwrap()).unwrap();
/// assert_eq!(position.history()[0].seat, Seat::Forehand);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// Who.
    pub seat: Seat,
    /// What.
    pub card: Card,
}

/// Points and tricks of one side since the position's start, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    turn: Seat,
    points: [u8; 2],
    tricks: [u8; 2],
}

/// A position in which everything fits together. Made by [`DealSetup::validate`] or by parsing a
/// position line; then cards can be played and taken back.
///
/// ```
/// use kiebitz::deal::Position;
/// let line = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA";
/// let mut position: Position = line.parse().unwrap();
/// assert_eq!(position.turn().unwrap().letter(), 'M');
/// // No diamonds: he may play any of his ten cards.
/// assert_eq!(position.playable().len(), 10);
/// position.play("HA".parse().unwrap()).unwrap();
/// assert_eq!(position.trick().len(), 2);
/// position.undo();
/// assert_eq!(position.trick().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// What was given, with an empty `played` and the view settled.
    start: DealSetup,
    contract: Contract,
    declarer: Seat,
    view: View,
    /// Cards in each hand at the start.
    size: usize,
    plays: Vec<Play>,
    table: Standing,
    /// Where the cards were at the start, by everything given and played.
    truth: Places,
}

impl Position {
    /// For the validator, which has checked every part.
    pub(super) fn checked(
        start: DealSetup,
        contract: Contract,
        declarer: Seat,
        size: usize,
        plays: Vec<Play>,
    ) -> Position {
        let table = tally(contract.game(), declarer, start.lead, &plays);
        let mut truth = given_places(&start, contract.game(), size, &plays);
        Splits::of(&start.splits, contract.game(), declarer).settle(&mut truth);
        let placed = Card::all().filter(|&card| truth.cards().has(card));
        let open = placed.into_iter().all(|card| truth.place_of(card).is_some());
        let view = start.view.unwrap_or(if open { View::Open } else { View::Seat(declarer) });
        let start = DealSetup { played: Vec::new(), view: Some(view), ..start };
        Position { start, contract, declarer, view, size, plays, table, truth }
    }

    /// The contract.
    #[must_use]
    pub fn contract(&self) -> Contract {
        self.contract
    }

    /// The kind of game.
    #[must_use]
    pub fn game(&self) -> Game {
        self.contract.game()
    }

    /// Who plays alone.
    #[must_use]
    pub fn declarer(&self) -> Seat {
        self.declarer
    }

    /// The number at which the bidding ended, if it was given.
    #[must_use]
    pub fn bid(&self) -> Option<u16> {
        self.start.bid
    }

    /// Whose knowledge counts.
    #[must_use]
    pub fn view(&self) -> View {
        self.view
    }

    /// The same position seen otherwise.
    #[must_use]
    pub fn with_view(&self, view: View) -> Position {
        let start = DealSetup { view: Some(view), ..self.start.clone() };
        Position { start, view, ..self.clone() }
    }

    /// What the declarer needs: by the contract, and by the bid where bid and matadors are known.
    /// A bid that nothing reaches leaves the contract's own goal.
    #[must_use]
    pub fn goal(&self) -> Goal {
        let own = Goal::of(self.contract);
        let cards = self.start_hand(self.declarer) | self.truth.fixed(Place::Skat);
        match self.start.bid {
            Some(bid) if self.size == 10 && cards.len() == 12 => {
                Goal::with_bid(self.contract, matadors(self.game(), cards), bid).unwrap_or(own)
            }
            _ => own,
        }
    }

    /// How many cards each hand had at the start.
    #[must_use]
    pub fn hand_size(&self) -> usize {
        self.size
    }

    /// The cards that are known to have been in the hand at the start.
    #[must_use]
    pub fn start_hand(&self, seat: Seat) -> Cards {
        self.truth.fixed(Place::Hand(seat))
    }

    /// The cards that are known to be in the hand now.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.start_hand(seat) - self.played_by(seat)
    }

    /// How many cards the seat still holds, known or not.
    #[must_use]
    pub fn cards_left(&self, seat: Seat) -> usize {
        self.size - self.played_by(seat).len()
    }

    /// Whether every card of the seat is known.
    #[must_use]
    pub fn is_known(&self, seat: Seat) -> bool {
        self.start_hand(seat).len() == self.size
    }

    /// The cards of the skat that are known.
    #[must_use]
    pub fn skat(&self) -> Cards {
        self.truth.fixed(Place::Skat)
    }

    /// Whether the position has a skat; without one (`skat=-`) the points so far count it.
    #[must_use]
    pub fn has_skat(&self) -> bool {
        self.start.has_skat()
    }

    /// Whether the skat is known, or there is none to know.
    #[must_use]
    pub fn knows_skat(&self) -> bool {
        !self.has_skat() || self.skat().len() == 2
    }

    /// All three hands as they are now, if every card is placed.
    #[must_use]
    pub fn open_hands(&self) -> Option<BySeat<Cards>> {
        let all = Seat::ALL.iter().all(|&seat| self.is_known(seat));
        all.then(|| BySeat::from_fn(|seat| self.hand(seat)))
    }

    /// Cards that left play before the start.
    #[must_use]
    pub fn gone(&self) -> Cards {
        self.start.gone.iter().copied().collect()
    }

    /// What was given: holdings, stated knowledge, who led.
    #[must_use]
    pub fn start(&self) -> &DealSetup {
        &self.start
    }

    /// The whole setup, cards played included: what an editor goes on with.
    #[must_use]
    pub fn to_setup(&self) -> DealSetup {
        let played = self.plays.iter().map(|play| play.card).collect();
        DealSetup { played, ..self.start.clone() }
    }

    /// All cards played since the start, in order.
    #[must_use]
    pub fn history(&self) -> &[Play] {
        &self.plays
    }

    /// The unfinished trick on the table; empty when somebody is to lead.
    #[must_use]
    pub fn trick(&self) -> &[Play] {
        &self.plays[self.plays.len() / 3 * 3..]
    }

    /// The finished tricks since the start, in order.
    pub fn tricks(&self) -> impl Iterator<Item = &[Play]> {
        self.plays.chunks_exact(3)
    }

    /// The number in the whole game, 1 to 10, of the trick that a card belongs to which falls after `cards` more.
    /// Tricks that were over before the position's start count.
    #[must_use]
    pub fn trick_number(&self, cards: usize) -> usize {
        11 - self.size + (self.plays.len() + cards) / 3
    }

    /// Who plays next; `None` when all cards are played.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        (self.plays.len() < 3 * self.size).then_some(self.table.turn)
    }

    /// Points a side has in its tricks, those before the start included, the skat not.
    #[must_use]
    pub fn points(&self, side: Side) -> u8 {
        match side {
            Side::Declarer => self.start.points.0 + self.table.points[0],
            Side::Defenders => self.start.points.1 + self.table.points[1],
        }
    }

    /// Finished tricks of a side since the start.
    #[must_use]
    pub fn tricks_of(&self, side: Side) -> u8 {
        self.table.tricks[usize::from(side == Side::Defenders)]
    }

    /// Whether the side has taken any trick, before the start or since. Tricks before the start
    /// are known only by their points, so one worth nothing is not counted; and Null has no
    /// points, so there only tricks since the start count.
    #[must_use]
    pub fn has_trick(&self, side: Side) -> bool {
        self.tricks_of(side) > 0 || self.game() != Game::Null && self.points(side) > 0
    }

    /// The cards a seat has played since the start.
    #[must_use]
    pub fn played_by(&self, seat: Seat) -> Cards {
        let own = self.plays.iter().filter(|play| play.seat == seat);
        own.map(|play| play.card).collect()
    }

    /// What everybody at the table knows of where the cards were at the start: what was played,
    /// who could not follow, and what the line states (`not`). No hand is taken into account.
    #[must_use]
    pub fn public_places(&self) -> Places {
        public_places(&self.start, self.game(), self.size, &self.plays)
    }

    /// How suits are known to be split between the defenders, by numbers at the start. Everybody knows it.
    #[must_use]
    pub fn splits(&self) -> Splits {
        Splits::of(&self.start.splits, self.game(), self.declarer)
    }

    /// The cards that may be played now: by the rules if the hand is known, else every card that
    /// some deal consistent with everything given would allow.
    #[must_use]
    pub fn playable(&self) -> Cards {
        let Some(seat) = self.turn() else { return Cards::NONE };
        let led = self.trick().first().map(|play| play.card);
        if self.is_known(seat) {
            return self.game().playable(self.hand(seat), led);
        }
        let here = Place::Hand(seat);
        let splits = self.splits();
        let candidates = self.truth.may(here) - self.played_by(seat);
        let legal = |&card: &Card| {
            let mut places = self.truth;
            places.fix(Cards::one(card), here);
            if let Some(led) = led
                && !self.game().group(led).has(card)
            {
                places.exclude(self.game().group(led) - self.played_by(seat), here);
            }
            splits.is_possible(&places, self.truth.cards())
        };
        candidates.iter().filter(legal).collect()
    }

    /// Plays a card for whoever is on turn.
    ///
    /// # Errors
    /// If the rules or the known cards forbid it; the position is then unchanged.
    pub fn play(&mut self, card: Card) -> Result<(), Problem> {
        let Some(seat) = self.turn() else {
            let most = 3 * self.size;
            return Err(Problem::TooManyPlayed { count: most + 1, most });
        };
        if !self.playable().has(card) {
            return Err(self.why_not(seat, card));
        }
        self.plays.push(Play { seat, card });
        self.recount();
        Ok(())
    }

    fn why_not(&self, seat: Seat, card: Card) -> Problem {
        let trick = self.trick_number(0);
        let mut holder = self.truth.place_of(card).map(Holder::Place);
        if self.gone().has(card) {
            holder = Some(Holder::Gone);
        } else if self.plays.iter().any(|play| play.card == card) {
            holder = Some(Holder::Played);
        } else if self.hand(seat).has(card)
            && let Some(led) = self.trick().first()
            && let Some(had) = (self.hand(seat) & self.game().group(led.card)).iter().next()
        {
            return Problem::Revoke { trick, seat, card, had };
        }
        Problem::NotHeld { trick, seat, card, holder }
    }

    /// Takes the last card back.
    pub fn undo(&mut self) -> Option<Card> {
        let play = self.plays.pop()?;
        self.recount();
        Some(play.card)
    }

    fn recount(&mut self) {
        self.table = tally(self.game(), self.declarer, self.start.lead, &self.plays);
        self.truth = given_places(&self.start, self.game(), self.size, &self.plays);
        self.splits().settle(&mut self.truth);
    }
}

/// Who is on turn after these cards, and what each side has.
fn tally(game: Game, declarer: Seat, lead: Seat, plays: &[Play]) -> Standing {
    let mut table = Standing { turn: lead, points: [0; 2], tricks: [0; 2] };
    for trick in plays.chunks(3) {
        if let [a, b, c] = trick {
            let cards = [a.card, b.card, c.card];
            let winner = trick[game.trick_winner(cards)].seat;
            let side = usize::from(winner != declarer);
            table.points[side] += cards.iter().map(|card| card.points()).sum::<u8>();
            table.tricks[side] += 1;
            table.turn = winner;
        } else {
            table.turn = table.turn.after(trick.len());
        }
    }
    table
}

/// The seats of cards played in this order.
pub(super) fn seated(game: Game, lead: Seat, cards: &[Card]) -> Vec<Play> {
    let mut plays = Vec::with_capacity(cards.len());
    let mut leader = lead;
    for trick in cards.chunks(3) {
        plays.extend(trick.iter().enumerate().map(|(i, &card)| Play { seat: leader.after(i), card }));
        if let &[a, b, c] = trick {
            leader = leader.after(game.trick_winner([a, b, c]));
        }
    }
    plays
}

/// Where the cards were at the start, by what is played and stated.
pub(super) fn public_places(start: &DealSetup, game: Game, size: usize, plays: &[Play]) -> Places {
    let gone: Cards = start.gone.iter().copied().collect();
    let room = size as u8;
    let skat = if start.has_skat() { 2 } else { 0 };
    let mut places = Places::anywhere(Cards::ALL - gone, [room, room, room, skat]);
    for place in Place::ALL {
        places.exclude(start.not[place.index()], place);
    }
    let mut before = BySeat::<Cards>::default();
    for (i, play) in plays.iter().enumerate() {
        let here = Place::Hand(play.seat);
        let group = game.group(plays[i / 3 * 3].card);
        if !group.has(play.card) {
            places.exclude(group - before[play.seat], here);
        }
        before[play.seat].insert(play.card);
    }
    for (seat, &cards) in before.iter() {
        places.fix(cards, Place::Hand(seat));
    }
    places
}

/// The same with every card that was named.
pub(super) fn given_places(start: &DealSetup, game: Game, size: usize, plays: &[Play]) -> Places {
    let mut places = public_places(start, game, size, plays);
    for place in Place::ALL {
        let holding = match place.seat() {
            Some(seat) => &start.hands[seat],
            None => &start.skat,
        };
        places.fix(holding.set(), place);
    }
    places
}
