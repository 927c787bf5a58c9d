//! One game at the table, from the deal to the result: what was said and played, and who has to do what.
//!
//! It knows nothing of the window or the engine. The cards are its secret: whatever anybody sees of them comes
//! from [`Game::sight`], for the person at the table as for the others.

use crate::cards::{Card, Cards};
use crate::deal::{Deal, DealSetup, Holding, Position, Problem, View};
use crate::player::{Played, PlayedGame, Settled, Sight};
use crate::rules::{Auction, Call, Contract, Game as Kind, Goal, Seat, Side, Tally, evaluate};

/// How far a game has come.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, player::course::{Game, Stage}, rules::{Call, Seat}};
/// let mut game = Game::new(Deal::random(&mut Dice::new(1)), Seat::Forehand, false);
/// assert_eq!(game.stage(), Stage::Bidding);
/// // Everybody passes.
/// (0..3).for_each(|_| assert!(game.call(Call::Pass)));
/// assert_eq!(game.stage(), Stage::Over);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// There is bidding.
    Bidding,
    /// The winner of the auction takes the skat, or plays by hand.
    Choosing,
    /// He announces his game; with twelve cards he lays two away.
    Announcing {
        /// Whether the skat stays where it is.
        hand: bool,
    },
    /// Cards fall.
    Playing,
    /// It is over, or everybody passed.
    Over,
}

/// Why a game cannot be announced.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, player::course::{Game, Refusal}, rules::{Call, Seat}};
/// let mut game = Game::new(Deal::random(&mut Dice::new(1)), Seat::Forehand, false);
/// for call in [Call::Pass, Call::Pass, Call::Bid(18)] {
///     assert!(game.call(call));
/// }
/// game.choose(false);
/// // He has taken the skat and must lay two cards away.
/// assert_eq!(game.announce("G".parse().unwrap(), None), Err(Refusal::Discard));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is not the moment to announce.
    #[error("this cannot be announced now")]
    NotNow,
    /// Two of the twelve cards must be laid away.
    #[error("two of the twelve cards must be laid away")]
    Discard,
    /// A Null that counts less than the bid may not be announced.
    #[error("a Null that counts less than the bid may not be announced")]
    NullBelowBid,
}

/// Whether a game may be announced for this bid: any but a Null that counts less (5.4.2).
#[must_use]
pub fn may_announce(contract: Contract, bid: u16) -> bool {
    contract.game() != Kind::Null || Goal::with_bid(contract, 0, bid).is_some()
}

/// One game.
///
/// ```
/// use kiebitz::{cards::Dice, deal::Deal, player::course::Game, rules::{Call, Seat}};
/// let mut game = Game::new(Deal::random(&mut Dice::new(1)), Seat::Forehand, false);
/// for call in [Call::Pass, Call::Pass, Call::Bid(18)] {
///     assert!(game.call(call));
/// }
/// game.choose(true);
/// game.announce("GH".parse().unwrap(), None).unwrap();
/// while let Some(card) = game.playable().iter().next() {
///     game.play(card).unwrap();
/// }
/// assert_eq!(game.played().unwrap().game.as_ref().unwrap().cards.len(), 30);
/// ```
pub struct Game {
    deal: Deal,
    me: Seat,
    counts: bool,
    auction: Auction,
    stage: Stage,
    settled: Option<Settled>,
    /// All cards, once there is a game.
    truth: Option<Position>,
    /// The same as the person sees it.
    seen: Option<Position>,
    played: Option<Played>,
}

impl Game {
    /// Fresh cards; `me` is the person's seat, and `counts` whether it goes down in the score list.
    #[must_use]
    pub fn new(deal: Deal, me: Seat, counts: bool) -> Game {
        Game {
            deal,
            me,
            counts,
            auction: Auction::default(),
            stage: Stage::Bidding,
            settled: None,
            truth: None,
            seen: None,
            played: None,
        }
    }

