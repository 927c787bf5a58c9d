//! The game that is shown: where one is in it, who looks, and what is known about it.

use super::walk::Walk;
use crate::app::common::evaluation::{EvaluationRequest, Judgement, Values, judge};
use crate::app::debounce::is_due;
use crate::app::settings::{Settings, Shown};
use crate::archive::analysis::{self, CardAnalysis, GameAnalysis, News};
use crate::archive::{Record, RecordedGame};
use crate::cards::Card;
use crate::deal::{Place, Position, View};
use crate::engine::Engine;
use crate::knowledge::Knowledge;
use crate::rules::{Seat, Side};
use std::time::{Duration, Instant};

/// The hand rests so long before the values of a position are asked for.
const PAUSE: Duration = Duration::from_millis(160);
/// The topic of its engine.
pub const TOPIC: &str = "replay values";

/// What the panel beside the table shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameTab {
    /// The moves, trick by trick.
    #[default]
    Moves,
    /// What was given away.
    Mistakes,
    /// What a player can know.
    Belief,
    /// What the AI would do.
    Advice,
}

/// A game on the table.
pub struct GameView {
    /// Its row in the index.
    pub row: u32,
    /// Its key among the results.
    pub key: u64,
    /// Where one is in it.
    pub walk: Walk,
    /// What the analysis has found so far.
    pub analysis: Option<GameAnalysis>,
    /// Whether an analysis is under way.
    pub thinking: bool,
    /// Whose cards are seen.
    pub view: View,
    /// Who sits at the bottom.
    pub bottom: Seat,
    /// What the panel shows.
    pub tab: GameTab,
    /// When the next card falls by itself.
    pub playing: Option<Instant>,
    /// The values of the position that is shown.
    pub live: Live,
    belief: Option<Belief>,
}

/// What a player can know in a position.
pub struct Belief {
    /// The position.
    position: Position,
    /// Whose knowledge.
    pub viewer: Seat,
    /// How many deals he cannot rule out.
    pub worlds: u64,
    /// Where each unseen card may be.
    pub matrix: Vec<(Card, [f64; 4])>,
    /// What he sees, and where.
    pub seen: Vec<(Card, Place)>,
}

impl GameView {
    /// Puts a game on the table.
    #[must_use]
    pub fn new(
        row: u32,
        key: u64,
        record: Record,
        game: RecordedGame,
        view: View,
        bottom: Option<Seat>,
    ) -> GameView {
        let declarer = game.play.as_ref().map(|play| play.declarer);
        let analysis = GameAnalysis::begin(&game);
        GameView {
            row,
            key,
            walk: Walk::new(record, game),
            analysis,
            thinking: false,
            view,
            bottom: bottom.or(declarer).unwrap_or(Seat::Forehand),
            tab: GameTab::default(),
            playing: None,
            live: Live::default(),
            belief: None,
        }
    }

    /// Takes what the analysis has found.
    pub fn apply(&mut self, news: News) {
        if matches!(news, News::Done { .. }) {
            self.thinking = false;
        }
        if let Some(analysis) = &mut self.analysis {
            analysis.enter(news);
        }
    }

    /// The finding about the card that was played last, in the game itself.
    #[must_use]
    pub fn finding(&self) -> Option<&CardAnalysis> {
        if self.walk.variation().is_some() {
            return None;
        }
        let (number, _) = self.walk.last_played()?;
        self.analysis.as_ref()?.cards.get(number)
    }

    /// Numbers of the cards that are worth a stop, in the order they fell.
    #[must_use]
    pub fn marked(&self) -> Vec<usize> {
        let cards = self.analysis.iter().flat_map(|analysis| &analysis.cards);
        cards.filter(|card| card.judgement.is_marked()).map(|card| card.number).collect()
    }

    /// Goes to the next or previous card that is worth a stop; `false` if there is none.
    pub fn to_marked(&mut self, forward: bool) -> bool {
        // In a game without a marked card, whatever gave points away.
        let mut marked = self.marked();
        if marked.is_empty() {
            let cards = self.analysis.iter().flat_map(|analysis| &analysis.cards);
            marked = cards
                .filter(|card| card.judgement > analysis::Judgement::Fine)
                .map(|card| card.number)
                .collect();
        }
        let here = self.walk.last_played().map(|(number, _)| number);
        let next = if forward {
            marked.iter().find(|&&number| here.is_none_or(|here| number > here))
        } else {
            marked.iter().rev().find(|&&number| here.is_some_and(|here| number < here))
        };
        if let Some(&number) = next {
            self.walk.go_to_card(number + 1);
        }
        next.is_some()
    }

