//! What the AI would do in the position that lies on the table.

use super::{Compose, Tab};
use crate::app::advice::{self, NoAdvice};
use crate::app::widgets::fields::caption;
use crate::app::{Cx, Workspace};
use crate::problems;
use crate::rules::Auction;
use egui::Ui;

impl Compose {
    /// Asks the player while its page is shown.
    pub(super) fn follow_advice(&mut self, cx: &mut Cx<'_>) {
        let shown = self.tab == Tab::Advice && cx.settings.workspace == Workspace::Compose;
        let wanted = shown.then(|| match (self.verdict.position(), self.verdict.problems().first()) {
            (Some(position), _) => advice::about(position, &Auction::default(), |_| true),
            (None, Some(problem)) => Err(NoAdvice::Wrong(problems::problem(&cx.words, problem))),
            (None, None) => Err(NoAdvice::Empty),
        });
        self.pages.adviser.follow(wanted, cx);
    }

    pub(super) fn advice_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        // WorkspaceView for the bar that scrolls.
        ui.set_width(ui.available_width() - 10.0);
        let goals = self.verdict.position().map(|position| (position.goal(), self.document().goal));
        if let Some((own, Some(other))) = goals
            && own != other
        {
            caption(ui, &words.fill("advice.other_goal", &[("goal", &words.goal(own))]));
        }
        let clicked = advice::panel_ui(ui, &mut self.pages.adviser, words.t("advice.select"), cx);
        self.selected = clicked.or(self.selected);
    }

    /// What the player says, for tests.
    #[must_use]
    pub fn adviser(&self) -> &advice::Adviser {
        &self.pages.adviser
    }
}
