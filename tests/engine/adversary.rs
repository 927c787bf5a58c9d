//! The adversary against persons who follow the proof, who leave it, and who play at random.

use kiebitz::cards::{Card, Cards, Dice, Suit};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, View};
use kiebitz::knowledge::Knowledge;
use kiebitz::puzzle::bundled;
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use kiebitz::search::adversary::{Adversary, reveal};
use kiebitz::search::proof::{Claim, Prover, unseen};
use kiebitz::search::{Limits, open, paranoia};

/// Whose view, and of which side.
const VIEWS: [(bool, Side); 4] =
    [(false, Side::Declarer), (false, Side::Defenders), (true, Side::Declarer), (true, Side::Defenders)];
const KINDS: [&str; 5] = ["suit", "grand", "null", "hand", "ouvert"];

/// A position with `cards` left in the hand of whoever leads, and the person's challenge.
fn position(dice: &mut Dice, kind: &str, (open, side): (bool, Side), cards: usize) -> (Position, Claim) {
    loop {
        let suit = Game::Suit(Suit::ALL[dice.below(4) as usize]);
        let contract: Contract = match kind {
            "suit" => Contract::plain(suit),
            "grand" => Contract::plain(Game::Grand),
            "null" => Contract::plain(Game::Null),
            "hand" => Contract::hand_game(if dice.below(2) == 0 { suit } else { Game::Grand }),
            _ => if dice.below(2) == 0 { "NO" } else { "GHSZO" }.parse().unwrap(),
        };
        let deal = Deal::random(dice);
        let declarer = Seat::ALL[dice.below(3) as usize];
        let viewer =
            if side == Side::Declarer { declarer } else { declarer.after(1 + dice.below(2) as usize) };
        let extra = (dice.below(3) as usize).min(10 - cards);
        let size = cards + extra;
        let hands = BySeat::from_fn(|seat| {
            let mut held: Vec<Card> = deal.hand(seat).iter().collect();
            dice.shuffle(&mut held);
            held.into_iter().take(size).collect::<Cards>()
        });
        let kept = hands.iter().fold(deal.skat(), |kept, (_, &hand)| kept | hand);
        let setup = DealSetup {
            contract: Some(contract),
            declarer: Some(declarer),
            hands: BySeat::from_fn(|seat| Holding::full(hands[seat])),
            skat: Holding::full(deal.skat()),
            lead: Seat::ALL[dice.below(3) as usize],
            gone: (Cards::ALL - kept).iter().collect(),
            view: Some(if open { View::Open } else { View::Seat(viewer) }),
            ..DealSetup::default()
        };
        let mut position = setup.validate().unwrap();
        for _ in 0..3 * extra + dice.below(3) as usize {
            position.play(any(position.playable(), dice)).unwrap();
        }
        let in_play = (Cards::ALL - position.gone()).points();
        let goal = match position.game() {
            Game::Null => Goal::NoTrick,
            _ if contract.announces_schwarz() || dice.below(6) == 0 => Goal::EveryTrick,
            // A goal that may be missed or reached, whatever is left.
            _ => Goal::Points(1 + dice.below(u64::from(in_play.clamp(2, 119))) as u8),
        };
        let challenge = Claim::new(&position, goal).for_side(side);
        if challenge.outcome(&position).is_none() {
            return (position, challenge);
        }
    }
}

fn any(cards: Cards, dice: &mut Dice) -> Card {
    let cards: Vec<Card> = cards.iter().collect();
    cards[dice.below(cards.len() as u64) as usize]
}

/// Whether the person's aim is forced, by solvers that know nothing of the adversary.
fn forced(position: &Position, challenge: Claim) -> bool {
    if let Some(won) = challenge.outcome(position) {
        return won;
    }
    let limits = Limits::none();
    let reached = match position.view() {
        View::Open => open::Solver::with_table(1).decide(position, challenge.goal, &limits).unwrap(),
        View::Seat(_) => paranoia::Solver::with_table(1).decide(position, challenge.goal, &limits).unwrap(),
    };
    challenge.won_if(reached.unwrap())
}

/// The declarer's result in one concrete deal in which all cards are played, counted anew.
fn person_won(revealed: &Position, challenge: Claim) -> bool {
    let side = |side| revealed.points(side);
    let reached = match challenge.goal {
        Goal::Points(points) => side(Side::Declarer) + revealed.skat().points() >= points,
        Goal::EveryTrick => !revealed.has_trick(Side::Defenders),
        Goal::NoTrick => !revealed.has_trick(Side::Declarer),
    };
    challenge.won_if(reached)
}

