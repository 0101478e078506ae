//! Exchanges, compared with two oracles: one plays legal moves, the other takes pieces off a board.

use chess_board::{Board, Position};
use chess_movegen::{Pins, PositionExt, SeeRules, see_value};
use chess_testkit::{POSITIONS, after_any};
use chess_types::{Color, Move, MoveKind, Piece, PieceType, Square};

const OF_CENTIPAWNS: [i16; 6] = [100, 300, 300, 500, 900, 0];

/// Values of which none is a sum of others, with a knight above a bishop, and a value of the king that must not matter.
const OF_ENGINE: [i16; 6] = [161, 464, 446, 705, 1322, 20_000];

/// Other values: zero, negative, and the greatest that fits.
const STRANGE: [i16; 6] = [200, i16::MAX, 0, -50, i16::MIN, -1];

struct Oracle {
    values: [i16; 6],
}

impl Oracle {
    fn value(&self, piece_type: PieceType) -> i32 {
        if piece_type == PieceType::King { 0 } else { self.values[piece_type.index()].into() }
    }

    fn promotion_gain(&self, promotion: Option<PieceType>) -> i32 {
        promotion.map_or(0, |promoted| self.value(promoted) - self.value(PieceType::Pawn))
    }

    /// Returns the material that `mv` wins if every following capture must be legal.
    fn by_legal_moves(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let victim = if mv.is_en_passant() { Some(PieceType::Pawn) } else { position.piece_type_at(mv.to()) };
        let won = victim.map_or(0, |victim| self.value(victim)) + self.promotion_gain(mv.promotion());
        won - self.best_reply(&position.after(mv), mv.to())
    }

    fn best_reply(&self, position: &Position, square: Square) -> i32 {
        position
            .legal_moves()
            .into_iter()
            .filter(|mv| mv.to() == square && mv.is_capture() && !mv.is_en_passant())
            .filter(|mv| mv.promotion().is_none_or(|promoted| promoted == PieceType::Queen))
            .min_by_key(|mv| (position.piece_type_at(mv.from()), mv.from()))
            .map_or(0, |mv| self.by_legal_moves(position, mv).max(0))
    }

    /// Returns the material that `mv` wins if pins are ignored, on a board from which pieces are taken one by one.
    fn by_board(&self, position: &Position, mv: Move) -> i32 {
        if mv.is_castle() {
            return 0;
        }
        let mut board = *position.board();
        let us = position.side_to_move();
        let victim = Square::new(mv.to().file(), mv.from().rank());
        let mut won = 0;
        if mv.is_en_passant() {
            board.clear(victim);
            won = self.value(PieceType::Pawn);
        }
        won += self.move_piece(&mut board, mv.from(), mv.to(), mv.promotion());
        won - self.best_recapture(&board, mv.to(), !us)
    }

    /// Moves a piece and returns the material that this wins.
    fn move_piece(&self, board: &mut Board, from: Square, to: Square, promotion: Option<PieceType>) -> i32 {
        let piece = board.piece_at(from).unwrap();
        let victim = board.piece_type_at(to).map_or(0, |victim| self.value(victim));
        board.clear(from);
        board.put(Piece::new(piece.color(), promotion.unwrap_or(piece.piece_type())), to);
        victim + self.promotion_gain(promotion)
    }

    fn best_recapture(&self, board: &Board, square: Square, side: Color) -> i32 {
        let attackers = board.attackers_to(square, board.occupied()) & board.by_color(side);
        let Some(from) = attackers.into_iter().min_by_key(|&from| (board.piece_type_at(from), from)) else {
            return 0;
        };
        let mut after = *board;
        let piece_type = board.piece_type_at(from).unwrap();
        let promotes = piece_type == PieceType::Pawn && square.rank() == side.promotion_rank();
        let won = self.move_piece(&mut after, from, square, promotes.then_some(PieceType::Queen));
        let is_king = piece_type == PieceType::King;
        let recaptures = after.attackers_to(square, after.occupied()) & after.by_color(!side);
        if is_king && !recaptures.is_empty() {
            return 0;
        }
        (won - self.best_recapture(&after, square, !side)).max(0)
    }
}

fn check_all(pins: Pins, oracle: impl Fn(&Oracle, &Position, Move) -> i32) {
    for values in [OF_CENTIPAWNS, OF_ENGINE, STRANGE] {
        let rules = SeeRules { values, pins };
        let mut moves = 0;
        let mut losing = 0;
        for position in POSITIONS.iter() {
            for mv in position.legal_moves() {
                let expected = oracle(&Oracle { values }, position, mv);
                assert_eq!(position.see(mv, &rules), expected, "{position} {mv:?} {rules:?}");
                for threshold in
                    [expected - 1, expected, expected + 1, -900, -100, 0, 1, 100, 300, i32::MIN, i32::MAX]
                {
                    let is_reached = position.see_at_least(mv, threshold, &rules);
                    assert_eq!(is_reached, expected >= threshold, "{position} {mv:?} {threshold} {rules:?}");
                }
                moves += 1;
                losing += i32::from(expected < 0);
            }
        }
        assert!(moves > 50_000 && losing > 5_000, "{moves} {losing}");
    }
}

