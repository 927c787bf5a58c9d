//! Questions about the best chance, and their answers.

use super::aim::{Aim, Hands, Spot};
use super::alone::Alone;
use super::ending::Endings;
use super::front::{self, Front};
use super::parts::SoFar;
use super::search::{Beyond, Effort, Habits, Search};
use super::splits::{MANY_DEALS, Splits};
use super::strategy::{Plan, PlanError, PlanNode, Writing};
use super::table::{Blocks, FrontTable};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::knowledge::{Assumption, Knowledge, KnowledgeError};
use crate::rules::{Game, Goal, Seat};
use crate::search::layout::lowest;
use crate::search::limits::{Limits, Watch};
use crate::search::paranoia::Scene;
use crate::search::proof::{ProofError, ProofLimits, unseen};
use crate::search::resources::Resources;
use crate::verify::{CHANCE_VERSION, ChanceProof, line_text};

/// Memory of a solver's tables if nothing else is asked for, in megabytes: a limit, they grow by need.
pub const DEFAULT_TABLE_MB: usize = 256;

/// Deals that are listed at most; before the first card a declarer has 184,756.
pub const MOST_DEALS: u64 = 200_000;

/// Why a position has no chance to be worked out.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, chance::{ChanceError, Solver}};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// // In a Grand nobody wants to be without a trick.
/// let chance = Solver::with_table(1).chance(&position, "null".parse().unwrap(), &Limits::none());
/// assert!(matches!(chance, Err(ChanceError::Goal { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChanceError {
    /// The question is about one seat's view.
    #[error("the chance is that of a seat's view, not of all open cards")]
    OpenView,
    /// The viewer's own hand is not given.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// Points in Null, or no trick in another game.
    #[error("the goal {goal} makes no sense in this game ({game})")]
    Goal {
        /// What was asked for.
        goal: Goal,
        /// The game.
        game: Game,
    },
}

impl From<ChanceError> for ProofError {
    fn from(error: ChanceError) -> ProofError {
        match error {
            ChanceError::Knowledge(error) => error.into(),
            ChanceError::Goal { goal, game } => ProofError::Goal { goal, game },
            ChanceError::OpenView => ProofError::Position(error.to_string()),
        }
    }
}

/// In how many deals a strategy wins: between these two, and exactly so many if they are equal.
///
/// ```
/// use kiebitz::search::chance::Count;
/// assert_eq!(Count { at_least: 4, at_most: 4 }.exact(), Some(4));
/// assert_eq!(Count { at_least: 4, at_most: 6 }.exact(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// A strategy is known that wins in so many.
    pub at_least: u64,
    /// No strategy wins in more.
    pub at_most: u64,
}

impl Count {
    /// The number, if it is known exactly.
    #[must_use]
    pub fn exact(self) -> Option<u64> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    fn best(self, other: Count) -> Count {
        Count { at_least: self.at_least.max(other.at_least), at_most: self.at_most.max(other.at_most) }
    }
}

/// The chance after a card.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, chance::Solver};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let chance = Solver::with_table(1).chance(&position, "61".parse().unwrap(), &Limits::none()).unwrap();
/// let best = chance.cards.iter().max_by_key(|card| card.won.at_least).unwrap();
/// assert_eq!((best.card.to_string().as_str(), best.won), ("SA", chance.won));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardChance {
    /// The card.
    pub card: Card,
    /// In how many deals the best strategy that begins with it wins.
    pub won: Count,
}

/// The chance of a position.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, chance::Solver};
/// // Lost only if one hand has both the ten and the queen of spades.
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let chance = Solver::with_table(1).chance(&position, "61".parse().unwrap(), &Limits::none()).unwrap();
/// assert_eq!((chance.worlds, chance.won.exact()), (6, Some(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// Deals that the viewer cannot rule out.
    pub worlds: u64,
    /// In how many of them the best strategy wins.
    pub won: Count,
    /// The same for each card, as players sort them; only if the viewer is on turn.
    pub cards: Vec<CardChance>,
}

