//! Joining in: whole games against two others who are played by the program, from the bidding to the score list.
//!
//! A [`Game`] knows the rules of a game's course, [`think`] asks the others, [`ScoreList`] writes down what came
//! of it; here they meet. Nothing moves while another page is shown, so that nobody misses a card.

mod actions;
mod judge;
mod panel;
mod score_sheet;
mod table;

use crate::app::Cx;
use crate::app::advice::{AdviceRequest, Adviser, NoAdvice};
use crate::app::commands::Command;
use crate::app::common::typing::Typing;
use crate::app::common::{follow, waker};
use crate::app::settings::Settings;
use crate::archive::score_list::{self, ScoreList};
use crate::cards::{Cards, Dice};
use crate::deal::Deal;
use crate::engine::{Monitor, Task, TaskState};
use crate::player::course::{Game, Stage};
use crate::player::{Sight, Style};
use crate::problems;
use crate::rules::{Call, Contract, Seat};
use crate::solving::join_in::decide::{self, Action, Decision};
use crate::solving::join_in::wording;
use crate::storage::DataFolder;
use crate::words::Words;
use judge::Judge;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A finished trick lies so many pauses.
const REST: u32 = 4;

/// How well the others play. None of them sees more than a player at his seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strength {
    /// Fair, with the mistakes of people who play seldom.
    Beginner,
    /// Counts and remembers, and slips now and then.
    Club,
    /// As well as Kiebitz can.
    #[default]
    Best,
}

impl Strength {
    fn style(self) -> Style {
        match self {
            Strength::Beginner => Style::beginner(),
            Strength::Club => Style::club(),
            Strength::Best => Style::default(),
        }
    }
}

/// What is remembered of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Remembered {
    /// How well the others play.
    pub strength: Strength,
    /// Whether a finished trick lies until the person goes on.
    pub wait: bool,
    /// Playing on a server.
    pub server: super::server::Remembered,
}

/// Before the cards are dealt.
#[derive(Clone, Copy, Debug, Default)]
struct Arrival {
    /// Cards that are known already, instead of fresh ones.
    deal: Option<Deal>,
    /// Where the person wants to sit; `None` is drawn.
    seat: Option<Seat>,
}

/// The announcement that is being put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Draft {
    away: Cards,
    contract: Option<Contract>,
    /// A number above the next one that the person thinks of.
    jump: Option<u16>,
}

/// The page.
pub struct JoinIn {
    others: Task<(Style, Decision, Sight), Option<Action>>,
    game: Option<Game>,
    /// The person has not sat down yet, or is about to sit down elsewhere.
    arrival: Option<Arrival>,
    draft: Draft,
    judge: Judge,
    /// What somebody is about to do.
    coming: Option<Action>,
    last: Instant,
    /// Whether a finished trick still lies on the table.
    rests: bool,
    /// Whether the engine was stopped.
    halted: bool,
    /// The record of the game, once it is over.
    record: Option<String>,
    list: ScoreList,
    dice: Dice,
    typing: Typing,
    adviser: Adviser,
    /// Whether the person wants to hear what the program would do in his place.
    advised: bool,
}

