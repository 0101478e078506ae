//! Checks, pins, the squares that the king may not enter, and the pawns of the side to move.

use chess_board::Position;
use chess_magic::between;
use chess_types::{Bitboard, Color, Direction, File, PieceType, Rank, Square};
use chess_wasm_notes::{Json, List};

/// A piece that is pinned, and the piece that pins it.
struct Pin {
    square: Square,
    pinner: Square,
    /// The squares to which the pinned piece may move: those up to the pinner, and its own.
    line: Bitboard,
}

pub(super) fn describe(position: &Position) -> String {
    let turn = position.side_to_move();
    let king = position.king(turn);
    let name = |square: Square| position.piece_at(square).map_or("", |piece| piece.name());
    Json::object(|object| {
        object.text("turn", turn.letter().to_string());
        object.text("king", king.to_string());
        object.list("checks", |list| {
            for checker in position.checkers() {
                list.object(|object| {
                    object.text("piece", name(checker));
                    object.text("square", checker.to_string());
                    object.word("line", (between(king, checker) | checker).0);
                });
            }
        });
        object.list("pins", |list| {
            for pin in pins(position) {
                list.object(|object| {
                    object.text("piece", name(pin.square));
                    object.text("square", pin.square.to_string());
                    object.text("pinner", name(pin.pinner));
                    object.text("pinner_square", pin.pinner.to_string());
                    object.word("line", pin.line.0);
                });
            }
        });
        object.word("danger", danger(position).0);
        object.object("pawns", |object| {
            let theirs = theirs(position);
            let pawns = position.pieces(turn, PieceType::Pawn);
            object.word("pawns", pawns.0);
            object.word("empty", (!position.occupied()).0);
            object.word("theirs", theirs.0);
            object.list("shifts", |list| shifts(list, turn, pawns, !position.occupied(), theirs));
        });
    })
}

/// The pins of the side to move.
fn pins(position: &Position) -> impl Iterator<Item = Pin> {
    let (turn, board) = (position.side_to_move(), position.to_setup().board);
    let king = position.king(turn);
    let pinned = position.pinned(turn);
    board.snipers(king, !turn).into_iter().filter_map(move |pinner| {
        let inner = between(king, pinner);
        let square = (inner & board.occupied()).single().filter(|&square| pinned.contains(square))?;
        Some(Pin { square, pinner, line: inner | pinner })
    })
}

/// The arrows of checks and pins, from the attacker to the king.
pub(super) fn lines(position: &Position) -> impl Iterator<Item = (Square, Square, bool)> {
    let king = position.king(position.side_to_move());
    let checks = position.checkers().into_iter().map(move |checker| (checker, king, true));
    checks.chain(pins(position).map(move |pin| (pin.pinner, king, false)))
}

/// The squares that the other side attacks if the king is not on the board.
pub(super) fn danger(position: &Position) -> Bitboard {
    let turn = position.side_to_move();
    let (board, king) = (position.to_setup().board, position.king(turn));
    let occupied = board.occupied() - king.bitboard();
    let is_attacked =
        |&square: &Square| board.attackers_to(square, occupied).intersects(board.by_color(!turn));
    Square::ALL.into_iter().filter(is_attacked).collect()
}

/// The targets of pawns' captures: the pieces of the other side, and the en passant square.
fn theirs(position: &Position) -> Bitboard {
    let setup = position.to_setup();
    let pieces = setup.board.by_color(!setup.side_to_move);
    setup.en_passant.map_or(pieces, |square| pieces | square)
}

/// The four shifts by which all pawns move at once.
fn shifts(list: &mut List<'_>, turn: Color, pawns: Bitboard, empty: Bitboard, theirs: Bitboard) {
    let (forward, west, east, third) = match turn {
        Color::White => (Direction::North, Direction::NorthWest, Direction::NorthEast, Rank::Third),
        Color::Black => (Direction::South, Direction::SouthWest, Direction::SouthEast, Rank::Sixth),
    };
    let single = pawns.shift(forward) & empty;
    let rank = if turn == Color::White { "rank 3" } else { "rank 6" };
    let mut shift =
        |name, source_name: &str, source: Bitboard, direction: Direction, mask_name, mask: Bitboard| {
            let (files, ranks) = direction.deltas();
            let by = 8 * ranks + files;
            let shifted = source.shift(direction);
            let operator = if by > 0 { "<<" } else { ">>" };
            list.object(|object| {
                object.text("name", name);
                object.text("formula", format!("({source_name} {operator} {}) & {mask_name}", by.abs()));
                object.word("source", source.0);
                object.word("shifted", shifted.0);
                object.word("mask", mask.0);
                object.word("result", (shifted & mask).0);
                object.plain("by", by);
                object.text("source_name", source_name);
                object.text("mask_name", mask_name);
            });
        };
    shift("single push", "pawns", pawns, forward, "empty", empty);
    let twice = format!("(single push & {rank})");
    shift("double push", &twice, single & Bitboard::from(third), forward, "empty", empty);
    let inner = "(pawns & ~file a)";
    shift("captures to the west", inner, pawns - Bitboard::from(File::A), west, "theirs", theirs);
    let inner = "(pawns & ~file h)";
    shift("captures to the east", inner, pawns - Bitboard::from(File::H), east, "theirs", theirs);
}
