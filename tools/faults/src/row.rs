/// A command line of the program, which is run under every fault.
///
/// A word `@name` stands for an input file, `=name` for a folder of input files, `%name` for a file that the program writes,
/// and `%name/` for a folder that it writes to. Other words are taken as they are.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in the table; no other row has it.
    pub name: &'static str,
    /// The words of the command, as help lists them: `book build`.
    pub command: &'static str,
    /// The words after those of the command.
    pub args: &'static [&'static str],
    /// The input file that is stdin; `None` for an empty stdin that the command does not read.
    pub stdin: Option<&'static str>,
    /// Beginnings of lines of stdout that differ from run to run, and are not compared.
    pub volatile: &'static [&'static str],
    /// Lines of stdout that are compared begin with this.
    pub only: &'static str,
    /// The exit code if the reader of stdout has gone and there was more to write.
    pub reader_gone: i32,
    /// True if a run goes on where a run that was killed has stopped, with `--resume` added.
    pub can_resume: bool,
    /// True if the input is searched for places, so that a FIFO cannot be read.
    pub seeks: bool,
    /// Beginnings of names of faults that do not apply, with the reason.
    pub exempt: &'static [(&'static str, &'static str)],
}

impl Row {
    /// A row that reads no stdin and whose stdout is the same in every run.
    pub const fn new(name: &'static str, command: &'static str, args: &'static [&'static str]) -> Self {
        Self {
            name,
            command,
            args,
            stdin: None,
            volatile: &[],
            only: "",
            reader_gone: 0,
            can_resume: false,
            seeks: false,
            exempt: &[],
        }
    }

    /// The row with this input file as stdin.
    #[must_use]
    pub const fn stdin(self, name: &'static str) -> Self {
        Self { stdin: Some(name), ..self }
    }

    /// The row without a comparison of lines that begin with these words.
    #[must_use]
    pub const fn volatile(self, volatile: &'static [&'static str]) -> Self {
        Self { volatile, ..self }
    }

    /// The row with a comparison of those lines only that begin with this word.
    #[must_use]
    pub const fn only(self, only: &'static str) -> Self {
        Self { only, ..self }
    }

    /// The row with this exit code if the reader of stdout has gone.
    #[must_use]
    pub const fn reader_gone(self, code: i32) -> Self {
        Self { reader_gone: code, ..self }
    }

    /// The row of a command that can go on where it was killed.
    #[must_use]
    pub const fn can_resume(self) -> Self {
        Self { can_resume: true, ..self }
    }

    /// The row of a command that seeks in its input.
    #[must_use]
    pub const fn seeks(self) -> Self {
        Self { seeks: true, ..self }
    }

    /// The row without faults whose names begin so.
    #[must_use]
    pub const fn exempt(self, exempt: &'static [(&'static str, &'static str)]) -> Self {
        Self { exempt, ..self }
    }

    /// The input file that faults of inputs change: the first one of the arguments, or stdin.
    /// `None` if that is one in a folder.
    pub fn input(&self) -> Option<&'static str> {
        if self.args.iter().any(|word| word.starts_with('=')) {
            return None;
        }
        self.args.iter().find_map(|word| word.strip_prefix('@')).or(self.stdin)
    }

    /// True if faults of inputs change stdin.
    pub fn reads_stdin_only(&self) -> bool {
        self.stdin.is_some() && !self.args.iter().any(|word| word.starts_with(['@', '=']))
    }

    /// The first file that the program writes, not one in a folder.
    pub fn output(&self) -> Option<&'static str> {
        self.args.iter().find_map(|word| word.strip_prefix('%').filter(|name| !name.ends_with('/')))
    }

    /// True if the program writes files.
    pub fn writes_files(&self) -> bool {
        self.args.iter().any(|word| word.starts_with('%'))
    }

    /// True if the output has names of inputs, so that it differs if they do.
    pub fn keeps_names(&self) -> bool {
        self.args.iter().any(|word| matches!(*word, "--parquet" | "--arrow"))
    }

    /// Removes from stdout what may differ from run to run, and the end of a line that was cut off.
    pub fn comparable(&self, stdout: &[u8]) -> Vec<u8> {
        let mut kept = Vec::new();
        for line in stdout.split_inclusive(|&byte| byte == b'\n') {
            let is_volatile = self.volatile.iter().any(|word| line.starts_with(word.as_bytes()));
            if line.ends_with(b"\n") && !is_volatile && line.starts_with(self.only.as_bytes()) {
                kept.extend_from_slice(line);
            }
        }
        kept
    }
}
