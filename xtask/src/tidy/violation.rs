use std::fmt;

/// A place where a rule is broken.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Violation {
    path: String,
    /// From 1.
    line: usize,
    rule: &'static str,
    message: String,
}

impl Violation {
    pub(crate) fn new(
        rule: &'static str,
        path: impl Into<String>,
        line: usize,
        message: impl Into<String>,
    ) -> Self {
        Self { path: path.into(), line, rule, message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, rule, message } = self;
        write!(f, "{path}:{line}: [{rule}] {message}")
    }
}

#[cfg(test)]
pub(crate) fn printed(violations: &[Violation]) -> Vec<String> {
    violations.iter().map(ToString::to_string).collect()
}
