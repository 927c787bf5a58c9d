//! The position line: what a FEN is to chess, this is to Skat.
//!
//! Words `key=value` in any order, separated by blanks:
//!
//! ```text
//! contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 view=M played=DA
//! ```
//!
//! Reading is forgiving about case and card spelling and names every problem; writing always
//! gives the same form.

use super::{DealSetup, Holding, Place, Position, Problem, Problems, Split, View};
use crate::cards::{Card, Cards, Deck, parse_cards, parse_list};
use crate::rules::Seat;
use std::fmt;
use std::str::FromStr;

/// Longest piece of a bad line that a message quotes.
const QUOTE: usize = 24;

/// The keys, in the order in which they are written. `bid` is an extension: the number at which
/// the bidding ended, which raises the goal of a game bid too high. So is `split`: how suits are known to be split between
/// the defenders, `split=S:2-1,T:3-2`, without which of them holds how many; `T` are the trumps.
const KEYS: [&str; 14] = [
    "contract", "declarer", "bid", "F", "M", "R", "skat", "lead", "gone", "points", "not", "split", "played",
    "view",
];

/// Reads a line into a setup, which may still be an impossible position.
///
/// # Errors
/// Every word that cannot be read.
pub fn parse_setup(text: &str) -> Result<DealSetup, Problems> {
    let mut setup = DealSetup::default();
    let mut problems = Vec::new();
    let mut seen = Vec::new();
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    for (i, word) in text.split_whitespace().enumerate() {
        let Some((key, value)) = word.split_once('=') else {
            problems.push(Problem::NoKey { word: i + 1, text: quote(word) });
            continue;
        };
        let Some(key) = KEYS.into_iter().find(|known| known.eq_ignore_ascii_case(key)) else {
            problems.push(Problem::UnknownKey { word: i + 1, key: quote(key) });
            continue;
        };
        if seen.contains(&key) {
            if !problems.contains(&Problem::KeyTwice { key }) {
                problems.push(Problem::KeyTwice { key });
            }
            continue;
        }
        seen.push(key);
        if let Err(problem) = read_word(&mut setup, key, value) {
            problems.push(problem);
        }
    }
    if problems.is_empty() { Ok(setup) } else { Err(Problems(problems)) }
}

fn read_word(setup: &mut DealSetup, key: &'static str, value: &str) -> Result<(), Problem> {
    let bad = |wanted| Problem::Value { key, text: quote(value), wanted };
    let seat = |wanted| Seat::from_letter(value).ok_or_else(|| bad(wanted));
    match key {
        "contract" => setup.contract = Some(value.parse().map_err(Problem::Contract)?),
        "declarer" => setup.declarer = Some(seat("a seat (F, M, R)")?),
        "bid" => setup.bid = Some(value.parse().map_err(|_| bad("a bid"))?),
        "F" => setup.hands[Seat::Forehand] = read_holding(key, value)?,
        "M" => setup.hands[Seat::Middlehand] = read_holding(key, value)?,
        "R" => setup.hands[Seat::Rearhand] = read_holding(key, value)?,
        "skat" => setup.skat = read_holding(key, value)?,
        "lead" => setup.lead = seat("a seat (F, M, R)")?,
        "gone" => setup.gone = read_cards(key, value)?,
        "played" => setup.played = read_cards(key, value)?,
        "points" => {
            let wanted = "two numbers declarer:defenders up to 120";
            let (declarer, defenders) = value.split_once(':').ok_or_else(|| bad(wanted))?;
            let number = |text: &str| text.parse().ok().filter(|&n: &u8| n <= 120).ok_or_else(|| bad(wanted));
            setup.points = (number(declarer)?, number(defenders)?);
        }
        "not" => {
            for part in value.split(',').filter(|part| !part.is_empty()) {
                let wanted = "place:cards, as in F:CJ.SJ,skat:HA";
                let (place, cards) = part.split_once(':').ok_or_else(|| bad(wanted))?;
                let place = read_place(place).ok_or_else(|| bad(wanted))?;
                let cards =
                    parse_cards(cards, Deck::French).map_err(|error| Problem::Cards { key, error })?;
                setup.not[place.index()] |= cards;
            }
        }
        "split" => {
            let wanted = "suit:number-number, as in S:2-1,T:3-2";
            for part in value.split(',').filter(|part| !part.is_empty()) {
                setup.splits.push(part.parse().map_err(|()| bad(wanted))?);
            }
        }
        _ => {
            setup.view = Some(match value {
                open if open.eq_ignore_ascii_case("open") => View::Open,
                _ => View::Seat(seat("open or a seat (F, M, R)")?),
            });
        }
    }
    Ok(())
}

