//! The question in words, for every kind of puzzle.

use super::facts;
use crate::cards::Cards;
use crate::deal::{Position, View};
use crate::knowledge::Knowledge;
use crate::puzzle::distributions::Condition;
use crate::puzzle::question::kind;
use crate::puzzle::{Asks, Puzzle};
use crate::rules::{Goal, Seat, Side};
use crate::words::Words;

/// Who plays what.
#[must_use]
pub fn subtitle(puzzle: &Puzzle, words: &Words) -> String {
    let position = &puzzle.position;
    if !kind(puzzle.asks).table(puzzle).contract {
        // The game is asked for.
        return words.seat(position.declarer()).to_string();
    }
    let (seat, contract) = (words.seat(position.declarer()), words.contract_in_text(position.contract()));
    let plays = words.fill("sheet.plays", &[("seat", &seat), ("contract", &contract)]);
    if puzzle.goal() == Goal::of(position.contract()) {
        return plays;
    }
    words.fill("sheet.plays_goal", &[("plays", &plays), ("goal", &words.goal(puzzle.goal()))])
}

/// The question as a column prints it: what is played, what has happened, what is known, and what is asked.
#[must_use]
pub fn question(puzzle: &Puzzle, words: impl Into<Words>) -> String {
    let asker = Asker { puzzle, position: &puzzle.position, words: &words.into() };
    let sentences = [
        asker.open(),
        Some(asker.plays()),
        asker.cards_left(),
        asker.points(),
        asker.unseen(),
        asker.known(),
        asker.table(),
        Some(asker.asks()),
    ];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

struct Asker<'a> {
    puzzle: &'a Puzzle,
    position: &'a Position,
    words: &'a Words,
}

