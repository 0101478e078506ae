//! The one build of all mutants of a crate.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::condition::Configuration;
use crate::copy::Copy;
use crate::error::Error;
use crate::message::{Diagnostic, Message, Span};
use crate::render::{Rendered, render};
use crate::scan::Scan;
use crate::site::Shape;
use crate::workspace::{Package, cargo};

/// A test binary of libtest.
#[derive(Clone, Debug)]
pub struct Binary {
    pub path: PathBuf,
    /// The target's name and kind.
    pub name: String,
    /// The folder in which Cargo runs it.
    pub folder: PathBuf,
}

/// What a build gave.
#[derive(Debug)]
pub struct Build {
    pub binaries: Vec<Binary>,
    /// The `cfg` of the package's build script.
    cfgs: Vec<String>,
}

impl Build {
    /// What holds for the mutated crate.
    ///
    /// # Errors
    ///
    /// A compiler that does not run.
    pub fn configuration(&self, package: &Package) -> Result<Configuration, Error> {
        let output = Command::new("rustc")
            .args(["--print", "cfg"])
            .output()
            .map_err(|error| Error::Program(format!("rustc: {error}")))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let lines = text.lines().chain(self.cfgs.iter().map(String::as_str));
        Ok(Configuration::new(lines, package.features.keys().cloned()))
    }
}

/// The number of rounds after which the compiler should have refused all that it refuses.
const ROUNDS: usize = 40;

/// Writes the mutants into the copy and builds the crate's tests. Mutants that the compiler refuses become inactive.
///
/// # Errors
///
/// A crate that does not compile even without the mutants of the place where the compiler stops.
pub fn compile(
    copy: &Copy,
    scan: &Scan,
    active: &mut [bool],
    jobs: usize,
    mut told: impl FnMut(usize, usize),
) -> Result<Build, Error> {
    let mut dropped = 0;
    for round in 1..=ROUNDS {
        told(round, dropped);
        let rendered: Vec<Rendered> =
            (0..scan.sources.len()).map(|file| render(scan, file, active)).collect();
        for (source, rendered) in scan.sources.iter().zip(&rendered) {
            copy.write(&source.path, &rendered.text)?;
        }
        let (messages, success, errors) = build(copy, &copy.name, jobs)?;
        if success {
            return Ok(taken(copy, &copy.name, messages));
        }
        let refused = refused(copy, scan, &rendered, active, &messages);
        if refused.is_empty() {
            return Err(Error::Compile(texts(&messages) + &errors));
        }
        for mutant in refused {
            active[mutant] = false;
            dropped += 1;
        }
    }
    Err(Error::Compile(format!("after {ROUNDS} rounds the compiler still refuses mutants")))
}

/// Builds the tests of another package of the copy.
///
/// # Errors
///
/// A package that does not compile.
pub fn other(copy: &Copy, package: &str, jobs: usize) -> Result<Build, Error> {
    let (messages, success, errors) = build(copy, package, jobs)?;
    if success { Ok(taken(copy, package, messages)) } else { Err(Error::Compile(texts(&messages) + &errors)) }
}

