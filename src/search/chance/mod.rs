//! The best chance: which strategy of one player wins in the most deals that he cannot rule out.
//!
//! A *strategy* names a card for everything the viewer may have seen. A deal is *won* by it if the goal is met in that
//! deal whatever the others play, who know all cards and the strategy. Votes over open-card solutions do not answer
//! this: in each deal they let the viewer know the cards.
//!
//! Deals are *won together* if one strategy wins in all of them. Where the viewer is on turn they are if they are
//! after one of his cards; where another is, if after every card those are in which it is legal. So each point of
//! the play has a *front*: the largest sets won together ([`search`](self)). What keeps it small:
//!
//! - Deals that are lost even with all cards seen leave at once (`alone`), and again after each card of the viewer's.
//! - Sets that lose more than the best strategy so far are of no interest, and what one card may lose its
//!   siblings need not be asked about.
//! - One card left is no choice; one deal left is an open one; equal cards are one card; points that are not in play any
//!   more cannot be reached.
//! - A table of fronts, in which gone cards close up (`table`).
//! - The last three tricks of a declarer who knows the skat are worked out whole, for all twenty deals at once (`ending`).
//! - Of deals that nothing else can lose only the number counts ([`front`](self)): of two sets the one goes that is never
//!   better, whatever is lost after other cards. At the start that is every deal, after a card those in which it was forced.
//! - Fronts whose join would be large wait until all are known; what each must lose beside a set adds up (`waiting`).
//! - At the start nothing is lost elsewhere, so that only the smallest set counts. There the fronts of all points at which the
//!   viewer is on turn next are not joined: one set of each is chosen (`parts`, `choice`). Those that take many nodes wait
//!   until it is known what the others lose.
//!
//! A search that keeps one set of each front finds a strategy, widened step by step; one in which the viewer sees all
//! cards after some tricks finds a bound, deepened trick by trick; others who bind themselves to one card in
//! each deal give another bound without any fronts (`bound`). They take turns, with twice the nodes each time, until
//! bounds and strategy meet or the limits end it ([`Solver::chance`]); cards that cannot be the best any more wait.
//!
//! What each idea brought, on 40 positions of five cards from the declarer's view (mean nodes, Grand / suit / Null) unless
//! it says otherwise:
//!
//! | idea | before | after |
//! | --- | --- | --- |
//! | answers about single deals remembered in the middle of a trick, what every strategy loses kept in the table | 124,600 / 230,300 / 52,200 | 112,200 / 206,700 / 47,600 |
//! | first the card that was good for all deals last time, nothing else if it is again; points out of reach | 112,200 / 206,700 / 47,600 | 58,200 / 117,600 / 34,900 |
//! | sizes kept with the sets, their comparison counted as work (six cards: eight suit games, each up to 10 million nodes) | stopped after 50 s, machine shared | 12 s CPU |
//! | bounds by depth with whole fronts instead of joining to 8 sets (six cards, CPU ms, Grand / suit) | 1,030 / 1,540 | 620 / 1,190 |
//! | others bound to the cards after which most is lost, looking at the last player's card only (six cards, one Grand whose chance is 164: bound after 39,000 nodes) | 275 | 187 |
//!
//! | fronts of the last three tricks whole (60 positions of five cards, Grand / suit; mean nodes, CPU ms) | – / 101,000, – / 11.9 | – / 61,300, – / 8.8 |
//! | the same, 24 positions of six cards (median CPU ms, Grand / suit) | 218 / 489 | 182 / 330 |
//! | rounds that begin with 2^19 nodes and grow by four instead of 2^16 and by two (six cards, median CPU ms) | 206 / 312 | 149 / 271 |
//! | one set of each front chosen at the start instead of joining them (six cards, the first Grand of the bench) | bounds 164 and 186 of 924 after 40 million nodes | 164, exact, after 1.4 million |
//! | only the number of private deals counts, large joins wait (20 positions of four cards, defender, mean CPU ms, Grand / suit) | 54 / 26.6 | 44 / 8.7 |
//!
//! Without use: others bound to the most common card (275 to 267 in that Grand); that bound asked at every node (six cards:
//! 4.4 to 4.1 million nodes, no time; five cards: 66,000 to 78,000 nodes); strategies sought with few cards first (five
//! cards: 117,000 to 154,000 nodes; it is done from eight cards on, where it has not been measured); fronts widened by
//! 16 instead of 4. The bound as it is also looks ahead where both others have still to play; on eight Grands of six cards
//! that made no difference beyond the noise. Asking for a strategy that loses no more than the bound, then a little more and
//! so on, instead of any strategy (six cards, suit, median 489 to 711 ms): in the small sets of deals near the end, where
//! nearly all nodes are, what may be lost in all is no limit, and every step begins again. Large joins that wait without the
//! sum of what each must lose: one suit game of five cards of sixty from 30 ms to more than 2 s.
//!
//! Declarer, CPU ms median / most. Five cards, 60 of each, every card exact: suit 8 / 54, Grand 8 / 36, Null 4 / 13 (before one
//! set of each front was chosen: suit 8 / 32, Null 4 / 8; one Grand was stopped after 30 million nodes, two of its cards open).
//! Six cards, stopped after 40 million nodes: Grand 139 in the median of 47, of which four were stopped with gaps of 1 to 5
//! points of percentage and two more when only cards that are not the best were open; suit 304 in the median of 24, of which
//! two and two (stopped after 2.5 to 13 s); Null 53 / 226 of 60. What is hard are points in the midst of the first trick at
//! which one card of the viewer's is followed by many of the last player's: their fronts have thousands of sets that no
//! other front makes useless. Seven cards, 10 s, 16 of each, before one set of each front was chosen, not measured again after:
//! gap 0.2 points in the median for Grand, at most 27, and 0.1 for suit, at most 33. Four cards, defender, 30 each, stopped after
//! 3 million nodes: suit 4 / 59, Grand 8 / 415 (one not exact), Null 4 / 1855 (one not exact). Times on a loaded machine. Eight
//! and more cards have no figures for this form.
//!
//! With very many deals a strategy is first sought that holds against all but unlikely splits of the suits (`splits`).
//!
//! The strategy is asked for node by node ([`Solver::node`]) or written as a file that [`crate::verify`]
//! checks ([`Solver::proof`]).

mod aim;
mod alone;
mod bound;
mod choice;
mod ending;
mod front;
mod parts;
mod search;
mod solver;
mod splits;
mod strategy;
mod table;
mod waiting;

pub use solver::{CardChance, Chance, ChanceError, Count, DEFAULT_TABLE_MB, MOST_DEALS, Solver};
pub use strategy::{Plan, PlanError, PlanNode};