impl JoinIn {
    /// The page in this window; `data` is where the score list is kept, if anywhere.
    #[must_use]
    pub fn new(ctx: &egui::Context, data: Option<&DataFolder>) -> JoinIn {
        let clock = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        JoinIn {
            others: Task::new("join in", waker(ctx), decide::ask),
            game: None,
            arrival: Some(Arrival::default()),
            draft: Draft::default(),
            judge: Judge::new(ctx),
            coming: None,
            last: Instant::now(),
            rests: false,
            halted: false,
            record: None,
            list: ScoreList::new(data),
            dice: Dice::new(clock.map_or(1, |time| time.as_nanos() as u64)),
            typing: Typing::default(),
            adviser: Adviser::new(ctx),
            advised: false,
        }
    }

    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.game.as_ref().filter(|_| self.arrival.is_none())
    }

    /// The score list.
    #[must_use]
    pub fn list(&self) -> &ScoreList {
        &self.list
    }

    /// Whether the finished trick still lies on the table.
    #[must_use]
    pub fn trick_rests(&self) -> bool {
        self.rests
    }

    fn is_under_way(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.stage() != Stage::Over)
    }

    /// Sits down: goes on with the game that is under way, or deals the next one, or asks where to sit.
    pub fn arrive(&mut self) {
        if self.game.is_none() {
            self.arrival.get_or_insert_default();
        } else if self.is_under_way() {
            self.arrival = None;
        } else {
            self.deal_again();
        }
    }

    /// Asks where to sit with these cards.
    pub fn arrive_with(&mut self, deal: Deal, seat: Option<Seat>) {
        self.arrival = Some(Arrival { deal: Some(deal), seat });
    }

    fn sit_down(&mut self) {
        let Some(Arrival { deal, seat }) = self.arrival else { return };
        let seat = seat.unwrap_or_else(|| Seat::ALL[self.dice.below(3) as usize]);
        let game = Game::new(deal.unwrap_or_else(|| Deal::random(&mut self.dice)), seat, deal.is_none());
        self.begin(game);
    }

    /// The next deal: everybody's seat moves on.
    fn deal_again(&mut self) {
        let Some(game) = &self.game else { return };
        // The dealer's left neighbour leads, and the deal goes to the left.
        let me = game.me().after(2);
        let game = Game::new(Deal::random(&mut self.dice), me, true);
        self.begin(game);
    }

    fn same_again(&mut self) {
        if let Some(game) = self.game.as_ref().map(Game::again) {
            self.begin(game);
        }
    }

    fn begin(&mut self, game: Game) {
        self.others.forget();
        self.game = Some(game);
        self.arrival = None;
        self.draft = Draft::default();
        self.judge.forget();
        self.coming = None;
        self.last = Instant::now();
        self.rests = false;
        self.halted = false;
        self.record = None;
        self.typing = Typing::default();
    }

    /// Hears the others and lets them play; `shown` is whether anybody looks.
    pub fn update(&mut self, shown: bool, cx: &mut Cx<'_>) {
        follow(&mut self.others, cx);
        self.halted |= matches!(self.others.state(), TaskState::Failed(_));
        for action in self.others.take() {
            self.halted |= action.is_none();
            self.coming = action;
        }
        let wanted = self.wants_advice().filter(|_| shown);
        self.adviser.follow(wanted, cx);
        if !shown {
            return;
        }
        if let Err(error) = self.list.read() {
            let why = problems::io_error(&cx.words, &error);
            cx.toasts.problem(cx.words.fill("join.unread", &[("why", &why)]));
        }
        if self.arrival.is_some() {
            return;
        }
        let pause = Duration::from_secs_f32(cx.settings.cards.pause.clamp(0.0, 5.0));
        if let Some(wait) = self.flow(pause, cx.settings.join_in.wait) {
            cx.ctx.request_repaint_after(wait);
        }
        self.note(cx);
        self.judge.follow(&mut self.game, cx);
        self.ask(cx.settings);
    }

    /// What the person wants to be advised on: his own decision, with what he sees.
    fn wants_advice(&self) -> Option<Result<Vec<AdviceRequest>, NoAdvice>> {
        let game = self.game().filter(|game| self.advised && game.is_my_turn())?;
        let sight = game.sight(game.me())?;
        Some(Ok(vec![match game.stage() {
            Stage::Bidding | Stage::Choosing | Stage::Announcing { hand: true } => AdviceRequest::Bid(sight),
            Stage::Announcing { hand: false } => AdviceRequest::Game(sight),
            Stage::Playing => AdviceRequest::Card(sight),
            Stage::Over => return None,
        }]))
    }

    /// Lets happen what is due; returns how long to wait for the next.
    fn flow(&mut self, pause: Duration, wait: bool) -> Option<Duration> {
        if self.rests {
            if wait {
                return None;
            }
            let left = (pause * REST).saturating_sub(self.last.elapsed());
            if !left.is_zero() {
                return Some(left);
            }
            self.rests = false;
        }
        let deed = self.coming?;
        let left = pause.saturating_sub(self.last.elapsed());
        if !left.is_zero() {
            return Some(left);
        }
        self.coming = None;
        self.carry_out(deed);
        Some(Duration::ZERO)
    }

    /// Somebody else does something.
    fn carry_out(&mut self, deed: Action) {
        let Some(game) = &mut self.game else { return };
        let done = match deed {
            Action::Call(call) => game.call(call) || game.call(Call::Pass),
            Action::Take => {
                game.choose(false);
                true
            }
            Action::Announce(contract, discard) => {
                game.choose(contract.is_hand());
                game.announce(contract, discard).is_ok()
            }
            Action::Card(card) => {
                let card = Some(card).filter(|&card| game.playable().has(card));
                card.or_else(|| game.playable().iter().next()).is_some_and(|card| game.play(card).is_ok())
            }
        };
        self.halted |= !done;
        self.happened();
    }

    fn happened(&mut self) {
        self.last = Instant::now();
        let seen = self.game.as_ref().and_then(Game::seen);
        self.rests = seen.is_some_and(|seen| seen.trick().is_empty() && !seen.history().is_empty());
    }

    /// Asks whoever has to do something, unless it is the person.
    fn ask(&mut self, settings: &Settings) {
        let Some(game) = &self.game else { return };
        if self.halted || self.coming.is_some() || self.others.is_busy() {
            return;
        }
        let question = match game.stage() {
            Stage::Bidding => Decision::Call,
            Stage::Choosing => Decision::Skat,
            Stage::Announcing { .. } => Decision::Announce,
            Stage::Playing => Decision::Card,
            Stage::Over => return,
        };
        let Some(seat) = game.turn().filter(|&seat| seat != game.me()) else { return };
        let Some(sight) = game.sight(seat) else { return };
        self.others.begin((settings.join_in.strength.style(), question, sight));
    }

    /// Writes down what has come to an end.
    fn note(&mut self, cx: &mut Cx<'_>) {
        let Some(game) = &self.game else { return };
        let Some(played) = game.played().filter(|_| self.record.is_none()) else { return };
        let record = self.list.record(played, game.me(), cx.words.t("join.you"));
        self.record = Some(record.to_string());
        if !game.counts() {
            return;
        }
        if let Err(error) = self.list.note(score_list::line(played, game.me()), &record) {
            let why = problems::io_error(&cx.words, &error);
            cx.toasts.problem(cx.words.fill("join.unwritten", &[("why", &why)]));
        }
    }

    /// Carries out a command of its own.
    pub fn run(&mut self, command: Command, cx: &mut Cx<'_>) {
        match command {
            Command::GoOn => self.go_on(),
            Command::SayBid => {
                if let Some(call) = self.yes() {
                    self.say(call);
                }
            }
            Command::PassBid => self.say(Call::Pass),
            Command::TypeCards => self.typing.focus(""),
            Command::Advice => self.advised = !self.advised,
            Command::CopyLine => {
                if let Some(seen) = self.game().and_then(Game::seen) {
                    cx.ctx.copy_text(seen.to_string());
                    cx.toasts.done(cx.words.t("copy.done"));
                }
            }
            _ => {}
        }
    }

    /// Whether a command of its own has something to do.
    #[must_use]
    pub fn can_run(&self, command: Command) -> bool {
        let Some(game) = self.game() else { return false };
        match command {
            Command::GoOn => self.can_go_on(),
            Command::SayBid => self.yes().is_some(),
            Command::PassBid => game.stage() == Stage::Bidding && game.is_my_turn(),
            Command::TypeCards => game.is_my_turn() && game.stage() != Stage::Bidding,
            Command::CopyLine => game.seen().is_some(),
            Command::Advice => game.stage() != Stage::Over,
            _ => false,
        }
    }

    /// What the others are at, for the status bar.
    pub fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        if let Some(monitor) = self.adviser.work() {
            return Some((words.t("status.advice").into(), monitor));
        }
        if let Some(work) = self.judge.work(words) {
            return Some(work);
        }
        let monitor = self.others.work()?;
        let game = self.game()?;
        let name = wording::name(game.turn()?, game.me(), words);
        Some((words.fill("join.thinks", &[("name", &name)]), monitor))
    }

    /// Stops the others; a click on the table lets them go on.
    pub fn stop(&mut self) {
        self.halted |= self.others.is_busy();
        self.others.forget();
        self.adviser.stop();
        self.judge.stop();
    }

    /// What is shown, for the title.
    #[must_use]
    pub fn name(&self, words: &Words) -> String {
        match self.game().and_then(Game::announced) {
            Some((_, contract)) => words.contract(contract),
            None => words.t("join.title").into(),
        }
    }
}
