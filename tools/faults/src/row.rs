use std::collections::BTreeMap;
use std::fmt;

/// A command line of the program, which is run under every fault.
///
/// A word `@name` is an input file, `=name` a folder of input files, `%name` a file that the program writes, and `%name/` a
/// folder that it writes to. Other words are literal, with a space for each `~`.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The words after the name of the program.
    pub line: &'static str,
    /// The input file that is stdin; `None` for an empty stdin that the command does not read.
    pub stdin: Option<&'static str>,
    /// Beginnings of lines of stdout that differ from run to run, and are not compared.
    pub volatile: &'static [&'static str],
    /// The beginning of the lines of stdout to compare.
    pub only: &'static str,
    /// The exit code if the reader of stdout is gone and there was more to write.
    pub reader_gone: i32,
    /// True if a run with `--resume` added goes on where a killed run has stopped.
    pub can_resume: bool,
    /// True if the input is searched for places, so that a FIFO cannot be read.
    pub seeks: bool,
    /// Beginnings of names of faults that do not apply, with the reason.
    pub exempt: &'static [(&'static str, &'static str)],
}

impl Row {
    /// A row that reads no stdin and whose stdout is the same in every run.
    pub const fn new(line: &'static str) -> Self {
        Self {
            line,
            stdin: None,
            volatile: &[],
            only: "",
            reader_gone: 0,
            can_resume: false,
            seeks: false,
            exempt: &[],
        }
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.line.split(' ')
    }

    /// True if the row runs this command, whose name may have several words.
    pub(crate) fn runs(&self, command: &str) -> bool {
        let rest = self.line.strip_prefix(command);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || command.is_empty())
    }

    /// The input file that faults of inputs change: the first one of the arguments, or stdin.
    /// `None` if that is one in a folder.
    pub(crate) fn input(&self) -> Option<&'static str> {
        let named = self.words().find_map(|word| word.strip_prefix('@')).or(self.stdin);
        named.filter(|_| self.folder().is_none())
    }

    /// The folder of input files.
    pub(crate) fn folder(&self) -> Option<&'static str> {
        self.words().find_map(|word| word.strip_prefix('='))
    }

    /// The first file that the program writes, not one in a folder.
    pub(crate) fn output(&self) -> Option<&'static str> {
        self.words().find_map(|word| word.strip_prefix('%').filter(|name| !name.ends_with('/')))
    }

    pub(crate) fn writes_files(&self) -> bool {
        self.line.contains('%')
    }

    /// True if the output has names of inputs, so that it differs if they do.
    pub(crate) fn keeps_names(&self) -> bool {
        self.words().any(|word| matches!(word, "--parquet" | "--arrow"))
    }

    /// Removes from stdout the lines that may differ from run to run, and the end of a line that was cut off.
    pub(crate) fn comparable(&self, stdout: &[u8]) -> Vec<u8> {
        let lines = stdout.split_inclusive(|&byte| byte == b'\n').filter(|line| {
            let is_volatile = self.volatile.iter().any(|word| line.starts_with(word.as_bytes()));
            line.ends_with(b"\n") && !is_volatile && line.starts_with(self.only.as_bytes())
        });
        lines.flatten().copied().collect()
    }
}

/// The unique name of the row.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.line)?;
        self.stdin.map_or(Ok(()), |stdin| write!(f, " <{stdin}"))
    }
}

/// Input files by their names, with slashes for those in folders.
pub type Inputs = BTreeMap<String, Vec<u8>>;
