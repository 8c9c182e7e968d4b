//! Whatever a file holds, loading it ends and never panics.

use super::super::{Memory, load, render};
use super::fixture;

/// A small generator of its own: the same mutations everywhere, always.
struct Mutations(u64);

impl Mutations {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        const BITS: [&str; 16] = [
            "'''",
            "\"",
            "[",
            "]",
            "[[",
            "{",
            "}",
            "=",
            "\n",
            ".",
            "-99999999999999999999",
            "\u{202E}",
            "\u{1b}[2J",
            "true",
            "é",
            "[[card]]\n",
        ];
        let at = self.below(bytes.len() + 1);
        match self.below(5) {
            0 => bytes.truncate(at),
            1 => {
                let end = (at + self.below(40)).min(bytes.len());
                bytes.drain(at..end);
            }
            2 => {
                let bit = BITS[self.below(BITS.len())];
                bytes.splice(at..at, bit.bytes());
            }
            3 => {
                let end = (at + self.below(80)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = self.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            _ => {
                let byte = self.below(256) as u8;
                if let Some(old) = bytes.get_mut(at) {
                    *old = byte;
                }
            }
        }
    }
}

#[test]
fn no_mutation_of_a_valid_game_panics() {
    let mut mutations = Mutations(1);
    let paths: Vec<String> = fixture().into_keys().filter(|path| path.ends_with(".toml")).collect();
    for _ in 0..600 {
        let mut files = fixture();
        for _ in 0..=mutations.below(3) {
            let path = &paths[mutations.below(paths.len())];
            if let Some(bytes) = files.get_mut(path) {
                mutations.mutate(bytes.to_mut());
            }
        }
        let (content, diagnostics) = load(&Memory(files), "fair", &[]);
        let shown = render(&diagnostics, false);
        assert!(!shown.contains(['\u{1b}', '\u{202E}']));
        let _ = (diagnostics.to_json(), content.map(|content| content.gaps()));
    }
}

#[test]
fn much_nonsense_ends_soon_and_is_told_in_part() {
    let unknown: String = (0..20_000).map(|n| format!("key{n} = 1\n")).collect();
    let tests = "[[test]]\nnaem = 1\n".repeat(10_000);
    let broken = "x = [1 2\n".repeat(10_000);
    for text in [unknown, tests, broken] {
        let mut files = fixture();
        files.insert("cards/fair/much.toml".to_owned(), text.into_bytes().into());
        let (_, diagnostics) = load(&Memory(files), "fair", &[]);
        assert!((1..=501).contains(&diagnostics.findings().len()));
        assert!(render(&diagnostics, false).lines().count() < 3_000);
    }
}