/// How the person chooses a card.
type Person<'a> = &'a mut dyn FnMut(&mut Adversary, &Position, Claim) -> Card;

/// Plays to the end and checks every reply; returns whether the person won and whether his win was ever
/// lost by a card of his.
fn play(start: &Position, challenge: Claim, person: Person<'_>) -> (bool, bool) {
    let limits = Limits::none();
    let mut adversary = Adversary::with_table(1);
    let mut position = unseen(start).unwrap();
    let mut wins = adversary.decide(&position, challenge, &limits).unwrap().unwrap();
    assert_eq!(wins, forced(start, challenge), "{start}");
    let mut lost = !wins;
    while position.turn().is_some() {
        if challenge.is_persons_turn(&position) {
            let card = person(&mut adversary, &position, challenge);
            position.play(card).unwrap();
            let now = forced(&position, challenge);
            assert!(wins || !now, "a card made a win out of nothing: {position}");
            wins = now;
            lost |= !wins;
        } else {
            let reply = adversary.reply(&position, challenge, &limits).unwrap().unwrap();
            assert!(position.playable().has(reply.card), "{position}");
            position.play(reply.card).unwrap();
            assert_eq!(reply.person_wins, wins, "the verdict changed with {}: {position}", reply.card);
            assert_eq!(forced(&position, challenge), wins, "{position}");
            if let View::Seat(viewer) = position.view() {
                assert_eq!(reply.worlds, Knowledge::of(&position, viewer).unwrap().count());
                assert!(reply.worlds > 0, "no deal is left: {position}");
            }
        }
    }
    let won = challenge.outcome(&position).unwrap();
    assert_eq!(won, wins, "{position}");
    check_deal(start, &position, challenge, won);
    (won, lost)
}

/// The deal that is shown at the end fits everything: the person's cards, what he knew, every card played
/// by the rules, and the result.
fn check_deal(start: &Position, end: &Position, challenge: Claim, won: bool) {
    // Made from its own text, so that every rule is checked anew.
    let revealed: Position = reveal(end, 0).unwrap().to_string().parse().unwrap();
    assert!(revealed.open_hands().is_some(), "{revealed}");
    assert_eq!(revealed.history(), end.history());
    assert_eq!(person_won(&revealed, challenge), won, "{revealed}");
    if let View::Seat(viewer) = start.view() {
        assert_eq!(revealed.start_hand(viewer), start.start_hand(viewer));
        let known = Knowledge::of(start, viewer).unwrap();
        for seat in Seat::ALL {
            let later: Cards = end.history()[start.history().len()..]
                .iter()
                .filter(|p| p.seat == seat)
                .map(|p| p.card)
                .collect();
            let may = known.places().may(kiebitz::deal::Place::Hand(seat));
            assert!(may.has_all(later), "{seat} cannot hold {later}: {start}");
        }
        assert!(known.places().may(kiebitz::deal::Place::Skat).has_all(revealed.skat()), "{revealed}");
    }
}

fn rounds(count: usize, seed: u64, mut each: impl FnMut(&mut Dice, &Position, Claim)) {
    let mut dice = Dice::new(seed);
    for round in 0..count {
        for kind in KINDS {
            for view in VIEWS {
                let (position, challenge) = position(&mut dice, kind, view, 3 + round % 4);
                each(&mut dice, &position, challenge);
            }
        }
    }
}

fn right_card(adversary: &mut Adversary, position: &Position, challenge: Claim, dice: &mut Dice) -> Card {
    let cards = adversary.cards(position, challenge, &Limits::none()).unwrap().unwrap();
    let right: Cards = cards.iter().filter(|card| card.keeps).map(|card| card.card).collect();
    any(if right.is_empty() { position.playable() } else { right }, dice)
}

#[test]
fn it_never_beats_the_proof_and_always_beats_a_lost_position() {
    let (mut won, mut beaten) = (0, 0);
    rounds(24, 1, |dice, start, challenge| {
        let could = forced(start, challenge);
        let mut person = |adversary: &mut Adversary, position: &Position, challenge| {
            right_card(adversary, position, challenge, dice)
        };
        let (wins, _) = play(start, challenge, &mut person);
        assert_eq!(wins, could, "{start}");
        if wins { won += 1 } else { beaten += 1 }
    });
    assert!(won > 100 && beaten > 60, "{won} {beaten}");
}

