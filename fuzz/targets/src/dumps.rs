use std::ops::ControlFlow;

use chess_data::columns::Batch;
use chess_data::dumps::{Dump, Reading};
use chess_data::input::Input;

/// Files of puzzles and evaluations: the first byte chooses the kind. Rows are the same whether a file is read as a whole, line by
/// line or in blocks; a row without an error has a position.
pub fn dumps(data: &[u8]) {
    let [kind, data @ ..] = data else { return };
    let dump = if kind & 1 == 0 { Dump::Puzzles } else { Dump::Evals };
    let whole = dump.read(data, 0);
    for row in 0..whole.rows() {
        assert!(
            whole.get("error", row).is_some() || whole.get("position", row).is_some(),
            "{}",
            data.escape_ascii()
        );
    }
    let mut by_lines = dump.read(b"", 0);
    for (line, number) in data.split_inclusive(|&byte| byte == b'\n').zip(0..) {
        by_lines.append(&dump.read(line, number)).expect("small");
    }
    assert!(whole == by_lines, "{}", data.escape_ascii());
    // An input that begins like a compressed file is decompressed. All such files have a byte that is no text.
    if data.starts_with(b"BZh")
        || data.iter().take(4).any(|byte| !byte.is_ascii_graphic() && !byte.is_ascii_whitespace())
    {
        return;
    }
    let input = Input::bytes("dump", data);
    let mut by_blocks: Option<Batch> = None;
    let stopped =
        Reading::new(dump, &input).alone().block_size(1 + usize::from(kind >> 1)).for_each(|batch| {
            match &mut by_blocks {
                Some(all) => all.append(&batch).expect("small"),
                None => by_blocks = Some(batch),
            }
            ControlFlow::<()>::Continue(())
        });
    assert!(stopped.is_ok_and(|flow| flow.is_continue()));
    let by_blocks = by_blocks.unwrap_or_else(|| dump.read(b"", 0));
    assert!(whole == by_blocks, "{}", data.escape_ascii());
}
