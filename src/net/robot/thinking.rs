//! What a robot says and plays, and why; with less time it thinks less.

use super::{Decision, Report, Robot};
use crate::net::course::{Course, Phase};
use crate::net::message::FromClient;
use crate::player::{Player, Sight};
use crate::rules::{Call, Game, Seat};
use crate::search::Cancel;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How much it thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    Full,
    Less,
    Rules,
}

/// Seconds for each decision that is still to come, from which it thinks in full, or at all.
const ENOUGH: f64 = 4.0;
const LITTLE: f64 = 1.0;

/// How much thought the clock allows: the time that is left, shared among the decisions that are still to come.
fn effort(left: f64, decisions: usize) -> (Effort, f64) {
    let each = left / (decisions as f64 + 2.0);
    let effort = match each {
        _ if each >= ENOUGH => Effort::Full,
        _ if each >= LITTLE => Effort::Less,
        _ => Effort::Rules,
    };
    (effort, each)
}

impl Robot<'_> {
    pub(super) fn move_if_asked(&mut self, report: &mut dyn FnMut(Report<'_>)) {
        self.turn_since = Instant::now();
        self.make_move(false, report);
    }

    /// Does what is on turn; simply, if something clever was refused.
    pub(super) fn make_move(&mut self, simply: bool, report: &mut dyn FnMut(Report<'_>)) {
        if self.game().is_none_or(|(_, game)| !game.is_my_turn()) {
            return;
        }
        for decision in self.decide(simply).unwrap_or_default() {
            let Some(view) = &self.table else { return };
            self.client.send(FromClient::play(&view.id, &view.viewer, decision.said.clone()));
            report(Report::Decided(&decision));
        }
    }

    /// What it says now, in order: mostly one thing.
    fn decide(&mut self, simply: bool) -> Option<Vec<Decision>> {
        let (view, game) = self.game()?;
        let course = game.course.clone()?;
        let sight = game.sight()?;
        let (table, number) = (view.id.clone(), game.number);
        let gone = self.turn_since.elapsed().as_secs_f64();
        let left = game.clocks[sight.seat.index()].seconds() - gone;
        let decisions = 10 - course.played_by(sight.seat).len();
        let (mut effort, each) = effort(left, decisions);
        if simply {
            effort = Effort::Rules;
        }
        let alarm = Alarm::after(Duration::from_secs_f64((2.0 * each).clamp(0.05, 3600.0)));
        let thoughts = match effort {
            Effort::Rules => None,
            effort => self.think(effort, &course, &sight, &alarm.cancel),
        };
        let simple = || Some(vec![Thought::new(simple_move(&course, &sight)?, "simple", "little time")]);
        let thoughts = thoughts.filter(|_| !alarm.cancel.is_cancelled()).or_else(simple)?;
        let decision = |Thought { said, source, why, confidence }| Decision {
            table: table.clone(),
            game: number,
            said,
            source,
            why,
            confidence,
            left,
        };
        Some(thoughts.into_iter().map(decision).collect())
    }

    fn think(
        &mut self,
        effort: Effort,
        course: &Course,
        sight: &Sight,
        cancel: &Cancel,
    ) -> Option<Vec<Thought>> {
        if self.player.as_ref().is_none_or(|(known, _)| *known != effort) {
            let mut style = self.plan.style.clone();
            if effort == Effort::Less {
                style.effort *= 0.25;
                (style.declarer_paranoia, style.defender_paranoia, style.chance) = (false, false, false);
            }
            self.player = Some((effort, Player::with_resources(self.tables, style, self.plan.resources)));
        }
        let (_, player) = self.player.as_mut()?;
        player.stop_on(Some(cancel.clone()));
        let bid = sight.auction.bid();
        let thought = match course.phase() {
            Phase::Bidding => {
                let worth = player.worth(sight.hand, sight.seat, bid.max(18));
                let said = match player.call(sight) {
                    Call::Bid(number) => number.to_string(),
                    Call::Hold => "y".to_string(),
                    Call::Pass => "p".to_string(),
                };
                Thought::new(said, "tables", format!("a game for {} is worth {worth:.1}", bid.max(18)))
            }
            Phase::SkatOrHand => match player.hand_game(sight) {
                Some(contract) => {
                    Thought::new(contract.record_spelling(), "tables", "better than with the skat")
                }
                None => Thought::new("s", "tables", "better than any hand game"),
            },
            Phase::Announce | Phase::Discard => {
                let offer = player.offers(sight).into_iter().find(|offer| offer.discard.is_some())?;
                let discard: Vec<String> =
                    offer.discard.unwrap_or_default().iter().map(|card| card.to_string()).collect();
                let said = format!("{}.{}", offer.contract.record_spelling(), discard.join("."));
                Thought::new(said, "tables", format!("worth {:.1}", offer.score))
            }
            Phase::Playing => return card(player, course, sight),
            Phase::Skat | Phase::Over => return None,
        };
        Some(vec![thought])
    }
}

/// A card; before it, where it is beyond doubt how the game ends, a word about that.
fn card(player: &mut Player<'_>, course: &Course, sight: &Sight) -> Option<Vec<Thought>> {
    let alone = course.declarer() == Some(sight.seat);
    let mut thoughts = Vec::new();
    if !course.has_resigned(sight.seat) && player.gives_up(sight) {
        thoughts.push(Thought::new("RE", "settled", "lost, whatever falls"));
        let partner_has = Seat::ALL.into_iter().any(|seat| course.has_resigned(seat));
        if alone || partner_has {
            return Some(thoughts);
        }
    }
    if alone && let Some(sure) = player.claim(sight) {
        let why = "everything that is left is forced against every deal";
        if course.open_hand().is_none() {
            thoughts.push(Thought::new("SC", "proof", why));
        }
        thoughts.push(Thought { confidence: Some(1.0), ..Thought::new(sure.to_string(), "proof", why) });
        return Some(thoughts);
    }
    let advice = player.advise(sight)?;
    let first = advice.all.first()?;
    let confidence = Some(first.confidence);
    let thought = Thought::new(first.card.to_string(), first.source.name(), first.reason.to_string());
    thoughts.push(Thought { confidence, ..thought });
    Some(thoughts)
}

/// What it says, where that comes from, why, and how sure.
struct Thought {
    said: String,
    source: &'static str,
    why: String,
    confidence: Option<f64>,
}

impl Thought {
    fn new(said: impl Into<String>, source: &'static str, why: impl Into<String>) -> Thought {
        Thought { said: said.into(), source, why: why.into(), confidence: None }
    }
}

/// Something that is always allowed and never quite foolish, without thinking.
fn simple_move(course: &Course, sight: &Sight) -> Option<String> {
    match course.phase() {
        Phase::Bidding => Some("p".into()),
        Phase::SkatOrHand => Some("s".into()),
        Phase::Announce | Phase::Discard => {
            let twelve = sight.hand | sight.skat.unwrap_or_default();
            // The longest suit as trumps, and the cheapest cards of the others laid away.
            let trumps = Game::ALL
                .into_iter()
                .filter(|game| matches!(game, Game::Suit(_)))
                .max_by_key(|game| (twelve & game.trumps()).len())?;
            let mut rest: Vec<_> = (twelve - trumps.trumps()).iter().collect();
            rest.sort_by_key(|card| card.points());
            rest.extend((twelve & trumps.trumps()).iter());
            let &[a, b, ..] = rest.as_slice() else { return None };
            Some(format!("{}.{a}.{b}", trumps.letter()))
        }
        Phase::Playing => {
            let playable = course.playable()?;
            let by_rule = sight.by_rule().map(|(card, _)| card).filter(|&card| playable.has(card));
            by_rule.or_else(|| playable.iter().next()).map(|card| card.to_string())
        }
        Phase::Skat | Phase::Over => None,
    }
}

/// Raises its flag when the time is over, unless it is dropped before.
struct Alarm {
    cancel: Cancel,
    _done: mpsc::Sender<()>,
}

impl Alarm {
    fn after(time: Duration) -> Alarm {
        let (done, wait) = mpsc::channel::<()>();
        let cancel = Cancel::default();
        let flag = cancel.clone();
        std::thread::spawn(move || {
            if wait.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                flag.cancel();
            }
        });
        Alarm { cancel, _done: done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::{Move, random_record};
    use crate::cards::Dice;
    use crate::net::course::Said;
    use crate::net::follow::SeatGame;
    use crate::net::view::Viewer;

    #[test]
    fn less_time_means_less_thought() {
        assert_eq!(effort(240.0, 10).0, Effort::Full);
        assert_eq!(effort(30.0, 10).0, Effort::Less);
        assert_eq!(effort(8.0, 0).0, Effort::Full);
        assert_eq!(effort(5.0, 10).0, Effort::Rules);
        assert_eq!(effort(-1.0, 3).0, Effort::Rules);
    }

    /// Without time to think, what it does is still allowed, at every moment of a game and for every seat.
    #[test]
    fn simple_moves_are_allowed() {
        let mut dice = Dice::new(8);
        let mut tried = 0;
        for id in 0..200 {
            let record = random_record(&mut dice, id);
            let mut truth = Course::new(record.deal.clone());
            for one in record.moves {
                if let Some(seat) = truth.turn() {
                    let viewer = Viewer::Seat(seat);
                    let mut seen = Course::new(viewer.deal(truth.deal()));
                    for one in truth.moves() {
                        seen.apply(viewer.of(one, truth.declarer())).unwrap();
                    }
                    let game = SeatGame {
                        number: 1,
                        names: Default::default(),
                        viewer,
                        clocks: Default::default(),
                        course: Some(seen.clone()),
                        lost: None,
                    };
                    let said = simple_move(&seen, &game.sight().unwrap()).unwrap();
                    assert!(matches!(truth.read(seat, &said, None), Ok(Said::Move(_))), "{said}");
                    tried += 1;
                }
                let over = matches!(one, Move::TimeOut(_) | Move::Leave(_));
                truth.apply(one).unwrap();
                if over {
                    break;
                }
            }
        }
        assert!(tried > 3000, "{tried}");
    }
}
