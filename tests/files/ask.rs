//! Questions about cards: what a plain scan of the records finds is what the index finds.

use kiebitz::archive::ask::{Ask, Search};
use kiebitz::archive::explore::{Explored, Explorer};
use kiebitz::archive::index::{Filter, Index, Indexer, Merge, Tri};
use kiebitz::archive::{Record, RecordedGame, Source, random_record};
use kiebitz::cards::{Card, Cards, Dice, Rank, Suit};
use kiebitz::deal::{Position, View};
use kiebitz::puzzle::Language;
use kiebitz::rules::{Game, Seat, Side};
use std::io::Cursor;

const GAMES: u64 = 4000;

fn archive() -> (Vec<Record>, Index) {
    let mut dice = Dice::new(77);
    let records: Vec<Record> = (0..GAMES).map(|id| random_record(&mut dice, id)).collect();
    let index = indexed(&records);
    (records, index)
}

fn indexed(records: &[Record]) -> Index {
    let text: String = records.iter().map(|record| format!("{record}\n")).collect();
    Indexer::new(Source::from_stream(Cursor::new(text.into_bytes())).unwrap()).finish().unwrap()
}

fn found(index: &Index, question: &str) -> Vec<u32> {
    let filter = Filter { cards: question.into(), ..Filter::default() };
    assert!(question.parse::<Ask>().is_ok(), "{question}: {:?}", question.parse::<Ask>());
    filter.apply(index, &[], Merge::Replace)
}

/// A game as the plain scan sees it: the cards, and who played them.
struct Plain {
    game: RecordedGame,
    /// Who played what, in tricks.
    tricks: Vec<Vec<(Seat, Card)>>,
}

impl Plain {
    fn of(record: &Record) -> Plain {
        let game = RecordedGame::of(record).unwrap();
        let end = game.play.as_ref().map(|play| play.position(30));
        let plays: Vec<(Seat, Card)> =
            end.iter().flat_map(|end| end.history().iter().map(|play| (play.seat, play.card))).collect();
        let tricks = plays.chunks(3).map(<[_]>::to_vec).collect();
        Plain { game, tricks }
    }

    fn kind(&self) -> Option<Game> {
        self.game.play.as_ref().map(|play| play.contract.game())
    }

    fn declarer(&self) -> Option<Seat> {
        self.game.play.as_ref().map(|play| play.declarer)
    }

    /// The ten cards as a seat plays.
    fn hand(&self, seat: Seat) -> Cards {
        self.game.play.as_ref().unwrap().position(0).hand(seat)
    }

    /// The hand of a seat before the card with this number.
    fn hand_before(&self, seat: Seat, number: usize) -> Cards {
        self.game.play.as_ref().unwrap().position(number).hand(seat)
    }

    fn winner(&self, trick: &[(Seat, Card)]) -> Option<Seat> {
        let &[(_, a), (_, b), (_, c)] = trick else { return None };
        Some(trick[self.kind()?.trick_winner([a, b, c])].0)
    }

    fn points(trick: &[(Seat, Card)]) -> u32 {
        trick.iter().map(|(_, card)| u32::from(card.points())).sum()
    }

    fn won(&self) -> Option<bool> {
        self.game.count.outcome.map(|outcome| outcome.won)
    }
}

/// The cards of a side suit: not trump, without jacks in trump games.
fn side(game: Game, suit: Suit) -> Option<Cards> {
    let cards: Cards = Card::all()
        .filter(|card| card.suit() == suit && (game == Game::Null || card.rank() != Rank::Jack))
        .collect();
    (game != Game::Suit(suit)).then_some(cards)
}

fn is_trump(game: Game, card: Card) -> bool {
    match game {
        Game::Null => false,
        Game::Grand => card.rank() == Rank::Jack,
        Game::Suit(suit) => card.rank() == Rank::Jack || card.suit() == suit,
    }
}

/// Whether two cards belong together for following.
fn together(game: Game, a: Card, b: Card) -> bool {
    is_trump(game, a) && is_trump(game, b) || !is_trump(game, a) && !is_trump(game, b) && a.suit() == b.suit()
}

type Question<'a> = (&'a str, &'a dyn Fn(&Plain) -> bool);

