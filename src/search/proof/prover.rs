//! Makes the nodes of the proof tree by asking the searches.

use super::extract::{Extraction, ProofLimits};
use super::key::Key;
use super::node::{Branch, Chooser, Claim, Detail, Node, Settled, Verdict};
use super::oracle::Oracle;
use super::resist::{Resistance, STYLE};
use super::sight::{chooser, stated, unseen};
use crate::cards::Card;
use crate::deal::{Position, View};
use crate::knowledge::{Knowledge, KnowledgeError};
use crate::rules::{Game, Goal, Side};
use crate::search::limits::{Limits, Watch};
use crate::search::open::{self, Bounds, OpenError};
use crate::search::paranoia::{self, ParanoiaError};
use crate::search::resources::Resources;
use crate::verify::line::Line;
use crate::verify::names::Naming;
use crate::verify::state::{State, settled};
use crate::verify::{Proof, VERSION, line_text};

/// Why a node or a proof cannot be made.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::search::{Limits, proof::{Claim, Detail, ProofError, Prover}};
/// let position: Position = "contract=G declarer=F F=CJ.SA skat=D7.D8 view=F points=60:0 \
///     gone=HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.SQ.S9.S8.S7.HA.HK.HQ.H9.H8.H7.DT.DK.DQ.DA.D9".parse().unwrap();
/// // In a Grand nobody wants to be without a trick.
/// let claim = Claim::new(&position, "null".parse().unwrap());
/// let error = Prover::with_table(1).unfold(&position, claim, &[], Detail::Proof, &Limits::none()).unwrap_err();
/// assert!(matches!(error, ProofError::Goal { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// With open cards every card must be placed.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The viewer's own cards must be given.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// A position without what the viewer cannot see does not hold together.
    #[error("as the viewer sees it: {0}")]
    Position(String),
    /// The goal does not belong to the game.
    #[error("the goal {goal} makes no sense in this game ({game})")]
    Goal {
        /// What was asked for.
        goal: Goal,
        /// The game.
        game: Game,
    },
    /// A card of the path cannot fall there.
    #[error("card {number} of the line, {card}, cannot fall there")]
    Path {
        /// Which card, counted from 1.
        number: usize,
        /// The card.
        card: Card,
    },
    /// The limits ended the search before it knew.
    #[error("the search was stopped before the proof was complete")]
    Stopped,
    /// The strategy has too many lines.
    #[error("the proof would have more than {lines} lines: allow more, or ask about a later position")]
    TooLarge {
        /// Lines allowed.
        lines: usize,
    },
    /// The card does not fail, so there is nothing to refute.
    #[error("{0} does not fail")]
    NotRefuted(Card),
    /// No strategy is known that wins in any deal.
    #[error("no strategy is known that wins in any deal")]
    NoChance,
    /// The searches contradict themselves: a mistake in Kiebitz.
    #[error("the search contradicts itself; please report this position")]
    Contradiction,
    /// A thread of the search failed.
    #[error(transparent)]
    Panicked(#[from] crate::parallel::Panicked),
}

impl From<ParanoiaError> for ProofError {
    fn from(error: ParanoiaError) -> ProofError {
        match error {
            ParanoiaError::Knowledge(error) => error.into(),
            ParanoiaError::Goal { goal, game } => ProofError::Goal { goal, game },
            ParanoiaError::Panicked(panicked) => panicked.into(),
            ParanoiaError::OpenView => ProofError::Contradiction,
        }
    }
}

