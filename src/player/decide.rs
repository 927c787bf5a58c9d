//! The player itself: bidding, announcing, and choosing cards by fixed priorities.

use super::advice::{Advice, Reason, Recommendation, Source};
use super::belief::{Belief, all_fast};
use super::chance::chance;
use super::expert;
use super::features::Fast;
use super::judge::{Offer, Outlook};
use super::killer::killer;
use super::policy::Policy;
use super::refine::refine;
use super::seen::Seen;
use super::sight::Sight;
use super::style::{ENDGAME_CONFIDENCE, Style};
use super::tables::Tables;
use super::think::{Thought, think};
use crate::cards::{Card, Cards};
use crate::rules::{Asked, Call, Contract, Seat, next_bid};
use crate::search::{Cancel, Resources, chance as chances, open, paranoia};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// What passing brings: others lose a game now and then, and 40 points come from that. Forehand as the last to
/// speak gets nothing.
const PASSING: f64 = 6.0;
/// Discards of each game that are compared.
const DISCARDS: usize = 3;
/// Memory of each search, in megabytes.
const TABLE_MB: usize = 36;
/// Memory of the search for the best chance: with few deals and few nodes it needs little.
const CHANCE_MB: usize = 12;

/// A Skat player. Whatever it is asked, its answer depends on nothing but its [`Style`], its tables and the
/// [`Sight`] it is given: it keeps nothing from one question to the next but what it has worked out already.
///
/// ```
/// use kiebitz::cards::Dice;
/// use kiebitz::deal::Deal;
/// use kiebitz::player::{Player, Sight, Style, Tables};
/// use kiebitz::rules::{Auction, Seat};
/// let deal = Deal::random(&mut Dice::new(1));
/// let mut player = Player::new(Tables::shipped(), Style::default());
/// let sight = Sight::bidding(&deal, Seat::Middlehand, &Auction::default());
/// assert_eq!(player.call(&sight), player.call(&sight));
/// ```
pub struct Player<'t> {
    tables: &'t Tables,
    style: Style,
    fast: [[Fast; 5]; 3],
    pub(super) open: open::Solver,
    pub(super) paranoia: paranoia::Solver,
    chance: chances::Solver,
    outlook: Option<(Cards, Seat, Outlook<'t>)>,
    thoughts: Option<HashMap<Sight, Thought>>,
    slowest: Duration,
    pub(super) cancel: Option<Cancel>,
}

