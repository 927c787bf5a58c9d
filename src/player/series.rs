//! Many games: deals by number, threads, and answers in order.

use super::decide::Player;
use super::features::Kind;
use super::learn::Lesson;
use super::style::Style;
use super::table::{Played, PlayedGame, bid, play, play_deal, settle};
use super::tables::Tables;
use crate::cards::{Card, Cards, Dice};
use crate::deal::Deal;
use crate::parallel;
use crate::rules::{BySeat, Game, Seat};
use crate::search::limits::Watch;
use crate::search::open::{OpenState, Solver};
use crate::search::{Layout, Limits, Resources};
use std::time::Duration;

/// The deal with this number in the series of this seed.
#[must_use]
pub fn deal(seed: u64, number: u64) -> Deal {
    let mut dice = Dice::new(seed);
    let start = dice.next_u64() ^ Dice::new(number).next_u64();
    Deal::random(&mut Dice::new(start))
}

/// Does the work of all numbers below `count` on several threads, each with its own state, and hands the results
/// over in order. Stops early when `take` answers `false`.
pub fn in_order<S, T: Send>(
    numbers: std::ops::Range<u64>,
    threads: usize,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> bool,
) {
    let work = |state: &mut S, number: u64| (number, work(state, number));
    let take = |(number, result)| take(number, result);
    if let Err(panicked) = parallel::in_order(numbers, threads, || false, state, work, take) {
        panicked.raise();
    }
}

/// Three players of one kind that share the memory.
#[must_use]
pub fn three<'t>(tables: &'t Tables, style: &Style, resources: Resources) -> BySeat<Player<'t>> {
    BySeat::from_fn(|_| Player::with_resources(tables, style.clone(), resources.part(3)))
}

/// Games of three players on the deals of a seed. With each game comes the longest time that its thread has taken
/// over a card so far.
pub fn selfplay(
    tables: &Tables,
    style: &Style,
    seed: u64,
    numbers: std::ops::Range<u64>,
    resources: Resources,
    mut take: impl FnMut(u64, Played, Duration) -> bool,
) {
    let state = || three(tables, style, resources.each_thread());
    let work = |players: &mut BySeat<Player<'_>>, number: u64| {
        let played = play_deal(&deal(seed, number), players);
        (played, players.0.iter().map(Player::slowest).max().unwrap_or_default())
    };
    in_order(numbers, resources.threads(), state, work, |number, (played, slowest)| {
        take(number, played, slowest)
    });
}

/// Lessons without any game played: the value with open cards of games that a declarer might announce with what
/// the tables know so far. It is where learning begins. Each deal gives a suit game, a Grand and a Null.
pub fn open_lessons(
    tables: &Tables,
    seed: u64,
    numbers: std::ops::Range<u64>,
    resources: Resources,
    mut progress: impl FnMut(u64),
) -> Vec<Lesson> {
    let mut lessons = Vec::new();
    let work = |solver: &mut Solver, number: u64| {
        let mut dice = Dice::new(seed ^ Dice::new(number).next_u64());
        let deal = deal(seed, number);
        let seat = Seat::ALL[dice.below(3) as usize];
        lessons_of(tables, solver, &deal, seat, &mut dice)
    };
    in_order(
        numbers,
        resources.threads(),
        || Solver::with_resources(resources.each_thread().memory_up_to(36)),
        work,
        |number, mut three| {
            lessons.append(&mut three);
            progress(number);
            true
        },
    );
    lessons
}

fn lessons_of(tables: &Tables, solver: &mut Solver, deal: &Deal, seat: Seat, dice: &mut Dice) -> Vec<Lesson> {
    let twelve = deal.hand(seat) | deal.skat();
    let knows_nothing = tables.weights(Game::Grand).iter().all(|&weight| weight == 0.0);
    let mut games = Vec::new();
    if knows_nothing {
        let longest = crate::cards::Suit::ALL
            .into_iter()
            .max_by_key(|&suit| (twelve & Game::Suit(suit).trumps()).len())
            .map(Game::Suit);
        let mut cards: Vec<Card> = (twelve - Cards::JACKS).iter().collect();
        for game in longest.into_iter().chain([Game::Grand]) {
            dice.shuffle(&mut cards);
            let laid: Cards =
                cards.iter().filter(|&&card| !game.trumps().has(card)).take(2).copied().collect();
            games.push((game, laid));
        }
    } else {
        let offers = tables.offers(deal.hand(seat), deal.skat(), seat, 18, 2);
        // Mostly the best discard, sometimes the second, so that both are learned about.
        let second = usize::from(dice.below(4) == 0);
        for kind in [Kind::Suit, Kind::Grand, Kind::Null] {
            let fits = |game: Game| Kind::of(game, false) == kind;
            let mut own: Vec<_> = offers.iter().filter(|offer| fits(offer.contract.game())).collect();
            own.sort_by(|a, b| b.strength.total_cmp(&a.strength));
            if let Some(offer) = own.get(second).or(own.first()) {
                games.extend(offer.discard.map(|laid| (offer.contract.game(), laid)));
            }
        }
    }
    let mut lessons = Vec::new();
    for (game, laid) in games {
        let Some(after) = deal.with_discard(seat, laid) else { continue };
        let layout = Layout::of(game);
        let hands = [0, 1, 2].map(|turns| layout.bits(after.hand(seat.after(turns))));
        let leader = (3 - seat.index()) % 3;
        let state = OpenState::new(hands, leader);
        solver.clear();
        let Some(points) = open_points(solver, game, &state, laid.points().into()) else { continue };
        for ouvert in [false, true].into_iter().take(if game == Game::Null { 2 } else { 1 }) {
            lessons.push(Lesson { game, ouvert, seat, kept: after.hand(seat), laid, bid: 18, points });
        }
    }
    lessons
}

/// The declarer's points with open cards, to within three: enough to learn from, and half the work.
fn open_points(solver: &mut Solver, game: Game, state: &OpenState, laid: i32) -> Option<u8> {
    let mut watch = Watch::new(&Limits::none());
    if game == Game::Null {
        return solver.holds(game, state, 1, &mut watch).map(|won| if won { 120 } else { 0 });
    }
    let (mut low, mut high) = (0, 121 - laid);
    let mut guess = 61 - laid;
    while high - low > 3 {
        if solver.holds(game, state, guess, &mut watch)? {
            low = guess
        } else {
            high = guess
        }
        guess = (low + high) / 2;
    }
    Some(((low + high - 1) / 2 + laid).clamp(0, 120) as u8)
}

/// The four settings of paranoia that are compared: for the declarer, for the defenders.
pub const SETTINGS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// Plays each deal of a seed four times, with the same auction, game and discard, under all [`SETTINGS`] of paranoia.
/// `None` for deals that were passed.
pub fn compare(
    tables: &Tables,
    style: &Style,
    seed: u64,
    numbers: std::ops::Range<u64>,
    resources: Resources,
    take: impl FnMut(u64, Option<[PlayedGame; 4]>) -> bool,
) {
    let work = |players: &mut BySeat<Player<'_>>, number: u64| {
        let deal = deal(seed, number);
        players.0.iter_mut().for_each(Player::remember);
        let auction = bid(&deal, players);
        let settled = settle(&deal, &auction, players)?;
        Some(SETTINGS.map(|(declarer, defenders)| {
            players.0.iter_mut().for_each(|player| player.set_paranoia(declarer, defenders));
            play(&deal, &auction, settled, players)
        }))
    };
    in_order(numbers, resources.threads(), || three(tables, style, resources.each_thread()), work, take);
}
