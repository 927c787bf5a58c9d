//! What the proof view asks the engine. Runs on an engine thread.

use super::recording::{Options, Recording};
use crate::app::widgets::tree::model::NodeId;
use crate::cards::Card;
use crate::deal::Position;
use crate::engine::{JobContext, Share};
use crate::search::Limits;
use crate::search::chance::{self, Plan, PlanError, PlanNode};
use crate::search::proof::{Claim, Detail, Node, ProofError, ProofLimits, Prover, Refutation};
use crate::search::trace::Sample;
use crate::verify::{ChanceProof, Proof};
use std::sync::{Arc, Mutex, PoisonError};

/// What is to be proved.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// From where, and in whose view.
    pub root: Position,
    /// What, and for whom.
    pub question: Claim,
    /// What is shown of it.
    pub tree: Shows,
}

/// What a tree shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// The proof or the refutation.
    Proof,
    /// The strategy that wins in the most deals.
    Plan,
}

/// One thing that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofRequest {
    /// The cards that may fall at a node.
    Unfold {
        /// The node.
        at: NodeId,
        /// The cards that lead there.
        path: Vec<Card>,
        /// How much of it.
        wish: Detail,
    },
    /// Why the last card of the path fails.
    Refute {
        /// The node after that card.
        at: NodeId,
        /// The cards that lead there, the failing one last.
        path: Vec<Card>,
    },
    /// The whole proof, as a file.
    Proof,
    /// A recording of the search; while it is made, pictures of it are left there.
    Recording(Options, Sample),
}

/// What comes back.
#[derive(Debug)]
pub enum ProofAnswer {
    /// A node.
    Node(NodeId, Detail, Box<Node>),
    /// A node of the strategy.
    PlanNode(NodeId, Box<PlanNode>),
    /// A whole strategy.
    Plan(Box<ChanceProof>),
    /// A refutation of the card before this node, after these cards.
    Refuted(NodeId, Vec<Card>, Box<Refutation>),
    /// A whole proof.
    Proof(Box<Proof>),
    /// The recordings of the questions that were asked, in their order.
    Recording(Vec<Recording>),
    /// It could not be done.
    Failed(ProofRequest, Shows, ProofError),
}

/// The searches with their tables and their share of the memory, made when they are first asked. They outlive a question,
/// so that the next is answered from them.
pub struct Provers {
    prover: Prover,
    chance: chance::Solver,
    /// The strategy that was found last, and for what.
    plan: Option<(Case, Plan)>,
    _share: Share,
}

/// They are asked from one thread at a time.
pub type SharedProver = Arc<Mutex<Option<Provers>>>;

/// What is asked of which prover.
pub type ProofOrder = (Case, Vec<ProofRequest>, SharedProver);

/// Answers one thing after the other.
pub fn answer((case, asks, prover): &ProofOrder, job: &JobContext<ProofAnswer>) {
    // A search that failed leaves nothing behind but its table, which is sound at any moment.
    let mut prover = prover.lock().unwrap_or_else(PoisonError::into_inner);
    let provers = prover.get_or_insert_with(|| {
        let share = job.budget().share(|| job.monitor().is_stopped()).memory_only();
        let half = share.resources().part(2);
        Provers {
            prover: Prover::with_resources(half),
            chance: chance::Solver::with_resources(half),
            plan: None,
            _share: share,
        }
    });
    let Case { root, question, .. } = case;
    let limits = job.monitor().limits();
    for ask in asks {
        if job.monitor().is_stopped() {
            return;
        }
        let prover = &mut provers.prover;
        let answer = match ask {
            ProofRequest::Unfold { at, path, .. } if case.tree == Shows::Plan => {
                provers.node(case, path, &limits).map(|node| ProofAnswer::PlanNode(*at, Box::new(node)))
            }
            ProofRequest::Proof if case.tree == Shows::Plan => {
                provers.file(case, &limits).map(|proof| ProofAnswer::Plan(Box::new(proof)))
            }
            ProofRequest::Unfold { at, path, wish } => prover
                .unfold(root, *question, path, *wish, &limits)
                .map(|node| ProofAnswer::Node(*at, *wish, Box::new(node))),
            ProofRequest::Refute { at, path } => match path.split_last() {
                Some((&card, before)) => prover
                    .refutation(root, *question, before, card, &limits)
                    .map(|refutation| ProofAnswer::Refuted(*at, before.to_vec(), Box::new(refutation))),
                None => continue,
            },
            ProofRequest::Proof => {
                let limits = ProofLimits { search: limits.clone(), ..ProofLimits::default() };
                prover.proof(root, question.goal, &limits).map(|proof| ProofAnswer::Proof(Box::new(proof)))
            }
            ProofRequest::Recording(options, sample) => {
                let recorded = Recording::record(case, (*options, sample), job.share().memory, &limits);
                recorded.map(ProofAnswer::Recording)
            }
        };
        if job.monitor().is_stopped() {
            // Cut short: what was not finished is not told.
            return;
        }
        job.tell(answer.unwrap_or_else(|error| ProofAnswer::Failed(ask.clone(), case.tree, error)));
    }
}

/// Nodes after which the best strategy so far is shown.
const PLAN_NODES: u64 = 40_000_000;

impl Provers {
    /// The strategy for the case, sought once; the searches that say it are those that go on from there.
    fn plan(&mut self, case: &Case, limits: &Limits) -> Result<Plan, ProofError> {
        if let Some((known, plan)) = &self.plan
            && known == case
        {
            return Ok(plan.clone());
        }
        let within = Limits { nodes: Some(PLAN_NODES), ..limits.clone() };
        self.chance.chance(&case.root, case.question.goal, &within)?;
        if limits.cancel.as_ref().is_some_and(|cancel| cancel.is_cancelled()) {
            return Err(ProofError::Stopped);
        }
        let Some(plan) = self.chance.plan().cloned() else { return Err(ProofError::NoChance) };
        self.plan = Some((case.clone(), plan.clone()));
        Ok(plan)
    }

    fn node(&mut self, case: &Case, path: &[Card], limits: &Limits) -> Result<PlanNode, ProofError> {
        let plan = self.plan(case, limits)?;
        self.chance.node(&plan, path, limits).map_err(plan_error)
    }

    fn file(&mut self, case: &Case, limits: &Limits) -> Result<ChanceProof, ProofError> {
        let plan = self.plan(case, limits)?;
        let limits = ProofLimits { search: limits.clone(), ..ProofLimits::default() };
        self.chance.proof(&case.root, case.question.goal, &plan, &limits).map_err(plan_error)
    }
}

fn plan_error(error: PlanError) -> ProofError {
    match error {
        PlanError::Stopped => ProofError::Stopped,
        PlanError::TooLarge { lines } => ProofError::TooLarge { lines },
        PlanError::Contradiction => ProofError::Contradiction,
    }
}
