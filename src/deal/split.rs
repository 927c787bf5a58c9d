//! How the cards of a suit are split between the defenders, without which of them holds how many.
//!
//! "The spades are 2–1" is knowledge of another kind than a place for each card: it binds numbers, and it leaves open
//! which defender has the two. So it stands beside the [`Places`], as the numbers that are still possible, and whoever
//! counts, lists or narrows the places asks here as well. The numbers are those at the position's start, and they speak
//! of the two defenders whoever looks at the cards.

use super::{Place, Places};
use crate::cards::{Cards, Suit};
use crate::rules::{Game, Seat};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// The cards that are split: those that have to follow one another.
///
/// ```
/// use kiebitz::{cards::Suit, deal::SplitGroup, rules::Game};
/// assert_eq!(SplitGroup::of(Game::Grand), "TCSHD".chars().map(|c| c.to_string().parse().unwrap()).collect::<Vec<_>>());
/// // The suit of the game is its trumps.
/// let hearts = SplitGroup::Suit(Suit::Hearts);
/// assert_eq!(hearts.cards(Game::Suit(Suit::Hearts)).len(), 11);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SplitGroup {
    /// The trumps of Grand and suit games.
    Trumps,
    /// A suit; of a suit game's own suit, the trumps.
    Suit(Suit),
}

impl SplitGroup {
    /// The groups of a game, trumps first, each once.
    #[must_use]
    pub fn of(game: Game) -> Vec<SplitGroup> {
        let trumps = (game != Game::Null).then_some(SplitGroup::Trumps);
        let plain = Suit::ALL.into_iter().rev().filter(|&suit| game != Game::Suit(suit));
        trumps.into_iter().chain(plain.map(SplitGroup::Suit)).collect()
    }

    /// The cards of the group; none for trumps in Null.
    #[must_use]
    pub fn cards(self, game: Game) -> Cards {
        match self {
            SplitGroup::Trumps => game.trumps(),
            SplitGroup::Suit(suit) if game == Game::Suit(suit) => game.trumps(),
            SplitGroup::Suit(suit) => game.plain_suit(suit),
        }
    }
}

/// `T`, or the letter of the suit.
impl fmt::Display for SplitGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SplitGroup::Trumps => f.write_str("T"),
            SplitGroup::Suit(suit) => write!(f, "{}", suit.letter()),
        }
    }
}

impl FromStr for SplitGroup {
    type Err = ();

    fn from_str(text: &str) -> Result<SplitGroup, ()> {
        if text.eq_ignore_ascii_case("T") {
            return Ok(SplitGroup::Trumps);
        }
        let suit = |suit: &Suit| text.eq_ignore_ascii_case(&suit.letter().to_string());
        Suit::ALL.into_iter().find(suit).map(SplitGroup::Suit).ok_or(())
    }
}

/// A split that is known: so many cards of the group with one defender, so many with the other.
///
/// ```
/// use kiebitz::deal::Split;
/// let split: Split = "S:1-2".parse().unwrap();
/// // Which defender has how many is not said, so the larger number goes first.
/// assert_eq!(split.to_string(), "S:2-1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split {
    /// The cards it speaks of.
    pub group: SplitGroup,
    /// How many each has, the larger number first.
    counts: [u8; 2],
}

impl Split {
    /// So many with the one and so many with the other.
    #[must_use]
    pub fn new(group: SplitGroup, a: u8, b: u8) -> Split {
        Split { group, counts: [a.max(b), a.min(b)] }
    }

    /// The same with trumps called so, also where they are named by the suit of the game.
    #[must_use]
    pub fn in_game(self, game: Game) -> Split {
        match self.group {
            SplitGroup::Suit(suit) if game == Game::Suit(suit) => Split { group: SplitGroup::Trumps, ..self },
            _ => self,
        }
    }

    /// How many the two hold, the larger number first.
    #[must_use]
    pub fn counts(self) -> [u8; 2] {
        self.counts
    }
}

/// `S:2-1`.
impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}-{}", self.group, self.counts[0], self.counts[1])
    }
}

impl FromStr for Split {
    type Err = ();

    fn from_str(text: &str) -> Result<Split, ()> {
        let (group, counts) = text.split_once(':').ok_or(())?;
        let (a, b) = counts.split_once(['-', '–']).ok_or(())?;
        let number = |text: &str| text.parse().ok().filter(|&number: &u8| number <= 10).ok_or(());
        Ok(Split::new(group.parse()?, number(a)?, number(b)?))
    }
}

/// A split in force: cards of a group, and the numbers of them that the two defenders may hold.
///
/// ```
/// use kiebitz::deal::Position;
/// let position: Position = "contract=G declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 skat=C7.S7 split=S:3-1".parse().unwrap();
/// let splits = position.splits();
/// assert_eq!(splits.all()[0].ways, [[1, 3], [3, 1]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divided {
    /// The cards of the group that are not played.
    pub cards: Cards,
    /// The defenders.
    pub hands: [Seat; 2],
    /// How many the first and the second may hold, in ascending order.
    pub ways: Vec<[u8; 2]>,
}

/// Cards by the places they may be in, as bits.
type Classes = Vec<(usize, Cards)>;

/// All splits in force.
///
/// ```
/// use kiebitz::deal::Splits;
/// assert!(Splits::default().all().is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splits(Vec<Divided>);

/// How many cards go to each place.
type Shares = [u8; 4];

