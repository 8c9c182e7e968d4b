//! `definitions`: what scripts can call and read, as files that the Rhai language server reads.

use std::io::Write as _;

use anyhow::{Result, bail};
use cardwright::script::reference;

use crate::args::With;
use crate::exit::Exit;
use crate::library::Library;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright definitions > verbs.d.rhai              the verbs
  cardwright definitions missions > missions.d.rhai  the verbs and the game's rule functions")]
pub struct Args {
    /// The game; the verbs alone if none is named.
    game: Option<String>,
    #[command(flatten)]
    with: With,
}

/// Writes them.
pub fn run(library: &Library, args: &Args) -> Result<Exit> {
    let Some(game) = &args.game else {
        if !args.with.folders.is_empty() {
            bail!("say which game the expansion is for");
        }
        write!(anstream::stdout(), "{}", reference::definitions())?;
        return Ok(Exit::Good);
    };
    let game = library.find(game)?;
    let (content, faults) = library.read(&game, &args.with.folders)?;
    let Some(content) = content else { return Err(crate::faults::Broken(faults).into()) };
    write!(anstream::stdout(), "{}", reference::definitions_of(&content))?;
    Ok(Exit::Good)
}
