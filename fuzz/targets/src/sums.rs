use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::TARGETS;

/// The sums of fuzzing by target, and the time until which slices are in them.
///
/// A slice is a line of `ci/long/fuzz.sh`: its end (as `2026-11-23T08:33:56.789Z`), the target, executions, seconds of wall time
/// and of CPU time, new inputs, findings, the sanitizer and the exit code, separated by tabs. `Display` writes the part of
/// docs/fuzzing.md between the marks, which `FromStr` reads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    until: String,
    by_target: BTreeMap<String, Sum>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    executions: u64,
    /// Tenths of seconds.
    wall: u64,
    cpu: u64,
    new: u64,
    findings: u64,
}

/// A line of slices or of a table is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumsError {
    /// Counted from 1.
    pub line: usize,
    /// The reason.
    pub reason: &'static str,
}

impl fmt::Display for SumsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for SumsError {}

const HEAD: &str = "| target | executions | wall seconds | CPU seconds | new inputs | findings |\n|---|--:|--:|--:|--:|--:|\n";
const UNTIL: &str = "Slices that ended until ";

impl Sums {
    /// The page that has the table.
    pub fn page() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fuzzing.md")
    }

    /// The line before the table, and the line after it.
    pub const MARKS: [&str; 2] =
        ["<!-- sums: written by `corpus sums FILE --add` -->\n", "<!-- end of sums -->\n"];

    /// Adds the slices that ended after those that are counted, and returns their number. Adding the same file again adds
    /// nothing. A last line without its end was cut off and is left out.
    ///
    /// # Errors
    /// The first line that is no slice. The sums are then unchanged.
    pub fn add(&mut self, slices: &str) -> Result<usize, SumsError> {
        let mut sums = self.clone();
        let mut count = 0;
        for (line, number) in slices.split_inclusive('\n').zip(1..) {
            let Some(line) = line.strip_suffix('\n') else { break };
            let error = |reason| SumsError { line: number, reason };
            let fields: Vec<&str> = line.split('\t').collect();
            let [end, target, executions, wall, cpu, new, findings, ..] = fields[..] else {
                return Err(error("a slice has at least seven fields"));
            };
            if !TARGETS.iter().any(|(name, _)| *name == target) {
                return Err(error("there is no such target"));
            }
            if end.len() < 20 || !end.ends_with('Z') {
                return Err(error("a slice begins with its end in UTC"));
            }
            let slice = Sum::from_texts([executions, wall, cpu, new, findings]).map_err(error)?;
            if *end > *self.until {
                sums.by_target.entry(target.to_owned()).or_default().add(slice);
                sums.until = sums.until.max(end.to_owned());
                count += 1;
            }
        }
        *self = sums;
        Ok(count)
    }

    /// The page with this table in the place of its own.
    ///
    /// # Errors
    /// The page lacks a mark.
    pub fn placed_in(&self, page: &str) -> Result<String, &'static str> {
        let [before, _, after] = parts(page).ok_or("the page has no marks of the table")?;
        Ok(format!("{before}{self}{after}"))
    }

    /// The table of a page.
    ///
    /// # Errors
    /// The page lacks a mark, or a line between them is wrong.
    pub fn of_page(page: &str) -> Result<Self, SumsError> {
        let [before, table, _] = parts(page).ok_or(SumsError { line: 1, reason: "there are no marks" })?;
        let first = before.lines().count();
        table.parse().map_err(|SumsError { line, reason }| SumsError { line: first + line, reason })
    }

    fn total(&self) -> Sum {
        let mut total = Sum::default();
        self.by_target.values().for_each(|&sum| total.add(sum));
        total
    }
}

impl Sum {
    /// Reads executions, seconds of wall time and of CPU time, new inputs and findings; or says why they are wrong.
    fn from_texts([executions, wall, cpu, new, findings]: [&str; 5]) -> Result<Self, &'static str> {
        let whole = |text: &str| text.parse::<u64>().map_err(|_| "a number is wrong");
        let tenths = |text| tenths(text).ok_or("a number of seconds is wrong");
        Ok(Self {
            executions: whole(executions)?,
            wall: tenths(wall)?,
            cpu: tenths(cpu)?,
            new: whole(new)?,
            findings: whole(findings)?,
        })
    }

    fn add(&mut self, other: Self) {
        self.executions += other.executions;
        self.wall += other.wall;
        self.cpu += other.cpu;
        self.new += other.new;
        self.findings += other.findings;
    }
}

impl fmt::Display for Sums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        let mut row = |name: &str, sum: &Sum| {
            let Sum { executions, wall, cpu, new, findings } = sum;
            let seconds = |tenths: &u64| format!("{}.{}", tenths / 10, tenths % 10);
            writeln!(
                f,
                "| {name} | {executions} | {} | {} | {new} | {findings} |",
                seconds(wall),
                seconds(cpu)
            )
        };
        for (target, sum) in &self.by_target {
            row(&format!("`{target}`"), sum)?;
        }
        row("sum", &self.total())?;
        write!(f, "\n{UNTIL}{} are counted.\n", self.until)
    }
}

impl std::str::FromStr for Sums {
    type Err = SumsError;

    fn from_str(text: &str) -> Result<Self, SumsError> {
        let mut sums = Self::default();
        let mut total = None;
        let rows =
            text.strip_prefix(HEAD).ok_or(SumsError { line: 1, reason: "the head of the table is wrong" })?;
        for (line, number) in rows.lines().zip(3..) {
            let error = |reason| SumsError { line: number, reason };
            if let Some(until) = line.strip_prefix(UNTIL) {
                until.strip_suffix(" are counted.").unwrap_or(until).clone_into(&mut sums.until);
            } else if !line.is_empty() {
                let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
                let [name, executions, wall, cpu, new, findings] = cells[..] else {
                    return Err(error("a row has six cells"));
                };
                let sum = Sum::from_texts([executions, wall, cpu, new, findings]).map_err(error)?;
                if name == "sum" {
                    total = Some(sum);
                } else {
                    sums.by_target.insert(name.trim_matches('`').to_owned(), sum);
                }
            }
        }
        if total != Some(sums.total()) {
            return Err(SumsError { line: 1, reason: "the last row is not the sum of the others" });
        }
        Ok(sums)
    }
}

/// The page up to the table, the table, and the page behind it.
fn parts(page: &str) -> Option<[&str; 3]> {
    let [begin, end] = Sums::MARKS.map(|mark| page.find(mark));
    let (begin, end) = (begin? + Sums::MARKS[0].len(), end?);
    Some([page.get(..begin)?, page.get(begin..end)?, &page[end..]])
}

/// Seconds such as `12`, `12.345` or `.5` in tenths, rounded.
fn tenths(text: &str) -> Option<u64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let digits = part.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{part:0<2}"))?;
    let hundredths: u64 = digits[..2].parse().ok()?;
    Some(whole * 10 + (hundredths + 5) / 10)
}
