//! Scores of series: the game list and the (extended) Seeger-Fabian system.

use super::{BySeat, Seat};

/// Games of a series at a table of three.
pub const GAMES_PER_SERIES: u32 = 36;

const OWN_GAME: i64 = 50;

/// How many sit at the table; at four the dealer pauses but scores with the defenders.
///
/// ```
/// use kiebitz::rules::TableSize;
/// assert!(TableSize::Three.opponents_loss() > TableSize::Four.opponents_loss());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TableSize {
    /// Three players, series of 36 games.
    #[default]
    Three,
    /// Four players, series of 48 games.
    Four,
}

impl TableSize {
    /// What a lost game of somebody else brings.
    #[must_use]
    pub const fn opponents_loss(self) -> i64 {
        match self {
            TableSize::Three => 40,
            TableSize::Four => 30,
        }
    }

    /// Games of a series.
    #[must_use]
    pub const fn series(self) -> u32 {
        match self {
            TableSize::Three => GAMES_PER_SERIES,
            TableSize::Four => 48,
        }
    }
}

/// One player's account over any number of games.
///
/// ```
/// use kiebitz::rules::{Account, TableSize};
/// let mut anna = Account::default();
/// anna.own_game(true, 48);
/// anna.own_game(false, -36);
/// anna.lost_by_another();
/// anna.passed();
/// assert_eq!(anna.game_list(), 12);
/// assert_eq!(anna.seeger(TableSize::Three), 12 + 50 - 50 + 40);
/// assert_eq!(anna.seeger_per_series(TableSize::Three), 52.0 * 36.0 / 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Games at the table, whoever declared, passed ones included.
    pub games: u32,
    /// Own games won.
    pub wins: u32,
    /// Own games lost.
    pub losses: u32,
    /// Games that others lost.
    pub losses_of_others: u32,
    /// Sum of the own games' values, losses doubled and negative.
    pub value: i64,
}

impl Account {
    /// Books a game of this player.
    pub fn own_game(&mut self, won: bool, value: i32) {
        self.games += 1;
        if won {
            self.wins += 1;
        } else {
            self.losses += 1;
        }
        self.value += i64::from(value);
    }

    /// Books a game that another player won.
    pub fn won_by_another(&mut self) {
        self.games += 1;
    }

    /// Books a game that another player lost.
    pub fn lost_by_another(&mut self) {
        self.games += 1;
        self.losses_of_others += 1;
    }

    /// Books a game that nobody declared.
    pub fn passed(&mut self) {
        self.games += 1;
    }

    /// Books one game for all three seats.
    pub fn book(accounts: &mut BySeat<Account>, declarer: Option<Seat>, won: bool, value: i32) {
        for seat in Seat::ALL {
            let account = &mut accounts[seat];
            match declarer {
                None => account.passed(),
                Some(declarer) if declarer == seat => account.own_game(won, value),
                Some(_) if won => account.won_by_another(),
                Some(_) => account.lost_by_another(),
            }
        }
    }

    /// The plain game list.
    #[must_use]
    pub const fn game_list(&self) -> i64 {
        self.value
    }

    /// The extended Seeger-Fabian score: 50 for each own win, −50 for each own loss, and the
    /// table's bonus for each game that another lost.
    #[must_use]
    pub fn seeger(&self, table: TableSize) -> i64 {
        self.value
            + OWN_GAME * (i64::from(self.wins) - i64::from(self.losses))
            + table.opponents_loss() * i64::from(self.losses_of_others)
    }

    /// The same per series, so that any number of games compares; 0 without games.
    #[must_use]
    pub fn seeger_per_series(&self, table: TableSize) -> f64 {
        if self.games == 0 {
            return 0.0;
        }
        self.seeger(table) as f64 * f64::from(table.series()) / f64::from(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_game_pays_both_opponents() {
        let mut accounts = BySeat::<Account>::default();
        Account::book(&mut accounts, Some(Seat::Middlehand), false, -96);
        Account::book(&mut accounts, Some(Seat::Forehand), true, 48);
        Account::book(&mut accounts, None, false, 0);
        let seeger = Seat::ALL.map(|seat| accounts[seat].seeger(TableSize::Three));
        assert_eq!(seeger, [98 + 40, -96 - 50, 40]);
        assert_eq!(accounts[Seat::Rearhand].seeger(TableSize::Four), 30);
        assert!(Seat::ALL.iter().all(|&seat| accounts[seat].games == 3));
    }
}
