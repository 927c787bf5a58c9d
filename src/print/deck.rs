//! Card pictures of one's own: a folder or a zip file with a picture of each of the 32 cards, in PNG, JPEG, WebP or SVG,
//! named in any of the usual ways (`CJ.png`, `jack_of_clubs.svg`, `Kreuz-Bube.jpg`, `10h.webp`). What else lies there is
//! left alone.

use super::Ink;
use super::face;
use super::marks::Dots;
use super::zip::{Entry, Zip};
use crate::cards::{Card, Cards, Rank, Suit};
use crate::plain;
use crate::words::Words;
use image::imageops::FilterType;
use resvg::{tiny_skia, usvg};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

pub use super::zip::ZipError;

/// A picture for each of the 32 cards.
///
/// ```
/// use kiebitz::print::deck::{Deck, DeckError};
/// let folder = std::env::temp_dir().join(format!("kiebitz-deck-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// // A deck has all 32 cards, or it is none.
/// assert!(matches!(Deck::read(&folder), Err(DeckError::Missing { found: 0, .. })));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Deck {
    cards: HashMap<Card, Picture>,
}

/// The same picture in colour and in grey.
#[derive(Clone, Debug, PartialEq)]
struct Picture {
    colour: Arc<Dots>,
    grey: Arc<Dots>,
}

