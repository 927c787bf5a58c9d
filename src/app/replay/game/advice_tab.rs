//! What the AI would do at the moment of the game that is shown: bid, choose, discard, play.

use super::GamePage;
use super::view::{GameTab, GameView};
use crate::app::Cx;
use crate::app::advice::{self, AdviceRequest, NoAdvice};
use crate::app::widgets::fields::caption;
use crate::archive::walk::Stage;
use crate::deal::View;
use crate::player::Sight;
use crate::rules::Seat;
use egui::{ScrollArea, Ui};

impl GameView {
    /// What to ask at this moment. Whose cards are not seen, of him nothing is asked.
    fn asks(&self) -> Result<Vec<AdviceRequest>, NoAdvice> {
        if self.playing.is_some() {
            return Err(NoAdvice::Falling);
        }
        let game = &self.walk.game;
        let sees = |seat: Seat| self.view == View::Open || self.view == View::Seat(seat);
        let whole = game.auction(game.bidding.len());
        let said = match self.walk.stage() {
            Stage::Dealt => 0,
            Stage::Said(words) => words,
            Stage::Skat => {
                let declarer = game.play.as_ref().map(|play| play.declarer).ok_or(NoAdvice::Passed)?;
                let sight = Sight::with_skat(&game.deal, declarer, &whole);
                return if sees(declarer) {
                    Ok(vec![AdviceRequest::Game(sight)])
                } else {
                    Err(NoAdvice::Hidden(declarer))
                };
            }
            Stage::Cards(_) => {
                let position = self.walk.position().ok_or(NoAdvice::Finished)?;
                return advice::about(position, &whole, sees);
            }
        };
        let auction = game.auction(said);
        // When the last word is said, the winner decides between the skat and a hand game.
        let seat = auction.turn().or(auction.winner()).ok_or(NoAdvice::Passed)?;
        if !sees(seat) {
            return Err(NoAdvice::Hidden(seat));
        }
        Ok(vec![AdviceRequest::Bid(Sight::bidding(&game.deal, seat, &auction))])
    }
}

impl GamePage {
    /// Asks the player while its page is shown.
    pub(super) fn follow_advice(&mut self, shown: bool, cx: &mut Cx<'_>) {
        let game = self.game.as_ref().filter(|game| shown && game.tab == GameTab::Advice);
        self.adviser.follow(game.map(GameView::asks), cx);
    }

    pub(super) fn advice_ui(&mut self, ui: &mut Ui, cx: &mut Cx<'_>) {
        let words = cx.words;
        let mut clicked = None;
        ScrollArea::vertical().auto_shrink(false).id_salt("advice").show(ui, |ui| {
            ui.set_width(ui.available_width() - 10.0);
            clicked = advice::panel_ui(ui, &mut self.adviser, words.t("advice.try"), cx);
            let next = self.game.as_ref().and_then(|game| game.walk.next_played());
            if let (Some(advice), Some((_, played))) = (self.adviser.card(), next) {
                let same = advice.card() == Some(played);
                let key = if same { "advice.was_same" } else { "advice.was_played" };
                caption(ui, &words.fill(key, &[("card", &words.card(played))]));
            }
        });
        if let Some(card) = clicked {
            self.play(card, cx);
        }
    }
}