impl Chance {
    /// Nothing is known but the number of deals.
    fn unknown(position: &Position, worlds: u64) -> Chance {
        let won = Count { at_least: 0, at_most: worlds };
        let own = View::Seat(position.turn().unwrap_or(position.declarer())) == position.view();
        let cards = if own { position.game().sorted(position.playable()) } else { Vec::new() };
        let cards = cards.into_iter().map(|card| CardChance { card, won }).collect();
        Chance { worlds, won, cards }
    }
}

/// Finds the strategy that wins in the most deals.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::rules::Goal;
/// use kiebitz::search::{Limits, chance::Solver};
/// // Who has the missing ten? He leads towards it or not; either loses half of the deals.
/// let line = "contract=G declarer=F F=SA.SK M=? R=? skat=D7.D8 view=F points=45:44 lead=F \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK";
/// let position: Position = line.parse().unwrap();
/// let chance = Solver::new().chance(&position, Goal::Points(61), &Limits::none()).unwrap();
/// assert_eq!(chance.worlds, 6);
/// ```
#[derive(Debug)]
pub struct Solver {
    alone: Alone,
    endings: Endings,
    table: FrontTable,
    assumptions: Vec<Assumption>,
    nodes: u64,
    plan: Option<Plan>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// The question in the terms of the search.
struct Asked {
    aim: Aim,
    spot: Spot,
    deals: Vec<Hands>,
}

impl Solver {
    /// A solver with tables of up to [`DEFAULT_TABLE_MB`].
    #[must_use]
    pub fn new() -> Solver {
        Solver::with_table(DEFAULT_TABLE_MB)
    }

    /// A solver that takes at most so much memory.
    #[must_use]
    pub fn with_table(megabytes: usize) -> Solver {
        Solver {
            alone: Alone::new((megabytes / 4).max(1)),
            endings: Endings::new((megabytes / 4).max(1)),
            table: FrontTable::new((megabytes / 2).max(1)),
            assumptions: Vec::new(),
            nodes: 0,
            plan: None,
        }
    }

    /// A solver that takes no more than this.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Solver {
        Solver::with_table(resources.memory_or(DEFAULT_TABLE_MB))
    }

    /// Asks only about worlds in which these assumptions hold, as far as what is certain allows.
    pub fn assume(&mut self, assumptions: Vec<Assumption>) {
        self.assumptions = assumptions;
    }

    /// Positions visited for the last answer.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets what it has found out.
    pub fn clear(&mut self) {
        self.alone.clear();
        self.endings.clear();
        self.table.clear();
    }

    /// The question with every deal; only their number if they are too many to list.
    fn asked(&self, position: &Position, goal: Goal) -> Result<Result<Asked, u64>, ChanceError> {
        let View::Seat(viewer) = position.view() else { return Err(ChanceError::OpenView) };
        let knowledge = Knowledge::of(position, viewer)?.assuming(position, &self.assumptions);
        let scene = Scene::new(position, &knowledge);
        let table: Vec<u32> = position.trick().iter().map(|play| scene.layout.bit(play.card)).collect();
        let (aim, spot) =
            Aim::new(&scene, goal, &table).ok_or(ChanceError::Goal { goal, game: position.game() })?;
        if knowledge.count() > MOST_DEALS {
            return Ok(Err(knowledge.count()));
        }
        let [left, right]: [Seat; 2] = [viewer.next(), viewer.after(2)];
        let hands = knowledge.worlds().map(|world| Hands {
            left: aim.layout.bits(world.hands[left]),
            right: aim.layout.bits(world.hands[right]),
        });
        let mut deals: Vec<Hands> = hands.collect();
        deals.sort_unstable();
        Ok(Ok(Asked { aim, spot, deals }))
    }