/// Unfolds proof trees. It owns the searches with their tables, so that each node of a tree is answered
/// from what the ones before it have found out. For several threads make several.
///
/// ```
/// use kiebitz::deal::Position;
/// use kiebitz::rules::Goal;
/// use kiebitz::search::Limits;
/// use kiebitz::search::proof::{Chooser, Prover, Claim, Verdict, Detail};
/// let line = "contract=GH declarer=F F=CJ.SJ.CA.CT.SA.ST.H8.H7.D8.D7 view=F";
/// let position: Position = line.parse().unwrap();
/// let question = Claim::new(&position, Goal::Points(61));
/// let mut prover = Prover::new();
/// let node = prover.unfold(&position, question, &[], Detail::Proof, &Limits::none()).unwrap();
/// assert_eq!((node.verdict, node.chooser), (Verdict::Proved, Chooser::Viewer));
/// // The card that the proof plays; every one of the 22 hidden cards may fall on it.
/// let card = node.branches[0].card;
/// let next = prover.unfold(&position, question, &[card], Detail::Proof, &Limits::none()).unwrap();
/// assert_eq!((next.chooser, next.branches.len()), (Chooser::Adversary, 22));
/// ```
#[derive(Debug, Default)]
pub struct Prover {
    open: open::Solver,
    paranoia: paranoia::Solver,
}

/// A position on the way through a tree: as the viewer sees it, and in the checker's terms.
#[derive(Clone)]
pub(super) struct Step {
    pub position: Position,
    pub state: State,
}

impl Step {
    /// After a card that may fall.
    pub(super) fn after(&self, card: Card) -> Option<Step> {
        let declarer = self.position.declarer().index();
        let state = self.state.after(self.position.game(), declarer, card)?;
        let mut position = self.position.clone();
        position.play(card).ok()?;
        Some(Step { position, state })
    }

    pub(super) fn settled(&self, goal: Goal) -> Option<Settled> {
        settled(&self.state, goal).map(|reaches| if reaches { Settled::GoalMet } else { Settled::OutOfReach })
    }

    /// The cards that may fall, as players sort them.
    pub(super) fn cards(&self) -> Vec<Card> {
        self.position.game().sorted(self.state.may_fall())
    }

    fn worlds(&self) -> u64 {
        match self.position.view() {
            View::Open => 1,
            View::Seat(viewer) => Knowledge::of(&self.position, viewer).map_or(0, |known| known.count()),
        }
    }
}

impl Prover {
    /// A prover with tables of the usual size.
    #[must_use]
    pub fn new() -> Prover {
        Prover::default()
    }

    /// A prover that takes no more than this: half for each of its searches, on one thread.
    #[must_use]
    pub fn with_resources(resources: Resources) -> Prover {
        let half = resources.at_most_threads(1).part(2);
        Prover { open: open::Solver::with_resources(half), paranoia: paranoia::Solver::with_resources(half) }
    }

    /// A prover on one thread that takes at most so much memory.
    #[must_use]
    pub fn with_table(megabytes: usize) -> Prover {
        Prover::with_resources(Resources::new(megabytes, 1))
    }

