//! Distributions: against plain enumeration and plain minimax, by hand, and where there is none.

use kiebitz::cards::{Card, Cards, Dice};
use kiebitz::deal::{Deal, DealSetup, Holding, Position, Split, SplitGroup, View};
use kiebitz::puzzle::Language;
use kiebitz::puzzle::distributions::{
    About, Condition, DistributionQuery, Impossible, Pattern, Sitting, Span, Sweep, Swept, is_condition,
    sweep,
};
use kiebitz::rules::{BySeat, Contract, Game, Goal, Seat, Side};
use kiebitz::search::Resources;

fn question(line: &str, conditions: &[&str]) -> DistributionQuery {
    let position: Position = line.parse().unwrap();
    let goal = position.goal();
    DistributionQuery::new(position, goal, conditions.iter().map(|text| text.parse().unwrap()).collect())
        .unwrap()
}

fn all(question: &DistributionQuery, threads: usize) -> (Swept, Vec<Sitting>) {
    let mut found = Vec::new();
    let swept = sweep(question, Resources::usual(threads), &Sweep::default(), |each| {
        assert_eq!(each.number as usize, found.len());
        found.push(each.sitting);
        true
    });
    assert!(swept.finished);
    assert_eq!(swept.solutions as usize, found.len());
    (swept, found)
}

/// Every way to deal the cards left, one after the other.
fn deal_out(cards: &[Card], room: [usize; 4], hands: [Cards; 4], tell: &mut impl FnMut([Cards; 4])) {
    let Some((&card, rest)) = cards.split_first() else { return tell(hands) };
    for place in 0..4 {
        if room[place] > 0 {
            let (mut room, mut hands) = (room, hands);
            room[place] -= 1;
            hands[place].insert(card);
            deal_out(rest, room, hands, tell);
        }
    }
}

/// The declarer's final points by trying everything; in Null 1 for won.
fn minimax(position: &mut Position) -> u8 {
    let null = position.game() == Game::Null;
    if null && position.has_trick(Side::Declarer) {
        return 0;
    }
    let Some(turn) = position.turn() else {
        return if null { 1 } else { position.points(Side::Declarer) + position.skat().points() };
    };
    let values: Vec<u8> = position
        .playable()
        .iter()
        .map(|card| {
            position.play(card).unwrap();
            let value = minimax(position);
            position.undo();
            value
        })
        .collect();
    let declarer = turn == position.declarer();
    if declarer { values.into_iter().max() } else { values.into_iter().min() }.unwrap()
}

/// An endgame of three tricks whose declarer sees only his own hand.
fn endgame(dice: &mut Dice) -> Position {
    let deal = Deal::random(dice);
    let game = Game::ALL[dice.below(6) as usize];
    let part = |seat: Seat| deal.hand(seat).iter().take(3).collect::<Cards>();
    let declarer = Seat::ALL[dice.below(3) as usize];
    let mut setup = DealSetup {
        contract: Some(Contract::plain(game)),
        declarer: Some(declarer),
        skat: Holding::full(deal.skat()),
        lead: Seat::ALL[dice.below(3) as usize],
        view: Some(View::Open),
        ..DealSetup::default()
    };
    setup.hands[declarer] = Holding::full(part(declarer));
    let kept = Seat::ALL.iter().fold(deal.skat(), |all, &seat| all | part(seat));
    setup.gone = Card::all().filter(|&card| !kept.has(card)).collect();
    let gone = (Cards::ALL - kept).points();
    setup.points = if game == Game::Null { (0, 0) } else { (gone / 2 + gone / 8, gone / 4) };
    setup.validate().unwrap_or_else(|problems| panic!("{problems}"))
}

/// With one of the splits that are possible.
fn with_split(dice: &mut Dice, position: &Position) -> Position {
    loop {
        let groups = SplitGroup::of(position.game());
        let group = groups[dice.below(groups.len() as u64) as usize];
        let split = Split::new(group, dice.below(4) as u8, dice.below(4) as u8);
        let stated = DealSetup { splits: vec![split], ..position.to_setup() };
        if let Ok(stated) = stated.validate() {
            return stated;
        }
    }
}

