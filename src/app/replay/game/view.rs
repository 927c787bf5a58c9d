//! The game that is shown: where one is in it, who looks, and what is known about it.

use crate::archive::analysis::{self, CardAnalysis, GameAnalysis, News};
use crate::archive::ask::{Ask, PositionAsk};
use crate::archive::notes::Note;
use crate::archive::walk::{Stage, Walk};
use crate::archive::{Record, RecordedGame};
use crate::cards::Card;
use crate::deal::{Place, Position, View};
use crate::knowledge::Knowledge;
use crate::rules::Seat;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
    /// What others did here.
    Explorer,
    /// What the person writes about it.
    Notes,
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
    /// Whose cards are seen.
    pub view: View,
    /// Who sits at the bottom.
    pub bottom: Seat,
    /// What the panel shows.
    pub tab: GameTab,
    /// When the next card falls by itself.
    pub playing: Option<Instant>,
    /// The stage that the course shows already.
    pub(super) followed: Option<Stage>,
    belief: Option<Belief>,
    /// What is written about it.
    pub note: Note,
    /// The archive's file, if it is one.
    pub(super) archive: Option<PathBuf>,
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
            view,
            bottom: bottom.or(declarer).unwrap_or(Seat::Forehand),
            tab: GameTab::default(),
            playing: None,
            followed: None,
            belief: None,
            note: Note::default(),
            archive: None,
        }
    }

    /// The question for games with this position, as it is seen now.
    #[must_use]
    pub fn question(&self, alike: bool) -> Option<Ask> {
        let position = self.walk.position()?.with_view(self.view);
        Some(Ask::Position(Box::new(PositionAsk { position, alike })))
    }

    /// Takes what the analysis has found.
    pub fn apply(&mut self, news: News) {
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

    /// How many cards are mistakes: not those that nobody could see, nor those that are open.
    #[must_use]
    pub fn mistake_count(&self) -> usize {
        let cards = self.analysis.iter().flat_map(|analysis| &analysis.cards);
        cards.filter(|card| card.judgement.is_mistake()).count()
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