    fn oracle(&mut self, position: &Position) -> Oracle<'_> {
        Oracle::of(&mut self.open, &mut self.paranoia, position)
    }

    /// The position as the viewer sees it, with the path played.
    pub(super) fn step(root: &Position, goal: Goal, path: &[Card]) -> Result<Step, ProofError> {
        let game = root.game();
        if (goal == Goal::NoTrick) != (game == Game::Null) {
            return Err(ProofError::Goal { goal, game });
        }
        let position = unseen(root)?;
        let line =
            Line::read(&stated(&position)?).map_err(|error| ProofError::Position(error.to_string()))?;
        let mut step = Step { position, state: line.state };
        for (at, &card) in path.iter().enumerate() {
            step = step.after(card).ok_or(ProofError::Path { number: at + 1, card })?;
        }
        Ok(step)
    }

    /// Whether the viewer's aim is forced.
    pub(super) fn verdict(&mut self, step: &Step, question: Claim, watch: &mut Watch) -> Verdict {
        let reaches = settled(&step.state, question.goal)
            .or_else(|| self.oracle(&step.position).reaches(&step.state, question.goal, watch));
        question.verdict(reaches)
    }

    /// The value, with what is left of the limits.
    fn value(&mut self, step: &Step, limits: &Limits, watch: &mut Watch) -> Option<Bounds> {
        let nodes = limits.nodes.map(|all| all.saturating_sub(watch.nodes()));
        // The watch reports these nodes too.
        let limits = Limits { nodes, cancel: limits.cancel.clone(), progress: None };
        let (value, nodes) = match step.position.view() {
            View::Open => (self.open.value(&step.position, &limits).ok(), self.open.nodes()),
            View::Seat(_) => (self.paranoia.value(&step.position, &limits).ok(), self.paranoia.nodes()),
        };
        watch.count(nodes);
        value
    }

    /// The node at the end of a path of cards from the root: what it is, its verdict, and the cards that
    /// may fall. The limits hold for the whole of it; where they end it early, verdicts are open.
    ///
    /// # Errors
    /// If the viewer's hand is not given (with open cards: any hand), the goal does not belong to the
    /// game, or a card of the path cannot fall.
    pub fn unfold(
        &mut self,
        root: &Position,
        question: Claim,
        path: &[Card],
        wish: Detail,
        limits: &Limits,
    ) -> Result<Node, ProofError> {
        let step = Prover::step(root, question.goal, path)?;
        let mut watch = Watch::new(limits);
        let verdict = self.verdict(&step, question, &mut watch);
        let chooser = chooser(&step.position, question);
        let (position, state) = (&step.position, &step.state);
        let settled = step.settled(question.goal);
        let mut node = Node {
            turn: position.turn(),
            chooser,
            points: [Side::Declarer, Side::Defenders].map(|side| position.points(side)),
            tricks: [Side::Declarer, Side::Defenders].map(|side| position.tricks_of(side)),
            verdict,
            settled,
            worlds: step.worlds(),
            key: Key::new(state),
            branches: Vec::new(),
            cards: state.may_fall().len(),
            nodes: 0,
            position: position.clone(),
        };
        if settled.is_none() || wish != Detail::Proof {
            self.branches(&mut node, &step, question, wish, limits, &mut watch)?;
        }
        node.nodes = watch.nodes();
        Ok(node)
    }

    fn branches(
        &mut self,
        node: &mut Node,
        step: &Step,
        question: Claim,
        wish: Detail,
        limits: &Limits,
        watch: &mut Watch,
    ) -> Result<(), ProofError> {
        // One card is chosen by the side that has its way: the viewer, or the adversaries.
        let chosen_by = match node.verdict {
            Verdict::Proved => Chooser::Viewer,
            Verdict::Refuted => Chooser::Adversary,
            Verdict::Open => Chooser::Nobody,
        };
        let one = node.chooser == chosen_by && node.settled.is_none();
        // Where nobody chooses for it, each card leads to what the node has.
        let implied = node.verdict != Verdict::Open && !one;
        let naming = Naming::new(step.position.game(), question.goal);
        let mut forms = Vec::new();
        let mut chosen = None;
        for card in step.cards() {
            let next = step.after(card).ok_or(ProofError::Contradiction)?;
            let verdict = if implied { node.verdict } else { self.verdict(&next, question, watch) };
            let chooses = one && chosen.is_none() && verdict == node.verdict;
            if chooses {
                chosen = Some(node.branches.len());
            } else if one && wish == Detail::Proof {
                continue;
            }
            let form = naming.form(&next.state);
            let twin_of = forms.iter().find(|(_, other)| *other == form).map(|&(card, _)| card);
            if twin_of.is_none() {
                forms.push((card, form));
            }
            let value = if wish == Detail::Values { self.value(&next, limits, watch) } else { None };
            let Some(seat) = node.turn else { continue };
            node.branches.push(Branch {
                card,
                seat,
                verdict,
                settled: next.settled(question.goal),
                value,
                worlds: next.worlds(),
                chosen: chooses,
                twin_of,
                key: Key::new(&next.state),
            });
            if chooses && wish == Detail::Proof {
                break;
            }
        }
        if let Some(at) = chosen {
            node.branches[..=at].rotate_right(1);
        }
        Ok(())
    }

    /// The main line: the chosen cards, and where the other side has the choice, the card that asks most of
    /// the proof: the one that puts the end off longest, then the one that leaves the fewest right answers, then the one that
    /// leaves the least points to spare. It ends when the goal is settled, or with
    /// the limits.
    ///
    /// # Errors
    /// As [`Prover::unfold`].
    pub fn main_line(
        &mut self,
        root: &Position,
        question: Claim,
        path: &[Card],
        limits: &Limits,
    ) -> Result<Vec<Card>, ProofError> {
        let mut step = Prover::step(root, question.goal, path)?;
        let mut watch = Watch::new(limits);
        let mut line = Vec::new();
        while step.settled(question.goal).is_none() {
            let Some(card) = self.critical(&step, question, limits, &mut watch) else { break };
            step = step.after(card).ok_or(ProofError::Contradiction)?;
            line.push(card);
        }
        Ok(line)
    }

    /// The card of the main line; `None` if the watch stopped.
    pub(super) fn critical(
        &mut self,
        step: &Step,
        question: Claim,
        limits: &Limits,
        watch: &mut Watch,
    ) -> Option<Card> {
        let verdict = self.verdict(step, question, watch);
        let has_its_way = match verdict {
            Verdict::Proved => Chooser::Viewer,
            Verdict::Refuted => Chooser::Adversary,
            Verdict::Open => return None,
        };
        let cards = step.cards();
        if chooser(&step.position, question) == has_its_way {
            let mut keep = |card: &Card| {
                step.after(*card).is_some_and(|next| self.verdict(&next, question, watch) == verdict)
            };
            return cards.into_iter().find(|card| keep(card));
        }
        // The side that loses anyway holds out as long and as well as it can.
        let declarers = (question.side == Side::Declarer) == (verdict == Verdict::Refuted);
        let cards = self.resisting(step, question.goal, !declarers, cards, limits, watch);
        if let [card] = cards[..] {
            return Some(card);
        }
        let mut best: Option<(i32, Card)> = None;
        for card in cards {
            let next = step.after(card)?;
            let value = match question.goal {
                Goal::Points(_) => {
                    let value = self.value(&next, limits, watch)?;
                    i32::from(if declarers { value.high } else { value.low })
                }
                _ => 0,
            };
            let worth = if declarers { value } else { -value };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, card));
            }
            if watch.must_stop() {
                return None;
            }
        }
        best.map(|(_, card)| card)
    }

    /// The cards with which the side that has lost holds out longest and sets the most traps.
    fn resisting(
        &mut self,
        step: &Step,
        goal: Goal,
        reaches: bool,
        cards: Vec<Card>,
        limits: &Limits,
        watch: &mut Watch,
    ) -> Vec<Card> {
        let left = limits.nodes.map_or(u64::MAX, |all| all.saturating_sub(watch.nodes()));
        // The watch reports these nodes too.
        let limits = Limits { nodes: Some(STYLE.min(left)), cancel: limits.cancel.clone(), progress: None };
        let oracle = Oracle::of(&mut self.open, &mut self.paranoia, &step.position);
        let mut resistance = Resistance::new(oracle, goal, reaches, Watch::new(&limits));
        let longest = resistance.longest(&step.state, &cards);
        let hardest = resistance.hardest(&step.state, longest);
        watch.count(resistance.nodes());
        hardest
    }

    /// The whole proof, of whichever answer is right: that the declarer reaches the goal, or that he does
    /// not. [`crate::verify`] checks it.
    ///
    /// # Errors
    /// As [`Prover::unfold`]; and if the limits end the search, or the proof becomes too large.
    pub fn proof(&mut self, root: &Position, goal: Goal, limits: &ProofLimits) -> Result<Proof, ProofError> {
        let step = Prover::step(root, goal, &[])?;
        let mut watch = Watch::new(&limits.search);
        let question = Claim { goal, side: Side::Declarer };
        let reaches = match self.verdict(&step, question, &mut watch) {
            Verdict::Proved => true,
            Verdict::Refuted => false,
            Verdict::Open => return Err(ProofError::Stopped),
        };
        let oracle = self.oracle(&step.position);
        let extraction = Extraction::new(oracle, goal, reaches, limits.lines, &mut watch);
        let strategy = extraction.strategy(&step.state)?;
        Ok(Proof {
            version: VERSION,
            position: stated(&step.position)?,
            goal: goal.to_string(),
            declarer_reaches: reaches,
            strategy: strategy.iter().map(|line| line_text(line)).collect(),
        })
    }
}
