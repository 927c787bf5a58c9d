//! The checker against its definition: every deal written out, every line of play followed card by card,
//! and against proofs that were spoiled.

use crate::random::{ALL_WHO, question};
use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::rules::{Game, Goal, Seat, Side};
use kiebitz::search::proof::{ProofLimits, Prover, unseen};
use kiebitz::verify::{Checker, Proof, ProofFileError, Why};
use std::collections::HashSet;

// ---------------------------------------------------------------------------------------------
// The definition: a list of deals. Whoever is on turn may play what is legal in some deal of the list; then
// only the deals in which it was legal are left.

#[derive(Clone)]
struct Literal {
    game: Game,
    declarer: usize,
    goal: Goal,
    deals: Vec<[Cards; 4]>,
    leader: usize,
    trick: Vec<Card>,
    points: u8,
    has_trick: [bool; 2],
}

impl Literal {
    fn of(position: &Position, goal: Goal) -> Literal {
        let deals = match position.view() {
            View::Open => {
                let hands = position.open_hands().unwrap();
                vec![[hands.0[0], hands.0[1], hands.0[2], position.skat()]]
            }
            View::Seat(viewer) => {
                let worlds = Knowledge::of(position, viewer).unwrap().worlds();
                worlds.map(|w| [w.hands.0[0], w.hands.0[1], w.hands.0[2], w.skat]).collect()
            }
        };
        let trick: Vec<Card> = position.trick().iter().map(|play| play.card).collect();
        let turn = position.turn().map_or(0, Seat::index);
        Literal {
            game: position.game(),
            declarer: position.declarer().index(),
            goal,
            deals,
            leader: (turn + 3 - trick.len()) % 3,
            trick,
            points: position.points(Side::Declarer),
            has_trick: [Side::Declarer, Side::Defenders].map(|side| position.has_trick(side)),
        }
    }

    fn turn(&self) -> usize {
        (self.leader + self.trick.len()) % 3
    }

    fn legal(&self, deal: &[Cards; 4]) -> Cards {
        self.game.playable(deal[self.turn()], self.trick.first().copied())
    }

    fn after(&self, card: Card) -> Literal {
        let mut next = self.clone();
        next.deals.retain(|deal| self.legal(deal).has(card));
        for deal in &mut next.deals {
            deal[self.turn()].remove(card);
        }
        next.trick.push(card);
        if let &[a, b, c] = &next.trick[..] {
            next.leader = (self.leader + self.game.trick_winner([a, b, c])) % 3;
            next.trick.clear();
            let declarers = next.leader == self.declarer;
            if declarers {
                next.points += a.points() + b.points() + c.points();
            }
            next.has_trick[usize::from(!declarers)] = true;
        }
        next
    }

    /// Cards that are in the skat in every deal.
    fn surely_in_skat(&self) -> Cards {
        self.deals.iter().fold(Cards::ALL, |cards, deal| cards & deal[3])
    }

    fn may(&self, place: usize) -> Cards {
        let all = self.deals.iter().fold(Cards::NONE, |cards, deal| cards | deal[place]);
        all - self.surely_in_skat()
    }

    fn counted(&self) -> Option<bool> {
        let over = self.trick.is_empty() && self.deals[0][0].is_empty();
        match self.goal {
            Goal::EveryTrick => (self.has_trick[1] || over).then_some(!self.has_trick[1]),
            Goal::NoTrick => (self.has_trick[0] || over).then_some(!self.has_trick[0]),
            Goal::Points(goal) => {
                let has = self.points + self.surely_in_skat().points();
                let open = (0..4).fold(Cards::NONE, |cards, place| cards | self.may(place)).points()
                    + self.trick.iter().map(|card| card.points()).sum::<u8>();
                (has >= goal || has + open < goal).then_some(has >= goal)
            }
        }
    }