/// The ten questions of a researcher, and some more, each beside a scan that knows nothing of the index.
#[test]
fn ten_questions_of_a_researcher() {
    let (records, index) = archive();
    let plain: Vec<Plain> = records.iter().map(Plain::of).collect();
    let questions: [Question<'_>; 14] = [
        // 1. How often was a blank ten led against Grand by forehand?
        ("game=G lead(defender T blank)", &|game| {
            let (Some(Game::Grand), Some(declarer)) = (game.kind(), game.declarer()) else { return false };
            let Some(&(seat, card)) = game.tricks.first().and_then(|trick| trick.first()) else {
                return false;
            };
            let hand = game.hand(seat);
            seat != declarer
                && card.rank() == Rank::Ten
                && hand.iter().filter(|other| together(Game::Grand, *other, card)).count() == 1
        }),
        // 2. Two black jacks, five trumps, an ace and a ten of one side suit.
        ("declarer(CJ SJ trumps>=5 side(A T))", &|game| {
            let Some(kind) = game.kind() else { return false };
            let hand = game.hand(game.declarer().unwrap());
            let has = |text: &str| hand.has(text.parse().unwrap());
            let both = |suit: Suit| {
                let (ace, ten) = (Card::new(suit, Rank::Ace), Card::new(suit, Rank::Ten));
                side(kind, suit).is_some() && hand.has(ace) && hand.has(ten)
            };
            has("CJ")
                && has("SJ")
                && hand.iter().filter(|&card| is_trump(kind, card)).count() >= 5
                && Suit::ALL.into_iter().any(both)
        }),
        // 3. A jack lay in the skat, and the declarer lost.
        ("skat(jacks>=1) lost", &|game| {
            let jacks = game.game.deal.skat().iter().filter(|card| card.rank() == Rank::Jack).count();
            jacks >= 1 && game.kind().is_some() && game.won() == Some(false)
        }),
        // 4. Two cards of twenty points and more were laid away.
        ("discard(cardpoints>=20)", &|game| {
            let laid = game.game.play.as_ref().and_then(|play| play.discard);
            laid.is_some_and(|laid| laid.iter().map(|card| card.points()).sum::<u8>() >= 20)
        }),
        // 5. A suit game with two side suits empty.
        ("game=C,S,H,D declarer(voids>=2)", &|game| {
            let Some(kind @ Game::Suit(_)) = game.kind() else { return false };
            let hand = game.hand(game.declarer().unwrap());
            let empty =
                |suit: Suit| side(kind, suit).is_some_and(|cards| !cards.iter().any(|card| hand.has(card)));
            Suit::ALL.into_iter().filter(|&suit| empty(suit)).count() >= 2
        }),
        // 6. In the first trick an ace of a side suit was led and rearhand trumped it.
        ("trick 1(lead(A side) third(ruffs))", &|game| {
            let Some(kind) = game.kind() else { return false };
            let Some(&[(_, led), _, (_, last)]) = game.tricks.first().map(Vec::as_slice) else {
                return false;
            };
            led.rank() == Rank::Ace && !is_trump(kind, led) && is_trump(kind, last)
        }),
        // 7. The defenders took a trick of 28 points or more.
        ("trick(points>=28 won(defender))", &|game| {
            game.tricks.iter().any(|trick| {
                let winner = game.winner(trick);
                winner.is_some() && winner != game.declarer() && Plain::points(trick) >= 28
            })
        }),
        // 8. The declarer threw an ace or a ten away.
        ("play(declarer discards A T)", &|game| {
            let Some(kind) = game.kind() else { return false };
            game.tricks.iter().any(|trick| {
                trick[1..].iter().any(|&(seat, card)| {
                    Some(seat) == game.declarer()
                        && matches!(card.rank(), Rank::Ace | Rank::Ten)
                        && !is_trump(kind, card)
                        && !together(kind, card, trick[0].1)
                })
            })
        }),
        // 9. Lost with four matadors or more.
        ("matadors>=4 lost", &|game| {
            let outcome = game.game.count.outcome;
            outcome.is_some_and(|outcome| !outcome.won && outcome.matadors >= 4) && game.kind().is_some()
        }),
        // 10. Middlehand alone in a hand game, and schneider.
        ("declarer=M hand schneider", &|game| {
            let play = game.game.play.as_ref();
            play.is_some_and(|play| play.declarer == Seat::Middlehand && play.contract.is_hand())
                && game.game.count.outcome.is_some_and(|outcome| outcome.schneider)
        }),
        ("defender(side(only A) trumps<=2) or passed", &|game| {
            if game.kind().is_none() {
                return game.game.count.contract.is_none() && game.game.count.bid == 0;
            }
            let kind = game.kind().unwrap();
            let blank_ace = |hand: Cards| {
                Suit::ALL.into_iter().any(|suit| {
                    let cards = side(kind, suit).map(|side| side & hand);
                    cards == Some(Cards::one(Card::new(suit, Rank::Ace)))
                })
            };
            let few = |hand: Cards| hand.iter().filter(|&card| is_trump(kind, card)).count() <= 2;
            let defenders = Seat::ALL.into_iter().filter(|&seat| Some(seat) != game.declarer());
            defenders.map(|seat| game.hand(seat)).any(|hand| blank_ace(hand) && few(hand))
        }),
        ("not (game=N or play(trump wins length>=4 defender))", &|game| {
            let Some(kind) = game.kind() else { return true };
            let mut number = 0;
            let long = game.tricks.iter().any(|trick| {
                let winner = game.winner(trick);
                trick.iter().any(|&(seat, card)| {
                    let hand = game.hand_before(seat, number);
                    number += 1;
                    let length = hand.iter().filter(|&other| together(kind, other, card)).count();
                    is_trump(kind, card)
                        && winner == Some(seat)
                        && length >= 4
                        && Some(seat) != game.declarer()
                })
            });
            kind != Game::Null && !long
        }),
        ("trick(second(follows hearts) some(declarer wins trump)) points=61..89", &|game| {
            let Some(kind) = game.kind() else { return false };
            let points = game.game.count.tally.declarer_points;
            (61..=89).contains(&points)
                && game.tricks.iter().any(|trick| {
                    let Some(&(_, second)) = trick.get(1) else { return false };
                    let winner = game.winner(trick);
                    together(kind, trick[0].1, second)
                        && second.suit() == Suit::Hearts
                        && trick.iter().any(|&(seat, card)| {
                            Some(seat) == game.declarer() && winner == Some(seat) && is_trump(kind, card)
                        })
                })
        }),
        ("twelve(aces=4) dealt(-CJ) forehand(clubs=0)", &|game| {
            let Some(declarer) = game.declarer() else { return false };
            let dealt = game.game.deal.hand(declarer);
            let twelve = dealt | game.game.deal.skat();
            let clubs = side(game.kind().unwrap(), Suit::Clubs).unwrap_or(Cards::NONE);
            twelve.iter().filter(|card| card.rank() == Rank::Ace).count() == 4
                && !dealt.has("CJ".parse().unwrap())
                && (game.hand(Seat::Forehand) & clubs).is_empty()
        }),
    ];
    let mut answered = 0;
    for (question, holds) in questions {
        let slow: Vec<u32> =
            (0..).zip(&plain).filter(|(_, game)| holds(game)).map(|(number, _)| number).collect();
        let fast = found(&index, question);
        assert_eq!(fast, slow, "{question}");
        answered += usize::from(!slow.is_empty());
        // How it ended, by the scan and by the index.
        let won = slow.iter().filter(|&&number| plain[number as usize].won() == Some(true)).count();
        let explored = Explored::of(&index, &fast, &|| false).unwrap();
        assert_eq!((explored.all.games as usize, explored.all.won as usize), (slow.len(), won), "{question}");
        // In either language it is the same question, and with other filters it narrows.
        let ask: Ask = question.parse().unwrap();
        for language in [Language::German, Language::English] {
            assert_eq!(ask.text(language).parse().as_ref(), Ok(&ask), "{}", ask.text(language));
        }
        let both = Filter { cards: question.into(), won: Tri::Yes, ..Filter::default() };
        let narrowed = both.apply(&index, &[], Merge::Replace);
        assert!(narrowed.iter().all(|number| fast.contains(number)) && narrowed.len() <= won, "{question}");
    }
    assert!(answered >= 12, "{answered}");
}

