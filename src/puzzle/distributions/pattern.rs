//! What solutions have in common: "lost only if one defender has all four missing hearts".
//!
//! A *feature* is a simple condition; over all deals it is a column of bits. A feature is *necessary* if every
//! solution has it. If all necessary features together leave only solutions, a shortest choice of them is
//! the exact description. If not, rules are sought that are *sufficient* (no other deal meets them), each
//! covering as many of the solutions left as it can. Whichever is rarer is described: the solutions or the rest.

use super::condition::{Condition, Group, Span, Who};
use super::{DistributionQuery, Sitting, Swept};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::deal::Place;
use crate::rules::Game;
use crate::words::Words;

/// Conditions all of which hold; how many of the described deals meet them.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::puzzle::distributions::{DistributionQuery, Rule};
/// use kiebitz::words::{Faces, Language, Words};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let rule = Rule { conditions: vec!["one:ST.SQ".parse().unwrap()], deals: 2 };
/// assert!(!rule.words(&query, &Words::new(Language::German, Faces::TwoColour)).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The conditions.
    pub conditions: Vec<Condition>,
    /// How many deals meet them, not counting those of the rules before.
    pub deals: u64,
}

impl Rule {
    /// The conditions as one sentence without its full stop.
    #[must_use]
    pub fn words(&self, question: &DistributionQuery, words: &Words) -> String {
        say(&self.conditions, question, words)
    }
}

/// Conditions that hold together, in words.
fn say(conditions: &[Condition], question: &DistributionQuery, words: &Words) -> String {
    let game = question.position().game();
    let parts: Vec<String> = conditions.iter().map(|each| each.words(game, question.goal(), words)).collect();
    words.and(&parts)
}

/// Which deals a pattern describes.
///
/// ```
/// use kiebitz::puzzle::distributions::{About, DistributionQuery, Pattern, Sweep, sweep};
/// use kiebitz::{deal::Position, search::Resources};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=won".parse().unwrap()]).unwrap();
/// let swept = sweep(&query, Resources::new(8, 1), &Sweep::default(), |_| true);
/// // Four of six deals are won: the two others are described.
/// assert_eq!(Pattern::find(&query, &swept).unwrap().about, About::Others);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The solutions.
    Solutions,
    /// The deals that meet the conditions on the cards but not those on the ending.
    Others,
}

/// What the described deals have in common.
///
/// ```
/// use kiebitz::puzzle::distributions::{DistributionQuery, Pattern, Sweep, sweep};
/// use kiebitz::{deal::Position, search::Resources};
/// // The ten, the queen of spades and two diamonds are out: lost if one hand has both spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let query = DistributionQuery::new(position, "61".parse().unwrap(), vec!["result=lost".parse().unwrap()]).unwrap();
/// let swept = sweep(&query, Resources::new(8, 1), &Sweep::default(), |_| true);
/// let pattern = Pattern::find(&query, &swept).unwrap();
/// assert!(pattern.exact && pattern.deals == 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Which deals it describes: the rarer ones.
    pub about: About,
    /// How many they are.
    pub deals: u64,
    /// What all of them have in common and not all deals have: the fewest conditions that say as much
    /// as all such conditions do.
    pub always: Vec<Condition>,
    /// Whether these conditions hold of the described deals and of no other.
    pub exact: bool,
    /// If they are not exact: rules that hold of no other deal, each for some of them.
    pub rules: Vec<Rule>,
    /// The described deals that no rule covers.
    pub rest: u64,
    /// If the rules leave some out: single conditions that tell most, with how many of the deals that
    /// meet them are described ones, and how many there are.
    pub tendencies: Vec<(Condition, u64, u64)>,
}

/// Rules at most.
const RULES: usize = 8;
/// Tendencies at most.
const TENDENCIES: usize = 4;
/// Conditions in a rule at most.
const LENGTH: usize = 4;
/// How many of the best beginnings of a rule are tried with a further condition.
const BEAM: usize = 24;

/// A set of deals.
type Column = Vec<u64>;

fn count(column: &Column) -> u64 {
    column.iter().map(|word| u64::from(word.count_ones())).sum()
}

fn and(a: &Column, b: &Column) -> Column {
    a.iter().zip(b).map(|(a, b)| a & b).collect()
}

fn meets(a: &Column, b: &Column) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

fn is_within(a: &Column, b: &Column) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

