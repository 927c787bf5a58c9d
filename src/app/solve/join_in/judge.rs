//! Claims during a game, and the review after it.

use super::panel::Act;
use crate::app::Cx;
use crate::app::common::{follow, waker};
use crate::app::theme::GAP;
use crate::app::widgets::fields::{caption, section};
use crate::deal::Position;
use crate::engine::{Monitor, Task};
use crate::player::course::{Game, Stage};
use crate::rules::{Goal, Seat, Side};
use crate::solving::join_in::claim::{self, Claimed};
use crate::solving::join_in::review::{self, Review};
use crate::solving::join_in::wording;
use crate::words::Words;
use egui::Ui;

/// Asks the searches about the person's own game.
pub(super) struct Judge {
    claim: Task<(Position, Goal), Claimed>,
    /// What was said to the last claim.
    claimed: Option<Claimed>,
    review: Task<(Position, Seat), Review>,
    /// Whether the review was asked for.
    asked: bool,
    told: Option<Review>,
}

impl Judge {
    pub(super) fn new(ctx: &egui::Context) -> Judge {
        Judge {
            claim: Task::new("claim", waker(ctx), claim::ask),
            claimed: None,
            review: Task::new("review", waker(ctx), review::ask),
            asked: false,
            told: None,
        }
    }

    /// Another game.
    pub(super) fn forget(&mut self) {
        self.claim.forget();
        self.review.forget();
        (self.claimed, self.told, self.asked) = (None, None, false);
    }

    pub(super) fn stop(&mut self) {
        self.claim.stop();
        self.review.stop();
    }

    pub(super) fn work(&self, words: &Words) -> Option<(String, &Monitor)> {
        let all = [(self.claim.work(), "status.claim"), (self.review.work(), "status.review")];
        all.into_iter().find_map(|(work, key)| Some((words.t(key).into(), work?)))
    }

    /// The person says that the rest is his.
    pub(super) fn claim(&mut self, game: &Game) {
        let rest = game.seen().and_then(|seen| claim::rest(seen, game.me()));
        if let Some(rest) = rest {
            self.claimed = None;
            self.claim.begin(rest);
        }
    }

    /// Hears the searches: a claim that holds ends the game, and a game that is over is looked through.
    pub(super) fn follow(&mut self, game: &mut Option<Game>, cx: &mut Cx<'_>) {
        follow(&mut self.claim, cx);
        follow(&mut self.review, cx);
        let Some(game) = game else { return };
        for claimed in self.claim.take() {
            if let (Claimed::Granted, Some((declarer, _))) = (&claimed, game.announced()) {
                let mine = game.me().side(declarer);
                game.give_up(if mine == Side::Declarer { Side::Defenders } else { Side::Declarer });
            }
            self.claimed = Some(claimed);
        }
        self.told = self.review.take().pop().or(self.told.take());
        if game.stage() == Stage::Over
            && !std::mem::replace(&mut self.asked, true)
            && let Some(open) = game.laid_open()
        {
            self.review.begin((open.clone(), game.me()));
        }
    }

    /// The buttons during a game, and what was said to a claim.
    pub(super) fn claim_ui(&self, ui: &mut Ui, game: &Game, cx: &Cx<'_>, acts: &mut Vec<Act>) {
        let words = cx.words;
        ui.add_space(GAP);
        ui.horizontal_wrapped(|ui| {
            let can = game.seen().is_some_and(|seen| claim::rest(seen, game.me()).is_some());
            let button = egui::Button::new(words.t("join.claim"));
            if ui
                .add_enabled(can && !self.claim.is_busy(), button)
                .on_hover_text(words.t("join.claim.why"))
                .clicked()
            {
                acts.push(Act::Claim);
            }
            if ui.button(words.t("join.concede")).on_hover_text(words.t("join.concede.why")).clicked() {
                acts.push(Act::Concede);
            }
        });
        if let Some(claimed) = &self.claimed {
            caption(ui, &wording::claimed(claimed, game.me(), &words));
        }
    }

    /// What the review says.
    pub(super) fn review_ui(&self, ui: &mut Ui, game: &Game, cx: &Cx<'_>) {
        let words = cx.words;
        if game.laid_open().is_none() {
            return;
        }
        section(ui, words.t("review.title"));
        match &self.told {
            Some(review) => ui.label(wording::review(review, game.me(), &words)),
            None if self.review.is_busy() => caption(ui, words.t("review.thinking")),
            None => caption(ui, words.t("review.stopped")),
        };
        ui.add_space(GAP);
    }
}
