//! Every sentence of a solution in words is read as a person reads it, and each claim in it is held against the searches: cards
//! that fail do fail, the only card is the only one, the deal that is told fits what is known, its tricks can be played, their
//! takers and totals are right, and nobody "has to" do what he need not do.

use kiebitz::cards::{Card, Cards, Rank, Suit};
use kiebitz::deal::{Deal, Holding, Place, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::puzzle::soundness::{Checker, Depth};
use kiebitz::puzzle::wording::{self, Solution};
use kiebitz::puzzle::{Asks, Puzzle, Texts, bundled};
use kiebitz::rules::{Game, Goal, Seat, Side};
use kiebitz::search::proof::{Claim, unseen};
use kiebitz::search::{Limits, open, paranoia};
use kiebitz::words::{Faces, Language, Words};
use std::path::Path;

const NODES: u64 = 3_000_000;

fn german() -> Words {
    Words::new(Language::German, Faces::FourColour)
}

/// The generated puzzles, whose words come from the proof, with their solutions.
fn generated() -> impl Iterator<Item = (&'static str, Puzzle)> {
    bundled().filter(|(name, _)| name.starts_with("kiebitz-"))
}

/// What the files say is what is said today. With `KIEBITZ_WRITE_WORDS` set it is written into them.
#[test]
fn the_files_say_what_the_proofs_say() {
    let write = std::env::var_os("KIEBITZ_WRITE_WORDS").is_some();
    let mut checker = Checker::new();
    for (name, puzzle) in generated() {
        let solution = Solution::of(&puzzle, &mut checker, &Limits::none()).unwrap().texts();
        let question = Texts {
            de: wording::question(&puzzle, Language::German),
            en: wording::question(&puzzle, Language::English),
        };
        let report = checker.check(&puzzle, Depth::LINE, &Limits::none()).unwrap();
        let difficulty = report.difficulty().map(|found| found.grade());
        let said = Puzzle { question, solution, difficulty, ..puzzle.clone() };
        if write {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles").join(name);
            std::fs::write(path, said.to_ron().unwrap()).unwrap();
        } else {
            assert_eq!(said, puzzle, "{name}");
        }
    }
}

/// A title is there before the solution is: it names neither the card nor the number that is asked for.
#[test]
fn no_title_tells_the_answer() {
    let ranks = |rank: Rank| -> &[&str] {
        match rank {
            Rank::Seven => &["7", "sieben", "seven"],
            Rank::Eight => &["8", "acht", "eight"],
            Rank::Nine => &["9", "neun", "nine"],
            Rank::Ten => &["10", "zehn", "ten", "vollblatt", "voll", "full"],
            Rank::Jack => &["bube", "jack"],
            Rank::Queen => &["dame", "queen"],
            Rank::King => &["könig", "king"],
            Rank::Ace => &["ass", "ace", "vollblatt"],
        }
    };
    for (name, puzzle) in bundled() {
        for title in [&puzzle.title.de, &puzzle.title.en] {
            // Whoever asks names both sides of the matter.
            let asks = title.ends_with('?');
            let lower = title.to_lowercase();
            let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
            if matches!(puzzle.asks, Asks::Card | Asks::Chance) {
                for card in puzzle.answer.cards {
                    let told = ranks(card.rank()).iter().any(|rank| words.contains(rank));
                    assert!(asks || !told, "{name}: {title} tells {card}");
                }
            }
            let numbers =
                [puzzle.answer.points.map(u16::from), puzzle.answer.bid, puzzle.answer.count.map(u16::from)];
            let asked = matches!(puzzle.asks, Asks::Points | Asks::Bid | Asks::FirstCards);
            for number in numbers.into_iter().flatten().filter(|_| asked) {
                assert!(!words.contains(&number.to_string().as_str()), "{name}: {title}");
            }
            for told in ["verloren", "gewonnen", "lost", "unverlierbar", "unlosable"] {
                let asked = matches!(puzzle.asks, Asks::Beat | Asks::Unlosable);
                assert!(!asked || !words.contains(&told), "{name}: {title}");
            }
        }
    }
}

/// Whether the declarer reaches the goal, asked of searches that know nothing of proofs.
fn reaches(position: &Position, goal: Goal) -> Option<bool> {
    if let Some(won) = Claim::new(position, goal).for_side(Side::Declarer).outcome(position) {
        return Some(won);
    }
    let limits = Limits { nodes: Some(10 * NODES), ..Limits::none() };
    match position.view() {
        View::Open => open::Solver::with_table(16).decide(position, goal, &limits).unwrap(),
        View::Seat(_) => paranoia::Solver::with_table(32).decide(position, goal, &limits).unwrap(),
    }
}

fn after(position: &Position, card: Card) -> Position {
    let mut next = position.clone();
    next.play(card).unwrap();
    next
}

/// The card of this name.
fn named(name: &str) -> Card {
    let words = german();
    Card::all().find(|&card| words.card(card) == name).unwrap_or_else(|| panic!("no card: {name}"))
}

/// The cards of a hand as it is written: each suit's sign before its ranks.
fn hand(text: &str) -> Cards {
    let words = german();
    let mut cards = Cards::NONE;
    let mut suit = None;
    for token in text.split([' ', ',']).filter(|token| !token.is_empty()) {
        let sign = Suit::ALL.into_iter().find(|suit| token.starts_with(suit.symbol()));
        let rank = match sign {
            Some(sign) => {
                suit = Some(sign);
                token.trim_start_matches(sign.symbol())
            }
            None => token,
        };
        if !rank.is_empty() {
            let is = |card: &Card| Some(card.suit()) == suit && words.corner(card.rank()) == rank;
            cards.insert(Card::all().find(is).unwrap_or_else(|| panic!("{token} in {text}")));
        }
    }
    cards
}

/// The deal that a sentence tells, as a position: every card in its place.
fn told_deal(position: &Position, sentence: &str) -> Position {
    let words = german();
    let mut setup = position.to_setup();
    let (_, hands) = sentence.split_once("so liegen: ").unwrap();
    let hands = hands.split([';', '.']).next().unwrap();
    let mut rest = Cards::ALL - position.gone();
    for seat in Seat::ALL {
        rest -= position.played_by(seat);
    }
    for seat in Seat::ALL {
        let told = hands.split(" und ").find_map(|part| part.strip_prefix(words.seat(seat)));
        let cards = told.map_or(position.hand(seat), hand);
        rest -= cards;
        setup.hands[seat] = Holding::full(cards | position.played_by(seat));
    }
    setup.skat = Holding::full(if position.has_skat() { rest } else { Cards::NONE });
    let deal = setup.validate().unwrap_or_else(|problems| panic!("{sentence}: {problems}"));
    if let View::Seat(viewer) = position.view() {
        let known = Knowledge::of(position, viewer).unwrap();
        for place in Place::ALL {
            let cards = place.seat().map_or(deal.skat(), |seat| deal.hand(seat));
            let own = place == Place::Hand(viewer);
            assert!(
                own || known.places().may(place).has_all(cards),
                "{place:?} cannot hold {cards}: {sentence}"
            );
        }
    }
    deal
}

/// Whether every card that the declarer may play takes the trick, whatever the others play or by their choice.
fn has_to_take(deal: &Position) -> bool {
    fn left_to_him(deal: &Position, before: u8) -> bool {
        if deal.trick().is_empty() {
            return deal.tricks_of(Side::Declarer) > before;
        }
        deal.playable().iter().any(|card| left_to_him(&after(deal, card), before))
    }
    let before = deal.tricks_of(Side::Declarer);
    deal.playable().iter().all(|card| left_to_him(&after(deal, card), before))
}

/// What has been read so far of one line of play.
struct Reader<'a> {
    name: &'a str,
    goal: Goal,
    /// The deal, or where none is told what the asked side sees.
    now: Position,
    /// Whether the skat counts in the totals.
    skat: u8,
    /// The sentence that says a trick has to be taken: its number, who, with what.
    forced: Option<(usize, Seat, Card)>,
    tricks: usize,
}

