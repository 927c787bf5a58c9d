//! Card pictures of one's own: a folder with a picture of each of the 32 cards, in PNG, JPEG, WebP or SVG, named in any
//! of the usual ways (`CJ.png`, `jack_of_clubs.svg`, `Kreuz-Bube.jpg`, `10h.webp`). What else lies there is left alone.

use super::marks::Dots;
use crate::cards::{Card, Cards, Rank, Suit};
use image::imageops::FilterType;
use resvg::{tiny_skia, usvg};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A picture for each of the 32 cards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    cards: HashMap<Card, Arc<Dots>>,
}

/// Why a folder is no deck.
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// The folder or a file in it cannot be read.
    #[error("{path}: {error}", path = path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A picture cannot be decoded.
    #[error("{path}: {reason}", path = path.display())]
    Picture {
        /// Which.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// Some cards have no picture.
    #[error("{found} of 32 cards found; missing: {missing}")]
    Missing {
        /// How many there are.
        found: usize,
        /// Which are not.
        missing: Cards,
    },
    /// Two files are the same card.
    #[error("{card} is there twice: {first} and {second}", first = first.display(), second = second.display())]
    Twice {
        /// The card.
        card: Card,
        /// One file.
        first: PathBuf,
        /// The other.
        second: PathBuf,
    },
    /// A picture has another form than the others.
    #[error("{path}: {width} × {height} dots; the others have another form", path = path.display())]
    Form {
        /// Which.
        path: PathBuf,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
}

/// Dots that a card is wide at most: enough for a card of 30 mm in print.
const WIDEST: u32 = 360;
/// Largest file that is read.
const LARGEST: u64 = 20 << 20;
/// Most dots on a side of a picture.
const SIDE: u32 = 8_000;

impl Deck {
    /// The picture of a card.
    #[must_use]
    pub fn get(&self, card: Card) -> Option<&Arc<Dots>> {
        self.cards.get(&card)
    }

    /// Reads the pictures of a folder.
    ///
    /// # Errors
    /// What cannot be read, what is missing, what does not fit.
    pub fn read(folder: &Path) -> Result<Deck, DeckError> {
        let failure = |error| DeckError::File { path: folder.to_path_buf(), error };
        let mut files: HashMap<Card, PathBuf> = HashMap::new();
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failure)? {
            paths.push(entry.map_err(failure)?.path());
        }
        paths.sort();
        for path in paths {
            let ending = path.extension().and_then(|end| end.to_str()).unwrap_or("").to_lowercase();
            let is_picture = ["png", "jpg", "jpeg", "webp", "svg"].contains(&ending.as_str());
            let Some(card) =
                path.file_stem().and_then(|stem| named(&stem.to_string_lossy())).filter(|_| is_picture)
            else {
                continue;
            };
            if let Some(first) = files.insert(card, path.clone()) {
                return Err(DeckError::Twice { card, first, second: path });
            }
        }
        let found: Cards = files.keys().copied().collect();
        if found != Cards::ALL {
            return Err(DeckError::Missing { found: found.len(), missing: Cards::ALL - found });
        }
        let mut cards = HashMap::new();
        let mut form: Option<f32> = None;
        for card in Cards::ALL {
            let path = &files[&card];
            let dots = decode(path)?;
            let ratio = dots.height as f32 / dots.width as f32;
            if form.is_some_and(|form| (form - ratio).abs() > 0.04 * form) {
                return Err(DeckError::Form { path: path.clone(), width: dots.width, height: dots.height });
            }
            form = form.or(Some(ratio));
            cards.insert(card, Arc::new(dots));
        }
        Ok(Deck { cards })
    }
}

fn decode(path: &Path) -> Result<Dots, DeckError> {
    let failure = |error| DeckError::File { path: path.to_path_buf(), error };
    let picture = |reason: String| DeckError::Picture { path: path.to_path_buf(), reason };
    let size = std::fs::metadata(path).map_err(failure)?.len();
    if size > LARGEST {
        return Err(picture(format!("{} MB are too many", size >> 20)));
    }
    let bytes = std::fs::read(path).map_err(failure)?;
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("svg")) {
        return svg(&bytes).map_err(picture);
    }
    let mut reader =
        image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().map_err(failure)?;
    let mut limits = image::Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(SIDE), Some(SIDE));
    reader.limits(limits);
    let mut decoded = reader.decode().map_err(|error| picture(error.to_string()))?;
    if decoded.width() > WIDEST {
        let height =
            (u64::from(decoded.height()) * u64::from(WIDEST) / u64::from(decoded.width())).max(1) as u32;
        decoded = decoded.resize_exact(WIDEST, height, FilterType::Lanczos3);
    }
    let rgba = decoded.to_rgba8();
    Ok(Dots { width: rgba.width(), height: rgba.height(), rgba: rgba.into_raw() })
}

