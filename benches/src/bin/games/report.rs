use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use cpu_time::ProcessTime;
use serde_json::json;

use crate::input::{From, Source};
use crate::libraries::Program;

/// Prints the programs: name, and what it reads from.
pub(crate) fn list() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for program in Program::ALL {
        let (from, threads) = match program.from {
            From::Slice => ("memory", 1),
            From::Stream => ("stream", 1),
            From::Chunks(threads) => ("chunks", threads),
        };
        let Program { name, library, work, .. } = program;
        let line =
            json!({"program": name, "library": library, "work": work, "from": from, "threads": threads});
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Runs a program on a file, and prints its counts, its times and the memory of the process. Bytes in memory are read before
/// the clock starts.
pub(crate) fn run(program: &Program, path: &Path) -> io::Result<()> {
    let source = Source::new(path, program.from)?;
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let count = (program.read)(source)?;
    let (wall, cpu) = (wall.elapsed(), cpu.elapsed());
    let line = json!({
        "games": count.games,
        "moves": count.moves,
        "broken": count.broken,
        "bytes": fs::metadata(path)?.len(),
        "seconds": wall.as_secs_f64(),
        "cpu": cpu.as_secs_f64(),
        "memory": most_memory(),
    });
    writeln!(io::stdout(), "{line}")
}

/// The most memory that the process has had, in bytes; 0 where the system does not tell it.
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix(" kB")).and_then(|number| number.trim().parse().ok());
    kilobytes.unwrap_or(0u64) * 1024
}
