//! One search for deals: what was asked, what has been found so far, and what came of it.

use crate::engine::JobContext;
use crate::puzzle::distributions::{
    About, Condition, DistributionQuery, Impossible, Pattern, Sitting, Sweep, Swept, sweep,
};
use std::sync::{Arc, Mutex};

/// Deals that are listed at most; further ones are counted only.
pub(crate) const LISTED: usize = 1_000_000;

/// What the engine reports. Deals found do not come this way but through the [`Inbox`]: there may be
/// thousands in a moment, and nobody wants to be woken for each.
pub(crate) enum News {
    /// The sweep is over; why nothing was found, if so.
    Swept(Box<Swept>, Option<Impossible>),
    /// What the solutions have in common.
    Pattern(Box<Pattern>),
}

/// Deals found and not yet fetched.
pub(crate) type Inbox = Arc<Mutex<Vec<Sitting>>>;

/// Which deals are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Listed {
    /// All solutions.
    #[default]
    Solutions,
    /// Those of one rule of the pattern.
    Rule(usize),
}

/// A search.
///
/// ```
/// use kiebitz::puzzle::distributions::DistributionQuery;
/// use kiebitz::{deal::Position, solving::hunt::Hunt};
/// let position: Position = "contract=G declarer=F F=SA.SK skat=D7.D8 view=F points=45:44 \
///     gone=CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.C7.S9.S8.S7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK".parse().unwrap();
/// let hunt = Hunt::new(DistributionQuery::new(position, "61".parse().unwrap(), vec![]).unwrap());
/// // Six deals are to be looked at, and none is found yet.
/// assert!(hunt.question.deals() == 6 && hunt.deals().is_empty() && hunt.swept.is_none());
/// ```
pub struct Hunt {
    /// What was asked.
    pub question: DistributionQuery,
    /// How far it is.
    pub watch: Sweep,
    /// Fetched from the inbox, in order.
    pub found: Vec<Sitting>,
    /// The end of it.
    pub swept: Option<Swept>,
    /// Why there is no such deal.
    pub why: Option<Impossible>,
    /// What the solutions have in common.
    pub pattern: Option<Pattern>,
    /// Which deals are listed.
    listed: Listed,
    /// The deals of the chosen rule.
    chosen: Vec<Sitting>,
    inbox: Inbox,
}

impl Hunt {
    /// A search that has not begun, and what its job needs.
    #[must_use]
    pub fn new(question: DistributionQuery) -> Hunt {
        Hunt {
            question,
            watch: Sweep::default(),
            found: Vec::new(),
            swept: None,
            why: None,
            pattern: None,
            listed: Listed::default(),
            chosen: Vec::new(),
            inbox: Inbox::default(),
        }
    }

    /// The work, for a background thread.
    #[must_use]
    pub(crate) fn order(&self) -> HuntOrder {
        let (question, watch, inbox) = (self.question.clone(), self.watch.clone(), Arc::clone(&self.inbox));
        HuntOrder { question, watch, inbox }
    }

    /// Fetches what has been found since.
    pub fn fetch(&mut self) {
        let Ok(mut inbox) = self.inbox.lock() else { return };
        let room = LISTED.saturating_sub(self.found.len());
        inbox.truncate(room);
        self.found.append(&mut inbox);
    }

    /// Takes news.
    pub(crate) fn apply(&mut self, news: News) {
        match news {
            News::Swept(swept, why) => {
                self.swept = Some(*swept);
                self.why = why;
            }
            News::Pattern(pattern) => self.pattern = Some(*pattern),
        }
    }

    /// Which deals are listed.
    #[must_use]
    pub(crate) fn listed(&self) -> Listed {
        self.listed
    }

    /// The deals of the list.
    #[must_use]
    pub fn deals(&self) -> &[Sitting] {
        match self.listed {
            Listed::Solutions => &self.found,
            Listed::Rule(_) => &self.chosen,
        }
    }

    /// Lists other deals.
    pub(crate) fn list(&mut self, listed: Listed) {
        self.listed = listed;
        self.chosen.clear();
        let (Listed::Rule(number), Some(pattern), Some(swept)) = (listed, &self.pattern, &self.swept) else {
            return;
        };
        let Some(rule) = pattern.rules.get(number) else { return };
        let position = self.question.position();
        let (game, declarer) = (position.game(), position.declarer());
        let solutions = pattern.about == About::Solutions;
        let meets = |sitting: &Sitting| {
            let holds = |condition: &Condition| condition.holds(game, declarer, sitting);
            rule.conditions.iter().all(holds)
        };
        let kept = swept.kept.iter().filter(|(sitting, solution)| *solution == solutions && meets(sitting));
        self.chosen = kept.map(|(sitting, _)| *sitting).collect();
    }
}

/// What a background thread needs to know of a search.
#[derive(Clone)]
pub(crate) struct HuntOrder {
    question: DistributionQuery,
    watch: Sweep,
    inbox: Inbox,
}

/// Sweeps, and then looks for what the solutions have in common.
pub(crate) fn hunt(order: &HuntOrder, job: &JobContext<News>) {
    let HuntOrder { question, watch, inbox } = order;
    let swept = sweep(question, job.share().resources(), watch, |found| {
        if (found.number as usize) < LISTED
            && let Ok(mut inbox) = inbox.lock()
        {
            inbox.push(found.sitting);
        }
        !job.monitor().is_stopped()
    });
    let why = question.why_none(&swept);
    let told = Box::new(swept);
    job.tell(News::Swept(told.clone(), why));
    if job.monitor().is_stopped() || watch.cancel.is_cancelled() {
        return;
    }
    if let Some(pattern) = Pattern::find(question, &told) {
        job.tell(News::Pattern(Box::new(pattern)));
    }
}
