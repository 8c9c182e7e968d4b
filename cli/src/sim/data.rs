//! What came of many games, as JSON. Rates are in percent; figures have three places.

use std::time::Duration;

use serde_json::{Value, json};

use super::stats::{MOST_GAMES, Span};
use super::tally::Ranked;
use super::{CardTally, Comparison, Failure, Measure, Plan, Tally};

fn round(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

fn span(span: Span) -> Value {
    json!({ "value": round(span.value), "low": round(span.low), "high": round(span.high) })
}

/// One run.
pub fn run(plan: &Plan, tally: &Tally, took: Duration) -> Value {
    let rules = &plan.content.rules;
    let games = tally.games.max(1) as f64;
    let length = tally.length().map(|length| {
        json!({
            "decisions": round(length.average),
            "least": length.least,
            "median": length.middle,
            "most": length.most,
            "steps": round(length.steps),
        })
    });
    let card = |Ranked { ix, with, without }: Ranked| {
        let side = |side: CardTally| {
            json!({
                "players": side.players,
                "score": tally.extremes.and(side.average()).map(round),
                "win_rate": side.win_rate().map(round),
                "win_interval": side.win_span().map(|span| [round(span.low), round(span.high)]),
            })
        };
        let def = &rules.cards[ix];
        json!({ "id": def.id, "card": def.name, "with": side(with), "without": side(without) })
    };
    let failure = |failure: &Failure| json!({ "game": failure.game + 1, "seed": failure.seed, "message": failure.message });
    let choices = tally.choices.0.iter().map(|(choice, offer)| {
        json!({
            "prompt": &*choice.prompt,
            "option": &*choice.option,
            "offered": offer.offered,
            "chosen": offer.chosen,
            "by_chance": round(offer.due()),
            "verdict": offer.verdict(),
        })
    });
    json!({
        "game": rules.id,
        "scenario": plan.scenario,
        "seats": plan.seats.0,
        "seed": plan.seed,
        "games": tally.games,
        "errors": tally.failures.len(),
        "games_per_second": super::per_second(tally, took),
        "wins": tally.wins,
        "win_rates": (0..plan.names.len()).map(|seat| tally.win_rate(seat).map(span)).collect::<Vec<_>>(),
        "shared": tally.shared,
        "scores": tally.extremes.map(|(least, most)| {
            let averages: Vec<f64> = tally.scores.iter().map(|score| round(*score as f64 / games)).collect();
            json!({ "average": averages, "least": least, "most": most })
        }),
        "length": length,
        "cards": tally.ranked(rules).into_iter().map(card).collect::<Vec<_>>(),
        "choices": choices.collect::<Vec<_>>(),
        "failed_while_trying": tally.tried,
        "failures": tally.failures.iter().map(failure).collect::<Vec<_>>(),
    })
}

/// Two runs, and what moved between them.
pub fn compared(
    found: &Comparison,
    without: (&Plan, &Tally),
    with: (&Plan, &Tally),
    took: Duration,
) -> Value {
    let measure = |measure: &Measure| {
        json!({
            "id": measure.id,
            "name": measure.name,
            "unit": measure.unit.name(),
            "without": span(measure.without),
            "with": span(measure.with),
            "of": { "without": measure.of.0, "with": measure.of.1 },
            "difference": span(measure.difference),
            "seen": measure.is_seen(),
            "sure": measure.is_sure,
            // More than the table tells are told as that many.
            "games_needed": measure.needed.map(|games| games.min(MOST_GAMES)),
        })
    };
    let new = found.new.iter().map(|ix| {
        let (def, card) = (&with.0.content.rules.cards[*ix], with.1.cards[*ix]);
        json!({ "id": def.id, "card": def.name, "players": card.players, "win_rate": card.win_span().map(span) })
    });
    json!({
        "game": with.0.content.rules.id,
        "expansions": with.0.content.expansions.iter().map(|expansion| &expansion.name).collect::<Vec<_>>(),
        "seed": with.0.seed,
        "games": with.0.games,
        "pairs": found.pairs,
        "confidence": 95,
        "measures": found.measures.iter().map(measure).collect::<Vec<_>>(),
        "cards": found.cards.iter().map(measure).collect::<Vec<_>>(),
        "new_cards": new.collect::<Vec<_>>(),
        "without": run(without.0, without.1, took),
        "with": run(with.0, with.1, took),
    })
}