#[test]
fn it_takes_every_win_that_a_person_lets_slip() {
    let (mut slipped, mut held) = (0, 0);
    rounds(24, 2, |dice, start, challenge| {
        let mut person = |_: &mut Adversary, position: &Position, _| any(position.playable(), dice);
        let could = forced(start, challenge);
        let (wins, lost) = play(start, challenge, &mut person);
        assert_eq!(wins, !lost, "{start}");
        if could && lost {
            slipped += 1;
        } else if could {
            held += 1;
        }
    });
    assert!(slipped > 20 && held > 20, "{slipped} {held}");
}

#[test]
fn it_takes_the_win_from_a_person_who_errs_once() {
    let mut erred = 0;
    rounds(12, 3, |dice, start, challenge| {
        let mut wrong = None;
        let mut person = |adversary: &mut Adversary, position: &Position, challenge| {
            let cards = adversary.cards(position, challenge, &Limits::none()).unwrap().unwrap();
            let right = cards.iter().any(|card| card.keeps);
            if right && let Some(slip) = cards.iter().find(|card| !card.keeps) {
                wrong = Some(slip.card);
                return slip.card;
            }
            right_card(adversary, position, challenge, dice)
        };
        let (wins, _) = play(start, challenge, &mut person);
        if wrong.is_some() {
            assert!(!wins, "{start}");
            erred += 1;
        }
    });
    assert!(erred > 20, "{erred}");
}

#[test]
fn best_cards_and_lines_keep_what_there_is() {
    rounds(8, 4, |_, start, challenge| {
        let limits = Limits::none();
        let mut adversary = Adversary::with_table(1);
        let mut position = unseen(start).unwrap();
        let could = forced(start, challenge);
        let line = adversary.line(&position, challenge, &limits).unwrap().unwrap();
        for card in line {
            position.play(card).unwrap();
            assert_eq!(forced(&position, challenge), could, "{position}");
        }
        assert_eq!(challenge.outcome(&position), Some(could), "{position}");
        assert!(position.trick().is_empty());
    });
}

#[test]
fn what_the_person_sees_is_what_he_knows() {
    rounds(10, 5, |_, start, _| {
        let seen = unseen(start).unwrap();
        let View::Seat(viewer) = start.view() else {
            assert_eq!(seen, *start);
            return;
        };
        let knowledge = Knowledge::of(start, viewer).unwrap();
        assert_eq!(Knowledge::of(&seen, viewer).unwrap(), knowledge, "{start}");
        // Nothing but knowledge is left in it: each place may hold what he thinks possible.
        let turn = seen.turn().unwrap();
        if turn != viewer {
            let mut legal = Cards::NONE;
            for world in knowledge.worlds().take(3000) {
                legal |=
                    start.game().playable(world.hands[turn], start.trick().first().map(|play| play.card));
            }
            assert!(seen.playable().has_all(legal), "{start}");
        }
    });
}

/// A deal that the file tells is no help to anybody: replies may contradict it.
#[test]
fn the_true_deal_of_a_puzzle_binds_nobody() {
    let (_, puzzle) = bundled().find(|(name, _)| *name == "paper-example.ron").unwrap();
    let seen = unseen(&puzzle.position).unwrap();
    assert!(puzzle.position.open_hands().is_some() && seen.open_hands().is_none());
    let told: Position = "contract=G declarer=F F=SJ.SA M=CJ.? skat=D7.D8 view=F points=60:0 \
         gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9"
        .parse()
        .unwrap();
    let seen = unseen(&told).unwrap();
    assert_eq!(seen.hand(Seat::Middlehand).to_string(), "CJ", "what is stated as known stays known");
}

#[test]
fn it_stops_when_it_is_told_to() {
    let (_, puzzle) = bundled().find(|(name, _)| *name == "unlosable-grand-hand.ron").unwrap();
    let position = unseen(&puzzle.position).unwrap();
    let challenge = Claim::new(&position, puzzle.goal());
    let cancel = kiebitz::search::Cancel::default();
    cancel.cancel();
    let limits = Limits::until(cancel);
    let mut adversary = Adversary::with_table(1);
    assert_eq!(adversary.decide(&position, challenge, &limits), Ok(None));
    assert_eq!(adversary.best(&position, challenge, &limits), Ok(None));
    assert_eq!(adversary.line(&position, challenge, &limits), Ok(None));
    let without_hand: Position = "contract=G declarer=F view=M".parse().unwrap();
    assert!(unseen(&without_hand).is_err());
}

