use chess_notation::Line;

/// Lines of moves: what is read is written in SAN and in UCI, and both are read as the same.
pub fn line(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(line) = text.parse::<Line>() {
        assert_eq!(line.to_string().parse(), Ok(line.clone()), "{text:?}");
        assert_eq!(format!("{line:#}").parse(), Ok(line.clone()), "{text:?}");
        let mut end = *line.start();
        for &mv in line.moves() {
            assert!(!mv.is_null() || !end.is_in_check(), "{text:?}");
            end.play_or_pass(mv);
        }
        assert_eq!(end, *line.end(), "{text:?}");
    }
}
