//! How sure a figure is: intervals that hold the true value in 95 of 100 runs, and how many games it takes to see more.
//!
//! The methods are those that stay right with few games and with rates near 0 and 100 in 100, and each can be worked out
//! by hand: Wilson's for one rate, Bonett and Price's for two rates of the same seeds, Newcombe's for two rates of
//! different players, the normal one for means. Sums are whole numbers, so that no order of adding matters.

/// How many standard errors to either side leave out 5 in 100.
pub const Z: f64 = 1.959_963_984_540_054;
/// How many leave a difference unseen in 20 of 100 runs.
const Z_POWER: f64 = 0.841_621_233_572_914;
/// More games than this are told as "more than".
pub const MOST_GAMES: u64 = 10_000_000;

/// A figure with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// What was seen.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Span {
    /// The same in another unit.
    pub fn times(self, by: f64) -> Self {
        Self { value: self.value * by, low: self.low * by, high: self.high * by }
    }

    /// Whether it tells a difference: all of it is above or below nothing.
    pub fn is_seen(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// How far it reaches to either side, on average.
    pub fn half(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Of a difference that so many games did not show: how many would show one of this size in 4 of 5 runs. Nothing
    /// if there is no difference at all.
    pub fn games_needed(self, games: u64) -> Option<u64> {
        if self.value == 0.0 {
            return None;
        }
        // An interval shrinks with the root of the number of games.
        let wider = (1.0 + Z_POWER / Z) * self.half() / self.value.abs();
        let needed = (games as f64 * wider * wider).ceil();
        Some(if needed > MOST_GAMES as f64 { u64::MAX } else { needed as u64 })
    }
}

/// A rate of yes and no: so many of so many (Wilson's score interval).
pub fn rate(hits: u64, of: u64, z: f64) -> Option<Span> {
    if of == 0 {
        return None;
    }
    let (n, p) = (of as f64, hits as f64 / of as f64);
    let (square, share) = (z * z, 1.0 + z * z / n);
    let middle = (p + square / (2.0 * n)) / share;
    let half = z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt() / share;
    // Rounding must not leave the figure itself outside.
    Some(Span { value: p, low: (middle - half).clamp(0.0, p), high: (middle + half).clamp(p, 1.0) })
}

/// The difference of two rates asked of the same seeds (Bonett and Price): `lost` were yes before and no after, `gained`
/// the other way round. One more of either kind is counted than was seen; without that, few games that all come out
/// alike would seem to prove that nothing has changed.
pub fn paired_rates(lost: u64, gained: u64, of: u64, z: f64) -> Option<Span> {
    if of == 0 {
        return None;
    }
    let n = of as f64 + 2.0;
    let (lost_rate, gained_rate) = ((lost as f64 + 1.0) / n, (gained as f64 + 1.0) / n);
    let middle = gained_rate - lost_rate;
    let half = z * ((gained_rate + lost_rate - middle * middle) / n).sqrt();
    let value = (gained as f64 - lost as f64) / of as f64;
    Some(Span { value, low: (middle - half).clamp(-1.0, value), high: (middle + half).clamp(value, 1.0) })
}

/// The difference of two rates of different players (Newcombe's hybrid of two score intervals).
pub fn two_rates(before: (u64, u64), after: (u64, u64), z: f64) -> Option<Span> {
    let (one, two) = (rate(before.0, before.1, z)?, rate(after.0, after.1, z)?);
    let value = two.value - one.value;
    let far = |this: f64, other: f64| (this * this + other * other).sqrt();
    let low = value - far(two.value - two.low, one.high - one.value);
    let high = value + far(two.high - two.value, one.value - one.low);
    Some(Span { value, low, high })
}

/// Whole numbers added up for their mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// How many.
    pub n: u64,
    sum: i128,
    squares: i128,
}