#[test]
fn sweeps_agree_with_trying_everything() {
    let mut dice = Dice::new(91);
    let conditions = [
        vec!["result=won"],
        vec!["result=lost"],
        vec!["F:trumps=1..2", "result=won"],
        vec!["one:jacks=1..", "M:points=..14", "result=lost"],
        vec!["R:cards=3", "M:aces=0"],
    ];
    let mut solutions = 0;
    for round in 0..60 {
        let mut position = endgame(&mut dice);
        if round % 2 == 1 {
            position = with_split(&mut dice, &position);
        }
        let texts = &conditions[round % conditions.len()];
        let wanted: Vec<Condition> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let goal = position.goal();
        let question = DistributionQuery::new(position.clone(), goal, wanted.clone()).unwrap();
        let declarer = position.declarer();
        let known = position.start_hand(declarer) | position.skat();
        let unseen: Vec<Card> =
            Card::all().filter(|&card| !known.has(card) && !position.gone().has(card)).collect();
        let mut room = [3, 3, 3, 0];
        room[declarer.index()] = 0;
        let mut expected = Vec::new();
        let mut deals = 0;
        let mut hands = [Cards::NONE; 4];
        hands[declarer.index()] = position.start_hand(declarer);
        hands[3] = position.skat();
        deal_out(&unseen, room, hands, &mut |[f, m, r, skat]| {
            let sitting = Sitting { hands: BySeat([f, m, r]), skat };
            if !position.splits().hold(|seat| sitting.hands[seat]) {
                return;
            }
            deals += 1;
            let fits = wanted.iter().all(|condition| condition.holds(position.game(), declarer, &sitting));
            let value = minimax(&mut sitting.on(&position).unwrap());
            let won = match goal {
                Goal::Points(points) => value >= points,
                _ => value == 1,
            };
            let ending = texts.iter().all(|text| match *text {
                "result=won" => won,
                "result=lost" => !won,
                _ => true,
            });
            if fits && ending {
                expected.push(sitting);
            }
        });
        let (swept, mut found) = all(&question, 1 + round % 3);
        assert_eq!((swept.deals, question.deals()), (deals, deals));
        let key = |sitting: &Sitting| (sitting.hands.0.map(Cards::bits), sitting.skat.bits());
        found.sort_by_key(key);
        expected.sort_by_key(key);
        assert_eq!(found, expected, "{position} {texts:?}");
        solutions += found.len();
    }
    assert!(solutions > 200, "{solutions}");
}

#[test]
fn threads_change_nothing_but_the_time() {
    let line = "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.HA.H7.D8.D7 skat=C7.S7 view=F \
        played=CA.C8.C9.CT.CQ.CK.CJ.HJ.DJ";
    let question = question(line, &["R:aces=1", "M:spades=1..3", "result=won"]);
    let (swept, found) = all(&question, 1);
    for threads in [2, 3] {
        assert_eq!(all(&question, threads), (swept.clone(), found.clone()));
    }
    assert_eq!(swept.deals, question.deals());
    assert!(swept.fitting < swept.deals && swept.solutions > 0);
}

/// Three cards each, no trump left. The declarer leads hearts from the top: ace, king, queen. Unseen are ten,
/// nine, eight and seven of hearts and two worthless cards. The ten beats the king, so he takes every trick
/// exactly if the ten falls on the ace, which it does only where it is alone: where the other three hearts lie
/// together. That is two deals of twenty, one for each hand.
#[test]
fn a_case_that_can_be_counted_by_hand() {
    let line = "contract=G declarer=F F=HA.HK.HQ view=F skat=S7.S8 points=60:0 \
        gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.DA.DT.DK.DQ.D9.D8";
    let schwarz = question(line, &["result=schwarz"]);
    let (swept, found) = all(&schwarz, 2);
    assert_eq!((swept.deals, found.len()), (20, 2));
    let pattern = Pattern::find(&schwarz, &swept).unwrap();
    assert_eq!((pattern.about, pattern.deals, pattern.exact), (About::Solutions, 2, true));
    let said = pattern.words(&schwarz, Language::English).join("\n");
    let expected = "The 2 solutions are exactly those in which one defender has the nine of hearts, the eight of \
        hearts and the seven of hearts.";
    assert_eq!(said, expected);
    // With the ace alone he has 71 points; nothing less is possible.
    let fewer = question(line, &["result=..70"]);
    let (swept, _) = all(&fewer, 2);
    assert_eq!(swept.solutions, 0);
    assert!(matches!(fewer.why_none(&swept), Some(Impossible::Ending(20, _))));
}

/// An exact description holds of all described deals and of no other; each rule holds of no other.
#[test]
fn patterns_are_true() {
    let mut dice = Dice::new(17);
    let mut exact = 0;
    let mut with_rules = 0;
    for _ in 0..240 {
        let position = endgame(&mut dice);
        let game = position.game();
        let declarer = position.declarer();
        let question =
            DistributionQuery::new(position.clone(), position.goal(), vec!["result=won".parse().unwrap()])
                .unwrap();
        let (swept, _) = all(&question, 1);
        let Some(pattern) = Pattern::find(&question, &swept) else {
            assert!(swept.solutions == 0 || swept.solutions == swept.fitting);
            continue;
        };
        let described = |solution: bool| solution == (pattern.about == About::Solutions);
        let fits = |conditions: &[Condition], sitting: &Sitting| {
            conditions.iter().all(|condition| condition.holds(game, declarer, sitting))
        };
        let mut covered = 0;
        for (sitting, solution) in &swept.kept {
            let meant = described(*solution);
            if meant {
                assert!(fits(&pattern.always, sitting));
            }
            if pattern.exact {
                assert_eq!(fits(&pattern.always, sitting), meant);
            }
            let rule = pattern.rules.iter().any(|rule| fits(&rule.conditions, sitting));
            assert!(!rule || meant);
            covered += u64::from(rule);
        }
        exact += u64::from(pattern.exact);
        if !pattern.rules.is_empty() {
            with_rules += 1;
            assert_eq!(covered + pattern.rest, pattern.deals);
            assert_eq!(pattern.rules.iter().map(|rule| rule.deals).sum::<u64>(), covered);
        }
    }
    assert!(exact >= 10 && with_rules >= 5, "{exact} {with_rules}");
}

