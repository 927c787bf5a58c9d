//! The score sheet of a series, as it stands in `create`.

use super::Words;
use std::fmt;

/// The finished games of a series.
///
/// ```
/// use kiebitz::net::message::FromServer;
/// let line = FromServer::read("create .3 anna 3 -1 3 ? ? ? 0");
/// let FromServer::Create { list: Some((_, sheet)), .. } = line else { unreachable!() };
/// assert_eq!((sheet.names.len(), sheet.rows.len()), (3, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScoreSheet {
    /// Names of the chairs; the server writes `?`.
    pub names: Vec<String>,
    /// One row a game.
    pub rows: Vec<SheetRow>,
}

/// One finished game.
///
/// ```
/// use kiebitz::net::message::SheetRow;
/// assert_eq!(SheetRow { declarer: -1, ..SheetRow::default() }.score, 0, "a game that nobody played");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SheetRow {
    /// The declarer's seat, −1 if there was none.
    pub declarer: i8,
    /// 9 to 12, 23 (Null), 24 (Grand), or 0.
    pub base: u16,
    /// Matadors, negative for "without".
    pub matadors: i16,
    /// Hand, schneider, schneider announced, schwarz, schwarz announced, ouvert, overbid.
    pub flags: [bool; 7],
    /// Penalties of the three seats.
    pub penalties: [i32; 3],
    /// What the game counted.
    pub score: i32,
}

/// More rows than any series has are not believed.
const MOST_ROWS: usize = 1 << 14;

impl ScoreSheet {
    pub(super) fn read(words: &mut Words<'_>) -> Option<ScoreSheet> {
        let chairs: usize = words.read()?;
        if !(3..=4).contains(&chairs) {
            return None;
        }
        let names = (0..chairs).map(|_| words.next().map(String::from)).collect::<Option<_>>()?;
        let count: usize = words.read()?;
        let rows = (0..count.min(MOST_ROWS)).map(|_| SheetRow::read(words)).collect::<Option<_>>()?;
        Some(ScoreSheet { names, rows })
    }
}

impl SheetRow {
    fn read(words: &mut Words<'_>) -> Option<SheetRow> {
        words.next().filter(|&word| word == "R:")?;
        let (declarer, base, matadors) = (words.read()?, words.read()?, words.read()?);
        let flags: Vec<bool> = words.next()?.bytes().map(|byte| byte == b'1').collect();
        let penalties = [words.read()?, words.read()?, words.read()?];
        Some(SheetRow {
            declarer,
            base,
            matadors,
            flags: flags.try_into().ok()?,
            penalties,
            score: words.read()?,
        })
    }
}

impl fmt::Display for ScoreSheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.names.len())?;
        self.names.iter().try_for_each(|name| write!(f, " {name}"))?;
        write!(f, " {}", self.rows.len())?;
        self.rows.iter().try_for_each(|row| write!(f, " {row}"))
    }
}

impl fmt::Display for SheetRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R: {} {} {} ", self.declarer, self.base, self.matadors)?;
        self.flags.iter().try_for_each(|&flag| write!(f, "{}", u8::from(flag)))?;
        let [a, b, c] = self.penalties;
        write!(f, " {a} {b} {c} {}", self.score)
    }
}