    /// Whose knowledge the belief map shows: the viewer's, else that of whoever is on turn.
    #[must_use]
    pub fn believer(&self) -> Option<Seat> {
        match self.view {
            View::Seat(seat) => Some(seat),
            View::Open => {
                let position = self.walk.position()?;
                Some(position.turn().unwrap_or(position.declarer()))
            }
        }
    }

    /// What a seat can know now; `None` before the announcement.
    pub fn belief(&mut self, viewer: Seat) -> Option<&Belief> {
        let position = self.walk.position()?;
        let known = self.belief.as_ref();
        if known.is_none_or(|belief| belief.viewer != viewer || belief.position != *position) {
            let knowledge = Knowledge::of(position, viewer).ok()?;
            let own = position.hand(viewer).iter().map(|card| (card, Place::Hand(viewer)));
            let mut seen: Vec<(Card, Place)> = own.collect();
            for card in knowledge.seen() - position.hand(viewer) {
                let skat = position.skat().has(card);
                let place = if skat { Place::Skat } else { Place::Hand(position.declarer()) };
                seen.push((card, place));
            }
            self.belief = Some(Belief {
                position: position.clone(),
                viewer,
                worlds: knowledge.count(),
                matrix: knowledge.matrix(),
                seen,
            });
        }
        self.belief.as_ref()
    }

    /// Lets the next card fall when it is time. Returns how long to wait for the one after.
    pub fn autoplay(&mut self, pace: Duration) -> Option<Duration> {
        let due = self.playing?;
        let now = Instant::now();
        if now < due {
            return Some(due - now);
        }
        if self.walk.forward() {
            self.playing = Some(now + pace);
            return Some(pace);
        }
        self.playing = None;
        None
    }
}

/// The values of one position.
#[derive(Default)]
pub struct Live {
    about: Option<Position>,
    due: Option<Instant>,
    thinking: bool,
    open: Option<Values>,
    guaranteed: Option<Values>,
}

impl Live {
    /// Asks for the values of a position once the hand rests on it.
    pub fn follow(
        &mut self,
        position: Option<&Position>,
        engine: &mut Engine<Judgement>,
        settings: &Settings,
        ctx: &egui::Context,
    ) {
        let wanted = position.filter(|position| position.turn().is_some() && settings.values);
        if self.about.as_ref() != wanted {
            *self = Live { about: wanted.cloned(), ..Live::default() };
            engine.cancel(TOPIC);
            if wanted.is_some() {
                self.due = Some(Instant::now() + PAUSE);
            }
        }
        if !is_due(&mut self.due, ctx) {
            return;
        }
        let Some(position) = &self.about else { return };
        let Some(turn) = position.turn() else { return };
        let question =
            EvaluationRequest { position: position.with_view(View::Seat(turn)), goal: position.goal() };
        self.thinking = true;
        engine.submit(TOPIC, move |job| judge(&question, job));
    }

    /// Takes a part of the answer.
    pub fn apply(&mut self, judgement: Judgement) {
        match judgement {
            Judgement::Worlds(..) | Judgement::Chance(_) => {}
            Judgement::Open(values) => self.open = Some(values),
            Judgement::Guaranteed(values) => self.guaranteed = Some(values),
        }
    }

    /// Nothing more will come.
    pub fn rest(&mut self) {
        self.thinking = false;
    }

    /// Whether an answer is still awaited.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.thinking || self.due.is_some()
    }

    /// With all cards seen.
    #[must_use]
    pub fn open(&self) -> Option<&Values> {
        self.open.as_ref()
    }

    /// From the knowledge of whoever is on turn.
    #[must_use]
    pub fn guaranteed(&self) -> Option<&Values> {
        self.guaranteed.as_ref()
    }

    /// The values that stand on the cards.
    #[must_use]
    pub fn shown(&self, shown: Shown) -> Option<&Values> {
        let values = match shown {
            Shown::Guaranteed | Shown::Chance => &self.guaranteed,
            Shown::Open => &self.open,
        };
        values.as_ref().filter(|values| !values.cards.is_empty())
    }

    /// The best cards by the values shown.
    #[must_use]
    pub fn best(&self, shown: Shown) -> Vec<Card> {
        let (Some(values), Some(side)) = (self.shown(shown), self.side()) else { return Vec::new() };
        values.best(side)
    }

    /// The side on turn.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        let position = self.about.as_ref()?;
        Some(position.turn()?.side(position.declarer()))
    }
}