impl Pattern {
    /// Finds the pattern; `None` if the sweep was not finished, kept nothing, or found all or nothing.
    #[must_use]
    pub fn find(question: &DistributionQuery, swept: &Swept) -> Option<Pattern> {
        let total = swept.kept.len() as u64;
        if !swept.finished || total != swept.fitting || swept.solutions == 0 || swept.solutions == total {
            return None;
        }
        let about = if 2 * swept.solutions <= total { About::Solutions } else { About::Others };
        let wanted = column(&swept.kept, |(_, solution)| *solution == (about == About::Solutions));
        let others = column(&swept.kept, |(_, solution)| *solution != (about == About::Solutions));
        let features = Features::of(question, &swept.kept);
        Some(features.describe(about, &wanted, &others))
    }
}

fn column(kept: &[(Sitting, bool)], test: impl Fn(&(Sitting, bool)) -> bool) -> Column {
    kept.chunks(64)
        .map(|chunk| chunk.iter().enumerate().fold(0, |word, (i, deal)| word | u64::from(test(deal)) << i))
        .collect()
}

/// Features, the plainest first, each with its column.
struct Features(Vec<(Condition, Column)>);

impl Features {
    fn of(question: &DistributionQuery, kept: &[(Sitting, bool)]) -> Features {
        let position = question.position();
        let (game, declarer) = (position.game(), position.declarer());
        let mut features: Vec<(Condition, Column)> = Vec::new();
        for condition in conditions(question) {
            let column = column(kept, |(sitting, _)| condition.holds(game, declarer, sitting));
            // What always or never holds says nothing, and of two that say the same the plainer stays.
            let ones = count(&column);
            if ones > 0 && ones < kept.len() as u64 && !features.iter().any(|(_, known)| *known == column) {
                features.push((condition, column));
            }
        }
        Features(features)
    }

    fn describe(&self, about: About, wanted: &Column, others: &Column) -> Pattern {
        let necessary: Vec<&(Condition, Column)> =
            self.0.iter().filter(|(_, column)| is_within(wanted, column)).collect();
        let (always, left) = shortest(&necessary, others);
        let exact = left == 0 && !always.is_empty();
        let deals = count(wanted);
        let (rules, rest) = if exact { (Vec::new(), 0) } else { self.rules(wanted, others) };
        let tendencies = if rest == 0 { Vec::new() } else { self.tendencies(wanted, others) };
        Pattern { about, deals, always, exact, rules, rest, tendencies }
    }

    /// The conditions that say most about whether a deal is a described one, at most one for each group of
    /// cards, the strongest first. Only those that make it likelier.
    fn tendencies(&self, wanted: &Column, others: &Column) -> Vec<(Condition, u64, u64)> {
        let (all_wanted, all_others) = (count(wanted) as f64, count(others) as f64);
        let base = all_wanted / (all_wanted + all_others);
        let mut told: Vec<(f64, Condition, u64, u64)> = Vec::new();
        for (condition, column) in &self.0 {
            let (hits, misses) = (meets(wanted, column), meets(others, column));
            let share = hits as f64 / (hits + misses) as f64;
            if share > base {
                // Like a test of independence: how far from what chance would give, for the size of the sample.
                let surprise = (share - base) * ((hits + misses) as f64).sqrt();
                told.push((surprise, *condition, hits, hits + misses));
            }
        }
        told.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut tendencies: Vec<(Condition, u64, u64)> = Vec::new();
        for (_, condition, hits, of) in told {
            let topic = |condition: &Condition| match condition {
                Condition::Count(who, group, _) | Condition::Points(who, group, _) => (*who, Some(*group)),
                Condition::Holds(who, _) | Condition::Lacks(who, _) => (*who, None),
                Condition::Ending(_) => (Who::OneDefender, None),
            };
            if tendencies.len() < TENDENCIES
                && tendencies.iter().all(|known| topic(&known.0) != topic(&condition))
            {
                tendencies.push((condition, hits, of));
            }
        }
        tendencies
    }

    /// Sufficient rules, greedily; and how many deals they leave out.
    fn rules(&self, wanted: &Column, others: &Column) -> (Vec<Rule>, u64) {
        let mut left = wanted.clone();
        let mut rules = Vec::new();
        while rules.len() < RULES && count(&left) > 0 {
            let Some((conditions, covered)) = self.best_rule(&left, others) else { break };
            let deals = meets(&left, &covered);
            left.iter_mut().zip(&covered).for_each(|(left, covered)| *left &= !covered);
            rules.push(Rule { conditions, deals });
        }
        (rules, count(&left))
    }