    /// The chance of a position and of each card, if the viewer is on turn; bounds that have not met if the
    /// search was stopped.
    ///
    /// # Errors
    /// If the viewer's hand is not given, or the goal makes no sense in the game.
    pub fn chance(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Chance, ChanceError> {
        self.chance_with(position, goal, limits, |_| {})
    }

    /// As [`Solver::chance`], and shows the bounds each time they have narrowed.
    ///
    /// # Errors
    /// As [`Solver::chance`].
    pub fn chance_with(
        &mut self,
        position: &Position,
        goal: Goal,
        limits: &Limits,
        mut narrowed: impl FnMut(&Chance),
    ) -> Result<Chance, ChanceError> {
        self.nodes = 0;
        self.plan = None;
        let asked = match self.asked(position, goal)? {
            Ok(asked) => asked,
            Err(worlds) => return Ok(Chance::unknown(position, worlds)),
        };
        let mut watch = Watch::new(limits);
        let Asked { aim, spot, deals } = &asked;
        let own = position.turn().is_some() && spot.turn() == 0;
        let assumptions = self.assumptions.clone();
        let mut search = self.search(aim, &mut watch);
        let starts = if own { bits(search.own_cards(spot, deals)).collect() } else { vec![0] };
        let mut lines: Vec<Line> = starts.into_iter().map(|card| Line::new(card, spot, deals, aim)).collect();
        let tell = |lines: &[Line]| asked.answer(position, lines, own);
        // What is lost before the card is lost after it.
        if let Ok(Some((count, lost))) = search.lost(spot, deals, deals.len() as u32) {
            let open: Vec<Hands> = kept(deals, &lost).collect();
            lines.iter_mut().for_each(|line| line.won.at_most -= u64::from(count));
            narrowed(&tell(&lines));
            if open.len() >= MANY_DEALS {
                let mut splits = Splits::new(position, goal, assumptions, limits);
                splits.look(&mut lines, own, aim, || search.watch.must_stop());
                narrowed(&tell(&lines));
            }
            for at in 0..lines.len() {
                lines[at].open(&mut search, &open);
                if open.len() >= MANY_DEALS {
                    narrowed(&tell(&lines));
                }
            }
        }
        narrowed(&tell(&lines));
        let mut nodes = FIRST_NODES;
        while lines.iter().any(|line| !line.is_done()) && !search.watch.must_stop() {
            for at in 0..lines.len() {
                let best = lines.iter().map(|line| line.won.at_least).max().unwrap_or(0);
                let matters = |line: &Line| !line.is_done() && line.won.at_most > best;
                // After a first look at every card those wait that cannot be the best.
                let waits = nodes > FIRST_NODES && !matters(&lines[at]) && lines.iter().any(matters);
                if !waits && !lines[at].is_done() && lines[at].go_on(&mut search, nodes) {
                    narrowed(&tell(&lines));
                }
            }
            nodes = nodes.saturating_mul(MORE_NODES);
        }
        let chance = tell(&lines);
        self.nodes = watch.nodes();
        // What holds against likely splits only is a number without a strategy in hand.
        let best = lines.into_iter().filter(|line| !line.kept.is_empty()).max_by_key(|line| line.kept.len());
        self.plan = best.map(|line| Plan {
            aim: asked.aim,
            spot: asked.spot,
            at_most: chance.won.at_most,
            won: line.kept,
            first: line.card,
            deals: asked.deals,
        });
        Ok(chance)
    }

    /// The strategy behind the last answer; `None` if none is known that wins in any deal.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        self.plan.as_ref()
    }

    /// The node of a plan after these cards.
    ///
    /// # Errors
    /// If the limits end it, or the cards cannot fall.
    pub fn node(&mut self, plan: &Plan, path: &[Card], limits: &Limits) -> Result<PlanNode, PlanError> {
        let mut watch = Watch::new(limits);
        self.search(&plan.aim, &mut watch).node(plan, path)
    }

