//! A small seeded generator of random numbers.
//!
//! Seeded deals, games and benchmarks must come out the same on every machine and in every
//! version, which no general-purpose crate promises. This is SplitMix64.

/// A seeded source of random numbers.
///
/// ```
/// use kiebitz::cards::Dice;
/// let mut a = Dice::new(7);
/// let mut b = Dice::new(7);
/// assert_eq!(a.below(1000), b.below(1000));
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that fall the same way for the same seed.
    #[must_use]
    pub const fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// The next 64 random bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit` − 1, each equally likely; 0 if `limit` is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        // Numbers from the incomplete last stretch are thrown again, or small ones would be favoured.
        let fair = u64::MAX - u64::MAX % limit;
        loop {
            let number = self.next_u64();
            if number < fair {
                return number % limit;
            }
        }
    }

    /// Shuffles in place.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_fixed() {
        let mut dice = Dice::new(1);
        assert_eq!([dice.next_u64(), dice.next_u64()], [10451216379200822465, 13757245211066428519]);
    }

    #[test]
    fn every_face_falls() {
        let mut dice = Dice::new(3);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[dice.below(6) as usize] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }
}
