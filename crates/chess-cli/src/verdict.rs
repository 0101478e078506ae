/// The result of a command that met no error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Passed,
    Failed,
    Interrupted,
}

impl Verdict {
    /// The exit code that a shell gives a program that Ctrl-C has ended: 128 plus the number of the signal.
    pub(crate) const INTERRUPTED: u8 = 130;
}
