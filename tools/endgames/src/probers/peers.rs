use std::mem::ManuallyDrop;
use std::path::Path;

use chess_board::{EnPassantStyle, Position};
use chess_syzygy::Dtz;
use chess_types::{Bitboard, Color, PieceType, Square};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};
use shakmaty_syzygy::{MaybeRounded, Tablebase};

use super::library::Library;

pub(super) struct Shakmaty(Tablebase<Chess>);

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty-syzygy";
    const HAS_DTZ: bool = true;

    type Position = Chess;

    fn open(folder: &Path) -> Self {
        // SAFETY: the tables are not written to while they are measured. Positioned reads, which need no such promise, took four
        // times as long.
        #[allow(unsafe_code)]
        let mut tables = unsafe { Tablebase::with_mmap_filesystem() };
        tables.add_directory(folder).expect("a folder of tables");
        Self(tables)
    }

    fn convert(position: &Position) -> Chess {
        let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN");
        let position = fen.into_position(CastlingMode::Standard);
        position.or_else(PositionError::ignore_impossible_check).expect("a position")
    }

    fn wdl(&self, position: &Chess) -> i8 {
        self.0.probe_wdl_after_zeroing(position).expect("a value") as i8
    }

    fn dtz(&self, position: &Chess) -> Dtz {
        match self.0.probe_dtz(position).expect("a distance") {
            MaybeRounded::Precise(dtz) => Dtz::exact(dtz.0 as i16),
            MaybeRounded::Rounded(dtz) => Dtz::rounded(dtz.0 as i16),
        }
    }

    fn root(&mut self, position: &Chess) -> i16 {
        let (_, dtz) = self.0.best_move(position).expect("values").expect("a move");
        -(dtz.ignore_rounding().0 as i16)
    }
}

pub(super) struct Pyrrhic(TableBases<OurAttacks>);

impl Library for Pyrrhic {
    const NAME: &'static str = "pyrrhic-rs";
    const HAS_DTZ: bool = false;

    type Position = fathom_syzygy::Position;

    fn open(folder: &Path) -> Self {
        Self(TableBases::new(folder.to_str().expect("a path in UTF-8")).expect("a folder of tables"))
    }

    fn convert(position: &Position) -> fathom_syzygy::Position {
        bitboards(position)
    }

    fn wdl(&self, it: &fathom_syzygy::Position) -> i8 {
        let is_white = it.turn != 0;
        let wdl = self.0.probe_wdl(
            it.white, it.black, it.kings, it.queens, it.rooks, it.bishops, it.knights, it.pawns, it.ep,
            is_white,
        );
        number(wdl.expect("a value"))
    }

    fn root(&mut self, it: &fathom_syzygy::Position) -> i16 {
        let is_white = it.turn != 0;
        let probed = self.0.probe_root(
            it.white, it.black, it.kings, it.queens, it.rooks, it.bishops, it.knights, it.pawns, 0, it.ep,
            is_white,
        );
        let DtzProbeValue::DtzResult(root) = probed.expect("values").root else {
            panic!("a position with moves")
        };
        i16::from(number(root.wdl).signum()) * root.dtz as i16
    }
}

fn number(wdl: WdlProbeResult) -> i8 {
    match wdl {
        WdlProbeResult::Loss => -2,
        WdlProbeResult::BlessedLoss => -1,
        WdlProbeResult::Draw => 0,
        WdlProbeResult::CursedWin => 1,
        WdlProbeResult::Win => 2,
    }
}

/// The attack functions that the library requires: ours.
#[derive(Clone)]
struct OurAttacks;

fn square(index: u64) -> Square {
    Square::from_low_bits(index as u8)
}

impl EngineAdapter for OurAttacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, index: u64) -> u64 {
        let color = if color == pyrrhic_rs::Color::White { Color::White } else { Color::Black };
        chess_magic::pawn_attacks(color, square(index)).0
    }

    fn knight_attacks(index: u64) -> u64 {
        chess_magic::knight_attacks(square(index)).0
    }

    fn bishop_attacks(index: u64, occupied: u64) -> u64 {
        chess_magic::bishop_attacks(square(index), Bitboard(occupied)).0
    }

    fn rook_attacks(index: u64, occupied: u64) -> u64 {
        chess_magic::rook_attacks(square(index), Bitboard(occupied)).0
    }

    fn queen_attacks(index: u64, occupied: u64) -> u64 {
        chess_magic::queen_attacks(square(index), Bitboard(occupied)).0
    }

    fn king_attacks(index: u64) -> u64 {
        chess_magic::king_attacks(square(index)).0
    }
}

/// Values come from the call for values of `fathom-syzygy-sys`, since that of `fathom-syzygy` ranks all moves to find one.
///
/// They are never dropped: the library frees a pointer that it has not set if a table has the same pieces on both sides.
pub(super) struct Fathom(ManuallyDrop<fathom_syzygy::Fathom>);

impl Library for Fathom {
    const NAME: &'static str = "fathom-syzygy";
    const HAS_DTZ: bool = false;

    type Position = fathom_syzygy::Position;

    fn open(folder: &Path) -> Self {
        Self(ManuallyDrop::new(fathom_syzygy::Fathom::new(folder).expect("a folder of tables")))
    }

    fn convert(position: &Position) -> fathom_syzygy::Position {
        bitboards(position)
    }

    fn wdl(&self, it: &fathom_syzygy::Position) -> i8 {
        // SAFETY: the tables have been opened, and stay open as long as this value. The safe call ranks all moves.
        #[allow(unsafe_code)]
        let wdl = unsafe {
            fathom_syzygy_sys::tb_probe_wdl(
                it.white,
                it.black,
                it.kings,
                it.queens,
                it.rooks,
                it.bishops,
                it.knights,
                it.pawns,
                it.rule50,
                it.castling,
                it.ep,
                it.turn,
            )
        };
        assert!(wdl <= 4, "a value");
        wdl as i8 - 2
    }

    fn root(&mut self, position: &fathom_syzygy::Position) -> i16 {
        let (mut root, _) = self.0.get_probers();
        let root = root.probe(position).expect("a position with moves");
        i16::from((root.wdl as i8 - 2).signum()) * root.dtz as i16
    }
}

/// The arguments of probers derived from Fathom.
fn bitboards(position: &Position) -> fathom_syzygy::Position {
    let [pawns, knights, bishops, rooks, queens, kings] =
        PieceType::ALL.map(|piece_type| position.by_type(piece_type).0);
    fathom_syzygy::Position {
        white: position.by_color(Color::White).0,
        black: position.by_color(Color::Black).0,
        kings,
        queens,
        rooks,
        bishops,
        knights,
        pawns,
        rule50: 0,
        castling: 0,
        ep: position.ep_square().map_or(0, |square| square as u32),
        turn: u8::from(position.side_to_move() == Color::White),
    }
}
