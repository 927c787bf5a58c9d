//! "What would the AI do?": asks the player in the background about what one seat sees, and shows what it says.

mod panel;
pub mod wording;

pub use panel::{NoAdvice, panel_ui};

use super::Cx;
use super::debounce::is_due;
use crate::cards::Cards;
use crate::deal::{Deal, Position};
use crate::engine::{Engine, Event, JobContext, Monitor};
use crate::player::{Advice, Offer, Player, Prospect, Sight, Style, Tables};
use crate::rules::{Auction, Call, Seat, ladder};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The engine's topic.
const TOPIC: &str = "advice";
/// How long the hand must rest on a position before the player is asked.
const PAUSE: Duration = Duration::from_millis(200);

/// What the player is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdviceRequest {
    /// Which card to play.
    Card(Sight),
    /// Which game, and what to lay away, with the skat in hand.
    Game(Sight),
    /// How high to bid and what to expect of the ten cards.
    Bid(Sight),
}

/// What the ten cards promise before the skat is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// What it says now, if it is asked.
    pub call: Option<Call>,
    /// The highest number it would go to; `None` if it passes at once.
    pub limit: Option<u16>,
    /// The number that the scores below are for.
    pub bid: u16,
    /// The score to expect of taking the skat.
    pub with_skat: f64,
    /// Every game over all skats, the likeliest choice first.
    pub games: Vec<Prospect>,
    /// Hand games, the best first.
    pub by_hand: Vec<Offer>,
}

/// A part of the answer.
enum AdvicePart {
    Card(Option<Advice>),
    Game(Vec<Offer>),
    Bid(Box<Forecast>),
}

/// Asks the player while its panel is shown, and keeps the answers to what was asked last.
pub struct Adviser {
    engine: Engine<AdvicePart>,
    /// One player for all questions: the next one waits until it has finished the one before.
    player: Arc<Mutex<Option<Player<'static>>>>,
    asked: Vec<AdviceRequest>,
    refused: Option<NoAdvice>,
    due: Option<Instant>,
    thinking: bool,
    /// The user has stopped it; it is asked again when asked to, or when something changes.
    halted: bool,
    card: Option<Advice>,
    silent: bool,
    game: Option<Vec<Offer>>,
    forecast: Option<Box<Forecast>>,
}

impl Adviser {
    /// An adviser that nobody has asked yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Adviser {
        let waker = ctx.clone();
        Adviser {
            engine: Engine::new(move || waker.request_repaint()),
            player: Arc::default(),
            asked: Vec::new(),
            refused: None,
            due: None,
            thinking: false,
            halted: false,
            card: None,
            silent: false,
            game: None,
            forecast: None,
        }
    }

    /// Asks what is wanted once the hand rests; `None` while the panel is not shown.
    pub fn follow(&mut self, wanted: Option<Result<Vec<AdviceRequest>, NoAdvice>>, cx: &mut Cx<'_>) {
        for (_, event) in self.engine.poll() {
            match event {
                Event::Answer(AdvicePart::Card(advice)) => {
                    self.silent = advice.is_none();
                    self.card = advice;
                }
                Event::Answer(AdvicePart::Game(offers)) => self.game = Some(offers),
                Event::Answer(AdvicePart::Bid(forecast)) => self.forecast = Some(forecast),
                Event::Finished => self.thinking = false,
                Event::Panicked(text) => {
                    self.thinking = false;
                    cx.toasts.problem(cx.words.fill("engine.failed", &[("why", &text)]));
                }
            }
        }
        let (wanted, refused) = match wanted {
            None => (Vec::new(), None),
            Some(Ok(wanted)) => (wanted, None),
            Some(Err(why)) => (Vec::new(), Some(why)),
        };
        self.refused = refused;
        if self.asked != wanted {
            self.engine.cancel(TOPIC);
            self.forget();
            self.asked = wanted;
            self.due = (!self.asked.is_empty()).then(|| Instant::now() + PAUSE);
        }
        if !is_due(&mut self.due, &cx.ctx) {
            return;
        }
        self.thinking = true;
        let (asked, player) = (self.asked.clone(), Arc::clone(&self.player));
        self.engine.submit(TOPIC, move |job| answer(&asked, &player, job));
    }

    fn forget(&mut self) {
        self.due = None;
        self.thinking = false;
        self.halted = false;
        self.card = None;
        self.silent = false;
        self.game = None;
        self.forecast = None;
    }

    /// Stops thinking; what is known stays.
    pub fn stop(&mut self) {
        self.halted |= self.is_thinking();
        self.engine.cancel_all();
        self.thinking = false;
        self.due = None;
    }

    /// Thinks again after it was stopped.
    pub fn ask_again(&mut self) {
        self.halted = false;
        self.due = Some(Instant::now());
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.engine.watch(TOPIC)
    }

    /// Whether an answer is still awaited.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking || self.due.is_some()
    }

    /// The recommendations for a card.
    #[must_use]
    pub fn card(&self) -> Option<&Advice> {
        self.card.as_ref()
    }

    /// The games and discards, best first.
    #[must_use]
    pub fn game(&self) -> Option<&[Offer]> {
        self.game.as_deref()
    }

    /// What ten cards promise.
    #[must_use]
    pub fn forecast(&self) -> Option<&Forecast> {
        self.forecast.as_deref()
    }
}