impl Sum {
    /// One more.
    pub fn add(&mut self, number: i64) {
        let number = i128::from(number);
        self.n += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean with its normal interval; nothing for fewer than two numbers.
    ///
    /// Of differences by seed this is the paired interval: what both games of a seed share falls out of it.
    pub fn mean(self, z: f64) -> Option<Span> {
        if self.n < 2 {
            return None;
        }
        let n = i128::from(self.n);
        let value = self.sum as f64 / n as f64;
        // Whole until the last moment: equal numbers have a variance of exactly nothing.
        let variance = (n * self.squares - self.sum * self.sum) as f64 / (n * (n - 1)) as f64;
        let half = z * (variance / n as f64).sqrt();
        Some(Span { value, low: value - half, high: value + half })
    }
}

impl FromIterator<i64> for Sum {
    fn from_iter<I: IntoIterator<Item = i64>>(numbers: I) -> Self {
        let mut sum = Self::default();
        numbers.into_iter().for_each(|number| sum.add(number));
        sum
    }
}

/// How many standard errors are needed so that so many intervals together leave out 5 in 100 (Bonferroni).
pub fn z_of_all(intervals: usize) -> f64 {
    if intervals < 2 { Z } else { quantile(0.025 / intervals as f64) }
}

/// How many standard errors above the mean leave `beyond` further out: a bisection of the normal distribution's tail.
fn quantile(beyond: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if tail(middle) > beyond { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// The share of the normal distribution above `x`, at least 0: a series near the middle, a continued fraction far out.
fn tail(x: f64) -> f64 {
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if x < 3.0 {
        let (mut term, mut sum, mut k) = (x, x, 1.0);
        while term > 1e-18 {
            k += 2.0;
            term *= x * x / k;
            sum += term;
        }
        return 0.5 - density * sum;
    }
    let fraction = (1..=60).rev().fold(x, |rest, k| x + f64::from(k) / rest);
    density / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(span: Option<Span>, value: f64, low: f64, high: f64) {
        let span = span.expect("there is one");
        for (is, wanted) in [(span.value, value), (span.low, low), (span.high, high)] {
            assert!((is - wanted).abs() < 5e-5, "{span:?} is not {value} from {low} to {high}");
        }
    }

    #[test]
    fn a_rate_has_wilsons_interval() {
        // p = 0.8, z² = 3.8415, 1 + z²/n = 1.38415: the middle is (0.8 + 0.19207) / 1.38415 = 0.71674, and the half
        // 1.95996 · √(0.16/10 + 3.8415/400) / 1.38415 = 1.95996 · 0.16001 / 1.38415 = 0.22658.
        near(rate(8, 10, Z), 0.8, 0.49016, 0.94332);
        // None of 10: from 0 to z² / (n + z²) = 3.8415 / 13.8415.
        near(rate(0, 10, Z), 0.0, 0.0, 0.27753);
        near(rate(10, 10, Z), 1.0, 0.72247, 1.0);
        assert_eq!(rate(0, 0, Z), None);
    }

    #[test]
    fn two_rates_of_the_same_seeds_are_paired() {
        // 5 lost and 15 gained of 100: 16/102 and 6/102, the middle 10/102 = 0.09804; the variance is
        // (22/102 - 0.09804²) / 102 = (0.21569 - 0.00961) / 102 = 0.0020203, its root 0.04495, times z 0.08810.
        near(paired_rates(5, 15, 100, Z), 0.1, 0.00994, 0.18614);
        // Ten games that all came out alike: 1/12 and 1/12, the half z · √(2/12/12) = 1.95996 · 0.11785 = 0.23098.
        near(paired_rates(0, 0, 10, Z), 0.0, -0.23098, 0.23098);
        // As far as it goes: gained 11/12, lost 1/12, the middle 0.83333, the half z · √((1 - 0.69444)/12) = 0.31275.
        near(paired_rates(0, 10, 10, Z), 1.0, 0.52058, 1.0);
    }

    #[test]
    fn two_rates_of_different_players_have_newcombes_interval() {
        // The example of Newcombe's paper of 1998: 56 of 70 and 48 of 80, from 0.0524 to 0.3339.
        let span = two_rates((48, 80), (56, 70), Z).expect("there is one");
        assert!((span.low - 0.0524).abs() < 5e-5 && (span.high - 0.3339).abs() < 5e-5, "{span:?}");
        // Both none of 10: each is 0 to 0.27753, so is the difference to either side.
        near(two_rates((0, 10), (0, 10), Z), 0.0, -0.27753, 0.27753);
        assert_eq!(two_rates((0, 0), (1, 2), Z), None);
    }

    #[test]
    fn a_mean_has_the_normal_interval() {
        // 1 to 5: the mean 3, the variance 10/4 = 2.5, the standard error √(2.5/5) = 0.70711, times z 1.38590.
        near((1..=5).collect::<Sum>().mean(Z), 3.0, 1.61410, 4.38590);
        near([7, 7, 7].into_iter().collect::<Sum>().mean(Z), 7.0, 7.0, 7.0);
        assert_eq!([7].into_iter().collect::<Sum>().mean(Z), None);
    }

    #[test]
    fn pairing_takes_out_what_both_games_of_a_seed_share() {
        // 10, 20, 30 before and 11, 21, 34 after: differences of 1, 1, 4: the mean 2, the variance 3, the error 1.
        let paired: Sum = [1, 1, 4].into_iter().collect();
        near(paired.mean(Z), 2.0, 2.0 - Z, 2.0 + Z);
    }

    #[test]
    fn the_games_needed_grow_with_the_square() {
        let span = Span { value: 0.1, low: -0.1, high: 0.3 };
        assert!(!span.is_seen() && Span { low: 0.01, ..span }.is_seen());
        // (1 + 0.84162/1.95996) · 0.2/0.1 = 2.85881, squared 8.17280, times 100 games.
        assert_eq!(span.games_needed(100), Some(818));
        // A tenth of the difference takes a hundred times the games: 817.28 · 100.
        assert_eq!(Span { value: 0.01, low: -0.19, high: 0.21 }.games_needed(100), Some(81_729));
        assert_eq!(Span { value: 0.0, low: -0.2, high: 0.2 }.games_needed(100), None);
        assert_eq!(Span { value: 1e-9, low: -0.2, high: 0.2 }.games_needed(100), Some(u64::MAX));
    }

    #[test]
    fn more_intervals_reach_further() {
        // From tables of the normal distribution: 0.5 in 100 lie beyond 2.57583, one in 4,000 beyond 3.48076.
        assert!((z_of_all(5) - 2.575_83).abs() < 1e-5);
        assert!((z_of_all(100) - 3.480_76).abs() < 1e-5);
        assert!((quantile(0.025) - Z).abs() < 1e-9);
        assert_eq!(z_of_all(1), Z);
    }
}
