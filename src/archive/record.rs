//! One game record, read word by word.

use super::moves::{self, DealtCards, Move, MoveError};
use super::result::RecordedResult;
use std::borrow::Cow;
use std::fmt;

/// A record. Properties that were not there are `None`; unknown ones are kept.
///
/// ```
/// use kiebitz::archive::{Record, random_record};
/// let record = random_record(&mut kiebitz::cards::Dice::new(1), 1);
/// assert_eq!(Record::parse(record.to_string().as_bytes()).as_ref(), Ok(&record));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// `PC`: the server's name. Ids repeat across places, so a game's key is (place, id).
    pub place: Option<String>,
    /// `CO`: a comment.
    pub comment: Option<String>,
    /// `SE`: the series.
    pub series: Option<String>,
    /// `ID`: the game.
    pub id: Option<String>,
    /// `DT`: date and time, as in `2010-12-06/18:59:24/UTC`.
    pub date: Option<String>,
    /// `OW`: whose view it is, in records of one player.
    pub owner: Option<String>,
    /// `P0 P1 P2`: the names of forehand, middlehand, rearhand.
    pub players: [Option<String>; 3],
    /// `R0 R1 R2`: ratings, as they were written.
    pub ratings: [Option<String>; 3],
    /// Labels that are not known here, in their order.
    pub others: Vec<(String, String)>,
    /// The cards dealt.
    pub deal: DealtCards,
    /// Everything that happened after the deal.
    pub moves: Vec<Move>,
    /// What the server recorded.
    pub result: RecordedResult,
}

/// Why a record cannot be read.
///
/// ```
/// use kiebitz::archive::Record;
/// assert!(!Record::parse(b"(;GM[Skat];)").unwrap_err().to_string().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Not of the form `(;LABEL[text]…;)`.
    #[error("'{0}' stands where a property like ID[7] should")]
    NoProperty(String),
    /// A text without its closing bracket.
    #[error("{0}[…] is not closed")]
    NotClosed(String),
    /// A property that stands twice.
    #[error("{0} stands twice")]
    Twice(String),
    /// Another game than Skat.
    #[error("this is a record of '{0}', not of Skat")]
    OtherGame(String),
    /// No moves.
    #[error("the moves (MV) are missing")]
    NoMoves,
    /// Bad moves.
    #[error(transparent)]
    Moves(#[from] MoveError),
}

const LONGEST_LABEL: usize = 16;

/// One property: its label and its text with `\]` undone.
fn property(bytes: &[u8]) -> Result<(&str, Cow<'_, str>, &[u8]), RecordError> {
    let quote = |bytes: &[u8]| text(&bytes[..bytes.len().min(12)]).into_owned();
    let label = bytes.iter().take(LONGEST_LABEL).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (label, rest) = bytes.split_at(label);
    let label = std::str::from_utf8(label).unwrap_or_default();
    let Some(rest) = rest.strip_prefix(b"[").filter(|_| !label.is_empty()) else {
        return Err(RecordError::NoProperty(quote(bytes)));
    };
    let mut end = 0;
    loop {
        match rest.get(end) {
            None => return Err(RecordError::NotClosed(label.to_string())),
            Some(b'\\') if rest.get(end + 1) == Some(&b']') => end += 2,
            Some(b']') => break,
            Some(_) => end += 1,
        }
    }
    let mut value = text(&rest[..end]);
    if value.contains("\\]") {
        value = Cow::Owned(value.replace("\\]", "]"));
    }
    Ok((label, value, &rest[end + 1..]))
}

/// Names in old records are in the Windows character set, in new ones in UTF-8.
fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect(),
    }
}

fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn put<T>(slot: &mut Option<T>, label: &str, value: T) -> Result<(), RecordError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(RecordError::Twice(label.to_string())),
    }
}