    /// The same cards from the beginning. They are known now, so the game does not count.
    #[must_use]
    pub fn again(&self) -> Game {
        Game::new(self.deal, self.me, false)
    }

    /// Where the person sits.
    #[must_use]
    pub fn me(&self) -> Seat {
        self.me
    }

    /// Whether it goes down in the score list.
    #[must_use]
    pub fn counts(&self) -> bool {
        self.counts
    }

    /// What was said.
    #[must_use]
    pub fn auction(&self) -> &Auction {
        &self.auction
    }

    /// How far it has come.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Who plays what, once it is announced.
    #[must_use]
    pub fn announced(&self) -> Option<(Seat, Contract)> {
        self.settled.map(|settled| (settled.declarer, settled.contract))
    }

    /// Who has to say or do something; `None` when it is over.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Bidding => self.auction.turn(),
            Stage::Choosing | Stage::Announcing { .. } => self.auction.winner(),
            Stage::Playing => self.truth.as_ref().and_then(Position::turn),
            Stage::Over => None,
        }
    }

    /// Whether the person has to.
    #[must_use]
    pub fn is_my_turn(&self) -> bool {
        self.turn() == Some(self.me)
    }

    /// What a seat may see now, and nothing more.
    #[must_use]
    pub fn sight(&self, seat: Seat) -> Option<Sight> {
        if let Some(truth) = &self.truth {
            return Sight::playing(truth, seat, &self.auction);
        }
        let took = self.stage == Stage::Announcing { hand: false } && self.auction.winner() == Some(seat);
        let of = if took { Sight::with_skat } else { Sight::bidding };
        Some(of(&self.deal, seat, &self.auction))
    }

    /// The person's cards: ten, twelve with the skat, fewer as they fall.
    #[must_use]
    pub fn hand(&self) -> Cards {
        match &self.truth {
            Some(truth) => truth.hand(self.me),
            None => {
                self.sight(self.me).map_or(Cards::NONE, |sight| sight.hand | sight.skat.unwrap_or_default())
            }
        }
    }

    /// The table as the person sees it, once cards fall.
    #[must_use]
    pub fn seen(&self) -> Option<&Position> {
        self.seen.as_ref()
    }

    /// Every card, once it is over and there was a game.
    #[must_use]
    pub fn laid_open(&self) -> Option<&Position> {
        self.truth.as_ref().filter(|_| self.stage == Stage::Over)
    }

    /// The cards as they were dealt, once it is over.
    #[must_use]
    pub fn deal(&self) -> Option<&Deal> {
        (self.stage == Stage::Over).then_some(&self.deal)
    }

    /// How it ended, once it is over.
    #[must_use]
    pub fn played(&self) -> Option<&Played> {
        self.played.as_ref()
    }

    /// A word of whoever is asked in the auction; `false`, and nothing changes, if it is not allowed now.
    pub fn call(&mut self, call: Call) -> bool {
        if self.stage != Stage::Bidding || !self.auction.call(call) {
            return false;
        }
        if self.auction.turn().is_none() {
            if self.auction.winner().is_some() {
                self.stage = Stage::Choosing;
            } else {
                self.end(None);
            }
        }
        true
    }

    /// The winner of the auction takes the skat, or says that he plays by hand. As long as nothing is
    /// announced, he may still take it.
    pub fn choose(&mut self, hand: bool) {
        if matches!(self.stage, Stage::Choosing | Stage::Announcing { hand: true }) {
            self.stage = Stage::Announcing { hand };
        }
    }

    /// The winner of the auction announces his game, and lays two cards away unless he plays by hand.
    ///
    /// # Errors
    /// If the rules do not allow it; nothing changes then.
    pub fn announce(&mut self, contract: Contract, discard: Option<Cards>) -> Result<(), Refusal> {
        let (Stage::Announcing { hand }, Some(declarer)) = (self.stage, self.auction.winner()) else {
            return Err(Refusal::NotNow);
        };
        if contract.is_hand() != hand {
            return Err(Refusal::NotNow);
        }
        let bid = self.auction.bid();
        if !may_announce(contract, bid) {
            return Err(Refusal::NullBelowBid);
        }
        let discard = discard.filter(|_| !hand);
        let laid = match discard {
            _ if hand => self.deal,
            Some(cards) => self.deal.with_discard(declarer, cards).ok_or(Refusal::Discard)?,
            None => return Err(Refusal::Discard),
        };
        let setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            bid: Some(bid),
            hands: laid.holdings(),
            skat: Holding::full(laid.skat()),
            view: Some(View::Open),
            ..DealSetup::default()
        };
        self.truth = Some(setup.validate().map_err(|_| Refusal::NotNow)?);
        self.settled = Some(Settled { declarer, contract, discard, bid });
        self.stage = Stage::Playing;
        self.look();
        Ok(())
    }

    /// A card of whoever is on turn.
    ///
    /// # Errors
    /// If the rules forbid it; nothing changes then.
    pub fn play(&mut self, card: Card) -> Result<(), Problem> {
        let (Some(truth), Some(settled)) = (&mut self.truth, self.settled) else { return Ok(()) };
        if self.stage != Stage::Playing {
            return Ok(());
        }
        truth.play(card)?;
        let end = is_over(truth).then(|| count(truth, settled, &self.deal, None));
        self.look();
        if end.is_some() {
            self.end(end);
        }
        Ok(())
    }

    /// A side gives up: the rest is the other's.
    pub fn give_up(&mut self, side: Side) {
        let (Some(truth), Some(settled)) = (&self.truth, self.settled) else { return };
        if self.stage == Stage::Playing {
            let game = count(truth, settled, &self.deal, Some(side));
            self.end(Some(game));
        }
    }

    /// The cards that whoever is on turn may play.
    #[must_use]
    pub fn playable(&self) -> Cards {
        self.truth.as_ref().map_or(Cards::NONE, Position::playable)
    }

    fn look(&mut self) {
        self.seen = self.sight(self.me).and_then(|sight| sight.position());
    }

    fn end(&mut self, game: Option<PlayedGame>) {
        self.stage = Stage::Over;
        self.played = Some(Played { deal: self.deal, auction: self.auction.clone(), game });
    }
}