impl Asker<'_> {
    fn open(&self) -> Option<String> {
        let open = self.position.view() == View::Open && self.puzzle.hidden.is_empty();
        open.then(|| self.words.t("question.open").to_string())
    }

    fn plays(&self) -> String {
        let (words, position) = (self.words, self.position);
        let seat = words.seat_in_text(position.declarer());
        if !kind(self.puzzle.asks).table(self.puzzle).contract {
            let taken = position.skat().len() == 2;
            let key = if taken { "question.has_skat" } else { "question.before_skat" };
            return words.sentence(key, &[("seat", &seat)]);
        }
        let contract = words.contract_in_text(position.contract());
        let key = match (self.puzzle.asks, position.bid()) {
            (Asks::Discard, _) => "question.took_skat",
            (_, Some(_)) => "question.plays_bid",
            (_, None) => "question.plays",
        };
        let bid = position.bid().unwrap_or(0);
        words.sentence(key, &[("seat", &seat), ("contract", &contract), ("bid", &bid)])
    }

    /// In an endgame, how many cards are left.
    fn cards_left(&self) -> Option<String> {
        let (words, position) = (self.words, self.position);
        let turn = position.turn()?;
        if position.hand_size() == 10 {
            return None;
        }
        let cards = words.card_count(position.cards_left(turn) as u64);
        Some(match position.trick().is_empty() {
            true => words.fill("question.everyone_has", &[("cards", &cards)]),
            false => {
                words.sentence("question.has", &[("seat", &words.seat_in_text(turn)), ("cards", &cards)])
            }
        })
    }

    /// The points so far: with the skat for whoever knows it.
    fn points(&self) -> Option<String> {
        let (words, position) = (self.words, self.position);
        facts::score(position, words)?;
        let knows = match position.view() {
            View::Open => true,
            View::Seat(seat) => seat == position.declarer() && !position.contract().is_hand(),
        };
        let knows = knows && position.skat().len() == 2;
        let skat = if knows { position.skat().points() } else { 0 };
        let own = words.points(position.points(Side::Declarer) + skat);
        let others = words.points(position.points(Side::Defenders));
        let key = if knows { "question.points_with_skat" } else { "question.points" };
        Some(words.fill(key, &[("own", &own), ("others", &others)]))
    }

    /// In an endgame seen from a seat, what the others may hold.
    fn unseen(&self) -> Option<String> {
        let (words, position) = (self.words, self.position);
        let View::Seat(viewer) = position.view() else { return None };
        if position.hand_size() == 10 {
            return None;
        }
        let unseen = Knowledge::of(position, viewer).map_or(Cards::NONE, |knowledge| knowledge.unseen());
        let list = words.hand_in_text(unseen, position.game());
        let knows_skat = viewer == position.declarer() && !position.contract().is_hand();
        let key = if knows_skat { "question.defenders_hold" } else { "question.others_hold" };
        (!unseen.is_empty()).then(|| words.fill(key, &[("cards", &list)]))
    }

    fn known(&self) -> Option<String> {
        let known = facts::known(self.puzzle, self.words);
        (!known.is_empty()).then(|| self.words.fill("question.known", &[("what", &self.words.and(&known))]))
    }

    /// What has fallen to the trick.
    fn table(&self) -> Option<String> {
        let words = self.words;
        let fallen: Vec<String> = self
            .position
            .trick()
            .iter()
            .map(|play| {
                let (seat, card) = (words.seat_in_text(play.seat), words.card_in_text(play.card));
                words.fill("question.fell", &[("seat", &seat), ("card", &card)])
            })
            .collect();
        (!fallen.is_empty()).then(|| words.fill("question.table", &[("cards", &fallen.join(", "))]))
    }

    /// What is asked.
    fn asks(&self) -> String {
        match self.puzzle.asks {
            Asks::Play => self.play(),
            Asks::Card => self.card(),
            Asks::Chance => self.chance(),
            Asks::Beat => self.beat(),
            Asks::Unlosable => {
                self.by_view("question.unlosable_open", "question.unlosable", "question.unlosable_against")
            }
            Asks::Points => {
                self.by_view("question.points_open", "question.points_sure", "question.points_held")
            }
            Asks::Discard if self.puzzle.terms.free_game => {
                self.fill("question.discard_game", self.position.declarer())
            }
            Asks::Discard => self.fill("question.discard", self.position.declarer()),
            Asks::Cards => self.lie(),
            Asks::Bid => self.fill("question.bid", self.position.declarer()),
            Asks::Announce if self.position.skat().len() == 2 => {
                self.fill("question.announce", self.position.declarer())
            }
            Asks::Announce => self.fill("question.announce_hand", self.position.declarer()),
            Asks::FirstCards => self.fill("question.first_cards", self.position.declarer()),
        }
    }

    /// What is told of the lie of the cards, and that it is asked for.
    fn lie(&self) -> String {
        let words = self.words;
        let game = self.position.game();
        let told = |one: &Condition| one.words(game, self.puzzle.goal(), words);
        let told: Vec<String> = self.puzzle.terms.conditions.iter().map(told).collect();
        let asked = words.t("question.cards").to_string();
        match told.is_empty() {
            true => asked,
            false => format!("{} {asked}", words.sentence("question.told", &[("what", &words.and(&told))])),
        }
    }

    /// A text that names a seat, the aim, and that it must hold however the cards lie.
    fn fill(&self, key: &'static str, seat: Seat) -> String {
        let words = self.words;
        let certain = match self.position.view() {
            View::Open => "",
            View::Seat(seat) if seat == self.position.declarer() => words.t("question.however"),
            View::Seat(_) => words.t("question.however_partner"),
        };
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("seat", &words.seat_in_text(seat)),
            ("reach", &words.to_reach(self.puzzle.goal())),
            ("goal", &words.goal_in_text(self.puzzle.goal())),
            ("however", &certain),
        ];
        words.sentence(key, &values)
    }

    /// Another text with open cards, from the declarer's seat, and from a defender's.
    fn by_view(&self, open: &'static str, declarer: &'static str, defender: &'static str) -> String {
        match self.position.view() {
            View::Open => self.fill(open, self.position.declarer()),
            View::Seat(seat) if seat == self.position.declarer() => self.fill(declarer, seat),
            View::Seat(seat) => self.fill(defender, seat),
        }
    }

    /// Whether the goal is what the contract demands, so that missing it loses the game.
    fn is_whole_game(&self) -> bool {
        self.puzzle.goal() == Goal::of(self.position.contract())
    }

    fn play(&self) -> String {
        let defends = match self.puzzle.goal() {
            _ if self.is_whole_game() => "question.play_beat",
            Goal::EveryTrick => "question.play_trick",
            _ => "question.play_hold",
        };
        self.by_view("question.play", "question.play", defends)
    }

    fn card(&self) -> String {
        let turn = self.position.turn().unwrap_or(self.position.declarer());
        let declarers = turn == self.position.declarer();
        let leads = self.position.trick().is_empty();
        let every = self.puzzle.goal() == Goal::EveryTrick;
        let key = match (declarers, leads) {
            (true, true) => "question.lead",
            (true, false) => "question.card",
            (false, true) if self.is_whole_game() => "question.lead_beats",
            (false, false) if self.is_whole_game() => "question.card_beats",
            (false, true) if every => "question.lead_trick",
            (false, false) if every => "question.card_trick",
            (false, true) => "question.lead_holds",
            (false, false) => "question.card_holds",
        };
        self.fill(key, turn)
    }

    fn chance(&self) -> String {
        let turn = self.position.turn().unwrap_or(self.position.declarer());
        let key = match turn == self.position.declarer() {
            true => "question.chance",
            false if self.is_whole_game() => "question.chance_beats",
            false if self.puzzle.goal() == Goal::EveryTrick => "question.chance_trick",
            false => "question.chance_holds",
        };
        self.fill(key, turn)
    }

    fn beat(&self) -> String {
        let turn = self.position.turn().filter(|&turn| turn != self.position.declarer());
        let viewer = match self.position.view() {
            View::Seat(seat) if seat != self.position.declarer() => Some(seat),
            _ => None,
        };
        match (turn, viewer) {
            (Some(turn), _) if viewer.is_none_or(|viewer| viewer == turn) => self.card(),
            (_, Some(viewer)) => self.fill("question.play_beat", viewer),
            _ => self.fill("question.beat", self.position.declarer()),
        }
    }
}