impl<'t> Player<'t> {
    /// A player with these tables and settings.
    #[must_use]
    pub fn new(tables: &'t Tables, style: Style) -> Player<'t> {
        Player::with_resources(tables, style, Resources::default())
    }

    /// A player that takes no more memory than this: a third for each of its searches. It never takes more than
    /// [`Player::new`] does; with less it may choose other cards, since it counts nodes.
    #[must_use]
    pub fn with_resources(tables: &'t Tables, style: Style, resources: Resources) -> Player<'t> {
        let third = resources.at_most_threads(1).part(3).memory_up_to(TABLE_MB);
        Player {
            tables,
            style,
            fast: all_fast(tables),
            open: open::Solver::with_resources(third),
            paranoia: paranoia::Solver::with_resources(third),
            chance: chances::Solver::with_resources(third.memory_up_to(CHANCE_MB)),
            outlook: None,
            thoughts: None,
            slowest: Duration::ZERO,
            cancel: None,
        }
    }

    /// The settings.
    #[must_use]
    pub fn style(&self) -> &Style {
        &self.style
    }

    /// From now on it stops thinking when the flag is raised. What it says then is of no use, but it can be asked again.
    pub fn stop_on(&mut self, cancel: Option<Cancel>) {
        self.cancel = cancel;
    }

    /// Plays on with paranoia switched on or off for each role.
    pub fn set_paranoia(&mut self, declarer: bool, defender: bool) {
        self.style.declarer_paranoia = declarer;
        self.style.defender_paranoia = defender;
    }

    /// Remembers its thoughts from now on, forgetting earlier ones: for those who play the same deal several
    /// times. The choices are the same with and without.
    pub fn remember(&mut self) {
        self.thoughts = Some(HashMap::new());
    }

    /// What the tables say of taking the skat with these ten cards.
    pub fn outlook(&mut self, hand: Cards, seat: Seat) -> &Outlook<'t> {
        let fresh = !matches!(&self.outlook, Some((known, place, _)) if *known == hand && *place == seat);
        if fresh {
            self.outlook = None;
        }
        let tables = self.tables;
        &self.outlook.get_or_insert_with(|| (hand, seat, tables.outlook(hand, seat))).2
    }

    /// The score to expect of playing a game bid to this number: with the skat or by hand, whichever is better.
    pub fn worth(&mut self, hand: Cards, seat: Seat, bid: u16) -> f64 {
        let skat = self.outlook(hand, seat).score(bid);
        self.best_hand_game(hand, seat, bid).map_or(skat, |offer| offer.score.max(skat))
    }

    /// The best game that leaves the skat untouched.
    fn best_hand_game(&self, hand: Cards, seat: Seat, bid: u16) -> Option<Offer> {
        self.tables.hand_games(hand, seat, bid).into_iter().next()
    }

    /// What the seat says when it is asked in the auction.
    pub fn call(&mut self, sight: &Sight) -> Call {
        let auction = &sight.auction;
        let (bid, yes) = match auction.asked() {
            Asked::Hold(number) => (number, Call::Hold),
            Asked::Number => match next_bid(auction.bid()) {
                Some(number) => (number, Call::Bid(number)),
                None => return Call::Pass,
            },
        };
        let others_passed = Seat::ALL.into_iter().all(|seat| seat == sight.seat || auction.has_passed(seat));
        let last = others_passed && auction.bid() == 0;
        if self.would_bid(sight.hand, sight.seat, bid, last) { yes } else { Call::Pass }
    }

    /// Whether it would rather play for this number than pass; `last` if nobody is left who could play instead.
    pub fn would_bid(&mut self, hand: Cards, seat: Seat, bid: u16, last: bool) -> bool {
        let passing = if last { 0.0 } else { PASSING };
        self.worth(hand, seat, bid) + self.style.nerve > passing
    }

    /// The hand game that the winner of the auction plays; `None` if he takes the skat.
    pub fn hand_game(&mut self, sight: &Sight) -> Option<Contract> {
        let bid = sight.auction.bid();
        let skat = self.outlook(sight.hand, sight.seat).score(bid);
        let offer = self.best_hand_game(sight.hand, sight.seat, bid)?;
        (offer.score > skat).then_some(offer.contract)
    }

    /// The game and the discard of a declarer who has taken the skat, all offers, best first.
    pub fn offers(&mut self, sight: &Sight) -> Vec<Offer> {
        let skat = sight.skat.unwrap_or_default();
        let mut offers = self.tables.offers(sight.hand, skat, sight.seat, sight.auction.bid(), DISCARDS);
        let belief = Belief::new(self.tables, &self.fast);
        refine(sight, &mut offers, &self.style, &belief, &mut self.open, self.cancel.clone());
        offers
    }

    /// The card to play, with every recommendation and its reason; `None` if it is not the seat's turn.
    pub fn advise(&mut self, sight: &Sight) -> Option<Advice> {
        let seen = Seen::of(sight)?;
        if let [card] = seen.cards.as_slice() {
            let only = Recommendation {
                card: *card,
                source: Source::Only,
                reason: Reason::NoChoice,
                confidence: 1.0,
            };
            return Some(Advice { all: vec![only] });
        }
        let thought = self.thought(sight, &seen);
        let mut all: Vec<Recommendation> = Vec::new();
        all.extend(killer(&seen, &thought, &self.style, &mut self.paranoia, self.cancel.as_ref()));
        all.extend(chance(&seen, &thought, &self.style, &mut self.chance, self.cancel.as_ref()));
        all.extend(endgame(&thought));
        all.extend(hope(&thought));
        all.extend(votes(&thought));
        all.extend(expert::rule(&seen, &seen.cards, self.style.long_way).map(|(card, rule)| {
            Recommendation { card, source: Source::Expert, reason: Reason::Rule(rule), confidence: 0.5 }
        }));
        Some(Advice { all })
    }

    /// The card to play; `None` if it is not the seat's turn.
    pub fn card(&mut self, sight: &Sight) -> Option<Card> {
        let started = Instant::now();
        let card = match self.slip(sight) {
            Some(card) => Some(card),
            None => self.advise(sight)?.card(),
        };
        self.slowest = self.slowest.max(started.elapsed());
        card
    }

    /// The card that comes to mind, if this is a moment of little care.
    fn slip(&self, sight: &Sight) -> Option<Card> {
        let mut dice = sight.dice(!self.style.seed);
        if dice.below(1_000) as f64 >= 1_000.0 * self.style.slips {
            return None;
        }
        let seen = Seen::of(sight)?;
        let hand = seen.layout.bits(seen.position.hand(seen.me));
        Some(seen.layout.card(Policy::shipped().at_random(&seen.moment(), hand, &mut dice)))
    }

    /// The longest time that it took over a card so far. Only for reports: no choice depends on it.
    #[must_use]
    pub fn slowest(&self) -> Duration {
        self.slowest
    }

    /// How it weighs worlds.
    pub(super) fn belief(&self) -> Belief<'_> {
        Belief::new(self.tables, &self.fast)
    }

