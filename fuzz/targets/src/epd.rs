use chess_movegen::is_legal;
use chess_notation::epd::Epd;

/// EPD: what is read is written, and that is read as the same; moves are legal; lenient reading gives the same without errors.
pub fn epd(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut errors = 0;
    let lenient = Epd::parse_lenient(&text, |error| {
        assert!(error.offset <= text.len(), "{text:?}: {error}");
        errors += 1;
    });
    if let Ok(epd) = &lenient {
        epd.to_string();
    }
    match text.parse::<Epd>() {
        Ok(epd) => {
            assert_eq!((lenient.as_ref(), errors), (Ok(&epd), 0), "{text:?}");
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