/// The place that is told is the one at which it holds.
#[test]
fn the_place_is_told() {
    let (records, index) = archive();
    let plain: Vec<Plain> = records.iter().map(Plain::of).collect();
    let search = Search::new(&"trick(points>=28)".parse().unwrap());
    let mut seen = 0;
    for (number, game) in plain.iter().enumerate() {
        let first = game.tricks.iter().position(|trick| trick.len() == 3 && Plain::points(trick) >= 28);
        let place = search.place(&index, number as u32);
        assert_eq!(place, first.map(|trick| 3 * trick as u8 + 3));
        seen += usize::from(place.is_some());
    }
    assert!(seen > 50);
}

/// A position without names, found by trying: the suits of one game laid over those of the other in every order.
fn alike(a: &Position, b: &Position) -> bool {
    let kind = |game: Game| matches!(game, Game::Suit(_)) as u8 + 2 * (game == Game::Null) as u8;
    if kind(a.game()) != kind(b.game()) {
        return false;
    }
    // Who holds each card of a group, from the highest down, and what it counts; gone cards left out.
    let ladder = |position: &Position, cards: Cards| -> Vec<(usize, u8)> {
        let game = position.game();
        let mut sorted: Vec<Card> = cards.iter().collect();
        sorted.sort_by_key(|&card| std::cmp::Reverse(game.strength(card)));
        let place = |card: Card| {
            let laid = position.trick().iter().position(|play| play.card == card).map(|at| 10 + at);
            let held = (0..3).find(|&at| position.hand(position.declarer().after(at)).has(card));
            let points = if game == Game::Null { 0 } else { card.points() };
            laid.or(held).map(|place| (place, points))
        };
        sorted.into_iter().filter_map(place).collect()
    };
    let trumps = |position: &Position| ladder(position, position.game().trumps());
    let turn = |position: &Position| {
        position.turn().map(|turn| (turn.index() + 3 - position.declarer().index()) % 3)
    };
    let suit = |position: &Position, suit: Suit| ladder(position, position.game().plain_suit(suit));
    let orders = [0, 1, 2, 3];
    let mut any = false;
    for i in orders {
        for j in orders.into_iter().filter(|&j| j != i) {
            for k in orders.into_iter().filter(|&k| k != i && k != j) {
                let l = 6 - i - j - k;
                any |= (0..4).zip([i, j, k, l]).all(|(x, y)| suit(a, Suit::ALL[x]) == suit(b, Suit::ALL[y]));
            }
        }
    }
    any && turn(a) == turn(b) && trumps(a) == trumps(b)
}

