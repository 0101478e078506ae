//! The faults, and their names.

use std::fmt;

/// A fault of the machine, of the caller or of the data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing can be written to these streams, as on a full disk.
    Full {
        /// True for stdout.
        stdout: bool,
        /// True for stderr.
        stderr: bool,
    },
    /// The disk of the files has this many KiB left.
    FullDisk(u32),
    /// The reader of stdout goes after this many bytes.
    ReaderGone(usize),
    /// A stream is closed before the program starts.
    Closed(Stream),
    /// Stdin is a folder.
    StdinFolder,
    /// Stdin is at its end at once.
    StdinEmpty,
    /// The program may have this many threads and no more.
    Threads(u32),
    /// The address space has this many MiB more than the program needs to start.
    Memory(u32),
    /// The program may have this many open files.
    OpenFiles(u32),
    /// Files may have this many KiB. The signal of a longer one is ignored, or ends the program.
    FileSize {
        /// The limit.
        kib: u32,
        /// True if writing returns an error.
        is_ignored: bool,
    },
    /// A signal comes at a random moment.
    Signal {
        /// The signal.
        signal: Signal,
        /// The number of the moment.
        trial: u32,
    },
    /// SIGKILL comes at a random moment; a second run goes on.
    Resume(u32),
    /// Names of files have bytes that are not UTF-8.
    StrangeNames,
    /// A word of the command line, the last one, is not UTF-8.
    StrangeWord,
    /// Variables of the environment are not UTF-8, or unusual.
    StrangeEnvironment,
    /// The first input has bytes that are not UTF-8.
    StrangeBytes,
    /// The first input has 4 GiB and more, all zero.
    Sparse,
    /// Clocks go wrong.
    Clock(Clock),
    /// The first input is something else.
    Input(Input),
    /// The output is something else.
    Output(Target),
}

/// A standard stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// Standard input.
    Stdin,
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// A signal from outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// SIGKILL, which no program can catch.
    Kill,
    /// SIGTERM.
    Term,
    /// SIGINT, as by Ctrl-C.
    Int,
    /// SIGPIPE.
    Pipe,
}

/// A way in which clocks go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Each look shows an earlier time.
    Backwards,
    /// Each look shows the same time.
    Still,
    /// After a few looks, three years have passed.
    Leap,
    /// Time goes backwards, and stderr is a terminal with a progress bar.
    BackwardsAtTerminal,
    /// Time stands still, and stderr is a terminal with a progress bar.
    StillAtTerminal,
}

/// What stands in the place of the first input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// Nothing.
    Missing,
    /// An empty file.
    Empty,
    /// A folder.
    Folder,
    /// A symbolic link to itself.
    LinkLoop,
    /// A file that the user may not read.
    Unreadable,
    /// A FIFO that another program writes the file to.
    Fifo,
    /// The first two thirds of the file.
    CutOff,
    /// A long file that is cut off at a random moment.
    Shrinks,
    /// A long file to which another program appends at a random moment.
    Grows,
}

/// What stands in the place of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A FIFO that nobody reads.
    Fifo,
    /// A folder.
    Folder,
    /// A symbolic link to itself.
    LinkLoop,
    /// A file that the user may not write.
    ReadOnlyFile,
    /// A file in a folder that the user may not write to.
    ReadOnlyFolder,
    /// Nothing, in a folder that is not there.
    NoFolder,
    /// Nothing, under a name that ends in a slash.
    FolderName,
}

impl Clock {
    pub(crate) const fn is_at_terminal(self) -> bool {
        matches!(self, Self::BackwardsAtTerminal | Self::StillAtTerminal)
    }
}