    /// The names of the cards between two tricks, as the format says: what is called so is this card.
    fn names(&self) -> Vec<Card> {
        let in_play = (0..4).fold(Cards::NONE, |cards, place| cards | self.may(place));
        let points = matches!(self.goal, Goal::Points(_));
        // The lowest names of those that count the same and follow one another in rank.
        let mut closed: Vec<Card> = Card::all().collect();
        for first in Card::all() {
            let alike = |card: &Card| {
                self.game.group(first).has(*card) && (!points || card.points() == first.points())
            };
            let mut class: Vec<Card> = Card::all().filter(alike).collect();
            class.sort_by_key(|&card| self.game.strength(card));
            // In suit games and Grand the 7, 8 and 9 count nothing, and jacks count as no other card does.
            let mut cards: Vec<Card> = class.iter().copied().filter(|&card| in_play.has(card)).collect();
            cards.extend(class.iter().copied().filter(|&card| !in_play.has(card)));
            for (name, card) in class.iter().zip(cards) {
                closed[name.index()] = card;
            }
        }
        let mut suits: Vec<Suit> =
            Suit::ALL.into_iter().filter(|&suit| self.game != Game::Suit(suit)).collect();
        let to = suits.clone();
        let content = |suit: Suit| -> Vec<Vec<bool>> {
            let ranks = |place: usize| {
                let plain = Card::all().filter(|card| self.game.plain_suit(suit).has(*card));
                // The highest index first, so that lists compare as numbers do.
                let mut bits: Vec<bool> = (0..8).map(|_| false).collect();
                for card in plain {
                    bits[7 - card.index() % 8] = self.may(place).has(closed[card.index()]);
                }
                bits
            };
            (0..4).map(ranks).collect()
        };
        suits.sort_by_key(|&suit| std::cmp::Reverse(content(suit)));
        let mut names = closed.clone();
        for (&name, &suit) in to.iter().zip(&suits) {
            for card in self.game.plain_suit(name) {
                names[card.index()] = closed[Card::new(suit, card.rank()).index()];
            }
        }
        names
    }
}

/// A strategy as text, and who plays it.
struct Play<'a> {
    lines: &'a [String],
    chooses: [bool; 3],
    reaches: bool,
    done: HashSet<(usize, String)>,
}

impl Play<'_> {
    fn holds(&mut self, line: Option<usize>, state: &Literal, names: &[Card]) -> bool {
        if let Some(reaches) = state.counted() {
            return reaches == self.reaches;
        }
        let Some(line) = line else { return false };
        let own;
        let mut key = String::new();
        let names = if state.trick.is_empty() {
            own = state.names();
            key = format!("{:?} {} {}", state.deals, state.turn(), state.points);
            if self.done.contains(&(line, key.clone())) {
                return true;
            }
            &own[..]
        } else {
            names
        };
        let legal = state.deals.iter().fold(Cards::NONE, |cards, deal| cards | state.legal(deal));
        let mut named = Vec::new();
        for word in self.lines[line].split_whitespace() {
            let (cards, then) = word
                .split_once('>')
                .map_or((word, None), |(cards, then)| (cards, Some(then.parse::<usize>().unwrap())));
            for card in cards.split('.') {
                named.push((names[card.parse::<Card>().unwrap().index()], then));
            }
        }
        let set: Cards = named.iter().map(|&(card, _)| card).collect();
        let fits =
            if self.chooses[state.turn()] { named.len() == 1 && legal.has_all(set) } else { set == legal };
        let good = fits && named.iter().all(|&(card, then)| self.holds(then, &state.after(card), names));
        if good && state.trick.is_empty() {
            self.done.insert((line, key));
        }
        good
    }
}

fn holds(proof: &Proof) -> bool {
    let position: Position = proof.position.parse().unwrap();
    let state = Literal::of(&position, proof.goal.parse().unwrap());
    let claims = |seat: usize| (seat == state.declarer) == proof.declarer_reaches;
    let chooses = [0, 1, 2].map(|seat| match position.view() {
        View::Open => claims(seat),
        View::Seat(viewer) => (seat == viewer.index()) == claims(viewer.index()),
    });
    let lines = &proof.strategy[..];
    let mut play = Play { lines, chooses, reaches: proof.declarer_reaches, done: HashSet::new() };
    let names: Vec<Card> = Card::all().collect();
    play.holds((!lines.is_empty()).then_some(0), &state, &names)
}

fn accepts(proof: &Proof) -> bool {
    Checker::new(proof).is_ok_and(|checker| checker.check(|_| true).is_ok())
}

