use core::cmp::Reverse;
use core::fmt;
use std::sync::Arc;
use std::vec::Vec;

use chess_board::Position;
use chess_movegen::{GameState, PositionExt, Wdl};
use chess_types::Move;

/// A move of the root with the values that tables give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// The value after the move for the side that makes it. With the fifty-move rule, the halfmove clock counts: a win that
    /// comes too late is a cursed win.
    pub wdl: Wdl,
    /// The plies after the move until the next capture, pawn move or mate, as the side that makes it sees them: positive in a
    /// won position, negative in a lost one, 0 in a draw. `None` if no table has it.
    pub dtz: Option<i32>,
    /// The rank among all moves of the position: the engine searches those with the greatest one only.
    pub rank: i32,
}

/// Tables of endings that an [`Engine`](super::Engine) asks: the engine knows no format of such tables.
///
/// The engine asks [`rank_root`](Self::rank_root) once for each search, and [`probe_wdl`](Self::probe_wdl) inside the search, from
/// all of its threads at once. No answer is `None`: a table that is missing, or that cannot be read, never ends a search.
///
/// # Examples
/// A rook or a queen wins against a bare king, unless the king can take it or is stalemated. These tables know nothing else:
/// ```
/// use std::sync::Arc;
///
/// use chess_movegen::PositionExt;
/// use chess_search::engine::{EndgameTables, Engine, Limits, Signals, Wdl};
/// use chess_search::score::TABLE_WIN;
/// use chess_search::{GameState, PieceType, Position};
///
/// struct MajorAgainstKing;
///
/// impl EndgameTables for MajorAgainstKing {
///     fn max_pieces(&self) -> u32 {
///         3
///     }
///
///     fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
///         let majors = position.by_type(PieceType::Queen) | position.by_type(PieceType::Rook);
///         if majors.is_empty() {
///             return None;
///         }
///         if majors.intersects(position.by_color(position.side_to_move())) {
///             return Some(Wdl::Win);
///         }
///         let can_take = position.legal_moves().iter().any(|mv| mv.is_capture());
///         let is_stalemate = !position.is_in_check() && !position.has_legal_move();
///         Some(if can_take || is_stalemate { Wdl::Draw } else { Wdl::Loss })
///     }
/// }
///
/// let mut engine = Engine::new(1 << 20)?;
/// engine.set_endgame_tables(Some(Arc::new(MajorAgainstKing)));
/// let game = GameState::new("8/8/8/3k4/8/8/8/K6R w - - 0 1".parse::<Position>()?);
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let finding = engine.search(&game, &limits, &Signals::new(), |report| assert!(report.tb_hits > 0));
/// assert_eq!(finding.score, TABLE_WIN);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait EndgameTables: Send + Sync {
    /// Returns the greatest number of pieces, kings included, of the endings in the tables. Positions with more are not
    /// asked for.
    fn max_pieces(&self) -> u32;

    /// Returns the value of a position as if its halfmove clock were 0; `None` if no table has it.
    ///
    /// The position has at most [`max_pieces`](Self::max_pieces) pieces and no castling rights. It may be one of mate or
    /// stalemate, and may have an en passant capture.
    fn probe_wdl(&self, position: &Position) -> Option<Wdl>;

    /// Ranks all legal moves of the present position of a game, or returns `None` if tables do not tell enough for that.
    ///
    /// `fifty_move_rule` says if cursed wins are draws. The halfmove clock of the position and the positions that have stood
    /// on the board before may change ranks: a side that wins has to make progress.
    ///
    /// The provided method ranks by [`probe_wdl`](Self::probe_wdl) alone, the halfmove clock aside, and gives no
    /// distances. A search then probes inside the tree to make progress.
    fn rank_root(&self, game: &GameState, fifty_move_rule: bool) -> Option<Vec<RootMove>> {
        rank_by_values(game, fifty_move_rule, &|position| self.probe_wdl(position))
    }
}

/// Ranks all legal moves by the values after them. It is not generic, so that it is compiled in this crate and not again for every kind
/// of tables.
fn rank_by_values(
    game: &GameState,
    fifty_move_rule: bool,
    probe_wdl: &dyn Fn(&Position) -> Option<Wdl>,
) -> Option<Vec<RootMove>> {
    let position = game.position();
    let ranked = position.legal_moves().into_iter().map(|mv| {
        let wdl = -value_of(&position.after(mv), probe_wdl)?;
        let rank = if fifty_move_rule { i32::from(wdl.value()) } else { 2 * wdl.result(false) };
        Some(RootMove { mv, wdl, dtz: None, rank })
    });
    let mut ranked = ranked.collect::<Option<Vec<RootMove>>>()?;
    ranked.sort_by_key(|root| Reverse(root.rank));
    Some(ranked)
}

/// Returns the value of a position after a move of the root, which may be an end of the game.
fn value_of(position: &Position, probe_wdl: &dyn Fn(&Position) -> Option<Wdl>) -> Option<Wdl> {
    match (position.has_legal_move(), position.is_in_check()) {
        (false, true) => Some(Wdl::Loss),
        (false, false) => Some(Wdl::Draw),
        _ if position.is_insufficient_material() => Some(Wdl::Draw),
        _ => probe_wdl(position),
    }
}

/// The tables of endings of an engine, and how it asks them.
#[derive(Clone)]
pub(super) struct Endgames {
    pub(super) tables: Option<Arc<dyn EndgameTables>>,
    /// The least depth for positions with as many pieces as the largest ending.
    pub(super) depth: u8,
    pub(super) fifty_move_rule: bool,
}

impl Default for Endgames {
    fn default() -> Self {
        Self { tables: None, depth: 1, fifty_move_rule: true }
    }
}

impl fmt::Debug for Endgames {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.tables.as_ref().map(|tables| tables.max_pieces());
        formatter
            .debug_struct("Endgames")
            .field("max_pieces", &pieces)
            .field("depth", &self.depth)
            .field("fifty_move_rule", &self.fifty_move_rule)
            .finish()
    }
}

/// The tables of endings of one search.
#[derive(Clone, Copy)]
pub(super) struct Prober<'a> {
    tables: &'a dyn EndgameTables,
    pub(super) max_pieces: u32,
    pub(super) depth: i32,
    pub(super) fifty_move_rule: bool,
}

impl Endgames {
    /// Returns the tables for a search, unless there are none that could answer.
    pub(super) fn prober(&self) -> Option<Prober<'_>> {
        let tables = &**self.tables.as_ref()?;
        let prober = Prober {
            tables,
            max_pieces: tables.max_pieces(),
            depth: self.depth.into(),
            fifty_move_rule: self.fifty_move_rule,
        };
        (prober.max_pieces > 0).then_some(prober)
    }
}

impl<'a> Prober<'a> {
    /// Returns the tables if they may know the position.
    pub(super) fn tables_for(&self, position: &Position) -> Option<&'a dyn EndgameTables> {
        let may_know =
            position.occupied().count() <= self.max_pieces && position.castling_rights().is_empty();
        may_know.then_some(self.tables)
    }
}
