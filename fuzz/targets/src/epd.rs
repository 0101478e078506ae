use chess_movegen::is_legal;
use chess_notation::epd::Epd;

/// EPD: what is read is written, and that is read as the same; moves are legal.
pub fn epd(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Epd>() {
        Ok(epd) => {
            for &mv in epd.best_moves().iter().chain(epd.avoid_moves()) {
                assert!(mv.is_null() || is_legal(&epd.position, mv), "{text:?}");
            }
            let written = epd.to_string();
            let read: Epd = written.parse().unwrap_or_else(|error| panic!("{written:?}: {error}"));
            // Quotation marks and line ends within a text cannot be written.
            let is_changed = text.contains(['"', '\n', '\r']);
            assert!(is_changed || read.operations == epd.operations, "{text:?} {written:?}");
            assert_eq!(read.position.to_string(), epd.position.to_string(), "{text:?}");
            assert_eq!(read.to_string(), written, "{text:?}");
        }
        Err(error) => assert!(error.offset <= text.len(), "{text:?}: {error}"),
    }
}
