use std::borrow::Cow;

use chess_cli::fuzzing::converse;
use chess_movegen::{GameState, PositionExt};
use chess_notation::resolve_uci;
use chess_types::Move;
use chess_uci::{Answer, Command, Go, ProtocolError};

/// Lines of the UCI protocol: a line that is read is written as one line and read as the same, in both directions; faults are
/// inside the line; strict and lenient reading agree.
pub(crate) fn uci_protocol(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check_line(&text, str::parse::<Command>, |line, report| Command::parse_lenient(line, report));
    check_line(&text, str::parse::<Answer>, |line, report| Answer::parse_lenient(line, report));
    if let Ok(Command::Position(position)) = text.parse()
        && let Ok(game) = position.game()
    {
        assert_eq!(game.moves().len(), position.moves.len(), "{text:?}");
        for is_chess960 in [false, true] {
            let again = chess_uci::PositionCommand::new(&game, is_chess960);
            // Where the king can step to its castled square, only the rook's square names castling.
            assert!(!is_chess960 || again.game().as_ref() == Ok(&game), "{text:?}");
        }
    }
    if let Ok(Command::SetOption(option)) = text.parse() {
        assert_eq!(option.matched([&*option.name]), Some((&*option.name, option.value.clone())), "{text:?}");
    }
}

/// `lenient` skips and reports faults.
fn check_line<T: PartialEq + std::fmt::Debug + std::fmt::Display>(
    text: &str,
    strict: fn(&str) -> Result<T, ProtocolError>,
    lenient: impl Fn(&str, &mut dyn FnMut(ProtocolError)) -> Result<T, ProtocolError>,
) {
    let mut faults = Vec::new();
    let read = lenient(text, &mut |fault| faults.push(fault));
    let is_right = faults.iter().all(|fault| fault.rule.is_ignorable());
    match strict(text) {
        Ok(value) => {
            assert!(is_right, "{text:?}: {faults:?}");
            assert_eq!(read.as_ref(), Ok(&value), "{text:?}");
        }
        Err(error) => assert!(!is_right || read.as_ref() == Err(&error), "{text:?}: {error}"),
    }
    faults.extend(read.as_ref().err().cloned());
    for fault in faults {
        assert!(fault.offset <= text.len() && !fault.to_string().is_empty(), "{text:?}: {fault}");
    }
    if let Ok(value) = read {
        let written = value.to_string();
        assert!(!written.contains(char::is_control), "{written:?}");
        let again = strict(&written).unwrap_or_else(|error| panic!("{text:?} {written:?}: {error}"));
        assert_eq!(again.to_string(), written, "{text:?}");
        // Control characters in texts are replaced.
        assert!(text.contains(char::is_control) || again == value, "{text:?} {written:?}");
    }
}

/// The most lines of one input, and the nodes of one search.
const LINES: usize = 40;
const NODES: u64 = 150;

/// A conversation with the engine: each line of text is a command. It ends, `isready` is answered each time, and each `go` by
/// one `bestmove`, which is a legal move of the position at that time, or none where there is no move or the command is refused.
///
/// Searches are limited to a few nodes, and lines that would take much time or memory, or name folders, are skipped.
pub(crate) fn uci_engine(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lines = text.split('\n').take(LINES).filter_map(harmless);
    let mut conversation = String::from("setoption name Hash value 1\n");
    let mut expected = Expected::new();
    let mut has_ended = false;
    for line in lines {
        conversation += &line;
        conversation.push('\n');
        has_ended = has_ended || expected.obey(&line);
    }
    let answers = converse(conversation.as_bytes()).unwrap_or_else(|error| panic!("{conversation}{error}"));
    if let Err(fault) = expected.check(&answers) {
        panic!("{fault}: {conversation}\n{answers}");
    }
}

/// Tests for a line that takes little time and memory, and reads no folder of the machine.
fn harmless(line: &str) -> Option<Cow<'_, str>> {
    let lower = line.to_ascii_lowercase();
    let is_large = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()) && !matches!(word, "1" | "2");
    let names_size = lower.contains("hash") || lower.contains("threads");
    if lower.contains("syzygypath") || names_size && lower.split_whitespace().any(is_large) {
        return None;
    }
    match Command::parse_lenient(line, |_| ()) {
        Ok(Command::Go(_)) => {
            let limited = format!("{line} nodes {NODES}");
            let Ok(Command::Go(go)) = Command::parse_lenient(&limited, |_| ()) else { return None };
            let is_short = go.perft.map_or(go.nodes.is_some_and(|nodes| nodes <= NODES), |depth| depth <= 2);
            is_short.then_some(limited.into())
        }
        Ok(Command::Unknown(extra)) if extra.contains("perft") => {
            let depth = extra.split_whitespace().nth(1).and_then(|depth| depth.parse().ok());
            depth.is_none_or(|depth: u32| depth <= 2).then_some(line.into())
        }
        _ => Some(line.into()),
    }
}