fn build(copy: &Copy, package: &str, jobs: usize) -> Result<(Vec<Message>, bool, String), Error> {
    let output = Command::new(cargo())
        .args([
            "test",
            "--no-run",
            "--tests",
            "--all-features",
            "--message-format=json",
            "--package",
            package,
        ])
        .arg(format!("-j{jobs}"))
        .arg("--manifest-path")
        .arg(copy.root.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&copy.target)
        .env("RUSTC_WORKSPACE_WRAPPER", &copy.wrapper)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("MUTANT")
        .env_remove("MUTANTS_REACHED")
        .current_dir(&copy.root)
        .output()
        .map_err(|error| Error::Program(format!("cargo: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let messages = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok((messages, output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

fn taken(copy: &Copy, package: &str, messages: Vec<Message>) -> Build {
    let mut build = Build { binaries: Vec::new(), cfgs: Vec::new() };
    let folder = copy.package.display().to_string();
    for message in messages {
        match message {
            Message::CompilerArtifact { manifest_path, target, profile, executable: Some(path) }
                if profile.test =>
            {
                let folder = manifest_path.parent().unwrap_or(Path::new(".")).to_path_buf();
                let name = format!("{package} {} {}", target.kind.join("-"), target.name);
                build.binaries.push(Binary { path, name, folder });
            }
            Message::BuildScriptExecuted { package_id, cfgs }
                if package_id.contains(&format!("{folder}#")) =>
            {
                build.cfgs = cfgs;
            }
            _ => {}
        }
    }
    build
}

fn texts(messages: &[Message]) -> String {
    let mut text = String::new();
    for message in messages {
        if let Message::CompilerMessage { message } = message
            && message.level == "error"
        {
            text.push_str(message.rendered.as_deref().unwrap_or_default());
        }
    }
    text
}

/// The mutants at which the compiler's errors point.
fn refused(
    copy: &Copy,
    scan: &Scan,
    rendered: &[Rendered],
    active: &[bool],
    messages: &[Message],
) -> BTreeSet<usize> {
    let mut refused = BTreeSet::new();
    for message in messages {
        if let Message::CompilerMessage { message } = message
            && message.level.starts_with("error")
        {
            let spans = places(copy, scan, message);
            refused.extend(blamed(scan, rendered, active, &spans));
        }
    }
    refused
}

/// A file, and a place in its rewritten text.
type Place = (usize, usize, usize);

/// The places of an error, the most telling ones first.
fn places(copy: &Copy, scan: &Scan, diagnostic: &Diagnostic) -> Vec<Place> {
    let mut primary = Vec::new();
    let mut others = Vec::new();
    let mut waiting: Vec<(&Span, bool)> =
        diagnostic.spans.iter().map(|span| (span, span.is_primary)).collect();
    waiting.extend(diagnostic.children.iter().flat_map(|child| &child.spans).map(|span| (span, false)));
    while let Some((span, is_primary)) = waiting.pop() {
        let path = copy.root.join(&span.file_name);
        let file = scan.sources.iter().position(|source| copy.package.join(&source.path) == path);
        if let Some(file) = file {
            let list = if is_primary { &mut primary } else { &mut others };
            list.push((file, span.byte_start, span.byte_end));
        }
        if let Some(expansion) = &span.expansion {
            waiting.push((&expansion.span, is_primary));
        }
    }
    primary.extend(others);
    primary
}

/// The mutant in whose text an error lies, or else all of the smallest site around it, or of the function.
fn blamed(scan: &Scan, rendered: &[Rendered], active: &[bool], places: &[Place]) -> Vec<usize> {
    let holds =
        |range: &std::ops::Range<usize>, start: usize, end: usize| range.start <= start && end <= range.end;
    for &(file, start, end) in places {
        let within = rendered[file].mutants.iter().filter(|(range, _)| holds(range, start, end));
        if let Some(&(_, mutant)) = within.min_by_key(|(range, _)| range.len()) {
            return vec![mutant];
        }
    }
    for &(file, start, end) in places {
        let within = rendered[file].sites.iter().filter(|(range, _)| holds(range, start, end));
        let mut within: Vec<_> = within.collect();
        within.sort_by_key(|(range, _)| range.len());
        for (_, site) in within {
            let mutants: Vec<usize> =
                scan.sites[*site].mutants.iter().copied().filter(|&mutant| active[mutant]).collect();
            if !mutants.is_empty() {
                return mutants;
            }
        }
    }
    for &(file, start, end) in places {
        let within = rendered[file].functions.iter().filter(|(range, _)| holds(range, start, end));
        if let Some(&(_, function)) = within.min_by_key(|(range, _)| range.len()) {
            let all: Vec<usize> = (0..scan.mutants.len())
                .filter(|&mutant| active[mutant] && scan.mutants[mutant].function == function)
                .collect();
            // Those that change the flow first.
            let is_flow =
                |&mutant: &usize| matches!(scan.mutants[mutant].shape, Shape::Body | Shape::Statement);
            let flow: Vec<usize> = all.iter().copied().filter(is_flow).collect();
            return if flow.is_empty() { all } else { flow };
        }
    }
    Vec::new()
}
