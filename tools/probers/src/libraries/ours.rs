use std::path::Path;

use chess_board::Position;
use chess_syzygy::{RootRules, Tables};

use crate::answer::{Dtz, Work};
use crate::library::Library;

pub(crate) struct Ours(Tables);

impl Library for Ours {
    const NAME: &'static str = "chess-syzygy";

    type Position = Position;

    fn open(folder: &Path) -> Self {
        Self(Tables::open([folder]).expect("a folder of tables"))
    }

    fn convert(position: &Position) -> Position {
        *position
    }

    fn can(_: Work) -> bool {
        true
    }

    fn wdl(&self, position: &Position) -> i8 {
        self.0.probe_wdl(position).expect("a value") as i8
    }

    fn dtz(&self, position: &Position) -> Dtz {
        let dtz = self.0.probe_dtz(position).expect("a distance");
        Dtz { plies: dtz.plies(), is_exact: dtz.is_exact() }
    }

    fn root(&mut self, position: &Position) -> i8 {
        let moves = self.0.probe_root(position, RootRules::default()).expect("values");
        (moves[0].wdl as i8).signum()
    }
}