impl Reader<'_> {
    fn fail(&self, line: &str, why: &str) -> ! {
        panic!("{}: {why}\n{line}\n{}", self.name, self.now)
    }

    /// `5. M Pik-8, H Herz-10, V Kreuz-Ass (Stich an Mittelhand)`
    fn trick(&mut self, line: &str) {
        let words = german();
        let (number, rest) = line.split_once(". ").unwrap();
        let (plays, told) = match rest.split_once(" (") {
            Some((plays, told)) => (plays, Some(told.trim_end_matches(')'))),
            None => (rest, None),
        };
        let lying = self.now.trick().len();
        for play in plays.split(", ").skip(lying) {
            let (seat, card) = play.split_once(' ').unwrap();
            let card = named(card);
            let turn = self.now.turn().unwrap_or_else(|| self.fail(line, "nobody is on turn"));
            assert_eq!(words.seat_letter(turn).to_string(), seat, "{}: {line}", self.name);
            if !self.now.playable().has(card) {
                self.fail(line, "the card may not be played");
            }
            let number: usize = number.parse().unwrap();
            if let Some((at, who, with)) = self.forced
                && (at, who) == (number, turn)
                && card == with
            {
                if !has_to_take(&self.now) {
                    self.fail(line, "he need not take it");
                }
                self.forced = None;
            }
            self.now.play(card).unwrap();
        }
        self.tricks += 1;
        let Some(told) = told else { return };
        let last = self.now.history().chunks_exact(3).next_back().unwrap();
        let taker = last[self.now.game().trick_winner([last[0].card, last[1].card, last[2].card])].seat;
        if self.now.game() == Game::Null {
            assert_eq!(told, format!("Stich an {}", words.seat(taker)), "{}: {line}", self.name);
            return;
        }
        let side = taker.side(self.now.declarer());
        let total = self.now.points(side) + if side == Side::Declarer { self.skat } else { 0 };
        let worth: u8 = last.iter().map(|play| play.card.points()).sum();
        let numbers: Vec<u8> =
            told.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        assert_eq!(numbers, [worth, total], "{}: {line}", self.name);
        assert_eq!(told.contains("Gegner"), side == Side::Defenders, "{}: {line}", self.name);
    }

    /// What the line has come to: it is settled by counting, as the sentence says.
    fn end(&self, sentence: &str, reached: bool) {
        let claim = Claim { goal: self.goal, side: Side::Declarer };
        assert_eq!(claim.outcome(&self.now), Some(reached), "{}: {sentence} {}", self.name, self.now);
        let numbers: Vec<u8> =
            sentence.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let own = self.now.points(Side::Declarer) + self.skat;
        let others = self.now.points(Side::Defenders);
        if sentence.starts_with("Damit hat der Alleinspieler") {
            assert_eq!(numbers, [own], "{}: {sentence}", self.name);
        } else if sentence.starts_with("Damit haben die Gegenspieler ") && !numbers.is_empty() {
            let all = wording::total(&self.now);
            assert_eq!(numbers[..2], [others, all - others], "{}: {sentence}", self.name);
        } else if sentence.starts_with("Die Gegenspieler haben ") {
            assert_eq!(numbers[0], others, "{}: {sentence}", self.name);
        }
        assert!(self.forced.is_none(), "{}: {sentence}: what has to be taken was not", self.name);
    }
}

