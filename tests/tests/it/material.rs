//! Positions with more material than a game can reach, which lenient reading accepts where a bound proves that no list of moves
//! overflows: everything that takes a position takes these.

use std::fmt::Write as _;

use chess_board::{Board, CastlingRules, Mend, Position, Reason, Setup};
use chess_movegen::machine::Backend;
use chess_movegen::{KeyHistory, Pins, PositionExt, SeeRules};
use chess_movegen_perft::{PerftMode, perft_on};
use chess_notation::{PackedPosition, San, polyglot, read_san_strict, read_uci};
use chess_search::engine::{Engine, Limits, Signals};
use chess_search::evaluate::evaluate;
use chess_search::{FeatureSet, GameState};
use chess_svg::Picture;
use chess_syzygy::Tables;
use chess_testkit::{Mailbox, Random, from_scratch};
use chess_training::{Format, Record, Writer};
use chess_types::{Color, Move, MoveList, Piece, PieceType, Rank, Square};
use chess_unmoves::{UnMoveOptions, each_unmove};

const OTHERS: [PieceType; 4] = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];

fn lenient(setup: &Setup) -> Option<Position> {
    let mended = Position::from_setup_lenient(setup, CastlingRules::Chess960).ok()?;
    assert_eq!(
        Position::restore(setup).ok(),
        mended.changes[..].iter().all(|&it| it == Mend::Material).then_some(mended.position)
    );
    (mended.changes[..] == [Mend::Material]).then_some(mended.position)
}

/// A start with any pieces on the back ranks and pawns before them, as some servers deal them, or with pieces anywhere.
fn any_start(random: &mut Random) -> Setup {
    let mut setup = Setup::EMPTY;
    let is_mirrored = random.below(2) == 0;
    let mut army = [PieceType::King; 8].map(|_| random.pick(&OTHERS));
    for color in Color::ALL {
        if !is_mirrored {
            army = army.map(|_| random.pick(&OTHERS));
        }
        army[4] = PieceType::King;
        for (i, piece_type) in army.into_iter().enumerate() {
            let back = Square::from_index(i).unwrap().relative_to(color);
            setup.board.put(Piece::new(color, piece_type), back);
            setup.board.put(
                Piece::new(color, PieceType::Pawn),
                Square::from_index(8 + i).unwrap().relative_to(color),
            );
        }
    }
    if random.below(3) == 0 {
        // Scattered, with fewer pieces.
        let pieces: Vec<Piece> = setup.board.placements().map(|(piece, _)| piece).collect();
        setup.board = Board::EMPTY;
        for piece in pieces {
            let square = random.square();
            let is_back = matches!(square.rank(), Rank::First | Rank::Eighth);
            let is_king = piece.piece_type() == PieceType::King;
            if is_king
                || random.below(9) > 0
                    && setup.board.piece_at(square).is_none()
                    && !(is_back && piece.piece_type() == PieceType::Pawn)
            {
                setup.board.put(piece, square);
            }
        }
    }
    setup
}

/// Compares the moves with those of the oracle, in every backend, and passes the position and its moves to all that takes them.
fn check(position: &Position) {
    assert_eq!(from_scratch(position), *position);
    let fen = position.to_string();
    let moves = position.legal_moves();
    assert!(moves.len() < MoveList::CAPACITY, "{fen}: {}", moves.len());
    let sorted = |mut words: Vec<u16>| {
        words.sort_unstable();
        words
    };
    let expected = sorted(Mailbox::new(position).legal_moves().iter().map(|mv| mv.raw()).collect());
    assert_eq!(sorted(moves.iter().map(|mv| mv.raw()).collect()), expected, "{fen}");
    let replies: usize = moves.iter().map(|&mv| position.after(mv).legal_count()).sum();
    for backend in Backend::ALL {
        for &mode in PerftMode::ALL {
            assert_eq!(
                perft_on(position, 1, mode, backend),
                expected.len() as u64,
                "{backend} {mode}: {fen}"
            );
        }
        assert_eq!(perft_on(position, 2, PerftMode::Count, backend), replies as u64, "{backend}: {fen}");
    }
    for &mv in &moves {
        assert_eq!(read_san_strict(position, San::new(position, mv).as_str()), Ok(mv), "{fen}");
        assert_eq!(read_uci(position, mv.uci960().to_string()), Ok(mv), "{fen}");
        let _ = position.see(mv, &SeeRules::new(Pins::Respected));
        assert_eq!(position.key_after(mv), position.after(mv).key(), "{fen}");
    }
    assert_eq!(PackedPosition::new(position).unpack(), Ok(*position));
    let read = Position::from_fen_lenient(&fen, CastlingRules::Chess960).unwrap().position;
    assert_eq!(read.key(), position.key(), "{fen}");
    polyglot::key(position);
    let _ = position.outcome_with(&KeyHistory::<1>::EMPTY);
    evaluate(position);
    let mut svg = String::new();
    write!(svg, "{}", Picture::of(position)).unwrap();
    assert!(svg.ends_with("</svg>") || svg.ends_with("</svg>\n"));
    each_unmove(position, UnMoveOptions::EXACT, |unmove| {
        let before = unmove.before(position);
        let restored = Position::restore(&before.to_setup());
        assert_eq!(restored, Ok(before), "{fen} {unmove:?}");
    });
    for color in Color::ALL {
        for features in [FeatureSet::CHESS768, FeatureSet::HALFKA_HM] {
            assert_eq!(
                features.view(color, position.king(color)).indices(position.board()).count(),
                position.occupied().count() as usize
            );
        }
    }
}

