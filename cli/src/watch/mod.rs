//! Files that are watched while they are written: what changed on the disk, what that changed in a game, what is said.

mod disk;
mod scan;
mod standing;
mod target;

pub use disk::Watch;
pub use scan::{Scan, settled};
pub use standing::Standing;
pub use target::{Source, Target, Watched, watched};