/// Small proofs that need some play, of all views.
fn proofs(seed: u64, count: usize) -> Vec<Proof> {
    let mut dice = Dice::new(seed);
    let mut prover = Prover::with_table(4);
    let mut proofs = Vec::new();
    while proofs.len() < count {
        let cards = 2 + dice.below(3) as usize;
        let (position, goal) = question(&mut dice, ALL_WHO[proofs.len() % 4], cards);
        let worlds = match position.view() {
            View::Open => 1,
            View::Seat(seat) => Knowledge::of(&position, seat).unwrap().count(),
        };
        let most = if cards == 4 { 30 } else { 300 };
        if worlds > most {
            continue;
        }
        let proof = prover.proof(&position, goal, &ProofLimits::default()).unwrap();
        if proof.strategy.len() > 2 {
            proofs.push(proof);
        }
    }
    proofs
}

#[test]
fn what_the_engine_writes_holds_by_definition() {
    for proof in proofs(21, 240) {
        assert!(accepts(&proof), "{proof:?}");
        assert!(holds(&proof), "{proof:?}");
    }
}

fn pick<T: Copy>(dice: &mut Dice, from: &[T]) -> T {
    from[dice.below(from.len() as u64) as usize]
}

/// Changes something at random: takes a card out, puts another in its place, rewires a line, cuts a line
/// off, doubles one.
fn spoil(dice: &mut Dice, proof: &Proof) -> Proof {
    let mut spoiled = proof.clone();
    let at = dice.below(proof.strategy.len() as u64) as usize;
    let words: Vec<&str> = proof.strategy[at].split_whitespace().collect();
    let which = dice.below(words.len() as u64) as usize;
    let (cards, then) = words[which].split_once('>').map_or((words[which], None), |(c, t)| (c, Some(t)));
    let mut cards: Vec<String> = cards.split('.').map(String::from).collect();
    let mut then: Option<String> = then.map(String::from);
    let one = dice.below(cards.len() as u64) as usize;
    let any = Card::all().nth(dice.below(32) as usize).unwrap().to_string();
    match dice.below(5) {
        0 => drop(cards.remove(one)),
        1 => cards[one] = any,
        2 => then = Some(dice.below(proof.strategy.len() as u64).to_string()),
        3 => then = None,
        _ => cards.push(any),
    }
    let mut words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
    words[which] = cards.join(".") + &then.map(|line| format!(">{line}")).unwrap_or_default();
    if cards.is_empty() {
        words.remove(which);
    }
    spoiled.strategy[at] = words.join(" ");
    spoiled
}

/// Spoiled at random, a proof is accepted exactly if by the definition it is still one.
#[test]
fn spoiled_proofs_are_judged_by_the_definition() {
    let mut dice = Dice::new(22);
    let (mut rejected, mut harmless) = (0, 0);
    for proof in proofs(23, 160) {
        for _ in 0..6 {
            let spoiled = spoil(&mut dice, &proof);
            if spoiled == proof || spoiled.strategy.iter().any(|line| line.is_empty()) {
                continue;
            }
            // A card twice is no line at all for the checker.
            let readable = Checker::new(&spoiled).is_ok();
            let right = readable && holds(&spoiled);
            assert_eq!(accepts(&spoiled), right, "{proof:?}\n{spoiled:?}");
            if right {
                harmless += 1;
            } else {
                rejected += 1;
            }
        }
    }
    println!("{rejected} rejected, {harmless} harmless");
    assert!(rejected > 500 && harmless > 10, "{rejected} {harmless}");
}

