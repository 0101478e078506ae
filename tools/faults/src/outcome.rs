use serde::Serialize;

/// The judgement of a cell.
#[derive(PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "outcome", content = "because", rename_all = "lowercase")]
pub enum Outcome {
    /// All laws hold.
    Ok,
    /// Laws are broken, each in words.
    Failed(Vec<String>),
    /// This machine cannot make the fault, or the row is exempt.
    Skipped(String),
}