#[test]
fn with_pins_as_legal_moves_have_it() {
    check_all(Pins::Respected, Oracle::by_legal_moves);
}

#[test]
fn without_pins_as_a_board_has_it() {
    check_all(Pins::Ignored, Oracle::by_board);
}

#[test]
fn the_rules_have_the_values_of_pieces() {
    let rules = SeeRules::new(Pins::Respected);
    assert_eq!((rules.values, rules.pins), (OF_CENTIPAWNS, Pins::Respected));
    assert_eq!(PieceType::ALL.map(see_value), OF_CENTIPAWNS.map(i32::from));
}

#[test]
fn known_exchanges() {
    use PieceType::{Knight, Queen};
    use Pins::{Ignored, Respected};
    let cases = [
        // A rook captures an undefended pawn.
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", None, Ignored, 100),
        // A knight captures a pawn; the queen behind the rook and the bishop behind the knight take part.
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", None, Ignored, -200),
        // A pinned knight, which defends only if pins are ignored.
        ("4k3/4n3/8/3p4/8/8/8/K2RR3 w - - 0 1", "d1d5", None, Respected, 100),
        ("4k3/4n3/8/3p4/8/8/8/K2RR3 w - - 0 1", "d1d5", None, Ignored, -400),
        // The capture en passant opens the file for the rook that recaptures.
        ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", None, Ignored, 0),
        // A promotion that is recaptured, one that is not, and a capture that is answered by a promotion.
        ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8", Some(Queen), Ignored, 1300),
        ("rn2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8", Some(Knight), Ignored, 200),
        ("4k3/8/8/8/8/8/1p6/2bRK3 w - - 0 1", "d1c1", None, Ignored, -1000),
        // Castling wins nothing, even if a pawn could capture on the rook's former square.
        ("4k3/8/8/8/8/8/6p1/6KR w K - 0 1", "g1h1", None, Ignored, 0),
        // The king captures last, and never on a defended square.
        ("8/8/3k4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", None, Ignored, -400),
        ("8/8/3k4/4p3/8/6B1/8/K3R3 w - - 0 1", "e1e5", None, Ignored, 100),
    ];
    for (fen, name, promotion, pins, expected) in cases {
        let position = Position::from_fen(fen).unwrap();
        let [from, to] = [&name[..2], &name[2..]].map(|square| square.parse().unwrap());
        let mv = position.legal_move(from, to, promotion).unwrap();
        assert_eq!(position.see(mv, &SeeRules::new(pins)), expected, "{fen} {name}");
    }
}

/// Illegal moves can give a side more pieces than chess has. Here 18 of White and 17 of Black can capture on d4: knights around it,
/// white queens on its rank and file, and black ones on its diagonals. The value has no meaning, but nothing panics.
#[test]
fn an_exchange_of_more_pieces_than_there_are_ends_too() {
    let away = |square: Square| [(square.file() as i8 - 3).abs(), (square.rank() as i8 - 3).abs()];
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for square in Square::ALL {
        match away(square) {
            [0, 0] => {}
            [0, _] | [_, 0] => white.push((square, MoveKind::QueenPromotion)),
            [files, ranks] if files == ranks => black.push((square, MoveKind::QueenPromotion)),
            [2, 1] => white.push((square, MoveKind::KnightPromotion)),
            [1, 2] => black.push((square, MoveKind::KnightPromotion)),
            _ => {}
        }
    }
    assert_eq!((white.len(), black.len()), (18, 17));
    let mut position: Position = "1k6/8/8/8/8/8/7K/8 w - - 0 1".parse().unwrap();
    for number in 0..18 {
        for (square, kind) in [white.get(number), black.get(number)].into_iter().flatten() {
            position = after_any(&position, Move::new(Square::G8, *square, *kind));
        }
    }
    let capturers = position.attackers_to(Square::D4, position.occupied());
    assert_eq!((capturers.count(), position.side_to_move()), (16, Color::Black), "{position:?}");
    let mv = Move::new(Square::B8, Square::D4, MoveKind::Quiet);
    for pins in [Pins::Ignored, Pins::Respected] {
        for values in [OF_CENTIPAWNS, STRANGE] {
            let rules = SeeRules { values, pins };
            let _ = position.see(mv, &rules);
            let _ = position.see_at_least(mv, 0, &rules);
        }
    }
}