/// Reads a whole solution; returns how many lines of play were in it.
fn read_solution(name: &str, puzzle: &Puzzle, text: &str) -> usize {
    let goal = puzzle.goal();
    let start = unseen(&puzzle.position).unwrap();
    let declarers = start.turn() == Some(start.declarer());
    let skat = if start.skat().len() == Deal::SKAT { start.skat().points() } else { 0 };
    let begin = |now: Position| Reader { name, goal, now, skat, forced: None, tricks: 0 };
    let mut reader = begin(start.clone());
    let mut lines = 1;
    for (at, line) in text.lines().enumerate() {
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            reader.trick(line);
        } else if let Some((card, _)) = line.split_once("? scheitert") {
            let card = named(card);
            assert_ne!(reaches(&after(&start, card), goal), Some(declarers), "{name}: {card} does not fail");
            let deal = if line.contains("so liegen: ") { told_deal(&start, line) } else { start.clone() };
            reader = begin(deal);
            if let Some((number, rest)) = line.split_once(" Stich muss ") {
                let number = number.rsplit(' ').next().unwrap().trim_end_matches('.').parse().unwrap();
                let (seat, rest) = rest.split_once(" mit ").unwrap();
                let seat = Seat::ALL.into_iter().find(|&one| german().seat(one) == seat).unwrap();
                reader.forced = Some((number, seat, named(rest.split_once(" nehmen").unwrap().0)));
            }
            lines += 1;
        } else if line.contains("bekommt keinen Stich.") && at > 0 {
            reader.end(line, true);
        } else if line.contains("hat einen Stich: Null") || line.starts_with("Damit haben die Gegenspieler") {
            reader.end(line, false);
        } else if line.starts_with("Damit") || line.starts_with("Die Gegenspieler haben ") {
            reader.end(line, true);
        }
        if line.contains("Nur diese Karte") {
            let right = start
                .playable()
                .iter()
                .filter(|&card| reaches(&after(&start, card), goal) == Some(declarers));
            assert_eq!(right.collect::<Cards>(), puzzle.answer.cards, "{name}: {line}");
        }
        if let Some((_, missing)) = line.split_once("Am Ende fehl") {
            let missing: u8 =
                missing.split(|c: char| !c.is_ascii_digit()).find_map(|n| n.parse().ok()).unwrap();
            let first = reader.now.history()[start.history().len()].card;
            let value = open::Solver::with_table(16).value(&after(&start, first), &Limits::none()).unwrap();
            let Goal::Points(needed) = goal else { panic!("{name}: {line}") };
            assert_eq!(value.exact(), Some(needed - missing), "{name}: {line}");
        }
    }
    assert!(reader.tricks > 0, "{name}: {text}");
    lines
}

#[test]
fn every_sentence_of_a_solution_is_true() {
    let (mut lines, mut forced) = (0, 0);
    for (name, puzzle) in generated() {
        let text = &puzzle.solution.de;
        forced += text.matches(" Stich muss ").count();
        lines += read_solution(name, &puzzle, text);
    }
    assert!(lines > 100 && forced > 5, "{lines} {forced}");
}