impl Fault {
    /// Returns all faults, with this many moments for each signal.
    pub fn all(trials: u32) -> Vec<Self> {
        let mut all = vec![
            Self::Full { stdout: true, stderr: false },
            Self::Full { stdout: false, stderr: true },
            Self::Full { stdout: true, stderr: true },
            Self::FullDisk(0),
            Self::FullDisk(4),
            Self::ReaderGone(0),
            Self::ReaderGone(1),
            Self::ReaderGone(4096),
            Self::Closed(Stream::Stdout),
            Self::Closed(Stream::Stderr),
            Self::Closed(Stream::Stdin),
            Self::StdinFolder,
            Self::StdinEmpty,
        ];
        all.extend([1, 2, 3, 4].map(Self::Threads));
        all.extend([0, 1, 2, 4, 8, 16, 64].map(Self::Memory));
        all.extend([4, 5, 6, 7, 8, 9, 10, 12].map(Self::OpenFiles));
        for (kib, is_ignored) in [(0, true), (0, false), (1, true), (1, false)] {
            all.push(Self::FileSize { kib, is_ignored });
        }
        for signal in [Signal::Kill, Signal::Term, Signal::Int, Signal::Pipe] {
            all.extend((1..=trials).map(|trial| Self::Signal { signal, trial }));
        }
        all.extend((1..=trials).map(Self::Resume));
        all.extend([Self::StrangeNames, Self::StrangeWord, Self::StrangeEnvironment, Self::StrangeBytes]);
        all.push(Self::Sparse);
        all.extend(
            [Clock::Backwards, Clock::Still, Clock::Leap, Clock::BackwardsAtTerminal, Clock::StillAtTerminal]
                .map(Self::Clock),
        );
        all.extend(
            [
                Input::Missing,
                Input::Empty,
                Input::Folder,
                Input::LinkLoop,
                Input::Unreadable,
                Input::Fifo,
                Input::CutOff,
                Input::Shrinks,
                Input::Grows,
            ]
            .map(Self::Input),
        );
        all.extend(
            [
                Target::Fifo,
                Target::Folder,
                Target::LinkLoop,
                Target::ReadOnlyFile,
                Target::ReadOnlyFolder,
                Target::NoFolder,
                Target::FolderName,
            ]
            .map(Self::Output),
        );
        all
    }

    /// The column of the table.
    pub const fn group(self) -> &'static str {
        match self {
            Self::Full { .. } | Self::FullDisk(_) => "full disk",
            Self::ReaderGone(_) | Self::Closed(_) | Self::StdinFolder | Self::StdinEmpty => "streams",
            Self::Threads(_) => "threads",
            Self::Memory(_) => "memory",
            Self::OpenFiles(_) | Self::FileSize { .. } => "limits",
            Self::Signal { .. } | Self::Resume(_) => "signals",
            Self::StrangeNames | Self::StrangeWord | Self::StrangeEnvironment | Self::StrangeBytes => {
                "not UTF-8"
            }
            Self::Sparse => "sparse",
            Self::Clock(_) => "clocks",
            Self::Input(_) => "inputs",
            Self::Output(_) => "outputs",
        }
    }

    /// True if a cell takes seconds.
    pub const fn is_slow(self) -> bool {
        matches!(self, Self::Sparse)
    }
}

/// The name, by which one fault can be asked for.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full { stdout: true, stderr: false } => f.write_str("full-stdout"),
            Self::Full { stdout: false, .. } => f.write_str("full-stderr"),
            Self::Full { .. } => f.write_str("full-both"),
            Self::FullDisk(kib) => write!(f, "full-disk-{kib}k"),
            Self::ReaderGone(bytes) => write!(f, "reader-gone-{bytes}"),
            Self::Closed(stream) => write!(f, "closed-{}", lower(stream)),
            Self::StdinFolder => f.write_str("stdin-folder"),
            Self::StdinEmpty => f.write_str("stdin-empty"),
            Self::Threads(count) => write!(f, "threads-{count}"),
            Self::Memory(mib) => write!(f, "memory-{mib}m"),
            Self::OpenFiles(count) => write!(f, "open-files-{count}"),
            Self::FileSize { kib, is_ignored: true } => write!(f, "file-size-{kib}k"),
            Self::FileSize { kib, is_ignored: false } => write!(f, "file-size-{kib}k-signal"),
            Self::Signal { signal, trial } => write!(f, "sig{}-{trial}", lower(signal)),
            Self::Resume(trial) => write!(f, "resume-{trial}"),
            Self::StrangeNames => f.write_str("names"),
            Self::StrangeWord => f.write_str("word"),
            Self::StrangeEnvironment => f.write_str("environment"),
            Self::StrangeBytes => f.write_str("bytes"),
            Self::Sparse => f.write_str("sparse-4g"),
            Self::Clock(clock) => write!(f, "clock-{}", lower(clock)),
            Self::Input(input) => write!(f, "input-{}", lower(input)),
            Self::Output(target) => write!(f, "output-{}", lower(target)),
        }
    }
}

fn lower(name: &impl fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}
