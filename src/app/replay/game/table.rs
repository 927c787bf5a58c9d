//! The table as Replay fills it in.

use super::view::GameView;
use crate::app::Cx;
use crate::app::common::evaluation::Values;
use crate::app::widgets::cards::Look;
use crate::app::widgets::shown::{Visibility, table_of};
use crate::app::widgets::table::{SeatModel, Slot, TableModel};
use crate::archive::walk::Stage;
use crate::archive::{End, Said};
use crate::cards::{Card, Cards};
use crate::deal::{Position, View};
use crate::rules::{BySeat, Game, Seat, Side};
use crate::words::Words;

impl GameView {
    /// Everything the table shows now.
    #[must_use]
    pub fn table_model(&self, values: Option<&Values>, cx: &Cx<'_>) -> TableModel {
        match self.walk.position() {
            Some(position) => self.play_model(position, values, cx),
            None => self.bidding_model(cx),
        }
    }

    fn sees(&self, seat: Seat) -> bool {
        self.view == View::Open || self.view == View::Seat(seat)
    }

    /// Player and role beside the seat's name.
    fn note(&self, seat: Seat, words: &Words) -> String {
        let player = self.walk.record.players[seat.index()].as_deref().unwrap_or("");
        let role = match &self.walk.game.play {
            Some(play) if matches!(self.walk.stage(), Stage::Cards(_) | Stage::Skat) => {
                if play.declarer == seat { words.t("role.declarer") } else { words.t("role.defender") }
            }
            _ => "",
        };
        let mut parts = vec![player, role];
        parts.retain(|part| !part.is_empty());
        parts.join(" · ")
    }

    fn bidding_model(&self, cx: &Cx<'_>) -> TableModel {
        let words = cx.words;
        let hands = self.walk.hands();
        let said = match self.walk.stage() {
            Stage::Said(n) => n,
            Stage::Dealt => 0,
            _ => self.walk.game.bidding.len(),
        };
        let words_said = &self.walk.game.bidding[..said];
        let open_skat = self.view == View::Open;
        let taken = self.walk.stage() == Stage::Skat;
        let slots = |cards: Cards, open: bool| -> Vec<Slot> {
            let skat = self.walk.game.deal.skat();
            let slot = |card: Card| Slot {
                card: open.then_some(card),
                look: Look { selected: taken && open && skat.has(card), ..Look::default() },
            };
            Game::Grand.sorted(cards).into_iter().map(slot).collect()
        };
        let skat = if taken { Cards::NONE } else { self.walk.game.deal.skat() };
        TableModel {
            bottom: self.bottom,
            seats: BySeat::from_fn(|seat| SeatModel {
                name: words.seat(seat).into(),
                note: self.note(seat, &words),
                slots: slots(hands[seat], self.sees(seat)),
                on_turn: words_said.last().is_some_and(|(who, _)| *who == seat),
                chosen: false,
            }),
            skat: SeatModel {
                name: words.t("place.skat").into(),
                slots: slots(skat, open_skat),
                ..SeatModel::default()
            },
            trick: Vec::new(),
            last_trick: Vec::new(),
            last_trick_name: String::new(),
            heading: stage_name(&words, self.walk.stage()).into(),
            score: Vec::new(),
            balance: None,
            hint: bidding_lines(&words, words_said),
            middle_name: words.t("table.middle").into(),
            asked: Vec::new(),
        }
    }

    fn play_model(&self, position: &Position, values: Option<&Values>, cx: &Cx<'_>) -> TableModel {
        let words = cx.words;
        let sight = match self.view {
            View::Open => Visibility::All,
            View::Seat(seat) if cx.settings.possible => Visibility::Knowledge(seat),
            View::Seat(seat) => Visibility::Player(seat),
        };
        let look = |card: Card| self.card_look(card, position, values, cx);
        let mut model = table_of(position, position.goal(), sight, self.bottom, &words, look);
        for seat in Seat::ALL {
            model.seats[seat].note = self.note(seat, &words);
        }
        model.hint = words.t("replay.hint").into();
        self.end_score(position, &mut model, &words);
        // A trick stays on the table until the next card falls.
        let plays = position.history();
        if let Some(from) = plays.len().checked_sub(3).filter(|_| position.trick().is_empty()) {
            let trick = &plays[from..];
            let slot = |card: Card| Slot { card: Some(card), look: Look::default() };
            model.trick = trick.iter().map(|play| (play.seat, slot(play.card))).collect();
            // One trick at a time is enough to look at.
            model.last_trick.clear();
            if let [a, b, c] = trick {
                let winner = trick[position.game().trick_winner([a.card, b.card, c.card])].seat;
                model.score.push(words.fill("replay.takes", &[("seat", &words.seat(winner))]));
            }
        }
        model
    }

    /// At the end the score is that of the game: the skat counts, and what was left goes where the rules say.
    fn end_score(&self, position: &Position, model: &mut TableModel, words: &Words) {
        let count = &self.walk.game.count;
        let at_end = self.walk.variation().is_none() && self.walk.cards() == Some(count.cards);
        let shared = matches!(count.end, End::Played | End::DefendersGaveUp);
        let counted = shared || matches!(count.end, End::DeclarerGaveUp | End::Decided);
        if !at_end || !counted || position.game() == Game::Null {
            return;
        }
        let own = count.tally.declarer_points;
        let other = if shared { 120 - own } else { position.points(Side::Defenders) };
        if let Some(line) = model.score.first_mut() {
            *line = words.fill("table.points_with_skat", &[("own", &own), ("other", &other)]);
        }
        if let Some(balance) = &mut model.balance {
            (balance.declarer, balance.defenders) = (own, other);
        }
    }

    /// The card that was played next, and the values; only on cards that the viewer may see.
    fn card_look(&self, card: Card, position: &Position, values: Option<&Values>, cx: &Cx<'_>) -> Look {
        let mut look = Look::default();
        let Some(turn) = position.turn() else { return look };
        if !self.sees(turn) || !position.hand(turn).has(card) {
            return look;
        }
        look.selected = self.walk.next_played().is_some_and(|(_, next)| next == card);
        if cx.settings.values && position.playable().has(card) {
            let side = turn.side(position.declarer());
            look.badge = values.and_then(|values| values.badge(card, side, &cx.words));
        }
        look
    }
}

/// What happens at a stage before the play.
fn stage_name(words: &Words, stage: Stage) -> &'static str {
    match stage {
        Stage::Dealt => words.t("stage.dealt"),
        Stage::Said(_) => words.t("stage.bidding"),
        Stage::Skat => words.t("stage.skat"),
        Stage::Cards(_) => words.t("stage.play"),
    }
}

/// One word of the bidding.
pub fn said(words: &Words, seat: Seat, said: Said) -> String {
    let seat = words.seat(seat);
    match said {
        Said::Bid(number) => words.fill("bidding.bid", &[("seat", &seat), ("n", &number)]),
        Said::Hold => words.fill("bidding.hold", &[("seat", &seat)]),
        Said::Pass => words.fill("bidding.pass", &[("seat", &seat)]),
    }
}

/// The last words of the bidding, one a line.
fn bidding_lines(words: &Words, all: &[(Seat, Said)]) -> String {
    let from = all.len().saturating_sub(6);
    let lines: Vec<String> = all[from..].iter().map(|&(seat, one)| said(words, seat, one)).collect();
    if lines.is_empty() { words.t("bidding.begins").into() } else { lines.join("\n") }
}
