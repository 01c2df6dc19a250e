//! How a match stands.

/// The wins, draws and losses of a player. Games that end level are draws here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// A share of some games, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Score {
    /// All games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The score of the other player.
    #[must_use]
    pub const fn reversed(self) -> Score {
        Score { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The score of all games of two matches.
    #[must_use]
    pub const fn and(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The share of games that were won.
    pub fn won(self) -> Share {
        Share::of(self.wins, self.games())
    }

    /// The share of games that nobody won.
    pub fn drawn(self) -> Share {
        Share::of(self.draws, self.games())
    }

    /// The share of games that were lost.
    pub fn lost(self) -> Share {
        Share::of(self.losses, self.games())
    }
}

impl Share {
    /// A share of some games with its 95% interval, after Wilson (1927): honest for few games and for
    /// shares near 0 and 1 too. Of no games nothing is known.
    pub fn of(some: u64, all: u64) -> Share {
        if all == 0 {
            return Share { share: 0.0, low: 0.0, high: 1.0 };
        }
        // The normal distribution has 95% of its weight within so many standard deviations.
        const WITHIN: f64 = 1.959_963_984_540_054;
        let (share, n) = (some as f64 / all as f64, all as f64);
        let square = WITHIN * WITHIN;
        let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
        let spread = WITHIN / (1.0 + square / n)
            * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        // Rounding must not put the share outside of its own interval.
        let (low, high) = ((middle - spread).min(share), (middle + spread).max(share));
        Share { share, low: low.max(0.0), high: high.min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ends of an interval are those shares from which the observed one is just as far away as the
    /// standard deviations say: that is what defines them.
    #[test]
    fn intervals_are_wilsons() {
        for (some, all) in [(0, 10), (10, 10), (1, 2), (114, 200), (34, 200), (1, 100_000)] {
            let Share { share, low, high } = Share::of(some, all);
            assert!(low <= share && share <= high && 0.0 <= low && high <= 1.0);
            for end in [low, high] {
                let distance = (share - end).powi(2);
                let deviation = 1.959_964_f64.powi(2) * end * (1.0 - end) / all as f64;
                assert!((distance - deviation).abs() < 1e-6, "{some}/{all}: {end}");
            }
        }
        assert!((Share::of(0, 10).high - 0.277_533).abs() < 1e-6);
        assert_eq!(Share::of(0, 0), Share { share: 0.0, low: 0.0, high: 1.0 });
    }

    #[test]
    fn scores_add_up_and_turn_round() {
        let score = Score { wins: 3, draws: 2, losses: 1 };
        assert_eq!(score.games(), 6);
        assert_eq!(score.reversed(), Score { wins: 1, draws: 2, losses: 3 });
        assert_eq!(score.and(score.reversed()), Score { wins: 4, draws: 4, losses: 4 });
        let shares = [score.won(), score.drawn(), score.lost()].map(|share| share.share);
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