/// The same game with two suits changed, the jacks left alone where they are trumps.
fn changed(record: &Record, id: u64) -> Record {
    // In Null the jacks belong to their suits.
    let null = RecordedGame::of(record).unwrap().play.is_some_and(|play| play.contract.game() == Game::Null);
    let ranks = if null { "789QKTAJ" } else { "789QKTA" };
    let text = record.to_string();
    let mut letters: Vec<char> = text.chars().collect();
    for at in 0..letters.len().saturating_sub(1) {
        let (suit, rank) = (letters[at], letters[at + 1]);
        let before = if at == 0 { ' ' } else { letters[at - 1] };
        let after = letters.get(at + 2).copied().unwrap_or(' ');
        let alone = " .".contains(before) && " .]".contains(after) && ranks.contains(rank);
        letters[at] = match suit {
            'H' if alone => 'D',
            'D' if alone => 'H',
            other => other,
        };
    }
    let text: String = letters.into_iter().collect();
    let mut record = Record::parse(text.as_bytes()).unwrap();
    record.id = Some(id.to_string());
    record.result = kiebitz::archive::computed_result(&record);
    record
}

#[test]
fn positions_are_found_exactly_and_alike() {
    let mut dice = Dice::new(5);
    let mut records: Vec<Record> = (0..400).map(|id| random_record(&mut dice, id)).collect();
    let grand = |record: &Record| {
        let game = RecordedGame::of(record).unwrap();
        game.play.is_some_and(|play| matches!(play.contract.game(), Game::Grand | Game::Null))
    };
    let copies: Vec<Record> =
        records.iter().filter(|record| grand(record)).map(|record| changed(record, 9)).collect();
    let originals = records.len() as u32;
    records.extend(copies);
    let index = indexed(&records);
    let games: Vec<RecordedGame> = records.iter().map(|record| RecordedGame::of(record).unwrap()).collect();
    let (mut pairs, mut near_end) = (0, 0);
    for (number, game) in games.iter().enumerate().filter(|(number, _)| number % 7 == 0) {
        let Some(play) = &game.play else { continue };
        let cards = dice.below(play.cards.len() as u64 + 1) as usize;
        let position = play.position(cards);
        assert_eq!(index.position(number as u32, cards).unwrap().to_string(), position.to_string());
        let exact = found(&index, &format!("position \"{position}\""));
        let near = found(&index, &format!("alike \"{position}\""));
        let at = |other: &RecordedGame| {
            let play = other.play.as_ref().filter(|play| play.cards.len() >= cards)?;
            Some(play.position(cards))
        };
        let same = |other: &Position| {
            let hands = |position: &Position| Seat::ALL.map(|seat| position.hand(seat));
            let trick =
                |position: &Position| position.trick().iter().map(|play| play.card).collect::<Vec<_>>();
            (other.game(), other.declarer(), other.turn(), other.skat())
                == (position.game(), position.declarer(), position.turn(), position.skat())
                && hands(other) == hands(&position)
                && trick(other) == trick(&position)
        };
        let slow = |wanted: &dyn Fn(&Position) -> bool| -> Vec<u32> {
            (0..)
                .zip(&games)
                .filter(|(_, game)| at(game).is_some_and(|other| wanted(&other)))
                .map(|(n, _)| n)
                .collect()
        };
        assert_eq!(exact, slow(&same), "{position}");
        assert_eq!(near, slow(&|other| alike(&position, other)), "{position}");
        assert!(exact.contains(&(number as u32)) && exact.iter().all(|number| near.contains(number)));
        pairs += usize::from(near.iter().any(|&other| other >= originals) && near.len() > exact.len());
        near_end += usize::from(cards > 24);
        // What came next, under the names that the cards have here.
        let explorer = Explorer::new(&position, true).unwrap();
        let explored = explorer.run(&index, &index.all(), &|| false).unwrap();
        assert_eq!(explored.all.games as usize, near.len());
        let next = explored.next.iter().map(|(_, ended)| ended.games as usize).sum::<usize>();
        let going_on = near.iter().filter(|&&n| games[n as usize].play.as_ref().unwrap().cards.len() > cards);
        assert_eq!(next, going_on.count());
        let legal = position.playable();
        assert!(explored.next.iter().all(|(card, _)| legal.has(*card)), "{position}: {:?}", explored.next);
        if let Some(&card) = play.cards.get(cards) {
            assert!(explored.next.iter().any(|(other, _)| {
                let together = |a: Card, b: Card| a.rank() == b.rank() || a.points() == b.points();
                together(*other, card)
            }));
        }
    }
    assert!(pairs > 5 && near_end > 3, "{pairs} {near_end}");
}

