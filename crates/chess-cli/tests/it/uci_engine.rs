//! `chess uci` as a running engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use crate::run::chess_in_pipes;

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        let mut child = chess_in_pipes(&["uci"]);
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, stdin, stdout }
    }

    pub(crate) fn tell(&mut self, command: &str) {
        writeln!(self.stdin, "{command}").unwrap();
    }

    /// Reads on until a line begins so, and gives all lines read.
    pub(crate) fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines.last().is_some_and(|line: &String| line.starts_with(beginning)) {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "{lines:?}");
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// The number of its process.
    #[cfg(target_os = "linux")]
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn quit(mut self) {
        self.tell("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The number or word that follows a word.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> &'a str {
    words(line).windows(2).find(|pair| pair[0] == word).unwrap_or_else(|| panic!("{word} in {line}"))[1]
}