impl Record {
    /// Reads the bytes of one record, from `(;` to `;)`.
    ///
    /// # Errors
    /// The first thing that makes it no record. A result that contradicts the moves, or is none at all, is no such thing.
    pub fn parse(bytes: &[u8]) -> Result<Record, RecordError> {
        let bytes = bytes.trim_ascii();
        let bytes = bytes.strip_prefix(b"(").unwrap_or(bytes);
        let bytes = bytes.strip_prefix(b";").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b")").unwrap_or(bytes);
        let mut rest = bytes.strip_suffix(b";").unwrap_or(bytes).trim_ascii();
        let (mut game, mut moves, mut result) = (None, None, None);
        let [mut place, mut comment, mut series, mut id, mut date, mut owner] = [const { None }; 6];
        let mut players = [const { None }; 3];
        let mut ratings = [const { None }; 3];
        let mut others: Vec<(String, String)> = Vec::new();
        while !rest.is_empty() {
            let (label, value, after) = property(rest)?;
            rest = after.trim_ascii_start();
            let slot = match label {
                "GM" => &mut game,
                "PC" => &mut place,
                "CO" => &mut comment,
                "SE" => &mut series,
                "ID" => &mut id,
                "DT" => &mut date,
                "OW" => &mut owner,
                "P0" => &mut players[0],
                "P1" => &mut players[1],
                "P2" => &mut players[2],
                "R0" => &mut ratings[0],
                "R1" => &mut ratings[1],
                "R2" => &mut ratings[2],
                // The two long ones are read at once and not kept as texts.
                "MV" => {
                    put(&mut moves, label, value)?;
                    continue;
                }
                "R" => {
                    put(&mut result, label, value)?;
                    continue;
                }
                _ => {
                    others.push((label.to_string(), value.into_owned()));
                    continue;
                }
            };
            put(slot, label, value.into_owned())?;
        }
        if let Some(other) = game.filter(|game| !game.eq_ignore_ascii_case("skat")) {
            return Err(RecordError::OtherGame(other));
        }
        let (deal, moves) = moves::parse(&moves.ok_or(RecordError::NoMoves)?)?;
        let result = match result {
            Some(result) => RecordedResult::read(&result),
            None => RecordedResult::Unknown,
        };
        Ok(Record { place, comment, series, id, date, owner, players, ratings, others, deal, moves, result })
    }
}

/// The record on one line, in the server's order of properties.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { place, comment, series, id, date, owner, players, ratings, others, .. } = self;
        f.write_str("(;GM[Skat]")?;
        let known = [("PC", place), ("CO", comment), ("SE", series), ("ID", id), ("DT", date), ("OW", owner)];
        let seats =
            ["P0", "P1", "P2"].into_iter().zip(players).chain(["R0", "R1", "R2"].into_iter().zip(ratings));
        for (label, value) in known.into_iter().chain(seats) {
            if let Some(value) = value {
                write_property(f, label, value)?;
            }
        }
        for (label, value) in others {
            write_property(f, label, value)?;
        }
        write!(f, "MV[w {} ", self.deal)?;
        self.moves.iter().try_for_each(|one| write!(f, "{one} "))?;
        write!(f, "]R[{}] ;)", self.result)
    }
}

/// A text cannot end in a backslash, which would hide the bracket: it gets a blank.
fn write_property(f: &mut fmt::Formatter<'_>, label: &str, value: &str) -> fmt::Result {
    let end = if value.ends_with('\\') { " " } else { "" };
    write!(f, "{label}[{}{end}]", value.replace(']', "\\]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "(;GM[Skat]PC[International Skat Server]CO[]SE[1]ID[2]DT[2010-12-06/18:59:24/UTC]\
        P0[a]P1[b]P2[c]R0[]R1[null]R2[0.0]XX[y]MV[w HA.SK.SJ.SA.CQ.S8.C9.H7.H9.DQ.CJ.S9.DJ.S7.D9.SQ.C8.HQ.\
        DK.CA.D8.D7.DT.CT.ST.C7.HK.DA.HT.HJ.H8.CK 1 p 2 p 0 p ]R[passed] ;)";

    #[test]
    fn a_record_reads_back() {
        let record = Record::parse(RECORD.as_bytes()).unwrap();
        assert_eq!(record.to_string(), RECORD);
        assert_eq!(record.others, [("XX".to_string(), "y".to_string())]);
    }

    #[test]
    fn old_names_are_in_the_windows_character_set() {
        let mut bytes = RECORD.replace("P0[a]", "P0[J?rg]").into_bytes();
        let at = bytes.iter().position(|&byte| byte == b'?').unwrap();
        bytes[at] = 0xF6;
        let record = Record::parse(&bytes).unwrap();
        assert_eq!(record.players[0].as_deref(), Some("Jörg"));
    }

    #[test]
    fn brackets_in_texts() {
        let record = Record::parse(RECORD.replace("P0[a]", "P0[a\\]b]").as_bytes()).unwrap();
        assert_eq!(record.players[0].as_deref(), Some("a]b"));
        assert_eq!(Record::parse(record.to_string().as_bytes()), Ok(record));
    }

    #[test]
    fn bad_records_say_why() {
        let why = |text: &str| Record::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(why("(;GM[Go];)"), "this is a record of 'Go', not of Skat");
        assert_eq!(why("(;GM[Skat];)"), "the moves (MV) are missing");
        assert_eq!(why("(;GM[Skat] hello;)"), "'hello' stands where a property like ID[7] should");
        assert_eq!(why("(;GM[Skat]ID[7;)"), "ID[…] is not closed");
        assert_eq!(why("(;ID[7]ID[8];)"), "ID stands twice");
    }
}