    /// The sufficient conjunction that covers most of what is left; of equal ones the shortest.
    fn best_rule(&self, left: &Column, others: &Column) -> Option<(Vec<Condition>, Column)> {
        let mut best: Option<(u64, Vec<usize>, Column)> = None;
        let mut beam: Vec<(Vec<usize>, Column)> = vec![(Vec::new(), vec![u64::MAX; left.len()])];
        for _ in 0..LENGTH {
            let mut next: Vec<(f64, Vec<usize>, Column)> = Vec::new();
            for (chosen, column) in &beam {
                let from = chosen.last().map_or(0, |last| last + 1);
                for (at, (_, feature)) in self.0.iter().enumerate().skip(from) {
                    let hits: u64 = (0..left.len())
                        .map(|i| u64::from((column[i] & feature[i] & left[i]).count_ones()))
                        .sum();
                    if hits == 0 || best.as_ref().is_some_and(|(most, ..)| hits <= *most) {
                        continue;
                    }
                    let wrong: u64 = (0..left.len())
                        .map(|i| u64::from((column[i] & feature[i] & others[i]).count_ones()))
                        .sum();
                    let mut longer = chosen.clone();
                    longer.push(at);
                    if wrong == 0 {
                        best = Some((hits, longer, and(column, feature)));
                    } else {
                        // Much covered with few wrong: worth one more condition.
                        let promise = hits as f64 / (wrong as f64).sqrt();
                        next.push((promise, longer, and(column, feature)));
                        if next.len() > 16 * BEAM {
                            keep_best(&mut next);
                        }
                    }
                }
            }
            keep_best(&mut next);
            beam = next.into_iter().map(|(_, chosen, column)| (chosen, column)).collect();
        }
        let (_, chosen, covered) = best?;
        Some((chosen.into_iter().map(|at| self.0[at].0).collect(), covered))
    }
}

fn keep_best(next: &mut Vec<(f64, Vec<usize>, Column)>) {
    next.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    next.truncate(BEAM);
}

/// The fewest of the necessary features that exclude as many others as all of them do; and how many
/// others meet them all.
fn shortest(necessary: &[&(Condition, Column)], others: &Column) -> (Vec<Condition>, u64) {
    let tight = necessary.iter().fold(others.clone(), |left, (_, column)| and(&left, column));
    let goal = count(&tight);
    for (condition, column) in necessary {
        if meets(column, others) == goal {
            return (vec![*condition], goal);
        }
    }
    for (i, (first, a)) in necessary.iter().enumerate() {
        let left = and(a, others);
        for (second, b) in &necessary[i + 1..] {
            if meets(&left, b) == goal {
                return (vec![*first, *second], goal);
            }
        }
    }
    // From three on greedily: each time the one that excludes most.
    let mut chosen = Vec::new();
    let mut left = others.clone();
    while count(&left) > goal {
        let next = necessary.iter().min_by_key(|(_, column)| meets(&left, column));
        let Some((condition, column)) = next else { break };
        left = and(&left, column);
        chosen.push(*condition);
    }
    (chosen, goal)
}

/// The simple conditions that may tell deals apart, the plainest first.
fn conditions(question: &DistributionQuery) -> Vec<Condition> {
    let game = question.position().game();
    let uncertain = question.uncertain();
    let places = question.knowledge.places();
    let open = |place: &Place| !(places.may(*place) & uncertain).is_empty();
    let hands: Vec<Place> = Place::ALL.into_iter().filter(open).collect();
    let declarer = Place::Hand(question.position().declarer());
    let defenders = hands.iter().filter(|place| place.seat().is_some() && **place != declarer).count() == 2;
    let room = |place: Place| places.room(place) as usize;
    let mut groups: Vec<Group> = Vec::new();
    if game != Game::Null {
        groups.push(Group::Trumps);
    }
    groups.extend(Suit::ALL.into_iter().rev().filter(|&suit| game != Game::Suit(suit)).map(Group::Suit));
    if game != Game::Null {
        groups.extend([Group::Rank(Rank::Jack), Group::Rank(Rank::Ace), Group::Rank(Rank::Ten)]);
    }
    groups.retain(|group| !(group.cards(game) & uncertain).is_empty());
    let mut all = Vec::new();
    for card in game.sorted(uncertain) {
        all.extend(hands.iter().map(|&place| Condition::Holds(Who::Place(place), Cards::one(card))));
    }
    for &group in &groups {
        // A hand's count includes what it surely holds.
        let loose = (group.cards(game) & uncertain).len();
        if defenders {
            let seats = hands.iter().filter(|place| place.seat().is_some() && **place != declarer);
            let sure = |place: &Place| (places.fixed(*place) & group.cards(game)).len();
            let most = seats.map(|place| sure(place) + loose.min(room(*place))).max().unwrap_or(0) as u8;
            let spans = (1..=most).rev().map(Span::at_least).chain((0..most).map(Span::exactly));
            all.extend(spans.map(|span| Condition::Count(Who::OneDefender, group, span)));
        }
        for &place in &hands {
            let sure = (places.fixed(place) & group.cards(game)).len();
            let most = (sure + loose.min(room(place))) as u8;
            let who = Who::Place(place);
            let mut spans: Vec<Span> = (0..=most).map(Span::exactly).collect();
            spans.extend((1..=most).map(Span::at_least));
            spans.extend((0..most).map(Span::at_most));
            all.extend(spans.into_iter().map(|span| Condition::Count(who, group, span)));
        }
    }
    if defenders {
        for &group in groups.iter().filter(|group| !matches!(group, Group::Rank(_))) {
            // All that is missing of a suit in one hand, or all but one card.
            let loose = group.cards(game) & uncertain;
            if (3..=5).contains(&loose.len()) {
                let fewer = loose.iter().map(|card| loose.without(card));
                let sets = std::iter::once(loose).chain(fewer);
                all.extend(sets.map(|cards| Condition::Holds(Who::OneDefender, cards)));
            }
        }
        all.extend(pairs(game, uncertain).map(|pair| Condition::Holds(Who::OneDefender, pair)));
    }
    if hands.contains(&Place::Skat) && game != Game::Null {
        let who = Who::Place(Place::Skat);
        for points in [2, 3, 4, 10, 11, 12, 14, 20, 21, 22] {
            all.push(Condition::Points(who, Group::All, Span::at_least(points)));
            all.push(Condition::Points(who, Group::All, Span::at_most(points - 1)));
        }
    }
    all
}

