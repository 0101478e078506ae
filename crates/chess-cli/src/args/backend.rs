use chess_movegen::machine::Backend;
use chess_movegen_perft::PerftMode;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::error::CliError;

/// The name that stands for the fastest backend of the processor.
const AUTO: &str = "auto";

#[derive(Args)]
pub(crate) struct BackendArgs {
    /// Processor instructions to use: auto for the fastest that the processor has
    #[arg(long, default_value = AUTO, value_parser = parser())]
    backend: Choice,
}

#[derive(Clone, Copy)]
enum Choice {
    Auto,
    Named(Backend),
}

impl BackendArgs {
    /// The backend for perft in this mode, which the processor has.
    pub(crate) fn choose(&self, mode: PerftMode) -> Result<Backend, CliError> {
        self.choose_or(mode.best_backend())
    }

    /// The backend that was named, or `best`. The processor has it.
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

/// Takes the names from the library, so that a new backend of the library is accepted here at once.
fn parser() -> impl TypedValueParser<Value = Choice> {
    let names = Backend::ALL.map(Backend::name);
    PossibleValuesParser::new([AUTO].into_iter().chain(names))
        .map(|name| name.parse().map_or(Choice::Auto, Choice::Named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backend_that_the_processor_lacks_is_refused_by_name() {
        for backend in Backend::ALL {
            assert!(matches!(require(backend, true), Ok(chosen) if chosen == backend));
            let error = require(backend, false).unwrap_err().to_string();
            assert!(error.contains(backend.name()) && error.contains("processor"), "{error}");
        }
    }
}
