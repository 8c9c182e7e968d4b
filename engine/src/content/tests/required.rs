//! Fields that only some cards must have: `required` as a query.

use pretty_assertions::assert_eq;

use super::super::{Memory, load, schema};
use super::{GAME, fixture, told, with};
use crate::kernel::Required;

/// The game, of whose cards those that the query picks must have the number `glow`. The Lamp has it; the Baker (a
/// Vendor, in the second line of `crowd.toml`) and the Big Tent (a Tent, in its eighth) do not.
fn glowing(query: &str) -> Memory {
    let glow = "[fields.glow]\nkind = \"number\"\n";
    assert!(GAME.contains(glow));
    with("cards/fair/game.toml", GAME.replace(glow, &format!("{glow}required = {query}\n")))
}

#[test]
fn only_cards_that_the_query_picks_must_have_the_field() {
    let baker = "crowd.toml:2:8: C0203 the card `Baker` needs `glow`: it is required of";
    let tent = "crowd.toml:8:8: C0203 the card `Big Tent` needs `glow`: it is required of";
    for (query, said) in [
        ("Lamp", vec![]),
        ("Vendor", vec![baker]),
        ("Lamp | Tent", vec![tent]),
        ("!Lamp", vec![baker, tent]),
        ("any kind & !Old", vec![baker, tent]),
        ("any wares", vec![]),
    ] {
        let said: Vec<String> = said.iter().map(|line| format!("{line} `{query}`")).collect();
        assert_eq!(told(&glowing(&format!("\"{query}\"")), &[]), said, "{query}");
    }
    // The fields of an older form: every card, and none.
    let every = [
        "crowd.toml:2:8: C0203 the card `Baker` needs `glow`",
        "crowd.toml:8:8: C0203 the card `Big Tent` needs `glow`",
    ];
    assert_eq!(told(&glowing("true"), &[]), every);
    assert_eq!(told(&glowing("false"), &[]), [""; 0]);
}

#[test]
fn the_query_may_use_what_is_declared_after_it() {
    // The word is the game's last section, and `pile` the field after `glow`.
    let files = |lamp: &str| {
        let game = GAME
            .replace("kind = \"number\"\n", "kind = \"number\"\nrequired = \"sold & !any pile\"\n")
            .replace("[words]\n", "[words]\nsold = \"Vendor\"\n");
        let Memory(mut files) = with("cards/fair/game.toml", game);
        let crowd = format!("name = \"Baker\"\nkind = \"Vendor\"\n{lamp}");
        files.insert(
            "cards/fair/crowd.toml".to_owned(),
            crowd.replace("name", "[[card]]\nname").into_bytes().into(),
        );
        Memory(files)
    };
    let baker = "crowd.toml:2:8: C0203 the card `Baker` needs `glow`: it is required of `sold & !any pile`";
    assert_eq!(told(&files(""), &[]), [baker]);
    assert_eq!(told(&files("pile = \"left\"\n"), &[]), [""; 0]);
    assert_eq!(told(&files("glow = 0\n"), &[]), [""; 0]);
}

#[test]
fn a_faulty_query_is_told_within_its_text() {
    // `required` is the 46th line of the manifest; its text begins in column 13.
    for (query, said) in [
        ("\"Lamp | Tnet\"", "game.toml:46:20: C0401 unknown name `Tnet` (did you mean `Tent`?)"),
        ("1", "game.toml:46:12: C0202 `required` must be true, false or a query, not a number"),
        (
            "\"Lamp & mine\"",
            "game.toml:46:12: C0205 `required` must ask only for what is printed on cards, not for zones, players, tokens or values",
        ),
        (
            "\"!closed\"",
            "game.toml:46:12: C0205 `required` must ask only for what is printed on cards, not for zones, players, tokens or values",
        ),
    ] {
        assert_eq!(told(&glowing(query), &[]), [said], "{query}");
    }
}

#[test]
fn the_schema_requires_only_what_every_card_has() {
    let (content, _) = load(&glowing("\"Lamp\""), "fair", &[]);
    let rules = content.expect("loaded").rules;
    let glow = &rules.fields[rules.field("glow").expect("there").ix()];
    assert!(matches!(&glow.required, Required::Of { query, .. } if query == "Lamp"));
    assert_eq!(schema::card(&rules)["definitions"]["card"]["required"], serde_json::json!(["name", "kind"]));
    let about = &schema::game()["properties"]["fields"]["additionalProperties"]["properties"]["required"];
    assert_eq!(about["type"], serde_json::json!(["boolean", "string"]));
}

fn night(more: &str, card: &str) -> Memory {
    let manifest = format!("name = \"Night\"\ngame = \"fair\"\n{more}");
    [("expansion.toml", manifest.into_bytes()), ("cards/moth.toml", card.as_bytes().to_vec())]
        .into_iter()
        .collect()
}

#[test]
fn an_expansion_is_held_to_it_and_may_ask_it() {
    let lamp = "name = \"Moth\"\nkind = \"Lamp\"\n";
    let moth = "cards/moth.toml:1:8: C0203 the card `Moth` needs `glow`: it is required of `Lamp`";
    assert_eq!(told(&glowing("\"Lamp\""), &[&night("", lamp)]), [moth]);
    // Its own field, of its own value; the game's cards do not have that.
    let wings = "[fields.kind]\nvalues = [\"Bug\"]\n[fields.wings]\ntitle = \"Wings\"\nkind = \"number\"\nrequired = \"Bug\"\n";
    let bug = "name = \"Moth\"\nkind = \"Bug\"\n";
    let needs = "cards/moth.toml:1:8: C0203 the card `Moth` needs `wings` (Wings): it is required of `Bug`";
    assert_eq!(told(&Memory(fixture()), &[&night(wings, bug)]), [needs]);
    // The game's field is not its to require: only that is told, not the Baker who has no `glow`.
    let clash = "expansion.toml:4:1: P0201 the game already has the field `glow` (use the one that is there, or choose another name)";
    let takes = night("[fields.glow]\nrequired = \"Vendor\"\n", lamp);
    assert_eq!(told(&Memory(fixture()), &[&takes]), [clash]);
}
