//! The result as the server recorded it (`R`).

use std::fmt;
use std::str::FromStr;

/// What the `R` property says.
///
/// ```
/// use kiebitz::archive::RecordedResult;
/// assert_eq!("passed".parse(), Ok(RecordedResult::Passed));
/// let text = "d:2 win v:48 m:1 bidok p:64 t:7 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0";
/// assert_eq!(text.parse::<RecordedResult>().unwrap().to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordedResult {
    /// The server does not know.
    Unknown,
    /// Everybody passed.
    Passed,
    /// A game or a penalty, with its figures.
    Game(GameResult),
    /// Something that is no result, as it was written. The moves tell what happened all the same.
    Malformed(String),
}

impl RecordedResult {
    /// What a record says, whatever it says.
    ///
    /// ```
    /// use kiebitz::archive::RecordedResult;
    /// assert_eq!(RecordedResult::read(""), RecordedResult::Malformed(String::new()));
    /// assert_eq!(RecordedResult::read("passed"), RecordedResult::Passed);
    /// ```
    #[must_use]
    pub fn read(text: &str) -> RecordedResult {
        text.parse().unwrap_or_else(|_| RecordedResult::Malformed(text.to_string()))
    }
}

/// The figures of a recorded game.
///
/// ```
/// use kiebitz::archive::RecordedResult;
/// let text = "d:2 win v:48 m:1 bidok p:64 t:7 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0";
/// let Ok(RecordedResult::Game(game)) = text.parse() else { panic!("a game") };
/// assert_eq!((game.declarer, game.value, game.points), (2, 48, 64));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The declarer's number, −1 if there was none.
    pub declarer: i8,
    /// `win`, `loss` or `penalty`.
    pub kind: String,
    /// Signed value, a loss already doubled.
    pub value: i32,
    /// Matadors, negative for "without", 0 in Null.
    pub matadors: i32,
    /// Whether the game was overbid.
    pub overbid: bool,
    /// The declarer's points, the skat included.
    pub points: i32,
    /// The declarer's tricks.
    pub tricks: i32,
    /// Whether a side was schneider.
    pub schneider: bool,
    /// Whether a side was schwarz.
    pub schwarz: bool,
    /// Penalties of the three seats.
    pub penalties: [i32; 3],
    /// The seat that left, −1 if none.
    pub left: i8,
    /// The seat that ran out of time, −1 if none.
    pub timed_out: i8,
    /// Whether it ended by resignation; old records do not say.
    pub resigned: Option<bool>,
}

/// A result that cannot be read.
///
/// ```
/// use kiebitz::archive::RecordedResult;
/// let error = "d:2 draw".parse::<RecordedResult>().unwrap_err();
/// assert_eq!(error.to_string(), "the result: 'draw' is not win, loss or penalty");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the result: {0}")]
pub struct ResultError(String);

impl FromStr for RecordedResult {
    type Err = ResultError;

    fn from_str(text: &str) -> Result<RecordedResult, ResultError> {
        match text.trim() {
            "unknown" => return Ok(RecordedResult::Unknown),
            "passed" => return Ok(RecordedResult::Passed),
            _ => {}
        }
        let mut words = text.split_ascii_whitespace();
        let mut next = |what: &str| words.next().ok_or_else(|| ResultError(format!("{what} is missing")));
        let declarer = number(next("d:")?, "d:")?;
        let kind = next("win or loss")?;
        if !["win", "loss", "penalty"].contains(&kind) {
            return Err(ResultError(format!("'{}' is not win, loss or penalty", quote(kind))));
        }
        let value = number(next("v:")?, "v:")?;
        let matadors = number(next("m:")?, "m:")?;
        let overbid = match next("bidok or overbid")? {
            "bidok" => false,
            "overbid" => true,
            other => return Err(ResultError(format!("'{}' is not bidok or overbid", quote(other)))),
        };
        let points = number(next("p:")?, "p:")?;
        let tricks = number(next("t:")?, "t:")?;
        let schneider = number::<u8>(next("s:")?, "s:")? != 0;
        let schwarz = number::<u8>(next("z:")?, "z:")? != 0;
        let penalties =
            [number(next("p0:")?, "p0:")?, number(next("p1:")?, "p1:")?, number(next("p2:")?, "p2:")?];
        let left = number(next("l:")?, "l:")?;
        let timed_out = number(next("to:")?, "to:")?;
        let resigned = match words.next() {
            Some(word) => Some(number::<u8>(word, "r:")? != 0),
            None => None,
        };
        Ok(RecordedResult::Game(GameResult {
            declarer,
            kind: kind.to_string(),
            value,
            matadors,
            overbid,
            points,
            tricks,
            schneider,
            schwarz,
            penalties,
            left,
            timed_out,
            resigned,
        }))
    }
}

fn number<T: FromStr>(word: &str, label: &str) -> Result<T, ResultError> {
    let number = word.strip_prefix(label).and_then(|number| number.parse().ok());
    number.ok_or_else(|| ResultError(format!("'{}' instead of {label} and a number", quote(word))))
}

fn quote(text: &str) -> String {
    text.chars().take(16).collect()
}

/// As the server writes it.
impl fmt::Display for RecordedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = match self {
            RecordedResult::Unknown => return f.write_str("unknown"),
            RecordedResult::Passed => return f.write_str("passed"),
            RecordedResult::Malformed(text) => return f.write_str(&text.replace(']', "\\]")),
            RecordedResult::Game(game) => game,
        };
        let bid = if game.overbid { "overbid" } else { "bidok" };
        let [p0, p1, p2] = game.penalties;
        write!(
            f,
            "d:{} {} v:{} m:{} {bid} p:{} t:{} s:{} z:{} p0:{p0} p1:{p1} p2:{p2} l:{} to:{}",
            game.declarer,
            game.kind,
            game.value,
            game.matadors,
            game.points,
            game.tricks,
            u8::from(game.schneider),
            u8::from(game.schwarz),
            game.left,
            game.timed_out,
        )?;
        match game.resigned {
            Some(resigned) => write!(f, " r:{}", u8::from(resigned)),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_read_back() {
        for text in [
            "unknown",
            "passed",
            "d:2 loss v:-54 m:-2 bidok p:59 t:4 s:0 z:0 p0:0 p1:0 p2:0 l:-1 to:-1 r:0",
            "d:-1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p0:0 p1:0 p2:1 l:2 to:-1",
        ] {
            let result: RecordedResult = text.parse().unwrap();
            assert_eq!(result.to_string(), text);
        }
    }

    #[test]
    fn bad_results_say_where() {
        let why = |text: &str| text.parse::<RecordedResult>().unwrap_err().to_string();
        assert_eq!(why("d:0 draw"), "the result: 'draw' is not win, loss or penalty");
        assert_eq!(why("d:0 win v:x"), "the result: 'v:x' instead of v: and a number");
        assert_eq!(why("d:0 win"), "the result: v: is missing");
    }
}
