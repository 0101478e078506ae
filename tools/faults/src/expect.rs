use crate::fault::{Fault, Input, Stream};
use crate::process::number;
use crate::row::Row;

/// What must come of a cell besides the laws that always hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    /// The exit code and what is written are those of the usual run.
    Usual,
    /// The exit code is that of the usual run, and so are the files.
    UsualCode,
    /// All is as usual, or the exit code is 1 and one error says why.
    UsualOrError,
    /// All is as usual, or one error says why, or the standard library has ended the program and says why.
    UsualOrAbort,
    /// The exit code is 1, and one error names this.
    Error(String),
    /// The exit code is 1 or 2, and an error says why.
    Refused,
    /// The program ends as usual, or by this signal, or it tells that it was interrupted.
    Ends(i32),
    /// The reader has gone: no error is told, and the exit code is usual, or that of the row for such an end.
    ReaderGone,
    /// The exit code is 0, or it is 1 and something says why.
    Told,
}

/// With less MiB than this besides what the program needs to start, the standard library may find no memory for a string or
/// for a thread. It then ends the program by SIGABRT and says so in one line, which no program in safe Rust can change.
const ABORTS_BELOW: u32 = 8;

/// The number of the signal of a file that has grown too long.
const XFSZ: i32 = 25;

impl Expect {
    /// `stdout` is that of the usual run.
    pub(crate) fn of(row: &Row, fault: Fault, stdout: &[u8]) -> Self {
        let standard_output = || Self::Error("standard output".to_owned());
        match fault {
            Fault::Full { stdout: true, .. } if !stdout.is_empty() => standard_output(),
            Fault::ReaderGone(bytes) if bytes < stdout.len() => Self::ReaderGone,
            // Where a word of the command line stands for stdin, the error names that.
            Fault::StdinFolder if row.stdin.is_some() && row.args.contains(&"-") => {
                Self::Error("-: ".to_owned())
            }
            Fault::StdinFolder if row.stdin.is_some() => Self::Error("standard input".to_owned()),
            Fault::StdinEmpty | Fault::Closed(Stream::Stdin) if row.stdin.is_some() => Self::Told,
            Fault::Clock(clock) if clock.is_at_terminal() => Self::UsualCode,
            Fault::Full { .. }
            | Fault::Clock(_)
            | Fault::ReaderGone(_)
            | Fault::Closed(_)
            | Fault::StdinFolder
            | Fault::StdinEmpty
            | Fault::StrangeEnvironment
            | Fault::Resume(_) => Self::Usual,
            Fault::Memory(mib) if mib < ABORTS_BELOW => Self::UsualOrAbort,
            Fault::FullDisk(_)
            | Fault::Threads(_)
            | Fault::Memory(_)
            | Fault::OpenFiles(_)
            | Fault::FileSize { is_ignored: true, .. } => Self::UsualOrError,
            Fault::FileSize { is_ignored: false, .. } => Self::Ends(XFSZ),
            // It is ignored once the standard library has started the program.
            Fault::Signal { signal, .. } => Self::Ends(number(signal).as_raw()),
            Fault::StrangeNames => Self::UsualCode,
            Fault::StrangeWord => Self::Refused,
            Fault::StrangeBytes | Fault::Sparse => Self::Told,
            Fault::Input(input) => of_input(row, input),
            Fault::Output(_) => Self::Error(row.output().unwrap_or_default().to_owned()),
        }
    }
}

fn of_input(row: &Row, input: Input) -> Expect {
    let named = || match row.input() {
        Some(name) => Expect::Error(name.to_owned()),
        // What is wrong in a folder is told where it is needed.
        None => Expect::Told,
    };
    match input {
        Input::Missing | Input::Folder | Input::LinkLoop | Input::Unreadable => named(),
        Input::Fifo if row.seeks || row.input().is_none() => named(),
        Input::Fifo => Expect::UsualCode,
        Input::Empty | Input::CutOff | Input::Shrinks | Input::Grows => Expect::Told,
    }
}
