//! Numbers as the language writes them.

use super::Words;
use std::time::Duration;

impl Words {
    /// A number with the language's thousands marks: `184.756`, `184,756`.
    #[must_use]
    pub fn number(&self, n: u64) -> String {
        let mark = if self.is_german() { '.' } else { ',' };
        let digits = n.to_string();
        let mut text = String::new();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                text.push(mark);
            }
            text.push(digit);
        }
        text
    }

    /// A number with so many places behind the comma: `0,70`, `0.70`.
    #[must_use]
    pub fn decimal(&self, value: f64, places: usize) -> String {
        let text = format!("{value:.places$}");
        let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(a, b)| (a, Some(b)));
        let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("−", digits));
        // What is no number, or too large for one, stands as it is.
        let whole = digits.parse().map_or_else(|_| digits.to_string(), |n| self.number(n));
        let mark = if self.is_german() { "," } else { "." };
        rest.map_or_else(|| format!("{sign}{whole}"), |rest| format!("{sign}{whole}{mark}{rest}"))
    }

    /// A share of one in percent: `12,5 %`, `12.5%`.
    #[must_use]
    pub fn percent(&self, share: f64, places: usize) -> String {
        self.fill("number.percent", &[("n", &self.decimal(share * 100.0, places))])
    }

    /// A time: `0,7 s`, `12 s`, `3 min 5 s`, `1 h 20 min`.
    #[must_use]
    pub fn seconds(&self, time: Duration) -> String {
        let whole = time.as_secs();
        match whole {
            0..=9 => self.fill("number.seconds", &[("n", &self.decimal(time.as_secs_f64(), 1))]),
            10..=99 => self.fill("number.seconds", &[("n", &self.decimal(time.as_secs_f64(), 0))]),
            100..=5999 => self.fill("number.minutes", &[("n", &(whole / 60)), ("rest", &(whole % 60))]),
            _ => {
                self.fill("number.hours", &[("n", &self.number(whole / 3600)), ("rest", &(whole / 60 % 60))])
            }
        }
    }

    /// A day: `17.11.2026`, `2026-11-17`.
    #[must_use]
    pub fn date(&self, year: i32, month: u32, day: u32) -> String {
        match self.is_german() {
            true => format!("{day:02}.{month:02}.{year}"),
            false => format!("{year}-{month:02}-{day:02}"),
        }
    }

    /// `1.`, `1st`.
    #[must_use]
    pub fn ordinal(&self, n: u64) -> String {
        if self.is_german() {
            return format!("{n}.");
        }
        let ending = match (n % 10, n % 100) {
            (_, 11..=13) => "th",
            (1, _) => "st",
            (2, _) => "nd",
            (3, _) => "rd",
            _ => "th",
        };
        format!("{n}{ending}")
    }

    /// Small numbers as words, as a sentence has them: `drei`, `three`; larger ones in figures.
    #[must_use]
    pub fn spelled(&self, n: u64) -> String {
        let names = self.t("number.words").split_whitespace();
        names
            .into_iter()
            .nth(n.try_into().unwrap_or(usize::MAX))
            .map_or_else(|| self.number(n), str::to_string)
    }

    /// `61 Augen`, `1 point`.
    #[must_use]
    pub fn points(&self, n: impl Into<u64>) -> String {
        self.count("points.one", "points.many", n.into())
    }

    /// In how many of how many deals a plan wins; *at least* so many where no bound says that none does better.
    #[must_use]
    pub fn deals_won(&self, won: u64, of: u64, exact: bool) -> String {
        let key = if exact { "plan.won" } else { "plan.won_at_least" };
        self.fill(key, &[("won", &self.number(won)), ("of", &self.number(of))])
    }

    /// `drei Karten`, `one card`.
    #[must_use]
    pub fn card_count(&self, n: u64) -> String {
        let number = self.spelled(n);
        self.fill(if n == 1 { "cards.one" } else { "cards.many" }, &[("n", &number)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn numbers_follow_the_language() {
        let (de, en) = (Words::from(Language::German), Words::from(Language::English));
        assert_eq!((de.number(184_756), en.number(184_756)), ("184.756".into(), "184,756".into()));
        assert_eq!((de.decimal(0.7, 2), en.decimal(-1234.5, 1)), ("0,70".into(), "−1,234.5".into()));
        assert_eq!((de.percent(0.125, 1), en.percent(0.125, 1)), ("12,5 %".into(), "12.5%".into()));
        assert_eq!(de.seconds(Duration::from_millis(700)), "0,7 s");
        assert_eq!(de.seconds(Duration::from_secs(185)), "3 min 5 s");
        assert_eq!((de.date(2026, 3, 7), en.date(2026, 3, 7)), ("07.03.2026".into(), "2026-03-07".into()));
        let ordinals: Vec<String> = [1, 2, 3, 4, 11, 12, 13, 21, 101].map(|n| en.ordinal(n)).into();
        assert_eq!(ordinals.join(" "), "1st 2nd 3rd 4th 11th 12th 13th 21st 101st");
        assert_eq!(
            (de.spelled(3), en.spelled(12), de.spelled(13)),
            ("drei".into(), "twelve".into(), "13".into())
        );
        assert_eq!(
            (de.points(1u8), de.points(61u8), en.points(1u8)),
            ("1 Auge".into(), "61 Augen".into(), "1 point".into())
        );
        assert_eq!((de.card_count(1), en.card_count(3)), ("eine Karte".into(), "three cards".into()));
    }
}