/// Through one player's eyes: his hand, the trick and what has fallen.
#[test]
fn a_player_looks_for_what_he_sees() {
    let (records, index) = archive();
    let mut tried = 0;
    for (number, record) in records.iter().enumerate().step_by(211) {
        let game = RecordedGame::of(record).unwrap();
        let Some(play) = game.play.filter(|play| play.cards.len() > 7) else { continue };
        for seat in Seat::ALL {
            let position = play.position(7).with_view(View::Seat(seat));
            for word in ["position", "alike"] {
                let found = found(&index, &format!("{word} \"{position}\""));
                assert_eq!(found, [number as u32], "{word} {position}");
            }
            tried += 1;
        }
    }
    assert!(tried > 20);
    // Before the first card two games are the same to a player who holds the same ten.
    let position = "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.HA.HT.DA.DT M=? R=? skat=C7.C8 view=F";
    assert!(found(&index, &format!("position \"{position}\"")).is_empty());
}

#[test]
fn every_question_reads_back() {
    let mut dice = Dice::new(40);
    for round in 0..4000 {
        let text = question(&mut dice, 0);
        let ask: Ask = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        for language in [Language::German, Language::English] {
            let printed = ask.text(language);
            assert_eq!(printed.parse().as_ref(), Ok(&ask), "round {round}: {text} became {printed}");
        }
    }
    for (bad, at) in [
        ("gaem=G", 0),
        ("declarer(", 9),
        ("declarer(CX)", 9),
        ("lead(T", 6),
        ("bid 30", 4),
        ("bid>=x", 5),
        ("trick 11(won(declarer))", 6),
        ("position \"contract=G\"", 9),
        ("alike G", 6),
        ("won or", 6),
        ("game=X", 5),
        ("won )", 4),
        ("\"", 1),
    ] {
        let error = bad.parse::<Ask>().unwrap_err();
        assert_eq!(error.at(), at, "{bad}: {error}");
    }
    assert!("(".repeat(5000).parse::<Ask>().is_err());
    assert!("not ".repeat(5000).parse::<Ask>().is_err());
    assert!("".parse::<Ask>().unwrap().is_empty());
}

fn pick<'a>(dice: &mut Dice, from: &[&'a str]) -> &'a str {
    from[dice.below(from.len() as u64) as usize]
}