/// Two weighty cards that follow one another's suit: two jacks, ace and ten.
fn pairs(game: Game, cards: Cards) -> impl Iterator<Item = Cards> {
    let weighty: Vec<Card> = game
        .sorted(cards)
        .into_iter()
        .filter(|card| game == Game::Null || card.points() >= 10 || card.rank() == Rank::Jack)
        .collect();
    let mut pairs = Vec::new();
    for (i, &a) in weighty.iter().enumerate() {
        for &b in &weighty[i + 1..] {
            if game.group(a).has(b) {
                pairs.push([a, b].into_iter().collect());
            }
        }
    }
    pairs.into_iter()
}

impl Pattern {
    /// The pattern as sentences, one a line.
    #[must_use]
    pub fn words(&self, question: &DistributionQuery, words: impl Into<Words>) -> Vec<String> {
        let words = &words.into();
        let mut lines = self.opening(question, words);
        let most = self.rules.iter().map(|rule| rule.deals).chain([self.rest]).max().unwrap_or(0);
        let width = words.number(most).len();
        let row = |deals: u64, text: &str| format!("  {:>width$}  {text}", words.number(deals));
        lines.extend(self.rules.iter().map(|rule| row(rule.deals, &rule.words(question, words))));
        if self.rest > 0 {
            lines.push(row(self.rest, words.t("pattern.rest")));
        }
        lines.extend(self.closing(question, words).into_iter().enumerate().map(|(at, line)| match at {
            0 => line,
            _ => format!("  {line}"),
        }));
        lines
    }

    /// What stands before the rules: what all described deals have in common.
    #[must_use]
    pub fn opening(&self, question: &DistributionQuery, words: &Words) -> Vec<String> {
        let always = say(&self.always, question, words);
        let one = self.deals == 1;
        let subject = match self.about {
            About::Solutions => words.count("pattern.solution", "pattern.solutions", self.deals),
            About::Others => words.count("pattern.other", "pattern.others", self.deals),
        };
        let fill = |key| words.fill(key, &[("deals", &subject), ("always", &always)]);
        if self.exact {
            return vec![fill(if one { "pattern.exact_one" } else { "pattern.exact" })];
        }
        let mut lines = Vec::new();
        if !self.always.is_empty() {
            lines.push(fill(if one { "pattern.always_one" } else { "pattern.always" }));
        }
        lines.push(match self.rules.is_empty() {
            true => words.t("pattern.no_rule").into(),
            false => fill("pattern.rules"),
        });
        lines
    }

    /// What stands after the rules: the tendencies below a heading, if the rules leave deals out.
    #[must_use]
    pub fn closing(&self, question: &DistributionQuery, words: &Words) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.tendencies.is_empty() {
            lines.push(words.t("pattern.tendencies").into());
        }
        for (condition, hits, of) in &self.tendencies {
            lines.push(words.fill(
                "pattern.tendency",
                &[
                    ("share", &words.percent(*hits as f64 / *of as f64, 1)),
                    ("condition", &say(&[*condition], question, words)),
                    ("n", &words.number(*hits)),
                    ("of", &words.number(*of)),
                ],
            ));
        }
        lines
    }
}
