//! Answering a question for one game after the other, fast enough for millions.

use super::pattern::{CardItem, HandItem, Holder, SideItem, TrickItem, Who};
use super::position::Wanted;
use super::{Ask, Fact, Number, PositionAsk, Range};
use crate::archive::index::{Course, Flags, Index, Row, calendar};
use crate::cards::{Card, Cards, Suit};
use crate::rules::{Game, Seat};

/// A question made ready: what is cheap to answer and throws out most comes first.
///
/// ```
/// use kiebitz::archive::{Source, ask::{Ask, Search}, index::Indexer, sample};
/// let index = Indexer::new(Source::from_stream(std::io::Cursor::new(sample())).unwrap()).finish().unwrap();
/// let ask: Ask = "game=G trick(points>=25 won(declarer))".parse().unwrap();
/// let search = Search::new(&ask);
/// let found: Vec<(u32, u8)> =
///     index.all().into_iter().filter_map(|number| Some((number, search.place(&index, number)?))).collect();
/// // Each with the place: after so many cards the trick was complete.
/// assert!(!found.is_empty() && found.iter().all(|(_, cards)| cards % 3 == 0));
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    test: Test,
}

/// A question as it is tested.
#[derive(Clone, Debug)]
enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    Row(Ask),
    Cards(Holder, Vec<HandItem>),
    Lead(Vec<CardItem>),
    Play(Vec<CardItem>),
    Trick(Option<u8>, Vec<TrickItem>),
    Position(Wanted),
    /// Nothing can be so.
    Never,
}

impl Test {
    fn of(ask: &Ask) -> Test {
        match ask {
            Ask::All(parts) => {
                let mut tests: Vec<Test> = parts.iter().map(Test::of).collect();
                tests.sort_by_key(Test::cost);
                Test::All(tests)
            }
            Ask::Any(parts) => Test::Any(parts.iter().map(Test::of).collect()),
            Ask::Not(part) => Test::Not(Box::new(Test::of(part))),
            Ask::Game(_) | Ask::Declarer(_) | Ask::Fact(_) | Ask::Number(..) => Test::Row(ask.clone()),
            Ask::Cards(holder, items) => Test::Cards(*holder, items.clone()),
            Ask::Lead(items) => Test::Lead(items.clone()),
            Ask::Play(items) => Test::Play(items.clone()),
            Ask::Trick(number, items) => Test::Trick(*number, items.clone()),
            Ask::Position(asked) => Wanted::of(asked).map_or(Test::Never, Test::Position),
        }
    }

    fn cost(&self) -> u32 {
        match self {
            Test::Row(_) | Test::Never => 0,
            Test::Cards(..) | Test::Lead(_) => 1,
            Test::Position(_) => 2,
            Test::Trick(..) | Test::Play(_) => 3,
            Test::Not(part) => part.cost(),
            Test::All(parts) | Test::Any(parts) => parts.iter().map(Test::cost).max().unwrap_or(0),
        }
    }
}

/// A game as it is looked at.
pub(super) struct Played<'a> {
    pub(super) row: &'a Row,
    pub(super) course: &'a Course,
    pub(super) declarer: Option<Seat>,
    pub(super) game: Option<Game>,
    pub(super) is_hand: bool,
}

impl Played<'_> {
    /// A seat's ten cards as it plays.
    pub(super) fn hand(&self, seat: Seat) -> Cards {
        self.course.hand(seat, self.declarer)
    }

    /// The two cards that lie there during the play.
    pub(super) fn skat(&self) -> Cards {
        let laid = self.course.laid();
        if laid.is_empty() { self.course.skat() } else { laid }
    }
}

impl Search {
    /// Makes a question ready.
    #[must_use]
    pub fn new(ask: &Ask) -> Search {
        Search { test: Test::of(ask) }
    }

    /// Whether a game answers the question: after how many cards, 0 where it is about no moment of the play.
    #[must_use]
    pub fn place(&self, index: &Index, number: u32) -> Option<u8> {
        let row = index.row(number)?;
        let course = index.course(number)?;
        self.place_in(&row, course)
    }

    /// The same for a row and its cards.
    #[must_use]
    pub fn place_in(&self, row: &Row, course: &Course) -> Option<u8> {
        place(&self.test, &Played::of(row, course))
    }

    /// The search for one position; `None` if too little of it is known.
    pub(in crate::archive) fn for_position(asked: &PositionAsk) -> Option<Search> {
        Wanted::of(asked).map(|wanted| Search { test: Test::Position(wanted) })
    }

