//! Many games of bots, and what came of them: counted, compared, and told as text, tables, data and pictures.

mod chart;
mod choices;
mod compare;
mod data;
mod picture;
mod run;
mod stats;
mod svg;
mod tables;
mod tally;
mod text;

pub use chart::draw as chart;
pub use choices::Choices;
pub use compare::{Comparison, Measure, Unit};
pub use data::{compared as compared_data, run as run_data};
pub use picture::Picture;
pub use run::{Plan, run};
pub use svg::draw as svg;
pub use tables::{Table, make_folder, write as write_table, write_all as write_tables};
pub use tally::{CardTally, Failure, Tally};
pub use text::{compared as compared_text, run as run_text};

/// Games a second.
fn per_second(tally: &Tally, took: std::time::Duration) -> f64 {
    (tally.games as f64 / took.as_secs_f64().max(1e-9)).round()
}
