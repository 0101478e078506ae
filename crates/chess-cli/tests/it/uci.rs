//! A running `chess uci`, as a graphical interface talks to it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use chess_cli::fuzzing::converse;

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

    pub(crate) fn quit(mut self) {
        self.tell("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// The number or word that follows a word.
pub(crate) fn after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|other| *other != word).nth(1).unwrap_or_else(|| panic!("{word} in {line}"))
}

/// Leads a whole conversation with the engine in memory, and returns the lines of its answers.
pub(crate) fn answers(input: &str) -> Vec<String> {
    converse(input.as_bytes()).expect(input).lines().map(str::to_owned).collect()
}

#[test]
fn a_perft_stops_the_search() {
    let mut engine = Engine::start();
    for command in ["perft 1", "go perft 1"] {
        engine.tell("go infinite");
        engine.tell(command);
        let lines = engine.until("Nodes searched: 20");
        let best = lines.iter().position(|line| line.starts_with("bestmove ")).expect(command);
        assert_ne!(after(&lines[best], "bestmove"), "0000");
        assert_eq!(lines[best + 1], "a2a3: 1", "{command}");
    }
    engine.quit();
}
