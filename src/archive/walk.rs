//! Walking through a recorded game: the deal, the bidding word by word, the skat, every card; and
//! away from it into a variation and back.

use crate::archive::{Record, RecordedGame};
use crate::cards::{Card, Cards};
use crate::deal::{Position, Problem};
use crate::rules::{BySeat, Seat};

/// A moment of the game.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, sample, walk::{Stage, Walk}};
/// let text = sample();
/// let record = Record::parse(&Reader::new(&text[..]).next().unwrap().unwrap().bytes).unwrap();
/// let game = RecordedGame::of(&record).unwrap();
/// let walk = Walk::new(record, game);
/// // The deal, four words of the auction, the skat, and 31 moments of the play.
/// assert_eq!((walk.stages()[0], walk.stages().last()), (Stage::Dealt, Some(&Stage::Cards(30))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The cards are dealt.
    Dealt,
    /// So many words of the bidding are said.
    Said(usize),
    /// The declarer has taken the skat and holds twelve cards.
    Skat,
    /// The game is announced and so many cards are played.
    Cards(usize),
}

/// Cards tried instead of those played.
///
/// ```
/// use kiebitz::archive::{Reader, Record, RecordedGame, sample, walk::Walk};
/// let text = sample();
/// let record = Record::parse(&Reader::new(&text[..]).next().unwrap().unwrap().bytes).unwrap();
/// let game = RecordedGame::of(&record).unwrap();
/// let mut walk = Walk::new(record, game);
/// walk.go_to_card(0);
/// // Forehand led the queen of diamonds; what if it had been the ace of clubs?
/// walk.play("CA".parse().unwrap()).unwrap();
/// assert_eq!(walk.variation().unwrap().cards, ["CA".parse().unwrap()]);
/// assert!(walk.back_to_game() && walk.variation().is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// After how many cards of the game it begins.
    pub from: usize,
    /// The cards tried.
    pub cards: Vec<Card>,
    /// How many of them are on the table.
    pub at: usize,
}

/// A game, and where in it one is.
///
/// ```
/// use kiebitz::rules::Seat;
/// use kiebitz::archive::{Reader, Record, RecordedGame, sample, walk::Walk};
/// let text = sample();
/// let record = Record::parse(&Reader::new(&text[..]).next().unwrap().unwrap().bytes).unwrap();
/// let game = RecordedGame::of(&record).unwrap();
/// let mut walk = Walk::new(record, game);
/// walk.go_to_card(0);
/// walk.next_trick();
/// assert_eq!(walk.cards(), Some(3));
/// assert_eq!(walk.next_played(), Some((Seat::Rearhand, "CJ".parse().unwrap())));
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    /// The record.
    pub record: Record,
    /// The game.
    pub game: RecordedGame,
    stages: Vec<Stage>,
    at: usize,
    variation: Option<Variation>,
    position: Option<Position>,
}

impl Walk {
    /// Begins after the announcement, where there is one: that is what most look at first.
    #[must_use]
    pub fn new(record: Record, game: RecordedGame) -> Walk {
        let mut stages = vec![Stage::Dealt];
        stages.extend((1..=game.bidding.len()).map(Stage::Said));
        let mut at = 0;
        if let Some(play) = &game.play {
            if play.discard.is_some() {
                stages.push(Stage::Skat);
            }
            at = stages.len();
            stages.extend((0..=play.cards.len()).map(Stage::Cards));
        }
        let mut walk = Walk { record, game, stages, at, variation: None, position: None };
        walk.settle();
        walk
    }

