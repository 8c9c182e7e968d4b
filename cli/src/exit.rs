//! How the program ends, as a number for whoever started it.

use std::io;

use crate::faults::{Broken, Misfit};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Good,
    /// It did what it was asked, and found faults.
    Faults,
    /// It was used wrongly, or something could not be read or written.
    Misuse,
    /// It was stopped with Ctrl-C.
    Interrupted,
}

impl Exit {
    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Self::Good => 0,
            Self::Faults => 1,
            Self::Misuse => 2,
            Self::Interrupted => 130,
        }
    }

    /// [`Exit::Faults`] if there are any.
    pub const fn faults_if(any: bool) -> Self {
        if any { Self::Faults } else { Self::Good }
    }
}

/// How an error ends the program.
pub fn of_error(error: &anyhow::Error) -> Exit {
    let found = error.is::<Broken>() || error.is::<Misfit>();
    if found { Exit::Faults } else { Exit::Misuse }
}

/// Whether nobody reads the output any more: no fault of anyone's.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn each_end_has_its_number() {
        let codes = [Exit::Good, Exit::Faults, Exit::Misuse, Exit::Interrupted].map(Exit::code);
        assert_eq!(codes, [0, 1, 2, 130]);
        assert_eq!(Exit::faults_if(true), Exit::Faults);
        assert_eq!(Exit::faults_if(false), Exit::Good);
    }

    #[test]
    fn an_error_is_misuse_and_broken_content_is_a_fault() {
        assert_eq!(of_error(&anyhow::anyhow!("unknown game `x`")), Exit::Misuse);
        assert_eq!(of_error(&Broken::default().into()), Exit::Faults);
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&Err::<(), _>(pipe).context("while printing").expect_err("made above")));
        assert!(!is_broken_pipe(&anyhow::anyhow!("no")));
    }
}