/// What can never be harmless: an answer missing, a line that ends too early, a claim or a goal that is
/// wrong.
#[test]
fn what_is_missing_or_wrong_is_named() {
    let mut dice = Dice::new(24);
    let (mut missing, mut early, mut goals) = (0, 0, 0);
    for proof in proofs(25, 200) {
        let reject = |proof: &Proof| {
            let checked = Checker::new(proof).unwrap().check(|_| true);
            let rejection = checked.expect_err(&format!("{proof:?}"));
            // The line can be played from the position as the viewer sees it.
            let position: Position = proof.position.parse().unwrap();
            let mut seen = unseen(&position).unwrap();
            for &card in &rejection.path {
                seen.play(card).unwrap_or_else(|problem| panic!("{proof:?} {rejection}: {problem}"));
            }
            rejection
        };
        let line = pick(&mut dice, &(0..proof.strategy.len()).collect::<Vec<_>>());
        let words: Vec<String> = proof.strategy[line].split_whitespace().map(String::from).collect();
        // An answer taken out.
        let mut spoiled = proof.clone();
        let mut left = words.clone();
        left.remove(dice.below(words.len() as u64) as usize);
        spoiled.strategy[line] = left.join(" ");
        let why = reject(&spoiled).why;
        assert!(matches!(why, Why::CardMissing { .. } | Why::NotOneCard { .. }), "{why}");
        missing += 1;
        // A line cut off where it was not yet decided.
        if let Some(at) = words.iter().position(|word| word.contains('>')) {
            let mut spoiled = proof.clone();
            let mut words = words.clone();
            words[at] = words[at].split_once('>').unwrap().0.to_string();
            spoiled.strategy[line] = words.join(" ");
            let why = reject(&spoiled).why;
            assert!(matches!(why, Why::NotDecided { .. }), "{why}");
            early += 1;
        }
        // The opposite claim.
        reject(&Proof { declarer_reaches: !proof.declarer_reaches, ..proof.clone() });
        // A goal that is out of reach, or within it.
        if let Goal::Points(points) = proof.goal().unwrap() {
            let wrong = if proof.declarer_reaches { 120 } else { 1 };
            let mut prover = Prover::with_table(1);
            let position: Position = proof.position.parse().unwrap();
            for other in [wrong, if proof.declarer_reaches { points + 1 } else { points - 1 }] {
                let other = other.clamp(1, 120);
                let truth = prover.proof(&position, Goal::Points(other), &ProofLimits::default()).unwrap();
                if truth.declarer_reaches != proof.declarer_reaches {
                    reject(&Proof { goal: other.to_string(), ..proof.clone() });
                    goals += 1;
                }
            }
        }
    }
    println!("{missing} missing, {early} early, {goals} goals");
    assert!(early > 100 && goals > 50, "{early} {goals}");
}

#[test]
fn unreadable_proofs_say_where() {
    let proof = proofs(26, 1).remove(0);
    let text = proof.to_ron().unwrap();
    assert_eq!(Proof::parse(&text).as_ref(), Ok(&proof));
    let newer = text.replace("version: 1", "version: 9");
    assert_eq!(Proof::parse(&newer), Err(ProofFileError::Newer(9)));
    assert!(matches!(Proof::parse("Proof(version: 1,"), Err(ProofFileError::Form { line: 1, .. })));
    let why = |change: &dyn Fn(&mut Proof)| {
        let mut proof = proof.clone();
        change(&mut proof);
        Checker::new(&proof).unwrap_err().to_string()
    };
    let position = |text: &str| {
        let text = text.to_string();
        why(&move |proof: &mut Proof| proof.position = text.clone())
    };
    assert_eq!(position("contract=G"), "the position: the declarer is missing");
    assert_eq!(position("contract=G declarer=F view=F"), "the position: F must be named in full");
    assert!(position("contract=G declarer=F view=F F=CJ.CJ").contains("twice"));
    assert_eq!(why(&|proof| proof.goal = "200".into()).split(':').next(), Some("the goal"));
    assert_eq!(
        why(&|proof| proof.strategy[1] = "CJ>99999".into()),
        "strategy line 1: there is no line '99999'"
    );
    assert_eq!(why(&|proof| proof.strategy[1] = "XX".into()), "strategy line 1: 'XX' is no card");
    assert_eq!(why(&|proof| proof.strategy[1] = "CJ CJ".into()), "strategy line 1: CJ is there twice");
}