    /// Where in the game one is, or where the variation left it.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stages.get(self.at).copied().unwrap_or(Stage::Dealt)
    }

    /// Every stage, in order.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The variation, if one is being tried.
    #[must_use]
    pub fn variation(&self) -> Option<&Variation> {
        self.variation.as_ref()
    }

    /// The position shown, all cards open; `None` before the announcement.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// How many cards of the game itself lie behind: `None` before the announcement.
    #[must_use]
    pub fn cards(&self) -> Option<usize> {
        match self.stage() {
            Stage::Cards(n) => Some(n),
            _ => None,
        }
    }

    /// The hands before the announcement: as dealt, or with the skat in the declarer's.
    #[must_use]
    pub fn hands(&self) -> BySeat<Cards> {
        let mut hands = self.game.deal.hands();
        if self.stage() == Stage::Skat
            && let Some(play) = &self.game.play
        {
            hands[play.declarer] |= self.game.deal.skat();
        }
        hands
    }

    /// The card that the game went on with from here, and whose it was.
    #[must_use]
    pub fn next_played(&self) -> Option<(Seat, Card)> {
        if self.variation.is_some() {
            return None;
        }
        let card = *self.game.play.as_ref()?.cards.get(self.cards()?)?;
        Some((self.position.as_ref()?.turn()?, card))
    }

    /// The card that brought the game to where it is, with its number.
    #[must_use]
    pub fn last_played(&self) -> Option<(usize, Card)> {
        let number = self.cards()?.checked_sub(1)?;
        Some((number, *self.game.play.as_ref()?.cards.get(number)?))
    }

    fn settle(&mut self) {
        let start = match (self.stage(), &self.game.play) {
            (Stage::Cards(n), Some(play)) => Some(play.position(n)),
            _ => None,
        };
        self.position = start;
        if let (Some(variation), Some(position)) = (&self.variation, &mut self.position) {
            for &card in &variation.cards[..variation.at] {
                // Every card was legal when it was tried.
                position.play(card).ok();
            }
        }
    }

    /// Goes to a stage of the game; a variation ends.
    pub fn go(&mut self, at: usize) {
        self.variation = None;
        self.at = at.min(self.stages.len().saturating_sub(1));
        self.settle();
    }

    /// Goes to the moment after so many cards.
    pub fn go_to_card(&mut self, cards: usize) {
        if let Some(at) = self.stages.iter().position(|&stage| stage == Stage::Cards(cards)) {
            self.go(at);
        }
    }

    /// One step on; `false` at the end.
    pub fn forward(&mut self) -> bool {
        match &mut self.variation {
            Some(variation) if variation.at < variation.cards.len() => variation.at += 1,
            Some(_) => return false,
            None if self.at + 1 < self.stages.len() => self.at += 1,
            None => return false,
        }
        self.settle();
        true
    }

    /// One step back; `false` at the beginning. Before the first card of a variation lies the game.
    pub fn back(&mut self) -> bool {
        match &mut self.variation {
            Some(variation) if variation.at > 1 => variation.at -= 1,
            Some(_) => self.variation = None,
            None if self.at > 0 => self.at -= 1,
            None => return false,
        }
        self.settle();
        true
    }

    /// To the end of the trick, or of the bidding.
    pub fn next_trick(&mut self) {
        if self.cards().is_none() {
            let play = self.stages.iter().position(|stage| matches!(stage, Stage::Cards(_)));
            self.go(play.unwrap_or(usize::MAX));
            return;
        }
        while self.forward() && !self.is_between_tricks() {}
    }

    /// Back to the beginning of the trick, or of the bidding.
    pub fn previous_trick(&mut self) {
        if self.variation.is_none() && self.cards().is_none_or(|n| n == 0) {
            self.go(0);
            return;
        }
        while self.back() && !self.is_between_tricks() {}
    }

    fn is_between_tricks(&self) -> bool {
        self.position.as_ref().is_none_or(|position| position.trick().is_empty())
    }

    /// To the deal.
    pub fn first(&mut self) {
        self.go(0);
    }

    /// Behind the last card, of the variation if one is tried.
    pub fn last(&mut self) {
        match &mut self.variation {
            Some(variation) => variation.at = variation.cards.len(),
            None => self.at = self.stages.len().saturating_sub(1),
        }
        self.settle();
    }

    /// Plays a card: the game's own goes on in the game, another begins or continues a variation.
    ///
    /// # Errors
    /// If the rules forbid it, or no cards are played at this moment.
    pub fn play(&mut self, card: Card) -> Result<(), Option<Problem>> {
        if self.next_played().is_some_and(|(_, next)| next == card) {
            self.forward();
            return Ok(());
        }
        let position = self.position.as_mut().ok_or(None)?;
        position.play(card).map_err(Some)?;
        let from = self.cards().unwrap_or(0);
        let variation = self.variation.get_or_insert(Variation { from, cards: Vec::new(), at: 0 });
        if variation.cards.get(variation.at) != Some(&card) {
            variation.cards.truncate(variation.at);
            variation.cards.push(card);
        }
        variation.at += 1;
        Ok(())
    }

    /// From the variation back to where it left the game; `false` if there is none.
    pub fn back_to_game(&mut self) -> bool {
        let was = self.variation.take().is_some();
        self.settle();
        was
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::random_record;
    use crate::cards::Dice;

    fn walks() -> impl Iterator<Item = Walk> {
        let mut dice = Dice::new(11);
        let records: Vec<Record> = (0..300).map(|id| random_record(&mut dice, id)).collect();
        records.into_iter().map(|record| {
            let game = RecordedGame::of(&record).unwrap();
            Walk::new(record, game)
        })
    }

    #[test]
    fn forwards_and_backwards_meet() {
        for mut walk in walks() {
            walk.first();
            let mut seen = vec![(walk.stage(), walk.position().cloned())];
            while walk.forward() {
                seen.push((walk.stage(), walk.position().cloned()));
            }
            assert_eq!(seen.len(), walk.stages().len());
            for (stage, position) in seen.into_iter().rev() {
                assert_eq!((walk.stage(), walk.position()), (stage, position.as_ref()));
                walk.back();
            }
            walk.last();
            let Some(play) = walk.game.play.clone() else { continue };
            assert_eq!(walk.position(), Some(&play.position(play.cards.len())));
        }
    }

    #[test]
    fn tricks_begin_and_end_where_nothing_lies_on_the_table() {
        for mut walk in walks() {
            walk.first();
            walk.next_trick();
            let Some(play) = walk.game.play.clone() else { continue };
            assert_eq!(walk.cards(), Some(0));
            for n in (3..=play.cards.len()).step_by(3) {
                walk.next_trick();
                assert_eq!(walk.cards(), Some(n));
            }
            walk.last();
            walk.previous_trick();
            let n = play.cards.len();
            // Before the first card lies the bidding.
            let begins = n.checked_sub(1).map(|last| last / 3 * 3);
            assert_eq!(walk.cards(), begins);
        }
    }

    #[test]
    fn a_variation_leaves_the_game_untouched() {
        let mut dice = Dice::new(12);
        let mut tried = 0;
        for mut walk in walks() {
            let Some(play) = walk.game.play.clone() else { continue };
            walk.go_to_card(dice.below(play.cards.len() as u64 + 1) as usize);
            let before = walk.position().cloned().unwrap();
            let others =
                walk.next_played().map_or(before.playable(), |(_, card)| before.playable().without(card));
            let Some(card) = others.iter().next() else { continue };
            tried += 1;
            walk.play(card).unwrap();
            let mut expected = before.clone();
            expected.play(card).unwrap();
            assert_eq!(walk.position(), Some(&expected));
            // On to the end, back by one, and the same card again goes on in the same variation.
            while let Some(card) = walk.position().and_then(|p| p.playable().iter().next()) {
                walk.play(card).unwrap();
            }
            let end = walk.position().cloned();
            let cards = walk.variation().unwrap().cards.clone();
            if cards.len() > 1 {
                walk.back();
                walk.play(cards[cards.len() - 1]).unwrap();
                assert_eq!(walk.position(), end.as_ref());
            }
            assert!(walk.back_to_game());
            assert_eq!(walk.position(), Some(&before));
        }
        assert!(tried > 100, "{tried}");
    }

    #[test]
    fn cards_that_may_not_be_played_say_why() {
        let mut walk = walks().find(|walk| walk.game.play.is_some()).unwrap();
        walk.first();
        assert_eq!(walk.play("CJ".parse().unwrap()), Err(None));
        walk.next_trick();
        let before = walk.position().cloned().unwrap();
        let other = (!before.playable()).iter().next().unwrap();
        assert!(matches!(walk.play(other), Err(Some(_))));
        assert_eq!(walk.position(), Some(&before));
        assert!(walk.variation().is_none());
    }
}
