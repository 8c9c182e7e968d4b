//! What is not wrong but missing: rules that no test cites, cards that no test shows.

use rustc_hash::FxHashSet;

use super::{Code, Content, Diagnostic};

impl Content {
    /// A warning for each rule that no test cites and each card with operations that has no test.
    pub fn gaps(&self) -> Vec<Diagnostic> {
        let cited: FxHashSet<&str> = self.tests.iter().filter_map(|test| test.rule.as_deref()).collect();
        let uncited =
            self.rules.numbered.names().zip(&self.rule_places).filter(|(name, _)| !cited.contains(name));
        let rules = uncited.map(|(name, place)| {
            let warning = Diagnostic::warning(Code::UncitedRule, format!("no test cites the rule `{name}`"));
            match place {
                Some((file, span)) => warning.at(*file, span.clone()),
                None => warning,
            }
        });
        let tested: FxHashSet<_> = self.tests.iter().filter_map(|test| test.card).collect();
        let cards =
            self.rules.cards.iter().zip(&self.card_places).enumerate().filter_map(|(ix, (card, place))| {
                let untested = card.implemented && !card.ops.is_empty() && !tested.contains(&ix.into());
                untested.then(|| {
                    let message = format!("the card `{}` has no test", card.name);
                    Diagnostic::warning(Code::UntestedCard, message).at(place.0, place.1.clone())
                })
            });
        rules.chain(cards).collect()
    }
}
