use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use chess_board::Position;
use chess_distinct::{DistinctError, DistinctLimits, distinct_plies};
use chess_movegen::machine::Backend;
use clap::Args;
use serde::Serialize;

use crate::args::{MAX_MIB, bytes_of_mib, number};
use crate::error::{CliError, Verdict};
use crate::io::interrupts::stop_on_interrupt;
use crate::io::output::Output;
use crate::io::progress::piece_bar;

#[derive(Args)]
pub(super) struct DistinctArgs {
    /// Count distinct positions after DEPTH plies instead of leaf nodes
    #[arg(long, conflicts_with_all = ["divide", "hash", "mode"])]
    distinct: bool,

    /// With --distinct: memory for positions in MiB
    #[arg(
        long,
        value_name = "MIB",
        hide_short_help = true,
        default_value_t = 1024,
        requires = "distinct",
        value_parser = number(1, MAX_MIB)
    )]
    memory: u32,

    /// With --distinct: folder for temporary files once memory is full
    #[arg(long, value_name = "DIR", hide_short_help = true, requires = "distinct")]
    spill: Option<PathBuf>,
}

impl DistinctArgs {
    pub(super) fn is_wanted(&self) -> bool {
        self.distinct
    }
}

/// The JSON object of distinct positions, its keys in this order.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    fen: String,
    depth: u32,
    backend: &'static str,
    threads: usize,
    memory: u32,
    seconds: f64,
    /// `None` if the count is incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    distinct: Option<u64>,
    /// The numbers of positions after 0, 1, 2 ... plies, for the plies that are finished.
    plies: Vec<u64>,
}

/// A count to be made, and the means to make it.
pub(super) struct Question<'a> {
    pub(super) position: &'a Position,
    pub(super) depth: u32,
    pub(super) backend: Backend,
    pub(super) threads: NonZeroUsize,
}

pub(super) fn run(
    args: &DistinctArgs,
    question: &Question<'_>,
    json: bool,
    output: &mut Output,
) -> Result<Verdict, CliError> {
    let report = measure(args, question)?;
    if json {
        output.json(&report)?;
    } else {
        print(&report, output)?;
    }
    Ok(if report.incomplete { Verdict::Interrupted } else { Verdict::Passed })
}

fn measure(args: &DistinctArgs, question: &Question<'_>) -> Result<Report, CliError> {
    let &Question { position, depth, backend, threads } = question;
    let limits = DistinctLimits {
        memory: bytes_of_mib(args.memory.into()),
        spill: args.spill.clone(),
        threads,
        backend,
    };
    let is_interrupted = stop_on_interrupt(&Arc::default());
    let start = Instant::now();
    let bar = piece_bar();
    let counted = distinct_plies(position, depth, &limits, &|progress| {
        bar.set_length(progress.total);
        bar.set_position(progress.done);
        bar.set_message(format!("ply {} of {}", progress.ply.min(depth), depth));
        if is_interrupted.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    bar.finish_and_clear();
    let (plies, incomplete) = match counted {
        Ok(plies) => (plies, false),
        Err(DistinctError::Interrupted { plies }) => (plies, true),
        Err(error @ DistinctError::MemoryFull { .. }) => return Err(CliError::option("--memory", error)),
        Err(error @ DistinctError::Spill { .. }) => return Err(CliError::option("--spill", error)),
        Err(error) => return Err(CliError::command(error)),
    };
    Ok(Report {
        incomplete,
        fen: position.to_string(),
        depth,
        backend: backend.name(),
        threads: threads.get(),
        memory: args.memory,
        seconds: start.elapsed().as_secs_f64(),
        distinct: plies.last().copied().filter(|_| !incomplete),
        plies,
    })
}

fn print(report: &Report, output: &mut Output) -> Result<(), CliError> {
    let counts = output.grouping();
    if let Some(distinct) = report.distinct {
        output.line(format_args!("distinct {}", counts.of(distinct)))?;
    } else {
        output.line(format_args!(
            "incomplete {} of {} plies",
            report.plies.len().saturating_sub(1),
            report.depth
        ))?;
        // The word differs from "distinct", so that no script takes this for the answer.
        output.line(format_args!("counted {}", counts.of(report.plies.last().copied().unwrap_or(0))))?;
    }
    output.line(format_args!("seconds {:.3}", report.seconds))?;
    output.line(format_args!("threads {}", report.threads))?;
    output.line(format_args!("memory {}", report.memory))?;
    output.line(format_args!("backend {}", report.backend))?;
    Ok(())
}