    /// The plan as a file that [`crate::verify`] checks: won in so many of so many deals.
    ///
    /// # Errors
    /// If it becomes too large, or the limits end it.
    pub fn proof(
        &mut self,
        position: &Position,
        goal: Goal,
        plan: &Plan,
        limits: &ProofLimits,
    ) -> Result<ChanceProof, PlanError> {
        let mut watch = Watch::new(&limits.search);
        let lines = Writing::new(&mut self.search(&plan.aim, &mut watch), limits.lines).lines(plan)?;
        let stated = unseen(position).map_err(|_| PlanError::Contradiction)?;
        let mut proof = ChanceProof {
            version: CHANCE_VERSION,
            position: stated.to_setup().to_string(),
            goal: goal.to_string(),
            won: plan.won(),
            of: plan.worlds(),
            strategy: lines.iter().map(|entries| line_text(entries)).collect(),
        };
        // A strategy that is not the best may win in more deals than it was made for.
        let counted = proof.count(|_| true).map_err(|_| PlanError::Contradiction)?;
        match counted {
            Ok(Some(counted)) if counted.won >= proof.won => proof.won = counted.won,
            _ => return Err(PlanError::Contradiction),
        }
        Ok(proof)
    }

    fn search<'a>(&'a mut self, aim: &Aim, watch: &'a mut Watch) -> Search<'a> {
        Search {
            aim: *aim,
            blocks: Blocks::of(aim),
            effort: Effort { width: 1, beyond: Beyond::Drop, shallow: 0 },
            fuse: u64::MAX,
            narrowed: 0,
            habits: Habits::new(),
            whole: usize::MAX,
            so_far: SoFar::default(),
            alone: &mut self.alone,
            endings: &mut self.endings,
            table: &mut self.table,
            watch,
        }
    }
}

/// Nodes of each part of the first round.
const FIRST_NODES: u64 = 1 << 19;
/// By what they grow from round to round: beginning again costs more than a part that finds nothing.
const MORE_NODES: u64 = 4;
/// With so many cards in hand a strategy is first sought by his most promising cards.
const MANY_CARDS: u32 = 8;
/// From how many deals on the bound against others who keep to one card pays.
const DEALS_FOR_BOUND: usize = 256;
/// Cards in hand whose fronts are known whole.
const LAST: u32 = super::ending::CARDS as u32;
/// By what the width of fronts grows from one part to the next.
const WIDER: usize = 4;

/// The deals that are not lost.
fn kept<'a>(deals: &'a [Hands], lost: &'a [u64]) -> impl Iterator<Item = Hands> + 'a {
    deals.iter().enumerate().filter(|(at, _)| !front::has(lost, *at)).map(|(_, deal)| *deal)
}

fn bits(mut cards: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let card = lowest(cards);
        cards &= !card;
        (card != 0).then_some(card)
    })
}

impl Asked {
    /// What is known so far.
    fn answer(&self, position: &Position, lines: &[Line], own: bool) -> Chance {
        let mut chance = Chance {
            worlds: self.deals.len() as u64,
            won: Count { at_least: 0, at_most: 0 },
            cards: Vec::new(),
        };
        for line in lines {
            chance.won = chance.won.best(line.won);
        }
        if own {
            let layout = self.aim.layout;
            for card in position.game().sorted(position.playable()) {
                let bit = layout.bit(card);
                // Equal cards stand for one another: the next one up that was looked at.
                let stands = lines.iter().find(|line| line.card >= bit && layout.group(line.card) & bit != 0);
                if let Some(line) = stands {
                    chance.cards.push(CardChance { card, won: line.won });
                }
            }
        }
        chance
    }
}

/// The question after one card, and how far it has been answered.
pub(super) struct Line {
    pub(super) card: u32,
    spot: Spot,
    /// The deals that are not lost with all cards seen.
    deals: Vec<Hands>,
    pub(super) won: Count,
    /// The deals that the best strategy so far wins.
    kept: Vec<Hands>,
    /// How thorough the next part is: in search of strategies, of bounds.
    next: [Effort; 2],
    /// Whether the bound against others who keep to one card was found.
    bounded: bool,
}

impl Line {
    fn new(card: u32, spot: &Spot, deals: &[Hands], aim: &Aim) -> Line {
        let spot = if card == 0 { *spot } else { spot.after(card, aim) };
        let won = Count { at_least: 0, at_most: deals.len() as u64 };
        let left = spot.hand.count_ones();
        let strategy =
            Effort { width: 1, beyond: Beyond::Drop, shallow: if left >= MANY_CARDS { left - 1 } else { 0 } };
        let bound = Effort { width: usize::MAX, beyond: Beyond::Join, shallow: left.saturating_sub(1) };
        Line { card, spot, deals: Vec::new(), won, kept: Vec::new(), next: [strategy, bound], bounded: false }
    }

