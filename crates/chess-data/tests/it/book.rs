//! Books in bounded memory, with the builder that has all moves in memory as the oracle.

use std::io::{self, Write};

use chess_board::Position;
use chess_data::book::{BookMaker, BookMoves};
use chess_movegen::legal_moves;
use chess_notation::polyglot::BookBuilder;
use chess_testkit::Random;

/// An output that counts how often it is flushed.
#[derive(Default)]
struct Flushed {
    bytes: Vec<u8>,
    flushes: usize,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushes += 1;
        Ok(())
    }
}

#[test]
fn a_book_does_not_depend_on_memory_and_on_the_parts_in_which_moves_come() {
    let mut random = Random::new(31);
    let (mut builder, mut parts) = (BookBuilder::new(), vec![BookMoves::default()]);
    for _ in 0..60 {
        let mut position = Position::START;
        for ply in 0..60 {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            // The first moves are few, and so occur often.
            let mv = if ply < 6 { moves[random.below(2.min(moves.len()))] } else { random.pick(&moves) };
            let weight = if ply == 0 { 1_000_000 } else { random.below(5) as u32 };
            builder.add(&position, mv, weight);
            let last = parts.last_mut().unwrap();
            last.add(&position, mv, weight);
            position.play(mv);
        }
        if random.below(3) == 0 {
            if random.below(2) == 0 {
                parts.last_mut().unwrap().merge();
            }
            parts.push(BookMoves::default());
        }
    }
    for (memory, min_weight) in [(0, 0), (0, 1), (0, 3), (1 << 20, 0), (1 << 20, 4)] {
        let mut maker = BookMaker::new(memory);
        for part in &parts {
            maker.add(part.clone()).unwrap();
        }
        let mut out = Flushed::default();
        let written = maker.write(min_weight, &mut out).unwrap();
        let mut expected = builder.clone();
        expected.drop_below(min_weight);
        assert!(out.bytes == expected.into_bytes(), "{memory} {min_weight}");
        assert_eq!((written, out.flushes > 0), (out.bytes.len() as u64 / 16, true));
    }
}
