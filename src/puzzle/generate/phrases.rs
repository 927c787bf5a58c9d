//! Title and question of a generated puzzle.

use super::Motif;
use crate::cards::Dice;
use crate::deal::View;
use crate::puzzle::{Puzzle, wording};
use crate::words::{Language, Texts, Words};

/// Fills in title, question and tags.
pub(super) fn write(puzzle: &mut Puzzle, motifs: &[Motif], seed: u64) {
    let pick = Dice::new(seed).below(u64::from(u16::MAX)) as usize;
    let position = &puzzle.position;
    let title = |language| {
        let words = Words::from(language);
        let titles = words.t(match motifs.first() {
            Some(Motif::Odds) => "title.odds",
            Some(Motif::Trap) => "title.trap",
            Some(Motif::Throw) => "title.throw",
            Some(Motif::Lead) => "title.lead",
            Some(Motif::Chance) => "title.chance",
            None => "title.plain",
        });
        let titles: Vec<&str> = titles.split('|').map(str::trim).collect();
        let title = titles[pick % titles.len()];
        words.sentence("title.game", &[("game", &words.game(position.game())), ("title", &title)])
    };
    puzzle.title = Texts { de: title(Language::German), en: title(Language::English) };
    puzzle.question = Texts {
        de: wording::question(puzzle, Language::German),
        en: wording::question(puzzle, Language::English),
    };
    let tags = motifs.iter().map(Motif::to_string);
    puzzle.tags.extend(tags);
    puzzle.tags.insert(position.game().name().to_string());
    puzzle.tags.insert(if position.view() == View::Open { "open" } else { "fair" }.to_string());
}