    /// Leaves out the deals that are lost anyway.
    fn open(&mut self, search: &mut Search<'_>, deals: &[Hands]) {
        let Ok(Some((_, lost))) = search.lost(&self.spot, deals, deals.len() as u32) else { return };
        self.deals = kept(deals, &lost).collect();
        self.won.at_most = self.deals.len() as u64;
    }

    fn is_done(&self) -> bool {
        self.won.at_least == self.won.at_most
    }

    /// Looks for a better strategy, then for a better bound, with so many nodes each; whether either was found.
    fn go_on(&mut self, search: &mut Search<'_>, nodes: u64) -> bool {
        let before = self.won;
        self.look(search, nodes, 0);
        if !self.bounded && self.deals.len() >= DEALS_FOR_BOUND {
            self.bound(search, nodes);
        }
        self.look(search, nodes, 1);
        self.won != before
    }

    /// The bound against others who keep to one card.
    fn bound(&mut self, search: &mut Search<'_>, nodes: u64) {
        if self.is_done() {
            return;
        }
        let all = self.deals.len() as u64;
        let allow = (all - self.won.at_least) as u32;
        search.fuse = search.watch.nodes().saturating_add(nodes);
        if let Ok(least) = search.least(&self.spot, &self.deals, allow) {
            self.bounded = true;
            self.won.at_most = self.won.at_most.min(all - u64::from(least.min(allow)));
        }
    }

    /// Looks for a better strategy (0) or for a better bound (1) by fronts.
    fn look(&mut self, search: &mut Search<'_>, nodes: u64, at: usize) {
        if self.is_done() {
            return;
        }
        let all = self.deals.len() as u64;
        // Only what is better than the best so far is of interest.
        let allow = (all.saturating_sub(self.won.at_least + u64::from(self.won.at_least > 0))) as u32;
        search.effort = self.next[at];
        let Effort { beyond, .. } = search.effort;
        search.fuse = search.watch.nodes().saturating_add(nodes);
        search.narrowed = 0;
        // Nothing is lost outside of the question: every deal counts for itself.
        let private = front::every(self.deals.len());
        search.whole = self.deals.len();
        search.so_far = SoFar::default();
        let found = search.front(&self.spot, &self.deals, &private, allow);
        search.whole = usize::MAX;
        let Ok(front) = found else { return self.heed(std::mem::take(&mut search.so_far)) };
        let best = front.fewest().map_or(self.won.at_least, |fewest| all - u64::from(fewest));
        let exact = search.narrowed == 0;
        if (exact || beyond == Beyond::Drop) && best > self.won.at_least {
            self.won.at_least = best;
            self.keep(&front);
        }
        if exact || beyond == Beyond::Join {
            self.won.at_most = self.won.at_most.min(best);
        }
        let effort = &mut self.next[at];
        // With one card left there is nothing to choose; the last tricks are known whole.
        if effort.shallow > LAST || effort.shallow > 1 && beyond == Beyond::Drop {
            effort.shallow -= 1;
        } else {
            *effort = Effort { shallow: 0, width: effort.width.saturating_mul(WIDER), ..*effort };
        }
    }

    /// What a search that was stopped had found out.
    fn heed(&mut self, so_far: SoFar) {
        let all = self.deals.len() as u64;
        self.won.at_most = self.won.at_most.min(all - u64::from(so_far.least));
        if let Some(lost) = so_far.lost
            && all - u64::from(front::size(&lost)) > self.won.at_least
        {
            self.won.at_least = all - u64::from(front::size(&lost));
            self.kept = kept(&self.deals, &lost).collect();
        }
    }

    /// Remembers what the best strategy of the front wins.
    fn keep(&mut self, front: &Front) {
        let Some(lost) = front.sets().min_by_key(|set| front::size(set)) else { return };
        self.kept = kept(&self.deals, lost).collect();
    }
}