/// Why something is no deck. Names are those of files and of what is in a zip file, fit to be shown.
///
/// ```
/// use kiebitz::print::deck::{Deck, DeckError};
/// use kiebitz::words::{Faces, Language, Words};
/// let error = Deck::unzip(b"no zip file", "cards.zip").unwrap_err();
/// assert!(matches!(error, DeckError::Zip { .. }));
/// let words = Words::new(Language::German, Faces::TwoColour);
/// assert!(error.told(&words).contains("cards.zip"));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum DeckError {
    /// The folder or a file in it cannot be read.
    #[error("{name}: {error}")]
    File {
        /// Which.
        name: String,
        /// Why.
        error: std::io::Error,
    },
    /// The zip file or something in it cannot be read.
    #[error("{name}: {error}")]
    Zip {
        /// Which.
        name: String,
        /// Why.
        error: ZipError,
    },
    /// A file is larger than a card picture can be.
    #[error("{name}: {megabytes} MB are too many")]
    TooLarge {
        /// Which.
        name: String,
        /// Its size.
        megabytes: u64,
    },
    /// A picture cannot be decoded.
    #[error("{name}: {reason}")]
    Picture {
        /// Which.
        name: String,
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
    #[error("{card} is there twice: {first} and {second}")]
    Twice {
        /// The card.
        card: Card,
        /// One file.
        first: String,
        /// The other.
        second: String,
    },
    /// A picture has another form than the others, or one that no card has.
    #[error("{name}: {width} × {height} dots; all cards must have one form, higher than wide")]
    Form {
        /// Which.
        name: String,
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
}

impl DeckError {
    /// The reason as a sentence.
    #[must_use]
    pub fn told(&self, words: &Words) -> String {
        match self {
            DeckError::File { name, error } => {
                words.fill("deck.file", &[("file", name), ("why", &words.io_error(error))])
            }
            DeckError::Zip { name, error } => {
                let why = words.t(match error {
                    ZipError::NoZip => "deck.no_zip",
                    ZipError::Damaged => "deck.damaged",
                    ZipError::Locked => "deck.locked",
                    ZipError::Unusual => "deck.unusual",
                    ZipError::TooLarge => "deck.bomb",
                });
                words.fill("deck.file", &[("file", name), ("why", &why)])
            }
            DeckError::TooLarge { name, megabytes } => {
                words.fill("deck.too_large", &[("file", name), ("n", megabytes)])
            }
            DeckError::Picture { name, reason } => {
                words.fill("deck.picture", &[("file", name), ("why", reason)])
            }
            DeckError::Missing { found: 0, .. } => words.t("deck.none").into(),
            DeckError::Missing { found, missing } => {
                let names: Vec<String> = missing.iter().map(|card| words.card(card)).collect();
                words.fill("deck.missing", &[("n", found), ("cards", &names.join(", "))])
            }
            DeckError::Twice { card, first, second } => words
                .fill("deck.twice", &[("card", &words.card(*card)), ("first", first), ("second", second)]),
            DeckError::Form { name, width, height } => {
                words.fill("deck.form", &[("file", name), ("width", width), ("height", height)])
            }
        }
    }
}

/// Dots that a card is wide at most: enough for a card of 30 mm in print.
const WIDEST: u32 = 360;
/// Largest picture that is read.
const LARGEST: u64 = 20 << 20;
/// Largest zip file that is read.
const LARGEST_ZIP: u64 = 300 << 20;
/// Most dots on a side of a picture.
const SIDE: u32 = 8_000;
/// How much higher than wide a card may be.
const FORMS: std::ops::RangeInclusive<f32> = 1.0..=2.6;

/// A name as it may be shown: one line, not too long.
fn shown(name: &str) -> String {
    plain::line(name).chars().take(80).collect()
}

impl Deck {
    /// The picture of a card.
    #[cfg(any(feature = "gui", test))]
    pub(crate) fn get(&self, card: Card) -> Option<&Arc<Dots>> {
        self.cards.get(&card).map(|picture| &picture.colour)
    }

    /// The picture of a card as it is printed.
    #[must_use]
    pub(crate) fn printed(&self, card: Card, ink: Ink) -> Option<&Arc<Dots>> {
        let picture = self.cards.get(&card)?;
        Some(if ink == Ink::Colour { &picture.colour } else { &picture.grey })
    }

    /// Reads the pictures of a folder or a zip file.
    ///
    /// # Errors
    /// What cannot be read, what is missing, what does not fit.
    pub fn read(path: &Path) -> Result<Deck, DeckError> {
        let name = shown(&path.to_string_lossy());
        let failure = |error| DeckError::File { name: name.clone(), error };
        if !std::fs::metadata(path).map_err(failure)?.is_dir() {
            let bytes = limited(path, LARGEST_ZIP)?;
            return Deck::unzip(&bytes, &name);
        }
        let mut paths: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(path).map_err(failure)? {
            paths.push(entry.map_err(failure)?.path());
        }
        paths.sort();
        let file_name = |path: &Path| {
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
        };
        Deck::collect(paths.into_iter().map(|path| (file_name(&path), path)), |path| limited(path, LARGEST))
    }

    /// Reads the pictures of a zip file that is called so.
    ///
    /// # Errors
    /// What cannot be read, what is missing, what does not fit.
    pub fn unzip(bytes: &[u8], name: &str) -> Result<Deck, DeckError> {
        let zip = Zip::open(bytes).map_err(|error| DeckError::Zip { name: shown(name), error })?;
        let entries = zip.entries.iter().filter(|entry| !entry.name.starts_with("__MACOSX"));
        // Folders in the archive say nothing about a card.
        let last = |entry: &Entry| entry.name.rsplit(['/', '\\']).next().unwrap_or_default().to_string();
        Deck::collect(entries.map(|entry| (last(entry), entry)), |entry| {
            let read = zip.read(entry, LARGEST as usize);
            read.map_err(|error| DeckError::Zip { name: shown(&entry.name), error })
        })
    }

    /// Makes a deck of what has the name of a card.
    fn collect<T>(
        found: impl Iterator<Item = (String, T)>,
        read: impl Fn(&T) -> Result<Vec<u8>, DeckError>,
    ) -> Result<Deck, DeckError> {
        let mut files: HashMap<Card, (String, T)> = HashMap::new();
        for (name, file) in found {
            let Some((stem, ending)) = name.rsplit_once('.') else { continue };
            let is_picture = ["png", "jpg", "jpeg", "webp", "svg"].contains(&ending.to_lowercase().as_str());
            // A dot in front hides a file, and some systems put such ones beside each picture.
            let Some(card) = named(stem).filter(|_| is_picture && !stem.starts_with('.')) else { continue };
            let second = shown(&name);
            if let Some((first, _)) = files.insert(card, (name, file)) {
                return Err(DeckError::Twice { card, first: shown(&first), second });
            }
        }
        let found: Cards = files.keys().copied().collect();
        if found != Cards::ALL {
            return Err(DeckError::Missing { found: found.len(), missing: Cards::ALL - found });
        }
        let mut cards = HashMap::new();
        let mut form: Option<f32> = None;
        for card in Cards::ALL {
            let (name, file) = &files[&card];
            let dots = decode(name, read(file)?)?;
            let ratio = dots.height as f32 / dots.width as f32;
            if !FORMS.contains(&ratio) || form.is_some_and(|form| (form - ratio).abs() > 0.04 * form) {
                return Err(DeckError::Form { name: shown(name), width: dots.width, height: dots.height });
            }
            form = form.or(Some(ratio));
            let grey = Arc::new(grey(&dots));
            cards.insert(card, Picture { colour: Arc::new(dots), grey });
        }
        Ok(Deck { cards })
    }
}

/// A picture without its colours, as bright as the eye sees them.
fn grey(dots: &Dots) -> Dots {
    let mut rgba = dots.rgba.clone();
    for dot in rgba.chunks_exact_mut(4) {
        let light = (u32::from(dot[0]) * 54 + u32::from(dot[1]) * 183 + u32::from(dot[2]) * 19) >> 8;
        dot[..3].fill(light as u8);
    }
    Dots { rgba, ..*dots }
}

/// A file, if it is no larger than this.
fn limited(path: &Path, most: u64) -> Result<Vec<u8>, DeckError> {
    let name = shown(&path.file_name().unwrap_or(path.as_os_str()).to_string_lossy());
    let about = std::fs::metadata(path).map_err(|error| DeckError::File { name: name.clone(), error })?;
    if !about.is_file() {
        let error = std::io::ErrorKind::InvalidInput.into();
        return Err(DeckError::File { name, error });
    }
    if about.len() > most {
        return Err(DeckError::TooLarge { name, megabytes: about.len() >> 20 });
    }
    std::fs::read(path).map_err(|error| DeckError::File { name, error })
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<Dots, DeckError> {
    let picture = |reason: String| DeckError::Picture { name: shown(name), reason };
    if name.to_lowercase().ends_with(".svg") {
        return svg(&bytes).map_err(picture);
    }
    let mut reader = image::ImageReader::new(std::io::Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| DeckError::File { name: shown(name), error })?;
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

/// Letters in an SVG are set in our own face, whatever face they ask for; the system's are not searched.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    for file in face::FILES {
        fonts.load_font_data(file.to_vec());
    }
    fonts.set_serif_family("Libertinus Serif");
    fonts.set_sans_serif_family("Libertinus Serif");
    Arc::new(fonts)
});

