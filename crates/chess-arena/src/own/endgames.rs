use chess_board::Position;
use chess_movegen::{GameState, PositionExt};
use chess_search::engine::{EndgameTables, RootMove};
use chess_syzygy::{Dtz, RankedMove, RootRules, Tables, Wdl};

/// Syzygy tables as the engine asks them. An error is not an answer: the engine plays on without the table.
#[derive(Debug)]
pub struct Endgames(pub Tables);

impl EndgameTables for Endgames {
    fn max_pieces(&self) -> u32 {
        self.0.max_pieces()
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        self.0.probe_wdl(position).ok()
    }

    /// Ranks by distance, or by outcome if a table of distances is missing.
    fn rank_root(&self, game: &GameState, fifty_move_rule: bool) -> Option<Vec<RootMove>> {
        let position = game.position();
        let history = game.key_history();
        let rules = RootRules { fifty_moves: fifty_move_rule, history: Some(&history) };
        let ranked = self.0.probe_root(position, rules).or_else(|_| self.0.probe_root_wdl(position, rules));
        let root = |ranked| root_move(position, ranked, fifty_move_rule);
        Some(ranked.ok()?.into_iter().map(root).collect())
    }
}

fn root_move(position: &Position, ranked: RankedMove, fifty_move_rule: bool) -> RootMove {
    let RankedMove { mv, wdl, dtz, rank } = ranked;
    let after = position.after(mv);
    let clock = i32::from(after.halfmove_clock());
    let wdl = match (wdl, dtz) {
        // The move repeats the position for the third time.
        (Wdl::Win | Wdl::Loss, _) if rank == 0 => Wdl::Draw,
        // The next capture, pawn move or mate comes too late.
        (Wdl::Win, Some(dtz))
            if fifty_move_rule && dtz.furthest() + clock > 100 && after.has_legal_move() =>
        {
            Wdl::CursedWin
        }
        (Wdl::Loss, Some(dtz)) if fifty_move_rule && clock - dtz.plies() > 100 => Wdl::BlessedLoss,
        (wdl, _) => wdl,
    };
    RootMove { mv, wdl, dtz: dtz.map(Dtz::plies), rank }
}

#[cfg(test)]
mod tests {
    use chess_syzygy::Wdl::{BlessedLoss, CursedWin, Draw, Loss, Win};

    use super::*;

    /// The value that the engine sees after the step of a king, with so many plies of the halfmove clock before it.
    fn seen(wdl: Wdl, dtz: Option<Dtz>, rank: i32, clock: u16, fifty_moves: bool) -> Wdl {
        let position: Position = format!("7k/8/8/8/8/8/8/K5R1 w - - {clock} 100").parse().unwrap();
        let mv = position.legal_moves()[0];
        root_move(&position, RankedMove { mv, wdl, dtz, rank }, fifty_moves).wdl
    }

    #[test]
    fn a_move_of_rank_0_is_always_a_draw() {
        for (wdl, rank, expected) in [
            (Win, 0, Draw),
            (Loss, 0, Draw),
            (Draw, 0, Draw),
            (Win, 1000, Win),
            (Loss, -1000, Loss),
            (CursedWin, 1, CursedWin),
            (BlessedLoss, -1, BlessedLoss),
        ] {
            assert_eq!(seen(wdl, None, rank, 0, true), expected, "{wdl:?} {rank}");
        }
    }

    /// The step itself counts as a ply.
    #[test]
    fn late_wins_and_losses_are_draws_under_the_rule() {
        for (wdl, plies, in_time, too_late) in [(Win, 60, Win, CursedWin), (Loss, -60, Loss, BlessedLoss)] {
            let dtz = Some(Dtz::exact(plies));
            assert_eq!(seen(wdl, dtz, i32::from(plies), 39, true), in_time);
            assert_eq!(seen(wdl, dtz, i32::from(plies), 40, true), too_late);
            assert_eq!(seen(wdl, dtz, i32::from(plies), 40, false), in_time);
        }
    }
}
