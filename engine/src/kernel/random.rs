//! Chance: one seeded generator whose numbers are the same on every machine and in every version.
//! Ranges and shuffles are worked out here, since the generator's crate may change how it does them.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

// The cipher gives this many words for the price of one.
const WORDS: usize = 64;

/// A seeded source of chance. Its state is part of the state of play.
///
/// The generator itself cannot be copied, so a copy keeps the words that were drawn ahead and where to go on.
#[derive(Clone)]
pub struct Random {
    seed: [u8; 32],
    drawn: u64,
    words: [u32; WORDS],
    // How often it was asked, so that "was chance used since" is a comparison.
    used: u64,
}

impl std::fmt::Debug for Random {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Random").field("seed", &self.seed).field("drawn", &self.drawn).finish_non_exhaustive()
    }
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Self { seed: bytes, drawn: 0, words: [0; WORDS], used: 0 }
    }

    fn word(&mut self) -> u32 {
        let ix = (self.drawn % WORDS as u64) as usize;
        if ix == 0 {
            let mut chacha = ChaCha8Rng::from_seed(self.seed);
            chacha.set_word_pos(self.drawn.into());
            self.words.fill_with(|| chacha.next_u32());
        }
        self.drawn += 1;
        self.words[ix]
    }

    /// The generator of one of many runs that share a seed: each has chance of its own, whichever thread runs it.
    pub fn of_run(seed: u64, run: u64) -> Self {
        Self::new(Self::seed_of_run(seed, run))
    }

    /// The seed of one of many runs that share a seed.
    pub fn seed_of_run(seed: u64, run: u64) -> u64 {
        // SplitMix64's finishing step: neighbouring runs get unrelated seeds.
        let mut x = seed ^ run.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// How often chance was used.
    pub const fn used(&self) -> u64 {
        self.used
    }

    /// A number from 0 to `bound - 1`, each as likely as any other. A bound of 0 gives 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound <= 1 {
            return 0;
        }
        self.used += 1;
        // The high half of a 32 by 32 bit product is even over the bound once the short first stretch is left out.
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.word()) * u64::from(bound);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Sixty-four bits of chance, to seed another generator.
    pub fn seed(&mut self) -> u64 {
        self.used += 1;
        u64::from(self.word()) << 32 | u64::from(self.word())
    }

    /// Mixes a list: every order is as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // These vectors freeze the generator: a change to them breaks every saved game. They were worked out with a second
    // implementation: ChaCha with 8 rounds, the seed in the first eight key bytes, everything else zero.
    #[test]
    fn dice_of_seed_one_are_frozen() {
        let mut random = Random::new(1);
        let rolls: Vec<u32> = (0..12).map(|_| random.below(6) + 1).collect();
        assert_eq!(rolls, GOLDEN_DICE);
    }

    #[test]
    fn the_shuffle_of_seed_one_is_frozen() {
        let mut items: Vec<u32> = (0..10).collect();
        Random::new(1).shuffle(&mut items);
        assert_eq!(items, GOLDEN_SHUFFLE);
    }

    const GOLDEN_DICE: [u32; 12] = [4, 3, 6, 2, 3, 5, 6, 6, 6, 6, 2, 1];
    const GOLDEN_SHUFFLE: [u32; 10] = [0, 1, 5, 4, 8, 9, 2, 7, 3, 6];

    #[test]
    fn every_face_comes_up_about_as_often() {
        let mut random = Random::new(7);
        let mut faces = [0u32; 6];
        for _ in 0..60_000 {
            faces[random.below(6) as usize] += 1;
        }
        // The standard deviation is 91; five of them either way.
        assert!(faces.iter().all(|n| (9_545..=10_455).contains(n)), "{faces:?}");
    }

    #[test]
    fn a_choice_of_one_uses_no_chance() {
        let mut random = Random::new(7);
        assert_eq!((random.below(1), random.below(0), random.used()), (0, 0, 0));
    }
}
