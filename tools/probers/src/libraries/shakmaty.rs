use std::path::Path;

use chess_board::{EnPassantStyle, Position};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, PositionError};
use shakmaty_syzygy::{MaybeRounded, Tablebase};

use crate::answer::{Dtz, Work};
use crate::library::Library;

pub(crate) struct Shakmaty(Tablebase<Chess>);

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty-syzygy";

    type Position = Chess;

    fn open(folder: &Path) -> Self {
        // SAFETY: nobody writes to the tables while they are measured. Positioned reads, which need no such promise, took four
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

    fn can(_: Work) -> bool {
        true
    }

    fn wdl(&self, position: &Chess) -> i8 {
        self.0.probe_wdl_after_zeroing(position).expect("a value") as i8
    }

    fn dtz(&self, position: &Chess) -> Dtz {
        match self.0.probe_dtz(position).expect("a distance") {
            MaybeRounded::Precise(dtz) => Dtz { plies: dtz.0, is_exact: true },
            MaybeRounded::Rounded(dtz) => Dtz { plies: dtz.0, is_exact: false },
        }
    }

    fn root(&mut self, position: &Chess) -> i8 {
        let (_, dtz) = self.0.best_move(position).expect("values").expect("a move");
        -(dtz.ignore_rounding().0.signum() as i8)
    }
}