impl Splits {
    pub(super) fn of(stated: &[Split], game: Game, declarer: Seat) -> Splits {
        let divided = |split: &Split| {
            let [a, b] = split.counts;
            let mut ways = vec![[b, a], [a, b]];
            ways.dedup();
            Divided { cards: split.group.cards(game), hands: [declarer.next(), declarer.after(2)], ways }
        };
        Splits(stated.iter().map(divided).collect())
    }

    /// Each of them.
    #[must_use]
    pub fn all(&self) -> &[Divided] {
        &self.0
    }

    /// Whether nothing is said of any split.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The seat has played these cards: what it has left of a group is as much less.
    pub fn take(&mut self, cards: Cards, seat: Seat) {
        for divided in &mut self.0 {
            let played = (divided.cards & cards).len() as u8;
            divided.cards -= cards;
            if let Some(at) = divided.hands.iter().position(|&hand| hand == seat) {
                divided.ways.retain(|way| way[at] >= played);
                divided.ways.iter_mut().for_each(|way| way[at] -= played);
            }
        }
    }

    /// Whether some deal puts every card into its place and keeps to the splits.
    #[must_use]
    pub fn is_possible(&self, places: &Places, cards: Cards) -> bool {
        places.is_possible(cards) && (self.is_empty() || self.count(places) > 0)
    }

    /// Whether a deal keeps to the splits.
    #[must_use]
    pub fn hold(&self, hand: impl Fn(Seat) -> Cards) -> bool {
        self.0.iter().all(|divided| {
            let held = divided.hands.map(|seat| (hand(seat) & divided.cards).len() as u8);
            divided.ways.contains(&held)
        })
    }

    /// Carries every consequence through: a card stays in a place only if some deal has it there. Call it on possible
    /// places.
    pub fn settle(&self, places: &mut Places) {
        places.settle();
        if self.is_empty() {
            return;
        }
        let before = *places;
        for (_, classes) in self.groups(&before) {
            for (mask, cards) in classes {
                let Some(card) = cards.iter().next().filter(|_| !mask.is_power_of_two()) else { continue };
                for place in Place::ALL.into_iter().filter(|place| mask >> place.index() & 1 == 1) {
                    let mut with = before;
                    with.fix(Cards::one(card), place);
                    if self.count(&with) == 0 {
                        places.exclude(cards, place);
                    }
                }
            }
        }
    }

    /// The cards of each split, and all others, by the places they may be in.
    fn groups(&self, places: &Places) -> Vec<(Option<&Divided>, Classes)> {
        let stated = self.0.iter().fold(Cards::NONE, |all, divided| all | divided.cards);
        let classes = |group: Cards| {
            let mut classes = Classes::new();
            for card in places.cards() & group {
                let mask = Place::ALL
                    .iter()
                    .fold(0, |mask, &place| mask | usize::from(places.may(place).has(card)) << place.index());
                match classes.iter_mut().find(|(known, _)| *known == mask) {
                    Some((_, cards)) => {
                        cards.insert(card);
                    }
                    None => classes.push((mask, Cards::one(card))),
                }
            }
            classes
        };
        let rest = std::iter::once((None, classes(!stated)));
        self.0.iter().map(|divided| (Some(divided), classes(divided.cards))).chain(rest).collect()
    }

    /// How many deals there are: for each group the ways to share it out, by what each place gets, put together.
    #[must_use]
    pub fn count(&self, places: &Places) -> u64 {
        let room = Place::ALL.map(|place| places.room(place));
        let mut sum = HashMap::from([([0; 4], 1)]);
        for (divided, classes) in self.groups(places) {
            let mut ways = HashMap::from([([0; 4], 1)]);
            for (mask, cards) in classes {
                ways = product(&ways, &shares(mask, cards.len() as u8), room);
            }
            if let Some(divided) = divided {
                let [a, b] = divided.hands.map(Seat::index);
                ways.retain(|share, _| divided.ways.contains(&[share[a], share[b]]));
            }
            sum = product(&sum, &ways, room);
        }
        sum.get(&room).copied().unwrap_or(0)
    }
}

/// The ways to share out so many cards alike that may be in these places.
fn shares(mask: usize, count: u8) -> HashMap<Shares, u64> {
    let most = |place: usize| if mask >> place & 1 == 1 { count } else { 0 };
    let mut shares = HashMap::new();
    for a in 0..=most(0) {
        for b in 0..=most(1).min(count - a) {
            for c in 0..=most(2).min(count - a - b) {
                let d = count - a - b - c;
                if d <= most(3) {
                    let ways = choose(count, a) * choose(count - a, b) * choose(count - a - b, c);
                    shares.insert([a, b, c, d], ways);
                }
            }
        }
    }
    shares
}

fn product(one: &HashMap<Shares, u64>, two: &HashMap<Shares, u64>, room: Shares) -> HashMap<Shares, u64> {
    let mut product = HashMap::new();
    for (a, ways) in one {
        for (b, others) in two {
            let share: Shares = std::array::from_fn(|place| a[place] + b[place]);
            if share.iter().zip(room).all(|(share, room)| *share <= room) {
                *product.entry(share).or_insert(0) += ways * others;
            }
        }
    }
    product
}

fn choose(n: u8, k: u8) -> u64 {
    (0..u64::from(k)).fold(1, |ways, at| ways * (u64::from(n) - at) / (at + 1))
}