fn several(dice: &mut Dice, from: &[&str]) -> String {
    let count = dice.below(4);
    (0..count).map(|_| pick(dice, from)).collect::<Vec<_>>().join(" ")
}

/// A question made of all that can be said.
fn question(dice: &mut Dice, depth: u64) -> String {
    let cards = [
        "T",
        "A K hearts",
        "HT",
        "CJ.SJ",
        "declarer",
        "vorhand",
        "blank",
        "length>=2",
        "ruffs",
        "wins",
        "side",
    ];
    let hand =
        ["CJ", "-HA", "trumps>=5", "aces=1..2", "side(A T)", "side(only T)", "farbe(K -A länge<3)", "asse>1"];
    let trick =
        ["lead(T)", "second(follows A)", "third()", "some(wins trump)", "won(defender)", "points>=20"];
    match dice.below(if depth > 2 { 8 } else { 11 }) {
        0 => format!("game={}", pick(dice, &["G", "C,S", "NG", "h"])),
        1 => pick(dice, &["won", "verloren", "hand", "schneider", "überreizt", "ueberreizt", "declarer=M"]).into(),
        2 => format!("{}{}", pick(dice, &["bid", "augen", "value", "spitzen", "year"]), pick(dice, &[">=18", "<0", "=3", "=-2..4", ">5"])),
        3 => format!("{}({})", pick(dice, &["declarer", "skat", "gedrückt", "rearhand", "twelve", "defender"]), several(dice, &hand)),
        4 => format!("lead({})", several(dice, &cards)),
        5 => format!("play({})", several(dice, &cards)),
        6 => format!("trick{}({})", pick(dice, &["", " 1", " 10"]), several(dice, &trick)),
        7 => pick(
            dice,
            &[
                "position \"contract=G declarer=F F=CJ.SA M=C7.S7 R=C8.S8 skat=D7.D8 gone=C9.CQ.CK.CT.CA.S9.SQ.SK.ST.SJ.H7.H8.H9.HQ.HK.HT.HA.HJ.D9.DQ.DK.DT.DA.DJ view=open\"",
                "ähnlich „contract=N declarer=M F=CJ.SA M=C7.S7 R=C8.S8 skat=D7.D8 gone=C9.CQ.CK.CT.CA.S9.SQ.SK.ST.SJ.H7.H8.H9.HQ.HK.HT.HA.HJ.D9.DQ.DK.DT.DA.DJ played=CJ view=open“",
            ],
        )
        .into(),
        8 => format!("not {}", question(dice, depth + 1)),
        9 => format!("({} or {})", question(dice, depth + 1), question(dice, depth + 1)),
        _ => format!("({} und {})", question(dice, depth + 1), question(dice, depth + 1)),
    }
}

#[test]
fn what_was_done_adds_up() {
    let (records, index) = archive();
    let explored = Explored::of(&index, &index.all(), &|| false).unwrap();
    assert_eq!(u64::from(explored.all.games), GAMES);
    let count = |counts: Vec<u32>| counts.into_iter().sum::<u32>();
    let games: Vec<RecordedGame> = records.iter().map(|record| RecordedGame::of(record).unwrap()).collect();
    let led =
        games.iter().filter(|game| game.play.as_ref().is_some_and(|play| !play.cards.is_empty())).count();
    assert_eq!(count(explored.openings.iter().map(|(_, ended)| ended.games).collect()) as usize, led);
    let laid =
        games.iter().filter(|game| game.play.as_ref().is_some_and(|play| play.discard.is_some())).count();
    assert_eq!(count(explored.laid.iter().map(|(_, ended)| ended.games).collect()) as usize, laid);
    // One opening, counted by hand.
    let (opening, ended) = explored.openings[0];
    let same = games.iter().filter(|game| {
        let Some(play) = &game.play else { return false };
        let Some(&card) = play.cards.first() else { return false };
        let kind = play.contract.game();
        let hand = play.position(0).hand(Seat::Forehand);
        let length = hand.iter().filter(|&other| together(kind, other, card)).count().min(4);
        let side = if play.declarer == Seat::Forehand { Side::Declarer } else { Side::Defenders };
        (kind, side, is_trump(kind, card), card.rank(), length)
            == (opening.game, opening.by, opening.trump, opening.rank, usize::from(opening.length))
    });
    assert_eq!(same.count(), ended.games as usize);
    assert!(Explored::of(&index, &index.all(), &|| true).is_none());
}
