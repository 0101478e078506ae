use chess_movegen::machine::Backend;
use chess_movegen_perft::PerftMode;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::error::CliError;

/// The name that stands for the fastest backend there is.
const AUTO: &str = "auto";

#[derive(Args)]
pub(crate) struct BackendArgs {
    /// What to run on: the fastest the processor has, or this one
    #[arg(long, default_value = AUTO, value_parser = parser())]
    backend: Choice,
}

#[derive(Clone, Copy)]
enum Choice {
    Auto,
    Named(Backend),
}

impl BackendArgs {
    /// The backend that is to run in this mode, which this processor has.
    pub(crate) fn choose(&self, mode: PerftMode) -> Result<Backend, CliError> {
        self.choose_or(mode.best_backend())
    }

    /// The backend that is to run, which this processor has: `best` unless one is named.
    pub(crate) fn choose_or(&self, best: Backend) -> Result<Backend, CliError> {
        match self.backend {
            Choice::Auto => Ok(best),
            Choice::Named(backend) => require(backend, backend.is_available()),
        }
    }
}

fn require(backend: Backend, is_available: bool) -> Result<Backend, CliError> {
    if is_available { Ok(backend) } else { Err(CliError::Backend(backend)) }
}

/// The names are those of the library, so that a backend it gains is one here.
fn parser() -> impl TypedValueParser<Value = Choice> {
    let names = Backend::ALL.map(Backend::name);
    PossibleValuesParser::new([AUTO].into_iter().chain(names))
        .map(|name| name.parse().map_or(Choice::Auto, Choice::Named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_processor_lacks_is_refused_by_name() {
        for backend in Backend::ALL {
            assert!(matches!(require(backend, true), Ok(chosen) if chosen == backend));
            let error = require(backend, false).unwrap_err().to_string();
            assert!(error.contains(backend.name()) && error.contains("processor"), "{error}");
        }
    }
}
