//! A new expansion and a new game: several files that stand together.

use std::path::Path;

use cardwright::content::Content;
use cardwright::content::schema;
use include_dir::{Dir, include_dir};

use super::card::{Model, card};
use super::files::{Scaffold, fill, quoted};
use crate::args::quoted as in_shell;

/// The first card of an expansion.
const FIRST: &str = "First Card";
const FIRST_ID: &str = "first-card";

/// An expansion for a game, in a folder of its own.
pub fn expansion(content: &Content, folder: &Path, id: &str, name: &str) -> Scaffold {
    let rules = &content.rules;
    let field = rules.fields.entries().find(|(_, field)| field.is_tagged()).map_or("kind", |(name, _)| name);
    let typed = in_shell(folder);
    let values = [
        ("schema", "expansion.schema.json"),
        ("name", name),
        ("game", &rules.id),
        ("game_name", &rules.name),
        ("folder", &typed),
        ("field", field),
    ];
    let (check, test) = (
        format!("cardwright check {} --with {typed}", rules.id),
        format!("cardwright test {} --with {typed}", rules.id),
    );
    let model = Model { content, schema: "../card.schema.json", check: &check, test: &test };
    let mut new = Scaffold::default();
    new.add(folder.join("expansion.toml"), fill(include_str!("../../templates/expansion.toml"), &values));
    new.add(folder.join(format!("cards/{FIRST_ID}.toml")), card(&model, FIRST_ID, FIRST));
    new.add(
        folder.join(format!("scripts/{id}.rhai")),
        fill(include_str!("../../templates/expansion.rhai"), &values),
    );
    new.add(
        folder.join("tests/functions.toml"),
        fill(include_str!("../../templates/expansion-test.toml"), &values),
    );
    new.add(folder.join("README.md"), fill(include_str!("../../templates/expansion.md"), &values));
    new.add(folder.join("card.schema.json"), schema::text(&schema::card(rules)));
    new.add(folder.join("expansion.schema.json"), schema::text(&schema::expansion(rules)));
    new
}

static EXAMPLE_CARDS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../tests/games/cards/lantern-market");
static EXAMPLE_RULES: &str = include_str!("../../../tests/games/scripts/lantern-market/rules.rhai");

/// The game of the book's tutorial, under a name of the author's own.
pub fn example(top: &Path, id: &str, name: &str) -> Scaffold {
    let mut new = Scaffold::default();
    let cards = top.join("cards").join(id);
    for (path, text) in files_of(&EXAMPLE_CARDS) {
        let text = text.replacen("name = \"Lantern Market\"", &format!("name = {}", quoted(name)), 1);
        new.add(cards.join(path), text);
    }
    new.add(top.join(format!("scripts/{id}/rules.rhai")), EXAMPLE_RULES);
    new.add_if_missing(top.join("cards/manifest.schema.json"), schema::text(&schema::game()));
    new
}

/// The files of a folder that is built in, with their paths in it.
fn files_of(folder: &'static Dir<'static>) -> Vec<(&'static Path, &'static str)> {
    let mut files: Vec<_> =
        folder.files().filter_map(|file| Some((file.path(), file.contents_utf8()?))).collect();
    files.extend(folder.dirs().flat_map(files_of));
    files
}

/// A game of three cards. `top` is the folder that gets the folders `cards` and `scripts`.
pub fn game(top: &Path, id: &str, name: &str) -> Scaffold {
    let typed = in_shell(top);
    let values = [("id", id), ("name", name), ("folder", &*typed)];
    let cards = top.join("cards").join(id);
    let mut new = Scaffold::default();
    for (path, template) in [
        ("game.toml", include_str!("../../templates/game/game.toml")),
        ("kitchen.toml", include_str!("../../templates/game/cards/kitchen.toml")),
        ("baker.toml", include_str!("../../templates/game/cards/baker.toml")),
        ("thief.toml", include_str!("../../templates/game/cards/thief.toml")),
        ("tests/rules.toml", include_str!("../../templates/game/test.toml")),
        ("README.md", include_str!("../../templates/game/README.md")),
    ] {
        let template = template.replace("../card.schema.json", "card.schema.json");
        new.add(cards.join(path), fill(&template, &values));
    }
    new.add(
        top.join(format!("scripts/{id}/rules.rhai")),
        fill(include_str!("../../templates/game/rules.rhai"), &values),
    );
    new.add_if_missing(top.join("cards/manifest.schema.json"), schema::text(&schema::game()));
    new
}