/// Whether nothing can change any more: all cards have fallen, or an announcement or a Null is lost.
fn is_over(position: &Position) -> bool {
    let contract = position.contract();
    let begins = position.trick().is_empty();
    position.turn().is_none()
        || begins
            && (position.game() == Kind::Null && position.has_trick(Side::Declarer)
                || contract.announces_schwarz() && position.has_trick(Side::Defenders)
                || contract.announces_schneider() && position.points(Side::Defenders) > 30)
}

fn count(position: &Position, settled: Settled, deal: &Deal, gave_up: Option<Side>) -> PlayedGame {
    let Settled { declarer, contract, discard, bid } = settled;
    let [own, other] = [Side::Declarer, Side::Defenders].map(|side| position.tricks_of(side));
    let null = contract.game() == Kind::Null;
    // As a recount of the record has it.
    let rest_is_his = gave_up == Some(Side::Defenders) && !null;
    let taken = position.points(Side::Declarer) + position.skat().points();
    let tally = Tally {
        declarer_points: if rest_is_his { 120 - position.points(Side::Defenders) } else { taken },
        declarer_tricks: if rest_is_his { 10 - other } else { own },
        finished_tricks: own + other,
    };
    // Giving up a Null is losing it, though no trick was taken.
    let surrendered = null && gave_up == Some(Side::Declarer);
    let declarer_tricks = if surrendered { 1 } else { tally.declarer_tricks };
    let counted = Tally { declarer_tricks, ..tally };
    let outcome = evaluate(contract, deal.hand(declarer) | deal.skat(), bid, counted);
    let cards = position.history().iter().map(|play| play.card).collect();
    PlayedGame { declarer, contract, discard, bid, cards, tally, outcome, gave_up }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{record_of, recount};
    use crate::cards::Dice;
    use crate::rules::{Asked, BySeat, next_bid};

    /// Something legal, drawn.
    fn step(game: &mut Game, dice: &mut Dice) {
        let pick = |cards: Cards, dice: &mut Dice| {
            cards.iter().nth(dice.below(cards.len() as u64) as usize).unwrap()
        };
        match game.stage() {
            Stage::Bidding => {
                let call = match (dice.below(4), game.auction().asked()) {
                    (0, _) => Call::Pass,
                    (_, Asked::Hold(_)) => Call::Hold,
                    (_, Asked::Number) => Call::Bid(next_bid(game.auction().bid()).unwrap()),
                };
                assert!(game.call(call));
            }
            Stage::Choosing => game.choose(dice.below(3) == 0),
            Stage::Announcing { hand } => {
                let kind = Kind::ALL[dice.below(6) as usize];
                let said: Vec<bool> = (0..3).map(|_| dice.below(4) == 0).collect();
                let contract = if kind == Kind::Null {
                    Contract::new(kind, hand, false, false, said[2])
                } else {
                    Contract::new(kind, hand, hand && said[0], hand && said[1], hand && said[2])
                };
                let sight = game.sight(game.turn().unwrap()).unwrap();
                let mut away = Cards::NONE;
                while away.len() < 2 {
                    away.insert(pick(sight.hand | sight.skat.unwrap_or_default(), dice));
                }
                // A Null below the bid is refused; then it is tried again.
                let done = game.announce(contract.unwrap(), (!hand).then_some(away));
                assert!(matches!(done, Ok(()) | Err(Refusal::NullBelowBid)), "{done:?}");
            }
            Stage::Playing => {
                let card = pick(game.playable(), dice);
                game.play(card).unwrap();
            }
            Stage::Over => unreachable!(),
        }
    }

    /// The same game with the cards dealt differently that this seat does not see, the declarer's discard
    /// included; as it is if a good many tries find no such deal.
    fn otherwise(game: &Game, seat: Seat, dice: &mut Dice) -> Game {
        let sight = game.sight(seat).unwrap();
        let fallen = |seat: Seat| game.truth.as_ref().map_or(Cards::NONE, |truth| truth.played_by(seat));
        let mut fixed = BySeat::from_fn(fallen);
        let mut skat = Cards::NONE;
        fixed[seat] = game.deal.hand(seat);
        if sight.skat.is_some() {
            skat = game.deal.skat();
        }
        let open = sight.announced.as_ref().and_then(|announced| announced.open_hand);
        if let (Some(open), Some(settled)) = (open, game.settled) {
            fixed[settled.declarer] = open;
        }
        for _ in 0..400 {
            let mut hands = fixed;
            let seen = hands.0.iter().fold(skat, |all, &cards| all | cards);
            let mut rest: Vec<Card> = Card::all().filter(|&card| !seen.has(card)).collect();
            dice.shuffle(&mut rest);
            let mut away = skat;
            for card in rest {
                match Seat::ALL.into_iter().find(|&seat| hands[seat].len() < 10) {
                    Some(seat) => drop(hands[seat].insert(card)),
                    None => drop(away.insert(card)),
                }
            }
            let Ok(deal) = Deal::new(hands, away) else { continue };
            let discard = game.settled.and_then(|settled| {
                let twelve = deal.hand(settled.declarer) | deal.skat();
                let free = twelve - open.unwrap_or(fallen(settled.declarer));
                let other = free.iter().take(2).collect();
                settled.discard.map(|own| if seat == settled.declarer { own } else { other })
            });
            if let Some(again) = repeat(game, deal, discard) {
                return again;
            }
        }
        repeat(game, game.deal, game.settled.and_then(|settled| settled.discard)).unwrap()
    }

    /// Everything said and played once more with other cards, if the rules let it.
    fn repeat(game: &Game, deal: Deal, discard: Option<Cards>) -> Option<Game> {
        let mut again = Game::new(deal, game.me, true);
        for &(_, call) in game.auction().calls() {
            again.call(call);
        }
        if let Stage::Announcing { hand } = game.stage {
            again.choose(hand);
        }
        if let (Some(settled), Some(truth)) = (game.settled, &game.truth) {
            again.choose(settled.discard.is_none());
            again.announce(settled.contract, discard).ok()?;
            for play in truth.history() {
                again.play(play.card).ok()?;
            }
        }
        Some(again)
    }

    #[test]
    fn nobody_sees_what_is_hidden_from_him() {
        let mut dice = Dice::new(8);
        let (mut moments, mut different) = (0, 0);
        for number in 0..60 {
            let me = Seat::ALL[number % 3];
            let mut game = Game::new(Deal::random(&mut dice), me, true);
            while game.stage() != Stage::Over {
                if dice.below(3) == 0 {
                    for seat in Seat::ALL {
                        let other = otherwise(&game, seat, &mut dice);
                        assert_eq!(other.sight(seat), game.sight(seat), "{seat} at {:?}", game.stage());
                        moments += 1;
                        different += usize::from(other.deal != game.deal);
                        if seat == me {
                            assert_eq!((other.hand(), other.seen()), (game.hand(), game.seen()));
                        }
                    }
                }
                step(&mut game, &mut dice);
            }
        }
        assert!(moments > 1000 && different * 2 > moments, "{different} of {moments}");
    }

    #[test]
    fn the_result_is_what_counting_the_record_gives() {
        let mut dice = Dice::new(9);
        let mut games = 0;
        for number in 0..400 {
            let mut game = Game::new(Deal::random(&mut dice), Seat::Forehand, true);
            while game.stage() != Stage::Over {
                step(&mut game, &mut dice);
            }
            let played = game.played().unwrap();
            let count = recount(&record_of(played, number)).unwrap();
            let Some(result) = &played.game else {
                assert_eq!(count.outcome, None);
                continue;
            };
            assert_eq!(count.tally, result.tally, "{}", record_of(played, number));
            assert_eq!(count.outcome, Some(result.outcome));
            games += 1;
        }
        assert!(games > 200);
    }

    #[test]
    fn what_is_not_allowed_changes_nothing() {
        let deal = Deal::random(&mut Dice::new(3));
        let mut game = Game::new(deal, Seat::Forehand, true);
        assert!(!game.call(Call::Hold) && game.announce(Contract::plain(Kind::Grand), None).is_err());
        for call in [Call::Bid(24), Call::Hold, Call::Pass, Call::Pass] {
            assert!(game.call(call));
        }
        assert_eq!((game.stage(), game.turn()), (Stage::Choosing, Some(Seat::Forehand)));
        assert_eq!(game.hand().len(), 10);
        game.choose(true);
        game.choose(false);
        assert_eq!(game.hand().len(), 12);
        game.choose(true); // too late: he has seen the skat
        assert_eq!(game.hand().len(), 12);
        let refuse = |game: &mut Game, contract: &str, cards: Option<Cards>| {
            game.announce(contract.parse().unwrap(), cards).unwrap_err()
        };
        assert_eq!(refuse(&mut game, "N", Some(deal.skat())), Refusal::NullBelowBid);
        assert_eq!(refuse(&mut game, "G", None), Refusal::Discard);
        assert_eq!(refuse(&mut game, "G", Some(deal.hand(Seat::Rearhand))), Refusal::Discard);
        assert_eq!(refuse(&mut game, "GH", None), Refusal::NotNow);
        game.announce(Contract::plain(Kind::Grand), Some(deal.skat())).unwrap();
        assert_eq!((game.stage(), game.turn()), (Stage::Playing, Some(Seat::Forehand)));
        let foreign = deal.hand(Seat::Rearhand).iter().next().unwrap();
        assert!(game.play(foreign).is_err());
        assert!(game.laid_open().is_none() && game.deal().is_none() && game.played().is_none());
    }
}
