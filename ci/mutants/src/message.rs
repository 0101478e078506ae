//! What Cargo says about a build, line by line.

use std::path::PathBuf;

use serde::Deserialize;

/// A line of `--message-format=json`.
#[derive(Debug, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Message {
    CompilerMessage {
        message: Diagnostic,
    },
    CompilerArtifact {
        manifest_path: PathBuf,
        target: Target,
        profile: Profile,
        executable: Option<PathBuf>,
    },
    BuildScriptExecuted {
        package_id: String,
        cfgs: Vec<String>,
    },
    #[serde(other)]
    Other,
}

/// What was built.
#[derive(Debug, Deserialize)]
pub struct Target {
    pub name: String,
    pub kind: Vec<String>,
}

/// How it was built.
#[derive(Debug, Deserialize)]
pub struct Profile {
    pub test: bool,
}

/// A message of rustc.
#[derive(Debug, Deserialize)]
pub struct Diagnostic {
    pub level: String,
    pub rendered: Option<String>,
    #[serde(default)]
    pub spans: Vec<Span>,
    #[serde(default)]
    pub children: Vec<Diagnostic>,
}

/// A place in a source file.
#[derive(Debug, Deserialize)]
pub struct Span {
    pub file_name: String,
    pub byte_start: usize,
    pub byte_end: usize,
    pub is_primary: bool,
    pub expansion: Option<Box<Expansion>>,
}

/// The macro that a place comes from.
#[derive(Debug, Deserialize)]
pub struct Expansion {
    pub span: Span,
}