    /// The name that a card of another game has in the position that is searched for.
    pub(in crate::archive) fn as_here(&self, row: &Row, course: &Course, card: Card) -> Option<Card> {
        match &self.test {
            Test::Position(wanted) => wanted.as_here(&Played::of(row, course), card),
            _ => Some(card),
        }
    }
}

impl<'a> Played<'a> {
    fn of(row: &'a Row, course: &'a Course) -> Played<'a> {
        Played {
            row,
            course,
            declarer: row.declarer,
            game: row.game(),
            is_hand: row.contract.is_some_and(|contract| contract.is_hand()),
        }
    }
}

fn place(test: &Test, played: &Played<'_>) -> Option<u8> {
    let yes = |fact: bool| fact.then_some(0);
    // Records that hide cards answer no question about cards.
    let known = played.course.is_known();
    match test {
        Test::All(parts) => {
            parts.iter().try_fold(0, |latest: u8, part| Some(latest.max(place(part, played)?)))
        }
        Test::Any(parts) => parts.iter().find_map(|part| place(part, played)),
        Test::Not(part) => yes(place(part, played).is_none()),
        Test::Row(ask) => yes(row(ask, played.row)),
        Test::Cards(holder, items) => yes(known && holds(*holder, items, played)),
        Test::Lead(items) => tricks(played, &mut |seen| {
            let found = seen.card(0, items);
            Some(found.then_some(1))
        }),
        Test::Play(items) => tricks(played, &mut |seen| {
            let found = (0..seen.cards.len()).find(|&at| seen.card(at, items));
            found.map(|at| Some((seen.begin + at + 1) as u8))
        }),
        Test::Trick(number, items) => tricks(played, &mut |seen| {
            let here = number.is_none_or(|number| usize::from(number) == seen.begin / 3 + 1);
            let place = (seen.begin + seen.cards.len()) as u8;
            match (here, here && seen.trick(items)) {
                (_, true) => Some(Some(place)),
                (true, false) if number.is_some() => Some(None),
                _ => None,
            }
        }),
        Test::Position(wanted) => wanted.place(played).filter(|_| known),
        Test::Never => None,
    }
}

fn row(ask: &Ask, row: &Row) -> bool {
    match ask {
        Ask::Game(games) => row.game().is_some_and(|game| games.contains(&game)),
        Ask::Declarer(seat) => row.declarer == Some(*seat),
        Ask::Fact(fact) => match fact {
            Fact::Won => row.contract.is_some() && row.value != 0 && row.flags.has(Flags::WON),
            Fact::Lost => row.contract.is_some() && row.value != 0 && !row.flags.has(Flags::WON),
            Fact::Passed => row.flags.has(Flags::PASSED),
            Fact::Hand => row.contract.is_some_and(|contract| contract.is_hand()),
            Fact::Ouvert => row.contract.is_some_and(|contract| contract.is_ouvert()),
            Fact::Schneider => row.flags.has(Flags::SCHNEIDER),
            Fact::Schwarz => row.flags.has(Flags::SCHWARZ),
            Fact::Overbid => row.flags.has(Flags::OVERBID),
            Fact::Resigned => row.flags.has(Flags::RESIGNED),
        },
        Ask::Number(number, wanted) => {
            let played = row.contract.is_some();
            match number {
                Number::Bid => wanted.has(row.bid.into()),
                Number::Points => played && wanted.has(row.count.points.into()),
                Number::Tricks => played && wanted.has(row.count.tricks.into()),
                Number::Value => played && wanted.has(row.value.into()),
                Number::Matadors => played && wanted.has(row.count.matadors.into()),
                Number::Cards => wanted.has(row.count.cards.into()),
                Number::Year => calendar(row.date).is_some_and(|(year, ..)| wanted.has(year)),
            }
        }
        _ => false,
    }
}

fn holds(holder: Holder, items: &[HandItem], played: &Played<'_>) -> bool {
    let game = played.game.unwrap_or(Game::Grand);
    let fits = |cards: Cards| items.iter().all(|item| hand_item(item, cards, game));
    let course = played.course;
    match (holder, played.declarer) {
        (Holder::Seat(seat), _) => fits(played.hand(seat)),
        (Holder::Skat, _) => fits(course.skat()),
        (Holder::Discard, _) => !course.laid().is_empty() && fits(course.laid()),
        (_, None) => false,
        (Holder::Declarer, Some(declarer)) => fits(played.hand(declarer)),
        (Holder::Dealt, Some(declarer)) => fits(course.dealt(declarer)),
        (Holder::Twelve, Some(declarer)) => fits(course.dealt(declarer) | course.skat()),
        (Holder::Defender, Some(declarer)) => {
            [1, 2].into_iter().any(|at| fits(played.hand(declarer.after(at))))
        }
    }
}