fn svg(bytes: &[u8]) -> Result<Dots, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let mut options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    // A picture shows what is in it and reads no other file.
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    let tree = usvg::Tree::from_str(text, &options).map_err(|error| error.to_string())?;
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
    use crate::print::zip::testing::zipped;

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

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let picture = image::RgbaImage::from_pixel(width, height, image::Rgba([190, 20, 90, 255]));
        picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    /// A picture for each card, by name.
    fn pictures() -> Vec<(String, Vec<u8>)> {
        Cards::ALL.into_iter().map(|card| (format!("deck/{card}.png"), png(20, 30))).collect()
    }

    #[test]
    fn a_folder_without_all_cards_is_refused_and_a_whole_one_read() {
        let folder = std::env::temp_dir().join(format!("kiebitz-deck-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for card in Cards::ALL.into_iter().filter(|card| card.to_string() != "CJ") {
            std::fs::write(folder.join(format!("{card}.png")), png(20, 30)).unwrap();
        }
        let error = Deck::read(&folder).unwrap_err();
        assert_eq!(error.to_string(), "31 of 32 cards found; missing: CJ");
        let told = error.told(&Words::from(crate::words::Language::German));
        assert!(told.contains("31") && told.contains("Kreuz-Bube"), "{told}");
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"60\"><rect width=\"40\" height=\"60\"/></svg>";
        std::fs::write(folder.join("kreuz-bube.svg"), svg).unwrap();
        // What some systems put beside a picture is none.
        std::fs::write(folder.join("._CJ.png"), b"").unwrap();
        let deck = Deck::read(&folder).unwrap();
        assert_eq!(deck.get("CJ".parse().unwrap()).map(|dots| (dots.width, dots.height)), Some((360, 540)));
        std::fs::write(folder.join("CJ.png"), b"no picture").unwrap();
        assert!(matches!(Deck::read(&folder), Err(DeckError::Twice { .. })));
        std::fs::remove_file(folder.join("kreuz-bube.svg")).unwrap();
        assert!(matches!(Deck::read(&folder), Err(DeckError::Picture { .. })));
        std::fs::write(folder.join("CJ.png"), png(30, 20)).unwrap();
        assert!(matches!(Deck::read(&folder), Err(DeckError::Form { width: 30, .. })));
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(matches!(Deck::read(&folder), Err(DeckError::File { .. })));
    }

    #[test]
    fn a_zip_file_is_a_deck_too() {
        let mut files = pictures();
        files.push(("__MACOSX/deck/._CJ.png".into(), vec![1]));
        files.push(("../../../CJ.txt".into(), vec![2]));
        files.push((format!("{}.png", "x".repeat(60_000)), vec![3]));
        let deck = Deck::unzip(&zipped(&files), "deck.zip").unwrap();
        assert_eq!(deck.get("D7".parse().unwrap()).map(|dots| (dots.width, dots.height)), Some((20, 30)));
        let printed = deck.printed("D7".parse().unwrap(), Ink::Grey).unwrap();
        assert!(printed.rgba.chunks(4).all(|dot| dot[0] == dot[1] && dot[1] == dot[2] && dot[3] == 255));
        files.push(("other/Kreuz_Bube.webp".into(), vec![4]));
        let error = Deck::unzip(&zipped(&files), "deck.zip").unwrap_err();
        assert!(matches!(error, DeckError::Twice { .. }), "{error}");
        let one_less = zipped(&pictures()[1..]);
        assert!(matches!(Deck::unzip(&one_less, "d"), Err(DeckError::Missing { found: 31, .. })));
        // A picture that unpacks to more than a picture may have.
        let mut bomb = pictures();
        bomb[4].1 = vec![0; 21 << 20];
        let error = Deck::unzip(&zipped(&bomb), "d").unwrap_err();
        assert!(matches!(error, DeckError::Zip { error: ZipError::TooLarge, .. }), "{error}");
        assert!(matches!(Deck::unzip(b"no zip", "d"), Err(DeckError::Zip { error: ZipError::NoZip, .. })));
    }

    #[test]
    fn an_svg_shows_its_letters_and_reads_no_other_file() {
        let dark = |inside: &str| {
            let text = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"40\" height=\"60\">{inside}</svg>"
            );
            svg(text.as_bytes()).unwrap().rgba.chunks(4).filter(|dot| dot[3] > 0).count()
        };
        assert!(dark("<text x=\"5\" y=\"40\" font-size=\"40\" font-family=\"Arial\">A</text>") > 1_000);
        let folder = std::env::temp_dir().join(format!("kiebitz-svg-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let other = folder.join("other.svg");
        std::fs::write(&other, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect width=\"9\" height=\"9\"/></svg>").unwrap();
        let image = format!("<image width=\"40\" height=\"60\" xlink:href=\"{}\"/>", other.display());
        assert_eq!(dark(&image), 0);
        std::fs::remove_dir_all(&folder).unwrap();
        // Packed drawings are not unpacked: they might be any size.
        assert!(svg(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0]).is_err());
    }
}