/// The expected answers of a conversation.
struct Expected {
    /// The position to search; none after one that was refused.
    game: Option<GameState>,
    ready: usize,
    /// The moves to choose from in each search, in the order of the searches.
    searches: Vec<Vec<Move>>,
}

impl Expected {
    fn new() -> Self {
        Self { game: Some(GameState::default()), ready: 0, searches: Vec::new() }
    }

    /// Follows a command. Returns true if it ends the conversation.
    fn obey(&mut self, line: &str) -> bool {
        let mut is_faulty = false;
        let command = Command::parse_lenient(line, |error| is_faulty |= !error.rule.is_ignorable());
        match command {
            Ok(Command::Quit) => return true,
            Ok(Command::IsReady) => self.ready += 1,
            Ok(Command::Position(command)) => self.game = command.game().ok(),
            Ok(Command::Go(_)) if is_faulty => self.searches.push(Vec::new()),
            Ok(Command::Go(go)) => self.search(&go),
            Ok(Command::Unknown(extra)) if extra.split_whitespace().eq(["flip"]) => {
                let flipped = self.game.as_ref().map(|game| GameState::new(game.position().flip_colors()));
                self.game = flipped;
            }
            Err(error) if error.command == "position" => self.game = None,
            _ => {}
        }
        false
    }

    fn search(&mut self, go: &Go) {
        let Some(game) = &self.game else { return self.searches.push(Vec::new()) };
        if go.perft.is_some() {
            return;
        }
        let position = game.position();
        // The null move cannot be searched.
        let choice: Option<Vec<Move>> = go
            .searchmoves
            .iter()
            .map(|&mv| resolve_uci(position, mv).ok().filter(|mv| !mv.is_null()))
            .collect();
        self.searches.push(match choice {
            Some(choice) if choice.is_empty() => position.legal_moves().to_vec(),
            Some(choice) => choice,
            None => Vec::new(),
        });
    }

    /// Compares the answers with the expected ones.
    fn check(&self, answers: &str) -> Result<(), String> {
        let mut searches = self.searches.iter();
        let mut ready = 0;
        for line in answers.lines() {
            match Answer::parse_lenient(line, |_| ()) {
                Ok(Answer::ReadyOk) => ready += 1,
                Ok(Answer::BestMove(answer)) => {
                    let choice = searches.next().ok_or("there is no search")?;
                    let is_right = match answer.best {
                        Some(best) => choice.iter().any(|mv| [mv.uci(), mv.uci960()].contains(&best)),
                        None => choice.is_empty(),
                    };
                    is_right.then_some(()).ok_or(format!("not one of {choice:?}: {line}"))?;
                }
                _ => {}
            }
        }
        match (searches.len(), self.ready.abs_diff(ready)) {
            (0, 0) => Ok(()),
            (searches, ready) => Err(format!("{searches} searches, {ready} isready: no answer")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_answers_is_seen() {
        for (lines, answers, fault) in [
            ("isready\ngo", "info string x\nreadyok\nbestmove e2e4 ponder e7e5\n", ""),
            ("go perft 1\nposition x\ngo\ngo perft 1", "bestmove 0000\nbestmove 0000\n", ""),
            ("go searchmoves e2e5", "bestmove 0000\n", ""),
            ("go\ngo", "bestmove e2e4\n", "1 searches, 0 isready: no answer"),
            ("go", "bestmove e2e4\nbestmove e2e4\n", "there is no search"),
            ("position startpos moves e2e4\ngo", "bestmove e2e4\n", "not one of "),
            ("go depth 1", "bestmove 0000\n", "not one of "),
            ("isready", "", "0 searches, 1 isready: no answer"),
        ] {
            let mut expected = Expected::new();
            lines.lines().for_each(|line| _ = expected.obey(line));
            let found = expected.check(answers).err().unwrap_or_default();
            assert!(found.starts_with(fault) && found.is_empty() == fault.is_empty(), "{lines}: {found}");
        }
    }

    #[test]
    fn lines_that_take_long_are_left_out() {
        let lines = "setoption name Hash value 4096\nsetoption name Threads value 64\n\
                     setoption name SyzygyPath value .\ngo perft 9\nperft 3";
        for line in lines.lines() {
            assert_eq!(harmless(line), None, "{line}");
        }
        assert_eq!(harmless("go depth 100").as_deref(), Some("go depth 100 nodes 150"));
        assert_eq!(harmless("perft 2").as_deref(), Some("perft 2"));
    }
}
