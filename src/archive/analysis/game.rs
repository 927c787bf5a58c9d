//! Everything found out about one game.

use super::analyst::News;
use super::card::{CardAnalysis, Known};
use super::forced::Forced;
use super::judgement::Judgement;
use crate::archive::game::{CardPlay, RecordedGame};
use crate::archive::recount::End;
use crate::rules::{Game, Goal, Seat, Side, matadors};

/// What the declarer had to reach.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, analysis::Aim, sample};
/// use kiebitz::rules::Goal;
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let play = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap().play.unwrap();
/// let aim = Aim::of(&play, 20);
/// assert_eq!((aim.goal, aim.hopeless), (Goal::Points(61), false));
/// // A bid that no Grand of his reaches.
/// assert!(Aim::of(&play, 264).hopeless);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// The goal by contract and bid. Everybody is taken to know it, though matadors that lie in the skat
    /// may raise it unseen.
    pub goal: Goal,
    /// Whether the game was bid so high that nothing could win it. The goal is then the contract's own,
    /// and the defenders have won from the start.
    pub hopeless: bool,
}

impl Aim {
    /// The aim of a game.
    #[must_use]
    pub fn of(play: &CardPlay, bid: u16) -> Aim {
        let position = play.position(0);
        let cards = position.start_hand(play.declarer) | position.skat();
        let with = matadors(play.contract.game(), cards);
        let reachable = bid == 0 || Goal::with_bid(play.contract, with, bid).is_some();
        Aim { goal: position.goal(), hopeless: !reachable }
    }
}

/// How the game ended, and whether something was given away by ending it.
///
/// ```
/// use kiebitz::archive::{End, Reader, Record, RecordedGame, analysis::GameAnalysis, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let ending = GameAnalysis::begin(&game).unwrap().ending;
/// assert_eq!((ending.end, ending.won, ending.points), (End::Played, Some(true), 64));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// How the record ends.
    pub end: End,
    /// Whether the declarer won; `None` where the rules cannot tell.
    pub won: Option<bool>,
    /// The declarer's points by the rules, what was given up included.
    pub points: u8,
    /// What best play would have led to after the last card, all cards seen.
    pub open: Known,
    /// What the players of the side that gave up could still force then.
    pub sure: Vec<(Seat, Option<bool>)>,
    /// What to think of giving up; `Fine` if nobody did.
    pub judgement: Judgement,
}

/// A game, card by card. It can be filled step by step with the [`News`] of an analysis under way.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, analysis::GameAnalysis, sample};
/// let text = sample();
/// let raw = Reader::new(&text[..]).next().unwrap().unwrap();
/// let game = RecordedGame::of(&Record::parse(&raw.bytes).unwrap()).unwrap();
/// let analysis = GameAnalysis::begin(&game).unwrap();
/// // The cards are there from the beginning; what to think of them is found out later.
/// assert_eq!((analysis.cards.len(), analysis.done), (30, false));
/// assert!(analysis.mistakes().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GameAnalysis {
    /// Who played alone.
    pub declarer: Seat,
    /// The kind of game.
    pub game: Game,
    /// What he had to reach.
    pub aim: Aim,
    /// One entry a card, in the order they fell.
    pub cards: Vec<CardAnalysis>,
    /// How it ended.
    pub ending: Ending,
    /// Whether all that was asked for is found out.
    pub done: bool,
    /// How many questions were cut short by their budget.
    pub cut: u32,
}

impl GameAnalysis {
    /// The analysis of a game before anything is found out; `None` for a game without card play.
    #[must_use]
    pub fn begin(game: &RecordedGame) -> Option<GameAnalysis> {
        let play = game.play.as_ref()?;
        let mut position = play.position(0);
        let mut cards = Vec::with_capacity(play.cards.len());
        for (number, &card) in play.cards.iter().enumerate() {
            let Some(seat) = position.turn() else { break };
            let choices = position.playable().len();
            cards.push(CardAnalysis::unknown(number, seat, card, play.declarer, choices));
            if position.play(card).is_err() {
                cards.pop();
                break;
            }
        }
        Some(GameAnalysis {
            declarer: play.declarer,
            game: play.contract.game(),
            aim: Aim::of(play, game.count.bid),
            cards,
            ending: Ending {
                end: game.count.end,
                won: game.count.outcome.map(|outcome| outcome.won),
                points: game.count.tally.declarer_points,
                open: Known::NOTHING,
                sure: Vec::new(),
                judgement: Judgement::Unknown,
            },
            done: false,
            cut: 0,
        })
    }

    /// Enters what an analysis under way has found.
    pub fn enter(&mut self, news: News) {
        match news {
            News::Card(card) => {
                if let Some(place) = self.cards.get_mut(card.number) {
                    *place = *card;
                }
            }
            News::Ending(ending) => self.ending = *ending,
            News::Done { cut } => (self.done, self.cut) = (true, cut),
        }
    }

    /// What best play led to before the card with this number, all cards seen; behind the last card, what
    /// it led to in the end.
    #[must_use]
    pub fn open(&self, number: usize) -> Known {
        self.cards.get(number).map_or(self.ending.open, |card| card.open[0])
    }

    /// Whether the game is about points; Null is only won or lost.
    #[must_use]
    pub fn counts_points(&self) -> bool {
        self.game != Game::Null
    }

    /// The forced wins of a side.
    #[must_use]
    pub fn forced(&self, side: Side) -> Forced {
        Forced::of(side, &self.cards, self.gave_up(side), self.ending.won)
    }

    /// The cards of the mistake list, worst first: everything that is worth a mark.
    #[must_use]
    pub fn mistakes(&self) -> Vec<&CardAnalysis> {
        let mut cards: Vec<&CardAnalysis> =
            self.cards.iter().filter(|card| card.judgement > Judgement::Fine).collect();
        cards.sort_by_key(|card| (std::cmp::Reverse(card.size()), card.number));
        cards
    }

    /// The side that gave up, and what its players could force then; empty if the side did not.
    fn gave_up(&self, side: Side) -> &[(Seat, Option<bool>)] {
        let own = match self.ending.end {
            End::DeclarerGaveUp => side == Side::Declarer,
            End::DefendersGaveUp => side == Side::Defenders,
            _ => false,
        };
        if own { &self.ending.sure } else { &[] }
    }
}
