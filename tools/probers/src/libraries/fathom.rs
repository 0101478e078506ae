use std::mem::ManuallyDrop;
use std::path::Path;

use chess_board::Position;

use super::bitboards::Bitboards;
use crate::answer::{Dtz, Work};
use crate::library::Library;

/// Values come from the call for values of `fathom-syzygy-sys`, since that of `fathom-syzygy` ranks all moves to tell one.
///
/// They are never dropped: the library frees a pointer that it has not set if a table has the same pieces on both sides.
pub(crate) struct Fathom(ManuallyDrop<fathom_syzygy::Fathom>);

/// The arguments of both crates.
pub(crate) struct Arguments(fathom_syzygy::Position);

impl Library for Fathom {
    const NAME: &'static str = "fathom-syzygy";

    type Position = Arguments;

    fn open(folder: &Path) -> Self {
        Self(ManuallyDrop::new(fathom_syzygy::Fathom::new(folder).expect("a folder of tables")))
    }

    fn convert(position: &Position) -> Arguments {
        let Bitboards { white, black, types, ep, is_white } = Bitboards::new(position);
        let [pawns, knights, bishops, rooks, queens, kings] = types;
        let turn = u8::from(is_white);
        let (rule50, castling) = (0, 0);
        Arguments(fathom_syzygy::Position {
            white,
            black,
            kings,
            queens,
            rooks,
            bishops,
            knights,
            pawns,
            rule50,
            castling,
            ep,
            turn,
        })
    }

    fn can(work: Work) -> bool {
        work != Work::Dtz
    }

    fn wdl(&self, Arguments(position): &Arguments) -> i8 {
        let fathom_syzygy::Position { white, black, kings, queens, rooks, bishops, knights, pawns, .. } =
            *position;
        // SAFETY: the tables have been opened, and stay open as long as this value. The safe call ranks all moves.
        #[allow(unsafe_code)]
        let wdl = unsafe {
            fathom_syzygy_sys::tb_probe_wdl(
                white,
                black,
                kings,
                queens,
                rooks,
                bishops,
                knights,
                pawns,
                position.rule50,
                position.castling,
                position.ep,
                position.turn,
            )
        };
        assert!(wdl <= 4, "a value");
        wdl as i8 - 2
    }

    fn dtz(&self, _: &Arguments) -> Dtz {
        unreachable!("the library ranks the moves to tell a distance");
    }

    fn root(&mut self, position: &Arguments) -> i8 {
        let dtz = self.any_dtz(position).expect("a position with moves");
        dtz.plies.signum() as i8
    }

    fn any_dtz(&mut self, Arguments(position): &Arguments) -> Option<Dtz> {
        let (mut root, _) = self.0.get_probers();
        let root = root.probe(position)?;
        let sign = i32::from((root.wdl as i8 - 2).signum());
        Some(Dtz { plies: sign * i32::from(root.dtz), is_exact: false })
    }
}