/// A position line put together at random: often good, often with one contradiction.
fn stated_line(dice: &mut Dice) -> String {
    let mut cards: Vec<Card> = Card::all().collect();
    dice.shuffle(&mut cards);
    let tricks = dice.below(11) as usize;
    let size = 10 - tricks;
    let list = |cards: &[Card]| match cards {
        [] => "-".to_string(),
        cards => cards.iter().map(Card::to_string).collect::<Vec<_>>().join("."),
    };
    let (gone, rest) = cards.split_at(3 * tricks);
    let letter = |dice: &mut Dice| ["F", "M", "R"][dice.below(3) as usize];
    let mut words = vec![
        format!("contract={}", pick(dice, &["C", "G", "N", "H", "GH", "NO", "GHSZO"])),
        format!("declarer={}", letter(dice)),
        format!("view={}", pick(dice, &["F", "M", "R", "open"])),
    ];
    if tricks > 0 {
        words.push(format!("gone={}", list(gone)));
        let most = gone.iter().map(|card| card.points()).sum::<u8>();
        words.push(format!(
            "points={}:{}",
            dice.below(u64::from(most) / 2 + 2),
            dice.below(u64::from(most) / 2 + 2)
        ));
    }
    for (place, key) in ["F", "M", "R", "skat"].into_iter().enumerate() {
        let own = &rest[place * size..(place * size + if place == 3 { 2 } else { size }).min(rest.len())];
        let mut own = own.to_vec();
        if dice.below(12) == 0 && !own.is_empty() {
            own[0] = pick(dice, &cards);
        }
        match dice.below(8) {
            0 | 1 => words.push(format!("{key}=?")),
            2 => words.push(format!("{key}={}.?", list(&own[..own.len() / 2]).replace('-', ""))),
            3 if dice.below(4) == 0 => words.push(format!("{key}=")),
            _ => words.push(format!("{key}={}", list(&own))),
        }
    }
    if dice.below(3) == 0 {
        let place = pick(dice, &["F", "M", "R", "skat"]);
        let some: Vec<Card> = (0..=dice.below(4)).map(|_| pick(dice, &cards)).collect();
        words.push(format!("not={place}:{}", list(&some)));
    }
    if dice.below(2) == 0 && size > 0 {
        // Mostly in turn from the hands, sometimes any card.
        let count = dice.below(5) as usize;
        let mut own: Vec<Vec<Card>> =
            (0..3).map(|seat| rest[seat * size..(seat + 1) * size].to_vec()).collect();
        let any = dice.below(4) == 0;
        let fallen: Vec<Card> = (0..count)
            .filter_map(|at| if any { Some(pick(dice, &cards)) } else { own[at % 3].pop() })
            .collect();
        words.push(format!("played={}", list(&fallen)));
    }
    if dice.below(4) == 0 {
        words.push(format!("lead={}", letter(dice)));
    }
    if dice.below(6) == 0 {
        words.push(format!("bid={}", pick(dice, &["18", "264", "x", "99999", ""])));
    }
    words.join(" ")
}

/// The checker has its own reader and its own account of the deals. What it takes, the engine takes too, and
/// what the engine takes and has written out, it takes.
#[test]
fn contradictory_lines_are_refused_as_the_engine_refuses_them() {
    let mut dice = Dice::new(2026);
    let (mut both, mut neither, mut only_engine) = (0, 0, 0);
    for _ in 0..30_000 {
        let line = stated_line(&mut dice);
        let position: Result<Position, _> = line.parse();
        let goal = if line.contains("contract=N") { "null" } else { "61" };
        let proof = Proof {
            version: 1,
            position: line.clone(),
            goal: goal.into(),
            declarer_reaches: true,
            strategy: Vec::new(),
        };
        match (position, Checker::new(&proof)) {
            (Ok(_), Ok(_)) => both += 1,
            (Err(_), Err(_)) => neither += 1,
            (Err(problems), Ok(_)) => panic!("{line}\nis accepted, though {problems}"),
            // It wants the viewer's hand in full, and every card spelled out once.
            (Ok(position), Err(error)) => {
                only_engine += 1;
                let full = match position.view() {
                    View::Open => position.start().hands.0.iter().all(|hand| !hand.more),
                    View::Seat(seat) => position.start().hands[seat].cards.len() == position.hand_size(),
                };
                let said = error.to_string();
                assert!(!full || said.contains("twice") || said.contains("in full"), "{line}\n{said}");
            }
        }
    }
    assert!(both > 2000 && neither > 2000 && only_engine > 100, "{both} {neither} {only_engine}");
}
