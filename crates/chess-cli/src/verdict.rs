/// The result of a command that met no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    Interrupted,
}
