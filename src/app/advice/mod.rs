//! "What would the AI do?": asks the player in the background about what one seat sees, and shows what it says.

mod beliefs;
mod list;
mod panel;

pub use list::small_card;
pub use panel::{NoAdvice, panel_ui};

use super::Cx;
use super::common::{follow, waker};
use crate::cards::Cards;
use crate::deal::{Deal, Position};
use crate::engine::{JobContext, Monitor, Task};
use crate::player::{Advice, CardBelief, Offer, Player, Prospect, Sight, Style, Tables};
use crate::rules::{Auction, Call, Seat, ladder};
use std::time::Duration;

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
    Beliefs(Vec<CardBelief>),
    Game(Vec<Offer>),
    Bid(Box<Forecast>),
}

/// Asks the player while its panel is shown, and keeps the answers to what was asked last.
pub struct Adviser {
    task: Task<Vec<AdviceRequest>, AdvicePart>,
    refused: Option<NoAdvice>,
}

impl Adviser {
    /// An adviser that nobody has asked yet.
    #[must_use]
    pub fn new(ctx: &egui::Context) -> Adviser {
        let work = |asked: &Vec<AdviceRequest>, job: &JobContext<_>| answer(asked, job);
        Adviser { task: Task::new("advice", waker(ctx), work).resting(PAUSE), refused: None }
    }

    /// Asks what is wanted once the hand rests; `None` while the panel is not shown. Whoever plays with people gets no
    /// advice, in no corner of the window.
    pub fn follow(&mut self, wanted: Option<Result<Vec<AdviceRequest>, NoAdvice>>, cx: &mut Cx<'_>) {
        let (wanted, refused) = match wanted {
            None => (None, None),
            Some(_) if cx.with_people => (None, Some(NoAdvice::WithPeople)),
            Some(Ok(wanted)) => (Some(wanted).filter(|wanted| !wanted.is_empty()), None),
            Some(Err(why)) => (None, Some(why)),
        };
        self.refused = refused;
        self.task.ask(wanted);
        follow(&mut self.task, cx);
    }

    /// Stops thinking; what is known stays.
    pub fn stop(&mut self) {
        self.task.stop();
    }

    /// Thinks again after it was stopped.
    pub fn ask_again(&mut self) {
        self.task.ask_again();
    }

    /// What it is at, for the status bar.
    #[must_use]
    pub fn work(&self) -> Option<&Monitor> {
        self.task.work()
    }

    /// Whether an answer is still awaited.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.task.is_busy()
    }

    /// What is asked.
    fn asked(&self) -> &[AdviceRequest] {
        self.task.question().map_or(&[], Vec::as_slice)
    }

    /// Whether the player has nothing to say about the card.
    fn is_silent(&self) -> bool {
        self.task.answers().iter().any(|part| matches!(part, AdvicePart::Card(None)))
    }

    /// The recommendations for a card.
    #[must_use]
    pub fn card(&self) -> Option<&Advice> {
        self.task.find(|part| if let AdvicePart::Card(advice) = part { advice.as_ref() } else { None })
    }

    /// Where it thinks that the hidden cards lie.
    #[must_use]
    pub fn beliefs(&self) -> Option<&[CardBelief]> {
        self.task.find(
            |part| if let AdvicePart::Beliefs(beliefs) = part { Some(beliefs.as_slice()) } else { None },
        )
    }

    /// The games and discards, best first.
    #[must_use]
    pub fn game(&self) -> Option<&[Offer]> {
        self.task
            .find(|part| if let AdvicePart::Game(offers) = part { Some(offers.as_slice()) } else { None })
    }

    /// What ten cards promise.
    #[must_use]
    pub fn forecast(&self) -> Option<&Forecast> {
        self.task
            .find(|part| if let AdvicePart::Bid(forecast) = part { Some(forecast.as_ref()) } else { None })
    }
}

/// How it thinks here: a person who asks waits a second gladly, and a share of eight deals convinces nobody.
#[must_use]
pub fn style() -> Style {
    Style { effort: 5.0, ..Style::default() }
}

/// Answers, one part after the other. Runs on a background thread; what was interrupted is not told.
fn answer(asked: &[AdviceRequest], job: &JobContext<AdvicePart>) {
    let mut player = Player::with_resources(Tables::shipped(), style(), job.share().resources());
    player.stop_on(job.monitor().limits().cancel);
    for ask in asked {
        let part = match ask {
            AdviceRequest::Card(sight) => AdvicePart::Card(player.advise(sight)),
            AdviceRequest::Game(sight) => AdvicePart::Game(player.offers(sight)),
            AdviceRequest::Bid(sight) => AdvicePart::Bid(Box::new(forecast(sight, &mut player))),
        };
        if job.monitor().is_stopped() {
            return;
        }
        job.tell(part);
        if let AdviceRequest::Card(sight) = ask
            && let Some(beliefs) = player.beliefs(sight)
        {
            job.tell(AdvicePart::Beliefs(beliefs));
        }
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