/// How it thinks here: a person who asks waits a second gladly, and a share of eight deals convinces nobody.
#[must_use]
pub fn style() -> Style {
    Style { effort: 5.0, ..Style::default() }
}

/// Answers, one part after the other. Runs on a thread of the engine.
fn answer(asked: &[AdviceRequest], player: &Mutex<Option<Player<'static>>>, job: &JobContext<AdvicePart>) {
    let mut player = player.lock().unwrap_or_else(PoisonError::into_inner);
    for ask in asked {
        if job.monitor().is_stopped() {
            return;
        }
        // Taken out while it thinks: should it fail, the next question gets a fresh one.
        let mut one = player.take().unwrap_or_else(|| Player::new(Tables::shipped(), style()));
        job.tell(match ask {
            AdviceRequest::Card(sight) => AdvicePart::Card(one.advise(sight)),
            AdviceRequest::Game(sight) => AdvicePart::Game(one.offers(sight)),
            AdviceRequest::Bid(sight) => AdvicePart::Bid(Box::new(forecast(sight, &mut one))),
        });
        *player = Some(one);
    }
}

fn forecast(sight: &Sight, player: &mut Player<'_>) -> Forecast {
    let Sight { seat, hand, ref auction, .. } = *sight;
    let call = (auction.turn() == Some(seat)).then(|| player.call(sight));
    let limit = ladder().into_iter().take_while(|&bid| player.would_bid(hand, seat, bid, false)).last();
    let bid = limit.unwrap_or(18).max(auction.bid());
    let outlook = player.outlook(hand, seat);
    let (with_skat, games) = (outlook.score(bid), outlook.prospects(bid));
    let by_hand = Tables::shipped().hand_games(hand, seat, bid);
    Forecast { call, limit, bid, with_skat, games, by_hand }
}

/// What to ask about a position in which cards are played: the card of the seat on turn, and before the first card
/// the declarer's choice of game. `sees` says whose cards may be shown.
///
/// # Errors
/// Why nobody can be asked.
pub fn about(
    position: &Position,
    auction: &Auction,
    sees: impl Fn(Seat) -> bool,
) -> Result<Vec<AdviceRequest>, NoAdvice> {
    let turn = position.turn().ok_or(NoAdvice::Finished)?;
    let mut asks = Vec::new();
    let card = match Sight::playing(position, turn, auction) {
        None => Err(NoAdvice::HandUnknown(turn)),
        Some(_) if !sees(turn) => Err(NoAdvice::Hidden(turn)),
        Some(sight) => Ok(AdviceRequest::Card(sight)),
    };
    let declarer = position.declarer();
    let fresh = position.history().is_empty() && position.hand_size() == Deal::HAND;
    if fresh && position.is_known(declarer) && sees(declarer) {
        let hand = position.start_hand(declarer);
        let sight = |skat: Option<Cards>| Sight {
            seat: declarer,
            hand,
            auction: auction.clone(),
            skat,
            announced: None,
        };
        if position.contract().is_hand() {
            asks.push(AdviceRequest::Bid(sight(None)));
        } else if position.skat().len() == Deal::SKAT {
            asks.push(AdviceRequest::Game(sight(Some(position.skat()))));
        }
    }
    match card {
        Ok(card) => asks.insert(0, card),
        Err(why) if asks.is_empty() => return Err(why),
        Err(_) => {}
    }
    Ok(asks)
}
