//! What the person does at the table.

use super::{Draft, Game, JoinIn, Stage};
use crate::app::Cx;
use crate::app::view::Request;
use crate::cards::Card;
use crate::deal::{Deal, Problem};
use crate::problems;
use crate::rules::{Asked, Call, Contract, Game as Kind, next_bid};
use crate::solving::join_in::wording;

impl JoinIn {
    /// The person says something in the auction.
    pub(super) fn say(&mut self, call: Call) {
        if let Some(game) = self.game.as_mut().filter(|game| game.is_my_turn())
            && game.call(call)
        {
            self.draft.jump = None;
            self.happened();
        }
    }

    /// What the person would say if he does not pass: the number he thinks of, the next one, or yes.
    pub(super) fn yes(&self) -> Option<Call> {
        let game = self.game.as_ref().filter(|game| game.stage() == Stage::Bidding && game.is_my_turn())?;
        match game.auction().asked() {
            Asked::Hold(_) => Some(Call::Hold),
            Asked::Number => {
                let next = next_bid(game.auction().bid())?;
                Some(Call::Bid(self.draft.jump.filter(|&jump| jump > next).unwrap_or(next)))
            }
        }
    }

    pub(super) fn choose(&mut self, hand: bool) {
        if let Some(game) = self.game.as_mut().filter(|game| game.is_my_turn()) {
            game.choose(hand);
            self.draft = Draft::default();
            self.happened();
        }
    }

    pub(super) fn announce(&mut self, cx: &mut Cx<'_>) {
        let Some(game) = self.game.as_mut().filter(|game| game.is_my_turn()) else { return };
        let Some(contract) = self.draft.contract else { return };
        match game.announce(contract, Some(self.draft.away)) {
            Ok(()) => {
                self.draft = Draft::default();
                self.happened();
            }
            Err(refusal) => cx.toasts.problem(wording::refusal(refusal, &cx.words)),
        }
    }

    /// The game by which the person's cards are sorted.
    pub(super) fn sorting(&self) -> Kind {
        let announced = self.game.as_ref().and_then(Game::announced).map(|(_, contract)| contract);
        announced.or(self.draft.contract).map_or(Kind::Grand, Contract::game)
    }

    /// A card was clicked or typed.
    pub(super) fn touch(&mut self, card: Card, cx: &mut Cx<'_>) {
        let Some(game) = &mut self.game else { return };
        let words = cx.words;
        let own = game.hand().has(card);
        match game.stage() {
            Stage::Announcing { hand: false } if game.is_my_turn() => {
                let away = &mut self.draft.away;
                if away.remove(card) || !own {
                    return;
                }
                if away.len() < Deal::SKAT {
                    away.insert(card);
                } else {
                    cx.toasts.done(words.t("join.two_away"));
                }
            }
            Stage::Playing if own && game.is_my_turn() => match game.play(card) {
                Ok(()) => self.happened(),
                Err(Problem::Revoke { card, had, .. }) => {
                    let (card, had) = (words.card(card), words.card(had));
                    let text = words.fill("join.revoke", &[("card", &card), ("had", &had)]);
                    cx.toasts.problem(text);
                }
                Err(problem) => cx.toasts.problem(problems::problem(&words, &problem)),
            },
            Stage::Playing | Stage::Over if self.can_go_on() => self.go_on(),
            Stage::Playing if own => cx.toasts.done(words.t("join.not_yet")),
            Stage::Bidding | Stage::Choosing if own => cx.toasts.done(words.t("join.not_announced")),
            _ => {}
        }
    }

    pub(super) fn can_go_on(&self) -> bool {
        self.arrival.is_none() && (self.rests || self.halted)
    }

    pub(super) fn go_on(&mut self) {
        self.rests = false;
        self.halted = false;
    }

    /// Opens the game in Replay.
    pub(super) fn to_replay(&self, cx: &mut Cx<'_>) {
        cx.requests.extend(self.record.clone().map(Request::Replay));
    }
}