/// Plays at random, promotions first, and checks positions on the way.
fn play(start: Position, plies: usize, random: &mut Random) -> Vec<Record> {
    let mut records = Vec::new();
    let mut position = start;
    for ply in 0..plies {
        if ply % 16 == chess_testkit::place(16) {
            check(&position);
        }
        let moves = position.legal_moves();
        let pushes: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|&mv| position.piece_type_at(mv.from()) == Some(PieceType::Pawn))
            .collect();
        let promotions: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_promotion()).collect();
        let mv = match random.below(4) {
            0 | 1 if !promotions.is_empty() => random.pick(&promotions),
            2 if !pushes.is_empty() => random.pick(&pushes),
            _ if !moves.is_empty() => random.pick(&moves),
            _ => break,
        };
        let record = Record::new(position, 25, chess_notation::pgn::GameResult::Draw);
        records.push(Record { mv: Some(mv), ply: ply as u32, starts_game: ply == 0, ..record });
        position.play_unchecked(mv);
        assert_eq!(Position::restore(&position.to_setup()), Ok(position), "{position}");
    }
    records
}

#[test]
fn starts_with_more_material_than_a_game_can_reach_are_played_on_like_others() {
    let mut random = Random::new(66);
    let mut engine = Engine::new(1 << 20).unwrap();
    let tables = Tables::new();
    let (mut accepted, mut refused, mut plies) = (0, 0, 0);
    while accepted < 150 {
        let setup = any_start(&mut random);
        let Some(start) = lenient(&setup) else {
            refused += 1;
            continue;
        };
        assert!(setup.validate().unwrap_err().reasons().eq([Reason::Material]));
        accepted += 1;
        let records = play(start, 160, &mut random);
        plies += records.len();
        for format in Format::ALL {
            let mut writer = Writer::new(format, Vec::new());
            for record in &records {
                let _ = writer.write(record);
            }
            let _ = writer.finish();
        }
        assert!(tables.probe_wdl(&start).is_err());
        if accepted % 10 == chess_testkit::place(10) {
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let finding = engine.search(&GameState::new(start), &limits, &Signals::new(), |_| {});
            assert_eq!(finding.best().is_some(), start.has_legal_move());
        }
    }
    assert!(refused > 20 && plies > 10_000, "{refused} refused, {plies} plies");
}

/// Armies of 15 pieces besides the king at the bound, to which the pawns of an accepted start can lead.
const ARMIES: [&str; 7] = [
    "QQQQQQQQQQRRBBN",
    "QQQQQQQQQQRRNNN",
    "QQQQQQQQQRRRRBB",
    "QQQQQQQQQRRRBBN",
    "QQQQQQQQQRRBBBB",
    "QQQQQQQQQQRBNNN",
    "QQQQQQQQPPRRBBN",
];

/// White's pieces of an army and both kings, placed at random.
fn place(army: &str, random: &mut Random) -> Setup {
    let mut setup = Setup::EMPTY;
    let kings = [Piece::WhiteKing, Piece::BlackKing];
    for piece in army.bytes().filter_map(Piece::from_letter).chain(kings) {
        loop {
            let square = random.square();
            let is_back = matches!(square.rank(), Rank::First | Rank::Eighth);
            if setup.board.piece_at(square).is_none() && !(is_back && piece == Piece::WhitePawn) {
                setup.board.put(piece, square);
                break;
            }
        }
    }
    setup
}

/// Moves pieces one by one as long as White has no fewer moves, with some patience.
fn climb(army: &str, steps: usize, random: &mut Random) -> Option<(usize, Position)> {
    let mut best: Option<(usize, Position)> = None;
    let mut setup = place(army, random);
    let mut count = 0;
    for step in 0..steps {
        let mut next = setup;
        let pieces: Vec<(Piece, Square)> = next.board.placements().collect();
        for _ in 0..=random.below(2) {
            let (piece, from) = random.pick(&pieces);
            let to = random.square();
            let is_back = matches!(to.rank(), Rank::First | Rank::Eighth);
            if next.board.piece_at(to).is_none()
                && !(is_back && piece == Piece::WhitePawn)
                && next.board.piece_at(from) == Some(piece)
            {
                next.board.clear(from);
                next.board.put(piece, to);
            }
        }
        let position = Position::restore(&next).ok();
        let moves = position.map_or(0, |position| position.legal_count());
        let patience = if step * 2 < steps { random.below(5) } else { 0 };
        if moves + patience >= count {
            (setup, count) = (next, moves);
        }
        if let Some(position) = position.filter(|_| best.is_none_or(|(most, _)| moves > most)) {
            best = Some((moves, position));
        }
    }
    best
}

#[test]
fn no_army_at_the_bound_has_more_moves_than_a_list_holds() {
    let mut random = Random::new(218);
    for army in ARMIES {
        let best = (0..4).filter_map(|_| climb(army, 20_000, &mut random)).max_by_key(|&(moves, _)| moves);
        let (moves, position) = best.unwrap_or_else(|| panic!("{army} is refused"));
        println!("{army}: {moves} {position}");
        assert!((180..MoveList::CAPACITY).contains(&moves), "{army}: {moves}, {position}");
        check(&position);
    }
}

#[test]
fn material_beyond_the_bound_is_refused_by_its_name() {
    for fen in [
        // Two queens too many, seventeen pieces, nine pawns.
        "4k3/8/8/8/8/8/PPPPPPPP/QQQ1K3 w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/RNBQKBNR w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
    ] {
        let setup = Setup::from_fen(fen).unwrap();
        let refused = Position::from_setup_lenient(&setup, CastlingRules::Chess960).unwrap_err();
        assert!(refused.reasons().eq([Reason::Material]), "{fen}");
        assert_eq!(refused.squares(Reason::Material), setup.board.by_color(Color::White));
    }
}