fn read_place(text: &str) -> Option<Place> {
    if text.eq_ignore_ascii_case("skat") {
        return Some(Place::Skat);
    }
    Seat::from_letter(text).map(Place::Hand)
}

fn read_cards(key: &'static str, value: &str) -> Result<Vec<Card>, Problem> {
    parse_list(value, Deck::French).map_err(|error| Problem::Cards { key, error })
}

/// `?`, `-`, or cards with or without a `?` at the end.
fn read_holding(key: &'static str, value: &str) -> Result<Holding, Problem> {
    let (cards, more) = match value.strip_suffix('?') {
        Some(cards) => (cards, true),
        None => (value, false),
    };
    if value.is_empty() {
        return Err(Problem::Value { key, text: String::new(), wanted: "cards, ? (unknown) or - (none)" });
    }
    Ok(Holding { cards: read_cards(key, cards)?, more })
}

fn quote(text: &str) -> String {
    let mut short: String = text.chars().take(QUOTE).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Writes cards in the order they are listed.
fn list(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(Card::to_string).collect();
    cards.join(".")
}

fn holding(holding: &Holding) -> String {
    match (holding.cards.is_empty(), holding.more) {
        (true, true) => "?".into(),
        (true, false) => "-".into(),
        (false, true) => list(&holding.cards) + ".?",
        (false, false) => list(&holding.cards),
    }
}

/// The line of a setup. Words that say nothing new are left out, hands and skat never.
impl fmt::Display for DealSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(self.contract.map(|contract| format!("contract={contract}")));
        words.extend(self.declarer.map(|declarer| format!("declarer={declarer}")));
        words.extend(self.bid.map(|bid| format!("bid={bid}")));
        for (seat, hand) in self.hands.iter() {
            words.push(format!("{seat}={}", holding(hand)));
        }
        words.push(format!("skat={}", holding(&self.skat)));
        if self.lead != Seat::Forehand {
            words.push(format!("lead={}", self.lead));
        }
        if !self.gone.is_empty() {
            words.push(format!("gone={}", list(&self.gone)));
        }
        if self.points != (0, 0) {
            words.push(format!("points={}:{}", self.points.0, self.points.1));
        }
        let not = Place::ALL.into_iter().filter(|place| self.not[place.index()] != Cards::NONE);
        let not: Vec<String> = not.map(|place| format!("{place}:{}", self.not[place.index()])).collect();
        if !not.is_empty() {
            words.push(format!("not={}", not.join(",")));
        }
        if !self.splits.is_empty() {
            let splits: Vec<String> = self.splits.iter().map(Split::to_string).collect();
            words.push(format!("split={}", splits.join(",")));
        }
        if !self.played.is_empty() {
            words.push(format!("played={}", list(&self.played)));
        }
        words.extend(self.view.map(|view| format!("view={view}")));
        f.write_str(&words.join(" "))
    }
}

impl FromStr for DealSetup {
    type Err = Problems;

    fn from_str(text: &str) -> Result<DealSetup, Problems> {
        parse_setup(text)
    }
}

/// The line of a position; the view is always said.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = DealSetup { view: Some(self.view()), ..self.to_setup() };
        fmt::Display::fmt(&setup, f)
    }
}

/// Reads and validates a line.
impl FromStr for Position {
    type Err = Problems;

