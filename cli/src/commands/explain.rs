//! `explain`: the page of a fault's code.

use std::io::Write as _;

use anyhow::{Result, bail};
use cardwright::content::{Code, nearest};

use crate::exit::Exit;
use crate::page::styled;
use crate::terminal::STRONG;

/// The arguments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  cardwright explain C0312   why a value is unknown, and two ways to mend it
  cardwright explain         all codes")]
pub struct Args {
    /// The code, as it stands in brackets after `error`; all are listed if none is named.
    code: Option<String>,
}

/// Explains it.
pub fn run(args: &Args) -> Result<Exit> {
    let mut out = anstream::stdout();
    let Some(wanted) = &args.code else {
        for code in Code::ALL {
            writeln!(out, "{STRONG}{}{STRONG:#}  {}", code.as_str(), code.about())?;
        }
        return Ok(Exit::Good);
    };
    let Some(code) = Code::named(wanted.trim()) else {
        let known = Code::ALL.iter().map(|code| code.as_str());
        match nearest(wanted, known) {
            Some(near) => bail!("unknown code `{wanted}`; did you mean `{near}`?"),
            None => bail!("unknown code `{wanted}`; `cardwright explain` lists all"),
        }
    };
    write!(out, "{}", styled(code.page()))?;
    writeln!(
        out,
        "\nThe files stand beside those of a small game, the harbour: boats, sailors and fish at a quay."
    )?;
    Ok(Exit::Good)
}
