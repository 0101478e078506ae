//! Boards that are set up by hand.

use chess_board::{Board, Position, Setup};
use chess_types::{Color, Piece, Square};
use chess_wasm_notes::{Fault, Json};

use super::arguments::{Arguments, value};

/// The board as a JSON object, with what stops it from being a position.
pub(super) fn describe(setup: &Setup) -> String {
    let position = Position::from_setup(setup);
    let pieces = Square::ALL.map(|square| setup.board.piece_at(square));
    Json::object(|object| {
        // A position has an en passant square only if the capture is legal.
        object.text("fen", position.as_ref().map_or_else(|_| setup.to_string(), Position::to_string));
        object.list("squares", |list| {
            for piece in pieces {
                list.text_or_null(piece.map(|piece| piece.to_string()));
            }
        });
        object.list("names", |list| {
            for piece in pieces {
                list.text_or_null(piece.map(Piece::name));
            }
        });
        object.text("turn", setup.side_to_move.letter().to_string());
        object.plain("legal", position.is_ok());
        object.list("faults", |list| {
            if let Err(invalid) = &position {
                for (_, fault) in invalid.each() {
                    list.text(fault.to_string());
                }
            }
        });
    })
}

/// Puts a piece on a square, or clears the square if there is no letter.
pub(super) fn put(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let mut setup = arguments.setup()?;
    let square = arguments.value("square")?;
    let before = setup.board;
    setup.board.clear(square);
    if let Some(letter) = arguments.0.next() {
        setup.board.put(value("piece", letter)?, square);
    }
    Ok(mended(setup, &before))
}

/// Carries a piece to another square, as a hand does.
pub(super) fn carry(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let mut setup = arguments.setup()?;
    let (from, to) = (arguments.value("from")?, arguments.value("to")?);
    let piece =
        setup.board.piece_at(from).ok_or_else(|| Fault::argument(&format!("from: {from} is empty")))?;
    let before = setup.board;
    setup.board.clear(from);
    setup.board.clear(to);
    setup.board.put(piece, to);
    Ok(mended(setup, &before))
}

/// Changes the side to move, and the castling rights if they are given as FEN gives them.
pub(super) fn alter(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let mut setup = arguments.setup()?;
    let turn: Color = arguments.value("turn")?;
    if setup.side_to_move != turn {
        setup.side_to_move = turn;
        setup.en_passant = None;
    }
    if let Some(castling) = arguments.0.next() {
        let fen = setup.to_string();
        let mut fields: Vec<_> = fen.split(' ').collect();
        fields[2] = castling;
        setup = Arguments(fields.join(" ").lines()).setup()?;
    }
    let before = setup.board;
    Ok(mended(setup, &before))
}

/// The board without castling rights and an en passant square that its pieces cannot have, which were as on `before`.
fn mended(mut setup: Setup, before: &Board) -> String {
    setup.mend_edited(before);
    describe(&setup)
}

#[cfg(test)]
mod tests {
    use super::super::answer;

    fn fen(request: &str) -> String {
        let answer = String::from_utf8(answer(request).unwrap()).unwrap();
        answer.split('"').nth(3).unwrap().to_owned()
    }

    #[test]
    fn hands_change_a_board() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(fen(&format!("board\n{start}")), start);
        let without = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1";
        assert_eq!(fen(&format!("put\n{start}\nh1")), without);
        assert_eq!(fen(&format!("put\n{without}\nh1\nR")), start.replace("KQkq", "Qkq"));
        assert_eq!(
            fen(&format!("carry\n{start}\nh1\na8")),
            without.replacen('r', "R", 1).replace("Qkq", "Qk")
        );
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (from, to, left) in
            [("e1", "f1", "kq"), ("e8", "d8", "KQ"), ("a1", "b1", "Kkq"), ("e1", "h1", "kq")]
        {
            let carried = fen(&format!("carry\n{castles}\n{from}\n{to}"));
            assert_eq!(carried.split(' ').nth(2), Some(left), "{from}{to}");
        }
        assert_eq!(fen(&format!("alter\n{start}\nb")), start.replace('w', "b"));
        assert_eq!(fen(&format!("alter\n{start}\nw\nKq")), start.replace("KQkq", "Kq"));
        assert_eq!(fen("put\n8/8/8/8/8/8/8/8 w - - 0 1\ne4\nn"), "8/8/8/8/4n3/8/8/8 w - - 0 1");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let answer = String::from_utf8(answer("board\n8/8/8/8/4n3/8/8/4K3 b - - 0 1").unwrap()).unwrap();
        assert!(answer.contains(r#""turn":"b","legal":false,"faults":[""#), "{answer}");
    }
}