fn svg(bytes: &[u8]) -> Result<Dots, String> {
    let tree = usvg::Tree::from_data(bytes, &usvg::Options::default()).map_err(|error| error.to_string())?;
    let scale = WIDEST as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil().clamp(1.0, SIDE as f32) as u32;
    let mut pixmap = tiny_skia::Pixmap::new(WIDEST, height).ok_or("too large")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    let rgba = pixmap.pixels().iter().flat_map(|dot| {
        let dot = dot.demultiply();
        [dot.red(), dot.green(), dot.blue(), dot.alpha()]
    });
    Ok(Dots { width: WIDEST, height, rgba: rgba.collect() })
}

/// The card that a file name means.
fn named(stem: &str) -> Option<Card> {
    let stem = stem.to_lowercase();
    let tokens: Vec<&str> =
        stem.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty()).collect();
    // In words, whatever stands between them.
    let suits: Vec<Suit> = tokens.iter().filter_map(|token| suit(token)).collect();
    let ranks: Vec<Rank> = tokens.iter().filter_map(|token| rank(token)).collect();
    if let ([suit], [rank]) = (suits.as_slice(), ranks.as_slice()) {
        return Some(Card::new(*suit, *rank));
    }
    // In letters, the suit in front or behind: `cj`, `10h`, `c_j`.
    let letters = tokens.concat();
    let front = letters.chars().next().and_then(letter).zip(rank(letters.get(1..)?));
    let at = letters.char_indices().last()?.0;
    let behind = letters[at..].chars().next().and_then(letter).zip(rank(&letters[..at]));
    front.or(behind).map(|(suit, rank)| Card::new(suit, rank))
}

fn letter(c: char) -> Option<Suit> {
    Some(match c {
        'c' => Suit::Clubs,
        's' => Suit::Spades,
        'h' => Suit::Hearts,
        'd' => Suit::Diamonds,
        _ => return None,
    })
}

fn suit(word: &str) -> Option<Suit> {
    Some(match word {
        "clubs" | "club" | "kreuz" | "eichel" | "eicheln" | "acorns" | "acorn" => Suit::Clubs,
        "spades" | "spade" | "pik" | "grün" | "gruen" | "laub" | "blatt" | "leaves" | "leaf" => Suit::Spades,
        "hearts" | "heart" | "herz" | "rot" => Suit::Hearts,
        "diamonds" | "diamond" | "karo" | "schellen" | "schell" | "bells" | "bell" => Suit::Diamonds,
        _ => return None,
    })
}

fn rank(word: &str) -> Option<Rank> {
    Some(match word {
        "7" | "seven" | "sieben" => Rank::Seven,
        "8" | "eight" | "acht" => Rank::Eight,
        "9" | "nine" | "neun" => Rank::Nine,
        "10" | "t" | "ten" | "zehn" => Rank::Ten,
        "j" | "jack" | "b" | "bube" | "u" | "unter" => Rank::Jack,
        "q" | "queen" | "dame" | "o" | "ober" => Rank::Queen,
        "k" | "king" | "könig" | "koenig" => Rank::King,
        "a" | "ace" | "as" | "ass" | "daus" => Rank::Ace,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_are_understood() {
        for (name, card) in [
            ("CJ", "CJ"),
            ("c10", "CT"),
            ("10h", "HT"),
            ("jack_of_clubs", "CJ"),
            ("Kreuz-Bube", "CJ"),
            ("Eichel Unter", "CJ"),
            ("card-hearts-ace", "HA"),
            ("as", "SA"),
            ("d_k", "DK"),
            ("Schellen_Ober", "DQ"),
        ] {
            assert_eq!(named(name), Some(card.parse().unwrap()), "{name}");
        }
        for name in ["back", "2c", "joker", "", "ü"] {
            assert_eq!(named(name), None, "{name}");
        }
    }

    #[test]
    fn a_folder_without_all_cards_is_refused_and_a_whole_one_read() {
        let folder = std::env::temp_dir().join(format!("kiebitz-deck-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for card in Cards::ALL {
            if card.to_string() == "CJ" {
                continue;
            }
            image::RgbaImage::from_pixel(20, 30, image::Rgba([9, 9, 9, 255]))
                .save(folder.join(format!("{card}.png")))
                .unwrap();
        }
        let error = Deck::read(&folder).unwrap_err().to_string();
        assert_eq!(error, "31 of 32 cards found; missing: CJ");
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"60\"><rect width=\"40\" height=\"60\"/></svg>";
        std::fs::write(folder.join("kreuz-bube.svg"), svg).unwrap();
        let deck = Deck::read(&folder).unwrap();
        assert_eq!(deck.get("CJ".parse().unwrap()).map(|dots| (dots.width, dots.height)), Some((360, 540)));
        std::fs::write(folder.join("CJ.png"), b"no picture").unwrap();
        assert!(matches!(Deck::read(&folder), Err(DeckError::Twice { .. })));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