#[test]
fn impossible_conditions_are_explained() {
    let line = "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 view=M";
    let question = question(line, &["F:trumps=6..", "result=lost"]);
    let Some(Impossible::Alone(condition, Some(span))) = question.why_impossible() else { panic!() };
    assert_eq!(condition.to_string(), "F:trumps=6..");
    // CJ SJ HT HQ H8 are missing.
    assert_eq!(span, Span { from: 0, to: 5 });
    let (swept, _) = all(&question, 2);
    assert_eq!((swept.solutions, swept.fitting), (0, 0));
    let said = question.why_none(&swept).unwrap().words(&question, Language::German);
    assert!(said.contains("Möglich sind 0 bis 5"), "{said}");
    let question = question.with(
        ["F:CJ", "F:spades=6", "R:HT", "F:hearts=..3", "F:diamonds=4..", "F:points=0.."]
            .map(|text| text.parse().unwrap())
            .to_vec(),
    );
    // Six spades, four diamonds and a jack are eleven cards; the others have no part in it.
    let Some(Impossible::Together(conditions)) = question.why_impossible() else { panic!() };
    let texts: Vec<String> = conditions.iter().map(Condition::to_string).collect();
    assert_eq!(texts, ["F:CJ", "F:spades=6", "F:diamonds=4.."]);
    assert_eq!(question.with(Vec::new()).why_impossible(), None);
    // What play has shown counts: forehand did not follow spades.
    let line = "contract=G declarer=F M=CA.? view=open played=SA.S7.H7";
    let question = self::question(line, &["R:spades=1"]);
    assert!(matches!(question.why_impossible(), Some(Impossible::Alone(..))));
}

#[test]
fn conditions_read_back() {
    let texts = [
        "F:HT.HA",
        "M:-SJ.CJ",
        "R:hearts=3",
        "R:trumps=2..4",
        "skat:points=10..",
        "F:hearts.points=21",
        "one:hearts=4",
        "one:jacks=..1",
        "skat:CJ.SJ=1",
        "result=won",
        "result=lost",
        "result=59",
        "result=61..75",
        "result=schwarz",
        "F:cards=0..3",
    ];
    for text in texts {
        let condition: Condition = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert!(is_condition(text));
        let again: Condition = condition.to_string().parse().unwrap();
        assert_eq!(again, condition, "{text} {condition}");
        for game in Game::ALL {
            for language in [Language::German, Language::English] {
                assert!(!condition.words(game, Goal::Points(61), language).is_empty());
            }
        }
    }
    let same =
        [("V:herz=3", "F:hearts=3"), ("H:-Kreuz-Bube", "R:-CJ"), ("skat:augen>=10", "skat:points=10..")];
    for (german, english) in same {
        assert_eq!(german.parse::<Condition>().unwrap(), english.parse().unwrap());
    }
    for bad in [
        "",
        "F",
        "X:HA",
        "F:",
        "F:-",
        "F:hearts",
        "F:hearts=",
        "F:hearts=4..2",
        "F:moons=1",
        "result=",
        "result=blue",
    ] {
        let error = bad.parse::<Condition>().unwrap_err();
        assert!(!error.reason.is_empty(), "{bad}");
    }
    for word in ["F=CJ.SJ", "points=35:35", "contract=G", "not=F:CJ", "skat=?"] {
        assert!(!is_condition(word), "{word}");
    }
    let words =
        "F:hearts=3..".parse::<Condition>().unwrap().words(Game::Grand, Goal::Points(61), Language::German);
    assert_eq!(words, "Vorhand hat mindestens 3 Herz");
}

#[test]
fn what_a_puzzle_hides_is_not_given() {
    let (_, puzzle) = kiebitz::puzzle::bundled().find(|(name, _)| *name == "paper-example.ron").unwrap();
    let question = DistributionQuery::of_puzzle(&puzzle, Vec::new()).unwrap();
    assert_eq!(question.deals(), 92_378);
    let mut open = puzzle.clone();
    open.position = puzzle.position.with_view(View::Open);
    assert_eq!(DistributionQuery::of_puzzle(&open, Vec::new()).unwrap().deals(), 92_378);
    open.hidden.clear();
    assert_eq!(DistributionQuery::of_puzzle(&open, Vec::new()).unwrap().deals(), 1);
    let uncertain = question.uncertain();
    assert_eq!(uncertain.len(), 19);
    assert!(!uncertain.has("DA".parse().unwrap()));
}

#[test]
fn a_sweep_can_be_stopped() {
    let line = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F";
    let question = question(line, &[]);
    assert_eq!(question.deals(), 42_678_636);
    let mut count = 0;
    let watch = Sweep::default();
    let swept = sweep(&question, Resources::usual(2), &watch, |_| {
        count += 1;
        count < 5000
    });
    assert!(!swept.finished && swept.solutions >= 5000 && swept.solutions < swept.deals);
    assert!(watch.cancel.is_cancelled());
    assert_eq!(Pattern::find(&question, &swept), None);
}
