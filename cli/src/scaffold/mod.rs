//! What `new` writes: files made from the templates in `cli/templates`, none of them over a file that is there.

mod card;
mod files;
mod packs;

pub use card::{Model, card};
pub use files::Scaffold;
pub use packs::{example, expansion, game};
