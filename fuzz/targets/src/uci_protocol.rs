use chess_uci::{Answer, Command, ProtocolError};

/// Lines of the UCI protocol: what is read is written as one line and read as the same, in both directions; faults are inside the
/// line; strict and lenient reading agree.
pub fn uci_protocol(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    check(&text, str::parse::<Command>, |line, report| Command::parse_lenient(line, report));
    check(&text, str::parse::<Answer>, |line, report| Answer::parse_lenient(line, report));
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

/// A reader that skips what it can and reports it.
type Lenient<T> = fn(&str, &mut dyn FnMut(ProtocolError)) -> Result<T, ProtocolError>;

fn check<T: PartialEq + std::fmt::Debug + std::fmt::Display>(
    text: &str,
    strict: fn(&str) -> Result<T, ProtocolError>,
    lenient: Lenient<T>,
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
