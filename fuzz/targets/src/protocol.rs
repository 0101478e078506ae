use std::borrow::Cow;

use chess_cli::fuzzing::converse;
use chess_movegen::{GameState, PositionExt};
use chess_notation::resolve_uci;
use chess_types::Move;
use chess_uci::{Answer, Command, ProtocolError};

/// Lines of the UCI protocol: a line that is read is written as one line and read as the same, in both directions; faults are
/// inside the line; strict and lenient reading agree.
pub(crate) fn uci_protocol(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check_line(&text, str::parse::<Command>, |line, report| Command::parse_lenient(line, report));
    check_line(&text, str::parse::<Answer>, |line, report| Answer::parse_lenient(line, report));
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
/// one `bestmove`, which is a legal move of the position at that time, or none where there is no move or the command is refused. One beside
/// a search that needs `stop` is not answered.
///
/// Searches are limited to a few nodes, and lines that would take much time or memory, or name folders, are skipped.
pub(crate) fn uci_engine(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines: Vec<_> = text.split('\n').take(LINES).filter_map(harmless).collect();
    lines.insert(0, "setoption name Hash value 1".into());
    let conversation = lines.join("\n") + "\n";
    let answers = converse(conversation.as_bytes()).unwrap_or_else(|error| panic!("{conversation}{error}"));
    let (mut ready, mut searches) = expected(&lines);
    searches.reverse();
    for line in answers.lines() {
        match Answer::parse_lenient(line, |_| ()) {
            Ok(Answer::ReadyOk) => ready -= 1,
            Ok(Answer::BestMove(answer)) => {
                let choice = searches.pop().unwrap_or_else(|| panic!("there is no search: {conversation}"));
                let is_right = match answer.best {
                    Some(best) => choice.iter().any(|mv| [mv.uci(), mv.uci960()].contains(&best)),
                    None => choice.is_empty(),
                };
                assert!(is_right, "not one of {choice:?}: {line}\n{conversation}");
            }
            _ => {}
        }
    }
    assert_eq!((ready, searches.len()), (0, 0), "isready and searches without an answer: {conversation}");
}

/// The number of `isready`, and the moves to choose from in each search, in the order of the searches.
fn expected(lines: &[Cow<'_, str>]) -> (i32, Vec<Vec<Move>>) {
    // The position to search; none after one that was refused.
    let mut game = Some(GameState::default());
    let (mut ready, mut searches) = (0, Vec::new());
    // Whether the last search waits for `stop` or for `ponderhit`: it refuses others.
    let (mut is_infinite, mut is_pondering) = (false, false);
    for line in lines {
        let mut is_faulty = false;
        match Command::parse_lenient(line, |error| is_faulty |= !error.rule.is_ignorable()) {
            Ok(Command::Quit) => break,
            Ok(Command::IsReady) => ready += 1,
            Ok(Command::Position(command)) => game = command.game().ok(),
            Ok(Command::Stop) => (is_infinite, is_pondering) = (false, false),
            Ok(Command::PonderHit) => is_pondering = false,
            Ok(Command::Go(_)) if is_infinite || is_pondering => {}
            Ok(Command::Go(go)) => match game.as_ref().filter(|_| !is_faulty) {
                None => searches.push(Vec::new()),
                Some(_) if go.perft.is_some() => {}
                Some(game) => {
                    let position = game.position();
                    // The null move cannot be searched, and illegal moves do not count.
                    let resolve = |&mv| resolve_uci(position, mv).ok().filter(|mv| !mv.is_null());
                    let choice: Vec<Move> = go.searchmoves.iter().filter_map(resolve).collect();
                    let all = position.legal_moves().to_vec();
                    (is_infinite, is_pondering) = (go.infinite, go.ponder);
                    searches.push(if choice.is_empty() { all } else { choice });
                }
            },
            Ok(Command::Unknown(extra)) if extra.split_whitespace().eq(["flip"]) => {
                game = game.map(|game| GameState::new(game.position().flip_colors()));
            }
            Err(error) if error.command == "position" => game = None,
            _ => {}
        }
    }
    (ready, searches)
}

/// Tests whether a line takes little time and memory, and reads no folder of the machine.
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
