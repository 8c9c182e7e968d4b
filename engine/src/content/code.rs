//! The codes of faults: short, stable, each with one sentence. A code that was published never changes its meaning.

macro_rules! codes {
    ($($code:ident = $text:literal: $about:literal,)*) => {
        /// What kind of fault it is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $about] $code,)*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &'static [Self] = &[$(Self::$code,)*];

            /// The code as it is shown.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => $text,)* }
            }

            /// The page that explains it: the cause, a wrong file, two ways to mend it.
            pub const fn page(self) -> &'static str {
                match self { $(Self::$code => include_str!(concat!("codes/", $text, ".md")),)* }
            }

            /// What it stands for, in one sentence.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$code => $about,)* }
            }
        }
    };
}

codes! {
    Unreadable = "C0101": "A file cannot be read.",
    NotUtf8 = "C0102": "A file is not UTF-8 text.",
    TooLarge = "C0103": "A file is too large.",
    BadToml = "C0104": "A file is not well-formed TOML.",
    TooDeep = "C0105": "A file nests its tables too deeply.",
    UnknownKey = "C0201": "A table has a key that nothing reads.",
    WrongType = "C0202": "A value is of the wrong type.",
    MissingKey = "C0203": "A key that must be there is not.",
    WrongNumber = "C0204": "A number is out of its bounds.",
    WrongChoice = "C0205": "A word is none of those that can stand here.",
    DuplicateId = "C0301": "Two cards have one id.",
    WrongId = "C0302": "A card's id, name and file do not agree.",
    DeclaredTwice = "C0303": "A name is declared twice.",
    UnknownField = "C0311": "No field has this name.",
    UnknownFieldValue = "C0312": "The field has no such value.",
    UnknownZone = "C0313": "No zone has this name.",
    UnknownToken = "C0314": "No token has this name.",
    UnknownValue = "C0315": "No rule value has this name.",
    UnknownTrigger = "C0316": "No trigger has this name.",
    UnknownEvent = "C0317": "No event has this name.",
    UnknownRule = "C0318": "No numbered rule has this name.",
    UnknownCard = "C0319": "No card has this name or id.",
    UnknownScenario = "C0320": "No scenario has this name.",
    BadQuery = "C0401": "A selector, goal or cost cannot be read.",
    Unpayable = "C0402": "A cost is more than anyone can ever have.",
    NeverFires = "C0403": "An operation stands under a trigger that is live nowhere.",
    NeedsEvent = "C0404": "An operation does not name the event that it answers.",
    NoEventHere = "C0405": "An operation names an event under a trigger that answers none.",
    BadChange = "C0406": "A lasting change does not fit what it changes.",
    BadOperation = "C0407": "An operation's keys do not fit together.",
    Unreached = "C0501": "A card of a graph can be reached from none of its entries.",
    Endless = "C0502": "A chain of a graph never comes to an end.",
    DeadStep = "C0503": "An operation of a graph leads nowhere.",
    OffMap = "C0504": "A place is not on the map.",
    BadDeck = "C0601": "A deck is not one that the game's rules allow.",
    InexactScript = "S0101": "A script stands in a string with escapes, so its faults cannot be placed.",
    MissingScript = "S0102": "A rule file that the manifest names is not there.",
    ScriptSyntax = "S0201": "A script cannot be parsed.",
    UnknownFunction = "S0202": "A script calls a function that does not exist, or with the wrong number of arguments.",
    UnknownVariable = "S0203": "A script reads a variable that does not exist.",
    ScriptFault = "S0301": "A script failed while it ran.",
    UncitedRule = "R0101": "No test cites a numbered rule.",
    UntestedCard = "R0102": "A card that does something has no test.",
    BadTest = "R0201": "A test's keys do not fit together.",
    BadPlace = "R0202": "A place that a test names does not exist.",
    TestFailed = "R0301": "A test did not come out as it says.",
    UnknownGame = "P0101": "No game has this name.",
    UnreadablePack = "P0102": "The files of a game or an expansion cannot be listed.",
    WrongGame = "P0103": "An expansion is for another game.",
    Clash = "P0201": "An expansion declares a name that is taken.",
    Replaces = "P0202": "An expansion replaces something of the game.",
    ReplacedTwice = "P0203": "Two expansions replace or add the same thing; of two that differ, the later counts.",
}

impl Code {
    /// The code that is shown so, whatever its case.
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|code| code.as_str().eq_ignore_ascii_case(text)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        let texts: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
        for family in ["C", "S", "R", "P"] {
            let of: Vec<&&str> = texts.iter().filter(|text| text.starts_with(family)).collect();
            assert!(of.is_sorted() && of.windows(2).all(|two| two[0] != two[1]));
        }
    }
}