fn hand_item(item: &HandItem, cards: Cards, game: Game) -> bool {
    match item {
        HandItem::Has(wanted) => cards.has_all(*wanted),
        HandItem::Lacks(unwanted) => (cards & *unwanted).is_empty(),
        HandItem::Count(count, wanted) => wanted.has(count.of(cards, game)),
        HandItem::Side(items) => Suit::ALL.into_iter().any(|suit| {
            let plain = game.plain_suit(suit);
            let ranks = ((cards & plain).bits() >> (8 * suit.index())) as u8;
            !plain.is_empty() && items.iter().all(|item| side_item(*item, ranks))
        }),
    }
}

fn side_item(item: SideItem, ranks: u8) -> bool {
    match item {
        SideItem::Has(wanted) => ranks & wanted == wanted,
        SideItem::Lacks(unwanted) => ranks & unwanted == 0,
        SideItem::Only(wanted) => ranks == wanted,
        SideItem::Length(wanted) => wanted.has(ranks.count_ones() as i32),
    }
}

/// A trick as far as it was played.
struct Seen<'a> {
    /// Cards before it.
    begin: usize,
    leader: Seat,
    declarer: Seat,
    game: Game,
    cards: &'a [Card],
    /// The hands before it.
    hands: [Cards; 3],
    /// The place of the card that takes it, if it is complete.
    winner: Option<usize>,
}

/// Shows one trick after the other, until one answers: the inner `None` is a final no.
fn tricks(played: &Played<'_>, ask: &mut dyn FnMut(&Seen<'_>) -> Option<Option<u8>>) -> Option<u8> {
    let (game, declarer) = (played.game?, played.declarer?);
    let mut hands = Seat::ALL.map(|seat| played.hand(seat));
    let mut leader = Seat::Forehand;
    let count = played.course.len();
    let mut begin = 0;
    let mut laid: [Option<Card>; 3];
    while begin < count {
        laid = [0, 1, 2].map(|at| played.course.card(begin + at));
        let [Some(a), b, c] = laid else { return None };
        let cards = [a, b.unwrap_or(a), c.unwrap_or(a)];
        let length = 1 + usize::from(b.is_some()) + usize::from(c.is_some());
        let winner = (length == 3).then(|| game.trick_winner(cards));
        let seen = Seen { begin, leader, declarer, game, cards: &cards[..length], hands, winner };
        if let Some(answer) = ask(&seen) {
            return answer;
        }
        for (at, &card) in cards[..length].iter().enumerate() {
            hands[leader.after(at).index()].remove(card);
        }
        leader = leader.after(winner?);
        begin += 3;
    }
    None
}

impl Seen<'_> {
    fn card(&self, at: usize, items: &[CardItem]) -> bool {
        let Some(&card) = self.cards.get(at) else { return false };
        items.iter().all(|item| self.card_item(*item, card, at))
    }

    fn card_item(&self, item: CardItem, card: Card, at: usize) -> bool {
        let seat = self.leader.after(at);
        let game = self.game;
        let length = || (self.hands[seat.index()] & game.group(card)).len() as i32;
        let follows = || at > 0 && game.group(self.cards[0]).has(card);
        let trump = || game.trumps().has(card);
        match item {
            CardItem::By(who) => who.is(seat, self.declarer),
            CardItem::One(cards) => cards.has(card),
            CardItem::Trump => trump(),
            CardItem::Side => !trump(),
            CardItem::Blank => length() == 1,
            CardItem::Length(wanted) => wanted.has(length()),
            CardItem::Follows => follows(),
            CardItem::Ruffs => at > 0 && trump() && !follows(),
            CardItem::Discards => at > 0 && !trump() && !follows(),
            CardItem::Wins => self.winner == Some(at),
        }
    }

    fn trick(&self, items: &[TrickItem]) -> bool {
        let won = |who: Who| self.winner.is_some_and(|at| who.is(self.leader.after(at), self.declarer));
        let points = || self.cards.iter().map(|card| i32::from(card.points())).sum();
        let counts = |wanted: Range| self.winner.is_some() && wanted.has(points());
        items.iter().all(|item| match item {
            TrickItem::Card(at, items) => self.card((*at).into(), items),
            TrickItem::Some(items) => (0..self.cards.len()).any(|at| self.card(at, items)),
            TrickItem::Won(who) => won(*who),
            TrickItem::Points(wanted) => counts(*wanted),
        })
    }
}
