//! What the AI would do: in Compose and in Replay.

use crate::bench::{Bench, app, click, names, press, shows, until, window};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kiebitz::app::advice::style;
use kiebitz::app::replay::Page;
use kiebitz::deal::Position;
use kiebitz::player::{Advice, Player, Sight, Tables};
use kiebitz::puzzle::Language;
use kiebitz::rules::Auction;

/// Forehand holds one card that wins against every deal.
const ENDGAME: &str = "contract=H declarer=M F=DK.SQ.C9.CQ.CK M=HK.HT.HA.C7.CA R=D9.H9.HJ.C8.CT skat=D8.SK lead=M gone=SA.S7.ST.S8.S9.H8.DA.DQ.H7.DJ.CJ.HQ.D7.DT.SJ points=24:30 view=M";

fn paste(bench: &mut Bench, text: &str) {
    bench.get_by_label("Tischmitte").click();
    bench.event(egui::Event::Paste(text.into()));
    bench.run_steps(4);
}

fn direct(line: &str) -> Advice {
    let position: Position = line.parse().unwrap();
    let sight = Sight::playing(&position, position.turn().unwrap(), &Auction::default()).unwrap();
    Player::new(Tables::shipped(), style()).advise(&sight).unwrap()
}

fn advised(bench: &Bench) -> Option<&Advice> {
    app(bench).compose().adviser().card()
}

#[test]
fn compose_shows_every_recommendation_and_knows_no_hidden_card() {
    let mut bench = window(Language::German);
    press(&mut bench, Key::I);
    assert!(shows(&bench, "Legen Sie Karten aus"), "{:#?}", names(&bench));
    paste(&mut bench, ENDGAME);
    until(&mut bench, "advice", |bench| advised(bench).is_some());
    bench.run_steps(2);
    let advice = direct(ENDGAME);
    assert_eq!(advised(&bench), Some(&advice));
    let words = app(&bench).words();
    let chosen = words.card(advice.card().unwrap());
    assert!(shows(&bench, &format!("Die KI spielt {chosen}")), "{:#?}", names(&bench));
    for one in &advice.all {
        let said = kiebitz::solving::reasons::reason(&words, one.reason, kiebitz::rules::Side::Declarer);
        let name = words.card(one.card);
        let stands = names(&bench).iter().any(|text| text.starts_with(&name) && text.contains(&said));
        assert!(stands, "{name}: {said}\n{:#?}", names(&bench));
    }
    // The defenders' cards lie otherwise: the declarer cannot know it, so the advice is the same.
    let other = ENDGAME.replace("F=DK.SQ.C9.CQ.CK", "F=D9.SQ.C9.CQ.HJ");
    paste(&mut bench, &other.replace("R=D9.H9.HJ.C8.CT", "R=DK.H9.CK.C8.CT"));
    until(&mut bench, "advice on the other deal", |bench| advised(bench).is_some());
    assert_eq!(advised(&bench), Some(&advice));
    // A click shows the card on the table.
    bench.get_by_label_contains(&format!("{chosen}, Wahl der KI")).click();
    bench.run_steps(3);
    assert_eq!(app(&bench).compose().selected(), advice.card());
}

/// Where the player thinks the cards lie, and why, stands below its advice: the same that it tells when it is asked directly.
#[test]
fn compose_tells_where_the_cards_are_thought_to_lie() {
    let line = "contract=S declarer=F bid=18 M=CA.CT.C9.C8.HA.HT.H9.DA.DT.D9 view=M played=HK.HA.H7";
    let mut bench = window(Language::German);
    press(&mut bench, Key::I);
    paste(&mut bench, line);
    until(&mut bench, "beliefs", |bench| app(bench).compose().adviser().beliefs().is_some());
    bench.run_steps(2);
    assert!(shows(&bench, "Wo die KI die Karten vermutet"), "{:#?}", names(&bench));
    let position: Position = line.parse().unwrap();
    let sight = Sight::playing(&position, position.turn().unwrap(), &Auction::default()).unwrap();
    let beliefs = Player::new(Tables::shipped(), style()).beliefs(&sight).unwrap();
    assert_eq!(app(&bench).compose().adviser().beliefs(), Some(beliefs.as_slice()));
    let words = app(&bench).words();
    let gain = |belief: &kiebitz::player::CardBelief| {
        let place = belief.place().index();
        belief.likely[place] - belief.counted[place]
    };
    let most = beliefs.iter().max_by(|a, b| gain(a).total_cmp(&gain(b))).unwrap();
    let said = kiebitz::solving::reasons::belief(&words, most);
    assert!(gain(most) > 0.08 && shows(&bench, &said), "{said}: {:#?}", names(&bench));
}

#[test]
fn compose_says_why_it_cannot_advise() {
    let mut bench = window(Language::German);
    click(&mut bench, "Bereich: KI-Rat");
    // Forehand leads, and his hand is not given; before the first card the declarer is still told his game.
    paste(&mut bench, "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA.HA");
    until(&mut bench, "the reason", |bench| shows(bench, "Ohne die eigenen Karten"));
    paste(&mut bench, "contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9");
    until(&mut bench, "game and discard", |bench| app(bench).compose().adviser().game().is_some());
    bench.run_steps(2);
    assert!(shows(&bench, "Spiel und Drücken: Mittelhand") && shows(&bench, "Wert"));
    paste(&mut bench, "contract=H declarer=M M=HJ.HJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9");
    until(&mut bench, "the problem", |bench| shows(bench, "Erst muss die Stellung stimmen"));
}

#[test]
fn replay_advises_on_bidding_skat_and_cards() {
    let mut bench = window(Language::English);
    click(&mut bench, "Replay");
    until(&mut bench, "the list", |bench| app(bench).replay().is_settled());
    press(&mut bench, Key::Enter);
    until(&mut bench, "the game", |bench| app(bench).replay().page() == Page::Game);
    press(&mut bench, Key::I);
    until(&mut bench, "a card", |bench| app(bench).replay().adviser().card().is_some());
    bench.run_steps(2);
    assert!(shows(&bench, "The AI plays the"), "{:#?}", names(&bench));
    // To the deal: middlehand is asked first.
    press(&mut bench, Key::Home);
    until(&mut bench, "a bid", |bench| app(bench).replay().adviser().forecast().is_some());
    bench.run_steps(2);
    assert!(shows(&bench, "Bidding: Middlehand") && shows(&bench, "The AI says now"), "{:#?}", names(&bench));
    assert!(app(&bench).replay().adviser().card().is_none());
    // From forehand's seat middlehand's cards are hidden, and so is the advice.
    press(&mut bench, Key::Num1);
    bench.event(egui::Event::Text("1".into()));
    bench.run_steps(3);
    assert!(shows(&bench, "the AI gives nothing away"), "{:#?}", names(&bench));
    // On another page nothing is asked.
    click(&mut bench, "Section: Course");
    assert!(app(&bench).replay().adviser().forecast().is_none());
}
