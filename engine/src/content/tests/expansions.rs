//! What expansions add, and what they may not.

use pretty_assertions::assert_eq;

use super::super::{Memory, load, render};
use super::{fixture, told};

fn expansion(manifest: &str) -> Memory {
    [
        ("expansion.toml", manifest.as_bytes().to_vec()),
        ("cards/night/firefly.toml", b"name = \"Firefly\"\nkind = \"Bug\"\nNIGHT = 'glow()'\n".to_vec()),
        ("scripts/night.rhai", b"fn setup() { }".to_vec()),
    ]
    .into_iter()
    .collect()
}

#[test]
fn an_expansion_adds_to_its_game() {
    let night = expansion(
        "name = \"Night\"\ngame = \"fair\"\nversion = \"1\"\n[fields.kind]\nvalues = [\"Bug\"]\n\
         [triggers.NIGHT]\nlive = [\"hand\"]\n[zones.sky]\n[triggers.PLAY]\nlive = [\"sky\"]\n[words]\nshining = \"glow >= 1\"\n",
    );
    let (content, diagnostics) = load(&Memory(fixture()), "fair", &[&night]);
    assert!(!diagnostics.has_errors(), "{}", render(&diagnostics, false));
    assert_eq!(diagnostics.findings()[0].message, "replaces the word `shining`");
    let content = content.expect("loaded");
    let rules = &content.rules;
    let firefly = rules.def(rules.card("firefly").expect("there"));
    assert_eq!(firefly.set, "night");
    assert_eq!(rules.triggers[0].live.len(), 2);
    assert_eq!((content.rule_files.len(), content.expansions[0].cards), (3, 1));
    let kind = &rules.fields[rules.field("kind").expect("there").ix()];
    assert!(firefly.has((kind.first_tag + 3).into()));
}

#[test]
fn what_an_expansion_declares_again_is_a_clash() {
    let night = expansion(
        "name = \"Night\"\ngame = \"fair\"\n[zones.hand]\n[triggers.PLAY]\nexhausts = \"tired\"\n\
         [fields.kind]\nvalues = [\"Lamp\", \"Bug\"]\n[triggers.NIGHT]\nlive = [\"hand\"]\n",
    );
    assert_eq!(
        told(&Memory(fixture()), &[&night]),
        [
            "expansion.toml:3:8: P0201 the game already has the zone `hand` (use the one that is there, or choose another name)",
            "expansion.toml:5:1: P0201 the game already has the trigger `PLAY` (use the one that is there, or choose another name)",
            "expansion.toml:7:11: C0303 `kind` already has the value `Lamp`",
        ]
    );
    // Of one for another game nothing else is told: all of it could only be wrong here.
    let other = expansion("name = \"Night\"\ngame = \"fete\"\n[zones.hand]\n");
    let wrong = "expansion.toml:2:8: P0103 this expansion is for the game `fete`, not for `fair`";
    assert_eq!(told(&Memory(fixture()), &[&other]), [wrong]);
    let nothing = Memory::default();
    assert_eq!(told(&Memory(fixture()), &[&nothing]), [": P0102 no `expansion.toml` in ``"]);
}
