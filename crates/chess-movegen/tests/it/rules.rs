//! Rules one by one, each with positions and moves that it allows (`+`) or forbids (`-`).

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_types::{Move, MoveKind, Square};

const RULES: &str = "
en passant takes the pawn that has just passed
4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1; +e5d6 EnPassant
4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1; +d5e6 EnPassant
4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1; +b4a3 EnPassant
en passant is not to be had later nor around the edge
4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1; -e5d6 EnPassant
4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1; -h5a6 EnPassant
4k3/8/7P/p7/8/8/8/4K3 w - a6 0 1; -h6a6 EnPassant
en passant may not open the rank; a third piece on it still shields the king
7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1; -e5d6 EnPassant
8/8/8/8/R2Pp2k/8/8/K7 b - d3 0 1; -e4d3 EnPassant
7k/8/8/K2pPn1r/8/8/8/8 w - d6 0 1; +e5d6 EnPassant
7k/8/8/K1PpP2r/8/8/8/8 w - d6 0 1; +e5d6 EnPassant; +c5d6 EnPassant
en passant may not open the file of the capturer; on that of the victim it stays closed
4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1; -e5d6 EnPassant
4r2k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1; -e5d6 EnPassant; +c5d6 EnPassant
3r3k/8/8/3pP3/8/8/8/3K4 w - d6 0 1; +e5d6 EnPassant
en passant may not open the diagonal of the victim, nor leave that of a pin, but may follow it
q6k/8/8/3pP3/8/8/8/7K w - d6 0 1; -e5d6 EnPassant
7k/5b2/8/2Pp4/8/1K6/8/8 w - d6 0 1; -c5d6 EnPassant
k6b/8/8/3pP3/8/8/1K6/8 w - d6 0 1; -e5d6 EnPassant
1b5k/8/8/3pP3/8/6K1/8/8 w - d6 0 1; +e5d6 EnPassant
en passant ends the check of the pawn it takes and no other, and may block one
7k/8/8/3pP3/2K5/8/8/8 w - d6 0 1; +e5d6 EnPassant
7k/8/8/3pP3/8/5n2/8/4K3 w - d6 0 1; -e5d6 EnPassant
k7/8/r6K/3pP3/8/8/8/8 w - d6 0 1; +e5d6 EnPassant
castling needs the right
4k3/8/8/8/8/8/8/R3K2R w Q - 0 1; +e1a1 QueenCastle; -e1h1 KingCastle; -e1a1 KingCastle; -e1c1 QueenCastle
castling is forbidden out of, through and into check
k3r3/8/8/8/8/8/8/4K2R w K - 0 1; -e1h1 KingCastle
k4r2/8/8/8/8/8/8/4K2R w K - 0 1; -e1h1 KingCastle
k5r1/8/8/8/8/8/8/4K2R w K - 0 1; -e1h1 KingCastle
4k3/8/8/8/8/8/6p1/4K2R w K - 0 1; -e1h1 KingCastle
castling is allowed if only the rook is attacked
k6r/8/8/8/8/8/8/4K2R w K - 0 1; +e1h1 KingCastle
1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1; +e1a1 QueenCastle
r6k/8/8/8/8/8/8/R3K3 w Q - 0 1; +e1a1 QueenCastle
castling needs a free way for the rook, too
7k/8/8/8/8/8/8/RN2K3 w Q - 0 1; -e1a1 QueenCastle
7k/8/8/8/8/8/8/Rn2K3 w Q - 0 1; -e1a1 QueenCastle
7k/8/8/8/8/8/8/1RKN4 w Q - 0 1; -c1b1 QueenCastle
in Chess960 king or rook may stand where they go, change places, or go far
7k/8/8/8/8/8/8/1RK5 w Q - 0 1; +c1b1 QueenCastle
k7/8/8/8/8/8/8/6KR w K - 0 1; +g1h1 KingCastle
k7/8/8/8/8/8/8/4KR2 w K - 0 1; +e1f1 KingCastle
k7/8/8/8/8/8/8/3RK3 w Q - 0 1; +e1d1 QueenCastle
k7/8/8/8/8/8/8/5KR1 w K - 0 1; +f1g1 KingCastle
7k/8/8/8/8/8/8/2RK4 w Q - 0 1; +d1c1 QueenCastle
7k/8/8/8/8/8/8/RK6 w Q - 0 1; +b1a1 QueenCastle
k7/8/8/8/8/8/8/1R4K1 w Q - 0 1; +g1b1 QueenCastle
k4r2/8/8/8/8/8/8/1R4K1 w Q - 0 1; -g1b1 QueenCastle
k7/8/8/8/8/8/8/1K5R w K - 0 1; +b1h1 KingCastle
castling may not unveil an attack along the back rank; a bishop in the corner does not attack along it
7k/8/8/8/8/8/8/qRK5 w Q - 0 1; -c1b1 QueenCastle
7k/8/8/8/8/8/8/qR4K1 w Q - 0 1; -g1b1 QueenCastle
k7/8/8/8/8/8/8/5KRq w K - 0 1; -f1g1 KingCastle
7k/8/8/8/8/8/8/bRK5 w Q - 0 1; +c1b1 QueenCastle
castling with the inner rook; castling with the outer rook is blocked by the inner one
k7/8/8/8/8/8/8/4KR1R w F - 0 1; +e1f1 KingCastle; -e1h1 KingCastle
k7/8/8/8/8/8/8/4KR1R w K - 0 1; -e1h1 KingCastle; -e1f1 KingCastle
in double check only the king moves
4r2k/8/8/8/8/3n4/8/RQ2K3 w - - 0 1; -b1d3 Capture; +e1d2 Quiet
the king may not retreat along the line of a check
4r2k/8/8/8/4K3/8/8/8 w - - 0 1; -e4e3 Quiet; +e4d3 Quiet
the king takes what is not protected
7k/8/8/8/8/8/4q3/4K3 w - - 0 1; +e1e2 Capture
7k/8/8/8/8/5p2/4q3/4K3 w - - 0 1; -e1e2 Capture
8/8/8/8/8/3k4/4q3/4K3 w - - 0 1; -e1e2 Capture
4r2k/8/8/8/8/8/4q3/4K3 w - - 0 1; -e1e2 Capture
a pinned piece stays on its line and ends no other check; two pieces on the line are not pinned
4r2k/8/8/8/4N3/8/8/4K3 w - - 0 1; -e4c5 Quiet
4r2k/8/8/8/4R3/8/8/4K3 w - - 0 1; +e4e6 Quiet; +e4e8 Capture; -e4d4 Quiet
4r2k/8/8/8/4Q3/8/8/4K3 w - - 0 1; -e4d5 Quiet
k7/8/8/b7/8/2B5/8/4K3 w - - 0 1; +c3b4 Quiet; -c3d4 Quiet
4r2k/8/4N3/8/4N3/8/8/4K3 w - - 0 1; +e4c5 Quiet
4r2k/8/8/8/7b/8/4R3/4K3 w - - 0 1; -e2f2 Quiet
a pinned pawn moves along the pin only
4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1; +e2e4 DoublePush; -e2d3 Capture
7k/8/8/8/8/8/K3P2r/8 w - - 0 1; -e2e3 Quiet; -e2e4 DoublePush
7k/8/8/8/7b/8/5P2/4K3 w - - 0 1; -f2f3 Quiet
7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1; +f2g3 Capture
a double push may end a check that a single one does not, and needs both squares free
k7/8/8/8/r6K/8/4P3/8 w - - 0 1; +e2e4 DoublePush; -e2e3 Quiet
7k/8/8/8/8/4n3/4P3/K7 w - - 0 1; -e2e4 DoublePush
7k/8/8/8/4n3/8/4P3/K7 w - - 0 1; -e2e4 DoublePush; +e2e3 Quiet
a pawn on the last rank has to promote
8/4P2k/8/8/8/8/8/K7 w - - 0 1; +e7e8 QueenPromotion; -e7e8 Quiet
8/8/4P2k/8/8/8/8/K7 w - - 0 1; -e6e7 QueenPromotion
3nn3/4P2k/8/8/8/8/8/K7 w - - 0 1; -e7d8 Capture; +e7d8 KnightCapturePromotion
a knight or a pawn that gives check has to be taken unless the king moves
4k3/8/8/8/8/3n4/8/R3KB2 w - - 0 1; -a1a2 Quiet; -f1b5 Quiet; +e1e2 Quiet; +f1d3 Capture
4k3/8/8/8/8/8/3p4/R3KB2 w - - 0 1; -a1a2 Quiet; -f1b5 Quiet; +e1e2 Quiet
4k3/8/8/8/8/8/3p4/R3KN2 w - - 0 1; +f1d2 Capture
";

