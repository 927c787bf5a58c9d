//! Card pictures of one's own in the window: read in the background, kept as textures, and found by whoever draws a card.

use crate::cards::{Card, Cards};
use crate::engine::{Budget, Task};
use crate::print::deck::{Deck, DeckError};
use egui::{ColorImage, Context, Id, TextureFilter, TextureHandle, TextureOptions};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Linear both ways and with smaller copies, so that a card of forty dots is as clean as one of three hundred.
const FILTER: TextureOptions = TextureOptions::LINEAR.with_mipmap_mode(Some(TextureFilter::Linear));

/// The pictures as the window draws them.
pub struct CardTextures {
    cards: HashMap<Card, TextureHandle>,
    /// The same for sheets.
    pub deck: Deck,
}

impl CardTextures {
    /// The picture of a card.
    #[must_use]
    pub fn get(&self, card: Card) -> Option<&TextureHandle> {
        self.cards.get(&card)
    }

    fn new(ctx: &Context, deck: Deck) -> CardTextures {
        let mut cards = HashMap::new();
        for card in Cards::ALL {
            if let Some(dots) = deck.get(card) {
                let size = [dots.width as usize, dots.height as usize];
                let image = ColorImage::from_rgba_unmultiplied(size, &dots.rgba);
                cards.insert(card, ctx.load_texture(format!("card {card}"), image, FILTER));
            }
        }
        CardTextures { cards, deck }
    }
}

fn place() -> Id {
    Id::unique("card pictures of one's own")
}

/// The pictures in use, if there are any. Kept with egui, because cards are drawn from everywhere.
#[must_use]
pub fn textures(ctx: &Context) -> Option<Arc<CardTextures>> {
    ctx.data(|data| data.get_temp::<Option<Arc<CardTextures>>>(place())).flatten()
}

/// What the settings show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeckState<'a> {
    /// None is chosen.
    None,
    /// It is being read.
    Reading,
    /// It is in use.
    Ready,
    /// Why it is not.
    Failed(&'a str),
}

/// Reads what the settings name.
pub struct OwnDeck {
    reading: Task<PathBuf, Result<Deck, DeckError>>,
    path: Option<PathBuf>,
    ready: bool,
    trouble: Option<String>,
}

impl OwnDeck {
    /// Nothing is read yet.
    #[must_use]
    pub fn new(ctx: &Context) -> OwnDeck {
        let woken = ctx.clone();
        let reading = Task::new(
            "card pictures",
            move |wait| woken.request_repaint_after(wait),
            |path: &PathBuf, job| job.tell(Deck::read(path)),
        );
        OwnDeck { reading, path: None, ready: false, trouble: None }
    }

    /// Every frame: reads the deck that is wanted. Why it cannot be used, once.
    pub fn follow(
        &mut self,
        wanted: Option<&Path>,
        ctx: &Context,
        budget: &Budget,
        told: impl FnOnce(&DeckError) -> String,
    ) -> Option<String> {
        if self.path.as_deref() != wanted {
            self.path = wanted.map(Path::to_path_buf);
            (self.ready, self.trouble) = (false, None);
            self.put(ctx, None);
            self.reading.ask(self.path.clone());
        }
        self.reading.poll(budget);
        if let Some(why) = self.reading.take_failure() {
            self.trouble = Some(why.clone());
            return Some(why);
        }
        match self.reading.take().pop()? {
            Ok(deck) => {
                self.put(ctx, Some(Arc::new(CardTextures::new(ctx, deck))));
                self.ready = true;
                None
            }
            Err(error) => {
                self.trouble = Some(told(&error));
                self.trouble.clone()
            }
        }
    }

    fn put(&self, ctx: &Context, textures: Option<Arc<CardTextures>>) {
        ctx.data_mut(|data| data.insert_temp(place(), textures));
        ctx.request_repaint();
    }

    /// What became of it.
    #[must_use]
    pub fn state(&self) -> DeckState<'_> {
        match (&self.path, &self.trouble) {
            (None, _) => DeckState::None,
            (_, Some(why)) => DeckState::Failed(why),
            _ if self.ready => DeckState::Ready,
            _ => DeckState::Reading,
        }
    }
}
