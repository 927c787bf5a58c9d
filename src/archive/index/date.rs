//! Dates of games: as records write them, as people type them, and the stretch of time that a date stands for.

/// Days from 1970-01-01 to a date of the Gregorian calendar, counting years from March so that the
/// leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let before = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    before + (153 * month + 2) / 5 + day - 719_469
}

/// How many days a month has.
fn month_length(year: i64, month: i64) -> i64 {
    let (next_year, next) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    days(next_year, next, 1) - days(year, month, 1)
}

fn is_date(year: i64, month: i64, day: i64) -> bool {
    (1970..2106).contains(&year)
        && (1..=12).contains(&month)
        && (1..=month_length(year, month)).contains(&day)
}

/// Seconds since 1970 of `2010-12-06/18:59:24/UTC` (the time may be missing).
pub(super) fn seconds(text: &str) -> Option<u32> {
    let mut parts = text.split('/');
    let mut date = parts.next()?.trim().split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (date.next()??, date.next()??, date.next()??);
    if !is_date(year, month, day) {
        return None;
    }
    let mut time = parts.next().unwrap_or("0:0:0").split(':').map(|part| part.parse::<i64>().unwrap_or(0));
    let mut next = || time.next().unwrap_or(0).clamp(0, 59);
    let (hour, minute, second) = (next().min(23), next(), next());
    u32::try_from(days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second).ok()
}

/// The first and the last second of a date as somebody types it: a year, a month or a day, as `2010-12-06`, `2010-12`
/// and `2010`, or in the German way as `6.12.2010` and `12.2010`. `None` if it is no date of the calendar.
///
/// ```
/// use kiebitz::archive::index::{date_text, period};
/// let (first, last) = period("2.2012").unwrap();
/// assert_eq!((date_text(first), date_text(last)), ("2012-02-01 00:00".into(), "2012-02-29 23:59".into()));
/// assert_eq!(period("29.2.2011"), None);
/// assert_eq!(period("2010-12-06"), period("06.12.2010"));
/// ```
#[must_use]
pub fn period(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    let german = text.contains('.');
    let mut parts: Vec<i64> = Vec::new();
    for part in text.split(if german { '.' } else { '-' }) {
        let figures = part.trim();
        if figures.is_empty() || figures.len() > 4 || !figures.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        parts.push(figures.parse().ok()?);
    }
    if german {
        parts.reverse();
    }
    let (from, to) = match parts[..] {
        [year] if is_date(year, 1, 1) => (days(year, 1, 1), days(year, 12, 31)),
        [year, month] if is_date(year, month, 1) => {
            (days(year, month, 1), days(year, month, month_length(year, month)))
        }
        [year, month, day] if is_date(year, month, day) => {
            let day = days(year, month, day);
            (day, day)
        }
        _ => return None,
    };
    Some((u32::try_from(from * 86_400).ok()?, u32::try_from(to * 86_400 + 86_399).ok()?))
}

/// Year, month and day; `None` for an unknown date.
///
/// ```
/// use kiebitz::archive::index::calendar;
/// assert_eq!((calendar(1_291_661_964), calendar(0)), (Some((2010, 12, 6)), None));
/// ```
#[must_use]
pub fn calendar(seconds: u32) -> Option<(i32, u32, u32)> {
    if seconds == 0 {
        return None;
    }
    let day = i64::from(seconds) / 86_400;
    // The year is found by counting; the first guess is never more than one too late.
    let mut year = 1970 + day / 365;
    while days(year, 1, 1) > day {
        year -= 1;
    }
    let month = (1..=12).rev().find(|&month| days(year, month, 1) <= day).unwrap_or(1);
    let day = day - days(year, month, 1) + 1;
    Some((year as i32, month as u32, day as u32))
}

/// `2010-12-06 18:59`, or nothing for an unknown date.
#[must_use]
pub fn date_text(seconds: u32) -> String {
    let Some((year, month, day)) = calendar(seconds) else { return String::new() };
    let time = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}", time / 3600, time / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_back() {
        assert_eq!(seconds("1970-01-01/00:00:00/UTC"), Some(0));
        assert_eq!(seconds("2010-12-06/18:59:24/UTC"), Some(1_291_661_964));
        for text in ["2007-10-29 04:44", "2012-02-29 23:59", "2000-03-01 00:00", "2099-12-31 12:00"] {
            let seconds = seconds(&text.replace(' ', "/")).unwrap();
            assert_eq!(date_text(seconds), text);
        }
        assert_eq!(seconds("yesterday"), None);
        assert_eq!(seconds("2010-13-01"), None);
        assert_eq!(seconds("2010-02-30"), None);
        assert_eq!(date_text(0), "");
    }

    #[test]
    fn every_month_ends_where_the_next_begins() {
        for year in 1970..2105 {
            for month in 1..=12 {
                let (_, end) = period(&format!("{month}.{year}")).unwrap();
                let (next_year, next) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
                let (begin, _) = period(&format!("{next_year}-{next:02}")).unwrap();
                assert_eq!(end + 1, begin);
            }
        }
        for bad in
            ["", "20", "2010-", "31.4.2011", "1.13.2011", "2010-00", "2010-1-2-3", "heute", "+1.2.2010"]
        {
            assert_eq!(period(bad), None, "{bad}");
        }
    }
}
