//! Choosing a game and what is announced with it.

use super::cards::Deck;
use super::fields::option;
use crate::app::theme::Tokens;
use crate::cards::Suit;
use crate::rules::{Contract, Game};
use crate::words::{Faces, Words};
use egui::{Rect, Ui, vec2};

/// The games in the order players name them.
pub const GAMES: [Game; 6] = [
    Game::Suit(Suit::Clubs),
    Game::Suit(Suit::Spades),
    Game::Suit(Suit::Hearts),
    Game::Suit(Suit::Diamonds),
    Game::Grand,
    Game::Null,
];

/// What is announced, in the order hand, schneider, schwarz, ouvert.
#[must_use]
pub fn announcements(contract: Contract) -> [bool; 4] {
    [contract.is_hand(), contract.announces_schneider(), contract.announces_schwarz(), contract.is_ouvert()]
}

/// A row of games; returns the one clicked. `name` is what a screen reader says before each.
pub fn game_choice(
    ui: &mut Ui,
    name: &str,
    current: Option<Game>,
    games: &[Game],
    deck: &Deck<'_>,
) -> Option<Game> {
    let words = deck.texts;
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for &game in games {
            let on = current == Some(game);
            let said = words.game(game);
            let accessible = format!("{name}: {said}");
            let response = match game {
                Game::Suit(suit) => {
                    let response = option(ui, on, "        ", &accessible).on_hover_text(said);
                    let centre = response.rect.center();
                    if on {
                        let paper = deck.tokens.card.face;
                        ui.painter().rect_filled(
                            Rect::from_center_size(centre, vec2(24.0, 24.0)),
                            4.0,
                            paper,
                        );
                        let colour = Tokens::suit(suit, words.faces == Faces::TwoColour);
                        deck.pip(ui.painter(), centre, 18.0, suit, colour, paper);
                    } else {
                        deck.text_pip(ui.painter(), centre, 19.0, suit);
                    }
                    response
                }
                _ => option(ui, on, said, &accessible),
            };
            if response.clicked() {
                chosen = Some(game);
            }
        }
    });
    chosen
}

/// Boxes for those announcements that are offered (by their place in [`announcements`]); returns the contract
/// if one was ticked or taken away.
pub fn announcement_choice(
    ui: &mut Ui,
    contract: Contract,
    offered: &[usize],
    words: &Words,
) -> Option<Contract> {
    let names = [
        words.t("contract.hand"),
        words.t("contract.schneider"),
        words.t("contract.schwarz"),
        words.t("contract.ouvert"),
    ];
    let now = announcements(contract);
    let mut said = now;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        for &i in offered {
            ui.checkbox(&mut said[i], names[i]);
        }
    });
    if said == now {
        return None;
    }
    // Taking one away takes those that rest on it; adding one brings what it rests on.
    let off = (0..4).find(|&i| now[i] && !said[i]);
    if let (Some(off), false) = (off, contract.game() == Game::Null) {
        said[off..].fill(false);
    }
    let [hand, schneider, schwarz, ouvert] = said;
    Contract::new(contract.game(), hand, schneider, schwarz, ouvert)
}