/// After how many tricks counting settles it if whoever wins hurries without letting the win go and the others hold out: by
/// plain recursion.
fn tricks_to_the_end(position: &Position, challenge: Claim) -> usize {
    if challenge.outcome(position).is_some() {
        return 0;
    }
    let wins = forced(position, challenge);
    let wins_on_turn = challenge.is_persons_turn(position) == wins;
    let ends_trick = usize::from(position.trick().len() == 2);
    let after = |card: Card| {
        let mut next = position.clone();
        next.play(card).unwrap();
        next
    };
    let nexts = position.playable().iter().map(after);
    let ends = |next: Position| ends_trick + tricks_to_the_end(&next, challenge);
    let end = if wins_on_turn {
        nexts.filter(|next| forced(next, challenge) == wins).map(ends).min()
    } else {
        nexts.map(ends).max()
    };
    end.unwrap()
}

/// Whoever has lost never loses sooner than he must: not the others, not a person who plays best cards, not a line.
#[test]
fn a_lost_side_holds_out_as_long_as_it_can() {
    let mut dice = Dice::new(6);
    let (mut lost, mut choices) = (0, 0);
    for round in 0..6 {
        for kind in KINDS {
            for view in VIEWS {
                let (start, challenge) = position(&mut dice, kind, view, 2 + round % 2);
                let mut adversary = Adversary::with_table(3);
                let mut now = unseen(&start).unwrap();
                let wins = forced(&now, challenge);
                while now.turn().is_some() && challenge.outcome(&now).is_none() {
                    let persons = challenge.is_persons_turn(&now);
                    let card = if persons {
                        adversary.best(&now, challenge, &Limits::none()).unwrap().unwrap()
                    } else {
                        adversary.reply(&now, challenge, &Limits::none()).unwrap().unwrap().card
                    };
                    let end = |card: Card| {
                        let mut next = now.clone();
                        next.play(card).unwrap();
                        tricks_to_the_end(&next, challenge)
                    };
                    if persons != wins && now.playable().len() > 1 {
                        let latest = now.playable().iter().map(end).max();
                        assert_eq!(Some(end(card)), latest, "{card} in {now}, {challenge:?}");
                        lost += 1;
                        choices += now.playable().len();
                    }
                    now.play(card).unwrap();
                }
            }
        }
    }
    assert!(lost > 100 && choices > 2 * lost, "{lost} {choices}");
}

/// In Null the declarer ducks as long as he can, and a proof's lines do the same.
#[test]
fn a_lost_null_is_not_thrown_away() {
    // He holds a low heart and may duck once; the club is his downfall.
    let line = "contract=N declarer=F F=H7.HT.CK M=H9.HJ.C7 R=H8.HA.C8 skat=D7.D8 lead=M view=open \
        gone=CA.CQ.CJ.CT.C9.SA.SK.SQ.SJ.ST.S9.S8.S7.HQ.HK.DA.DK.DQ.DJ.DT.D9";
    let position: Position = line.parse().unwrap();
    let challenge = Claim::new(&position, Goal::NoTrick);
    assert!(!forced(&position, challenge));
    let mut played = position.clone();
    played.play("H9".parse().unwrap()).unwrap();
    played.play("H8".parse().unwrap()).unwrap();
    let best = Adversary::with_table(3).best(&played, challenge, &Limits::none()).unwrap();
    assert_eq!(best.map(|card| card.to_string()).as_deref(), Some("H7"));
    let mut prover = Prover::with_table(3);
    let path: Vec<Card> = ["H9", "H8"].map(|card| card.parse().unwrap()).to_vec();
    let line = prover.main_line(&position, challenge, &path, &Limits::none()).unwrap();
    assert_eq!(line[0].to_string(), "H7");
}

/// A hidden deal in which the skat tells itself on the way.
#[test]
fn a_defender_holds_out_where_the_skat_is_unknown() {
    let line = "contract=G declarer=F F=? M=? R=DK.C8.CK.CT skat=? lead=M gone=HJ.SJ.CJ.C7.CA.C9.DJ.DT.D7.HA.H9.HK.S7.SQ.S9.DA.D8.D9 points=19:39 played=SA.CK.S8.SK view=R";
    let position: Position = line.parse().unwrap();
    let challenge = Claim::new(&position, Goal::Points(61));
    let mut adversary = Adversary::with_table(8);
    let best = adversary.best(&position, challenge, &Limits::none()).unwrap().unwrap();
    let end = |card: Card| {
        let mut next = position.clone();
        next.play(card).unwrap();
        tricks_to_the_end(&next, challenge)
    };
    let ends: Vec<(Card, usize)> = position.playable().iter().map(|card| (card, end(card))).collect();
    assert_eq!(end(best), ends.iter().map(|(_, end)| *end).max().unwrap(), "{best}: {ends:?}");
}
