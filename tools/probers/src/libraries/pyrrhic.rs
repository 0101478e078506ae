use std::path::Path;

use chess_board::Position;
use chess_types::{Bitboard, Color, Square};
use pyrrhic_rs::{DtzProbeValue, EngineAdapter, TableBases, WdlProbeResult};

use super::bitboards::Bitboards;
use crate::answer::{Dtz, Work};
use crate::library::Library;

pub(crate) struct Pyrrhic(TableBases<OurAttacks>);

/// The attacks that the library asks its engine for: ours.
#[derive(Clone)]
struct OurAttacks;

impl Library for Pyrrhic {
    const NAME: &'static str = "pyrrhic-rs";

    type Position = Bitboards;

    fn open(folder: &Path) -> Self {
        let folder = folder.to_str().expect("a path in UTF-8");
        Self(TableBases::new(folder).expect("a folder of tables"))
    }

    fn convert(position: &Position) -> Bitboards {
        Bitboards::new(position)
    }

    fn can(work: Work) -> bool {
        work != Work::Dtz
    }

    fn wdl(&self, position: &Bitboards) -> i8 {
        let &Bitboards { white, black, types, ep, is_white } = position;
        let [pawns, knights, bishops, rooks, queens, kings] = types;
        let wdl = self.0.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, ep, is_white);
        number(wdl.expect("a value"))
    }

    fn dtz(&self, _: &Bitboards) -> Dtz {
        unreachable!("the library ranks the moves to tell a distance");
    }

    fn root(&mut self, position: &Bitboards) -> i8 {
        let dtz = self.any_dtz(position).expect("a position with moves");
        dtz.plies.signum() as i8
    }

    fn any_dtz(&mut self, position: &Bitboards) -> Option<Dtz> {
        let &Bitboards { white, black, types, ep, is_white } = position;
        let [pawns, knights, bishops, rooks, queens, kings] = types;
        let probed =
            self.0.probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, 0, ep, is_white);
        let DtzProbeValue::DtzResult(root) = probed.expect("values").root else { return None };
        let sign = i32::from(number(root.wdl).signum());
        Some(Dtz { plies: sign * i32::from(root.dtz), is_exact: false })
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