#[test]
fn allowed_moves_are_listed_and_forbidden_moves_are_not() {
    let mut rule = "";
    for line in RULES.lines().filter(|line| !line.is_empty()) {
        let Some((fen, moves)) = line.split_once("1; ").filter(|(fen, _)| fen.contains('/')) else {
            rule = line;
            continue;
        };
        let position: Position = format!("{fen}1").parse().unwrap();
        for text in moves.split("; ") {
            let (squares, kind) = text[1..].split_once(' ').unwrap();
            let kind = MoveKind::ALL.into_iter().find(|it| format!("{it:?}") == kind).unwrap();
            let [from, to] = [&squares[..2], &squares[2..]].map(|it| it.parse::<Square>().unwrap());
            let mv = Move::new(from, to, kind);
            let is_listed = position.legal_moves().contains(&mv);
            assert_eq!(is_listed, text.starts_with('+'), "{rule}: {line}, {text}");
            assert_eq!(position.is_legal(mv), is_listed, "{rule}: {line}, {text}");
        }
        let has_en_passant = position.legal_moves().into_iter().any(Move::is_en_passant);
        assert_eq!(position.ep_square().is_some(), has_en_passant, "{rule}: {line}");
    }
}

#[test]
fn moves_of_king_rook_and_pawn_lead_to_these_positions() {
    for (fen, squares, kind, after) in [
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            [Square::E5, Square::D6],
            MoveKind::EnPassant,
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            [Square::E1, Square::H1],
            MoveKind::KingCastle,
            "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
            [Square::E1, Square::A1],
            MoveKind::QueenCastle,
            "4k3/8/8/8/8/8/8/2KR3R b - - 1 1",
        ),
        (
            "k7/8/8/8/8/8/8/5KR1 w K - 0 1",
            [Square::F1, Square::G1],
            MoveKind::KingCastle,
            "k7/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        // A rook that moves or is taken loses its right alone.
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            [Square::A1, Square::B1],
            MoveKind::Quiet,
            "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            [Square::A1, Square::A8],
            MoveKind::Capture,
            "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            [Square::E1, Square::E2],
            MoveKind::Quiet,
            "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1",
        ),
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.after(Move::new(squares[0], squares[1], kind)).to_string(), after, "{fen}");
    }
}

#[test]
fn the_most_legal_moves_known_and_the_most_promotions() {
    let crowded: Position = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".parse().unwrap();
    assert_eq!((crowded.legal_moves().len(), crowded.legal_count()), (218, 218));
    for fen in ["8/PPPPPPPP/8/8/8/k7/8/2K5 w - - 0 1", "2k5/8/K7/8/8/8/pppppppp/8 b - - 0 1"] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.legal_moves().into_iter().filter(|mv| mv.is_promotion()).count(), 32, "{fen}");
    }
}
