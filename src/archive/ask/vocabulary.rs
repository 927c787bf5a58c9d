//! The words of questions, in English and German.

use super::pattern::{Count, Holder, Who};
use super::{Fact, Number};
use crate::cards::{Rank, Suit};
use crate::rules::Seat;

/// A word in both languages; the German one may be spelled without its dots.
pub(super) type Word = (&'static str, &'static str);

/// Words that are no names of things.
pub(super) const AND: Word = ("and", "und");
pub(super) const OR: Word = ("or", "oder");
pub(super) const NOT: Word = ("not", "nicht");
pub(super) const GAME: Word = ("game", "spiel");
pub(super) const LEAD: Word = ("lead", "ausspiel");
pub(super) const PLAY: Word = ("play", "karte");
pub(super) const TRICK: Word = ("trick", "stich");
pub(super) const SECOND: Word = ("second", "zweite");
pub(super) const THIRD: Word = ("third", "dritte");
pub(super) const SOME: Word = ("some", "eine");
pub(super) const TAKEN: Word = ("won", "geht");
pub(super) const SIDE: Word = ("side", "farbe");
pub(super) const ONLY: Word = ("only", "nur");
pub(super) const LENGTH: Word = ("length", "länge");
pub(super) const TRUMP: Word = ("trump", "trumpf");
pub(super) const BLANK: Word = ("blank", "blank");
pub(super) const FOLLOWS: Word = ("follows", "bedient");
pub(super) const RUFFS: Word = ("ruffs", "sticht");
pub(super) const DISCARDS: Word = ("discards", "abgeworfen");
pub(super) const WINS: Word = ("wins", "gewinnt");
pub(super) const POINTS: Word = ("points", "augen");
pub(super) const POSITION: Word = ("position", "stellung");
pub(super) const ALIKE: Word = ("alike", "ähnlich");

pub(super) fn fact(fact: Fact) -> Word {
    match fact {
        Fact::Won => ("won", "gewonnen"),
        Fact::Lost => ("lost", "verloren"),
        Fact::Passed => ("passed", "eingepasst"),
        Fact::Hand => ("hand", "hand"),
        Fact::Ouvert => ("ouvert", "ouvert"),
        Fact::Schneider => ("schneider", "schneider"),
        Fact::Schwarz => ("schwarz", "schwarz"),
        Fact::Overbid => ("overbid", "überreizt"),
        Fact::Resigned => ("resigned", "aufgegeben"),
    }
}

pub(super) fn number(number: Number) -> Word {
    match number {
        Number::Bid => ("bid", "reiz"),
        Number::Points => POINTS,
        Number::Tricks => ("tricks", "stiche"),
        Number::Value => ("value", "wert"),
        Number::Matadors => ("matadors", "spitzen"),
        Number::Cards => ("cards", "karten"),
        Number::Year => ("year", "jahr"),
    }
}

pub(super) fn seat(seat: Seat) -> Word {
    match seat {
        Seat::Forehand => ("forehand", "vorhand"),
        Seat::Middlehand => ("middlehand", "mittelhand"),
        Seat::Rearhand => ("rearhand", "hinterhand"),
    }
}

pub(super) fn holder(holder: Holder) -> Word {
    match holder {
        Holder::Declarer => who(Who::Declarer),
        Holder::Dealt => ("dealt", "erhalten"),
        Holder::Twelve => ("twelve", "zwölf"),
        Holder::Seat(at) => seat(at),
        Holder::Defender => who(Who::Defender),
        Holder::Skat => ("skat", "skat"),
        Holder::Discard => ("discard", "gedrückt"),
    }
}

pub(super) fn who(who: Who) -> Word {
    match who {
        Who::Declarer => ("declarer", "alleinspieler"),
        Who::Defender => ("defender", "gegenspieler"),
        Who::Seat(at) => seat(at),
    }
}

pub(super) fn count(count: Count) -> Word {
    match count {
        Count::Trumps => ("trumps", "trümpfe"),
        Count::Rank(Rank::Jack) => ("jacks", "buben"),
        Count::Rank(Rank::Ace) => ("aces", "asse"),
        Count::Rank(Rank::Ten) => ("tens", "zehnen"),
        Count::Rank(Rank::King) => ("kings", "könige"),
        Count::Rank(Rank::Queen) => ("queens", "damen"),
        Count::Rank(Rank::Nine) => ("nines", "neunen"),
        Count::Rank(Rank::Eight) => ("eights", "achten"),
        Count::Rank(Rank::Seven) => ("sevens", "siebenen"),
        Count::Suit(at) => suit(at),
        Count::Voids => ("voids", "fehl"),
        Count::Points => ("cardpoints", "kartenaugen"),
    }
}

pub(super) fn suit(suit: Suit) -> Word {
    match suit {
        Suit::Clubs => ("clubs", "kreuz"),
        Suit::Spades => ("spades", "pik"),
        Suit::Hearts => ("hearts", "herz"),
        Suit::Diamonds => ("diamonds", "karo"),
    }
}

/// Whether somebody has typed this word: in either language, in any case of letters, with `ue` for `ü`.
pub(super) fn is(typed: &str, (english, german): Word) -> bool {
    let typed = typed.to_lowercase();
    let plain = |text: &str| text.replace('ü', "ue").replace('ö', "oe").replace('ä', "ae").replace('ß', "ss");
    typed == english || typed == german || typed == plain(german)
}