    fn thought(&mut self, sight: &Sight, seen: &Seen<'_>) -> Thought {
        if let Some(known) = self.thoughts.as_ref().and_then(|thoughts| thoughts.get(sight)) {
            return known.clone();
        }
        let belief = Belief::new(self.tables, &self.fast);
        let thought = think(seen, &self.style, &belief, &mut self.open, self.cancel.clone());
        let whole = !self.cancel.as_ref().is_some_and(Cancel::is_cancelled);
        if let Some(thoughts) = self.thoughts.as_mut().filter(|_| whole) {
            thoughts.insert(sight.clone(), thought.clone());
        }
        thought
    }
}

/// The best card, if all worlds were looked at and it is good in nearly all.
fn endgame(thought: &Thought) -> Option<Recommendation> {
    let (card, _) = *thought.ranked.first()?;
    let (goal, ballots) = thought.levels.first()?;
    let share = ballots.iter().find(|ballot| ballot.card == card)?.share;
    (thought.all_worlds && share >= ENDGAME_CONFIDENCE).then_some(Recommendation {
        card,
        source: Source::Endgame,
        reason: Reason::AllWorlds { goal: *goal, worlds: thought.worlds, share },
        confidence: share,
    })
}

/// The only card that does not lose in every world.
fn hope(thought: &Thought) -> Option<Recommendation> {
    let (_, ballots) = thought.levels.first()?;
    let mut left = ballots.iter().filter(|ballot| !ballot.never);
    let only = left.next().filter(|_| left.next().is_none() && thought.all_worlds && ballots.len() > 1)?;
    Some(Recommendation {
        card: only.card,
        source: Source::Hope,
        reason: Reason::LastHope { worlds: thought.worlds, share: only.share },
        confidence: only.share,
    })
}

/// All cards by their votes, the best first.
fn votes(thought: &Thought) -> Vec<Recommendation> {
    let Some((goal, ballots)) = thought.levels.first().filter(|_| thought.worlds > 0) else {
        return Vec::new();
    };
    let one = |&(card, _): &(Card, f64)| {
        let share = ballots.iter().find(|ballot| ballot.card == card)?.share;
        let reason = Reason::Votes { goal: *goal, worlds: thought.worlds, share };
        Some(Recommendation { card, source: Source::Votes, reason, confidence: share })
    };
    thought.ranked.iter().filter_map(one).collect()
}