    fn from_str(text: &str) -> Result<Position, Problems> {
        parse_setup(text)?.validate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;

    const PAPER: &str =
        "contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 view=M played=DA";

    fn read(line: &str) -> Position {
        line.parse().unwrap_or_else(|problems| panic!("{line}: {problems}"))
    }

    fn why(line: &str) -> String {
        line.parse::<Position>().unwrap_err().to_string()
    }

    #[test]
    fn the_example_reads_back() {
        let position = read(PAPER);
        assert_eq!(position.view(), View::Seat(Seat::Middlehand));
        assert_eq!(read(&position.to_string()), position);
        assert_eq!(
            position.to_string(),
            "contract=H declarer=M F=? M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA R=? skat=DK.D9 played=DA view=M"
        );
    }

    #[test]
    fn words_come_in_any_order_and_case() {
        let line = "PLAYED=da VIEW=m m=hj.dj.ha.hk.h9.h7.ca.c8.c7.sa skat=DK.d9 declarer=m Contract=h";
        assert_eq!(read(line), read(PAPER));
    }

    #[test]
    fn the_last_hand_fills_itself() {
        let line = "contract=G declarer=M F=CT.SK.SQ.S8.S7.HK.HQ.H9.H8.DT M=SJ.DJ.CA.SA.S9.HA.DA.D9.D8.D7 skat=C7.H7";
        let position = read(line);
        assert_eq!(position.view(), View::Open);
        assert_eq!(position.hand(Seat::Rearhand).to_string(), "CJ.HJ.CK.CQ.C9.C8.ST.HT.DK.DQ");
    }

    #[test]
    fn an_endgame_with_points() {
        let gone = "gone=CA.CT.CK.CQ.C8.C7.SJ.SA.ST.SK.SQ.S9.S8.S7.HK.HT.H9.H8";
        let line = format!(
            "contract=C declarer=F F=C9.HQ.H7.DK M=CJ.DJ.DT.D7 R=HJ.HA.D9.D8 skat=DA.DQ points=44:28 {gone}"
        );
        let mut position = read(&line);
        assert_eq!(position.hand_size(), 4);
        assert_eq!(position.view(), View::Open);
        for card in ["DK", "DT", "D9"] {
            position.play(card.parse().unwrap()).unwrap();
        }
        assert_eq!(position.turn(), Some(Seat::Middlehand));
        assert_eq!(position.points(Side::Defenders), 42);
        assert_eq!(position.points(Side::Declarer), 44);
        let again = read(&position.to_string());
        assert_eq!(again, position);
    }

    #[test]
    fn one_message_names_every_problem() {
        let message = why("contract=X declarer=Q F=CJ.CX gone=CA points=200 zoo=1 F=? what");
        for part in [
            "contract: 'X' is no game",
            "declarer: 'Q' is not a seat",
            "F: column 5: 'x' is no rank",
            "points: '200' is not two numbers",
            "word 6: there is no 'zoo'",
            "F is given twice",
            "word 8: 'what' is not of the form key=value",
        ] {
            assert!(message.contains(part), "{message}\nlacks: {part}");
        }
    }

    #[test]
    fn impossible_deals_say_why() {
        let message =
            why("contract=H declarer=M F=CJ.SJ.? M=CJ.HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9.D8 played=DK");
        assert!(message.contains("CJ is there twice"), "{message}");
        assert!(message.contains("M holds 11 cards, 10 belong there"), "{message}");
        assert!(message.contains("the skat has 3 cards, 2 belong there"), "{message}");
        assert!(message.contains("trick 1: F cannot play DK, it is in the skat"), "{message}");
    }

    #[test]
    fn revokes_are_found() {
        // M holds trumps but throws a club on a heart lead.
        let message = why("contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=HT.C7");
        assert!(message.contains("trick 1: M played C7 and had to follow with"), "{message}");
        // R does not follow diamonds in trick 1 and shows one in trick 2.
        let message =
            why("contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9 played=DA.HA.S7.SA.DT");
        assert!(message.contains("trick 1: R played S7 and had to follow with DT"), "{message}");
    }

    #[test]
    fn no_deal_allows_it() {
        // Nobody but the declarer may hold the eleven spades and hearts left, yet he has ten cards.
        let message = why("contract=G declarer=F not=M:CJ.SJ.HJ,R:CJ.SJ.HJ,F:CJ.SJ.HJ");
        assert!(message.contains("no deal allows this"), "{message}");
        let message = why("contract=G declarer=F not=M:CJ,R:CJ,F:CJ,skat:CJ");
        assert!(message.contains("CJ can be nowhere"), "{message}");
        let message = why("contract=G declarer=F F=CJ.? not=F:CJ");
        assert!(message.contains("CJ is in F and yet stated not to be there"), "{message}");
    }

    #[test]
    fn unknown_hands_play_what_some_deal_allows() {
        let mut position = read("contract=H declarer=M M=HJ.DJ.HA.HK.H9.H7.CA.C8.C7.SA skat=DK.D9");
        // Forehand may lead any of the twenty unseen cards.
        assert_eq!(position.playable().len(), 20);
        position.play("DA".parse().unwrap()).unwrap();
        position.play("HA".parse().unwrap()).unwrap();
        // Rearhand: any diamond, or anything else if he has none.
        assert_eq!(position.playable().len(), 19);
        position.play("S7".parse().unwrap()).unwrap();
        // Now all other diamonds are known to be in forehand.
        let diamonds = Cards::suit(crate::cards::Suit::Diamonds);
        let known = position.hand(Seat::Forehand) & diamonds;
        assert_eq!(known.to_string(), "DT.DQ.D8.D7");
        assert!(position.play("DQ".parse().unwrap()).is_err());
    }
}
