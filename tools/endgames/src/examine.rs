use chess_board::{Board, Position, Setup};
use chess_movegen::PositionExt;
use chess_syzygy::{Dtz, ProbeError, Tables};
use chess_testkit::tables::Ending;
use chess_types::{Bitboard, Color, PieceType, Rank, Square};
use rayon::prelude::*;

use crate::solver::Endings;
use crate::value::Value;

/// The most faults that are kept as text.
const SHOWN: usize = 10;

/// The findings in the positions of an ending. Mirror images with the files reversed count once.
#[derive(Debug, Default)]
pub struct Findings {
    /// The positions by result for the side to move: losses, blessed losses, draws, cursed wins, wins.
    pub by_result: [u64; 5],
    /// The greatest distance to a zeroing move or mate, in plies.
    pub max_dtz: u32,
    /// The probed positions whose result and distance in the tables equal the solved ones.
    pub equal: u64,
    /// The positions with another result or distance, with an error of the tables, or with a contradiction.
    pub wrong: u64,
    /// The first of those found, in words.
    pub shown: Vec<String>,
}

impl Endings {
    /// Goes through every position of a solved ending on rayon's threads. Positions with a legal capture en passant follow those
    /// that have the same pieces and no such capture. `None` if the ending is not solved.
    ///
    /// Results and distances in `tables` must equal the solved ones. One mirror image of each position is probed, chosen by its key, so
    /// that each kind of image is probed about equally often. With `forward`, each value must be the best that the moves of the
    /// position give. Only one assignment of values has no contradiction, since every win needs a shorter one after it, down to a
    /// zeroing move or mate.
    pub fn examine(&self, ending: &Ending, tables: Option<&Tables>, forward: bool) -> Option<Findings> {
        let table = self.tables.get(ending)?;
        let images = if ending.has_pawns() { RANKS } else { 2 * DIAGONAL };
        let look = |position: &Position, value: Value, found: &mut Findings| {
            found.by_result[(value.wdl_within(self.limit) + 2) as usize] += 1;
            found.max_dtz = found.max_dtz.max(value.dtz().unsigned_abs());
            let by_moves = if forward { self.by_moves(position) } else { Some(value) };
            if by_moves != Some(value) {
                found.add_wrong(&format!("{position}: {value:?}, and by its moves {by_moves:?}"));
            }
            if let Some(tables) = tables {
                let image = image(position, position.key() as u32 % images);
                match differs(tables, &image, (value.wdl_within(self.limit), value.dtz())) {
                    Some(fault) => found.add_wrong(&fault),
                    None => found.equal += 1,
                }
            }
        };
        let indices = (0..table.numbering.len).into_par_iter().with_min_len(1 << 12);
        let found = indices.fold(Findings::default, |mut found, index| {
            let Some(value) = table.value(index) else { return found };
            let Some(setup) = table.numbering.setup(index) else { return found };
            look(&Position::from_setup(&setup).expect("a position with a value"), value, &mut found);
            for square in skipped_squares(&setup) {
                let pushed = Position::from_setup(&Setup { en_passant: Some(square), ..setup });
                let Some(position) = pushed.ok().filter(|it| it.ep_square().is_some()) else { continue };
                let value = self.with_en_passant(&position, value);
                look(&position, value.expect("captures lead to solved endings"), &mut found);
            }
            found
        });
        Some(found.reduce(Findings::default, Findings::plus))
    }

    /// Returns the best value that the moves of a position give, or `None` if one leads to an unsolved ending.
    fn by_moves(&self, position: &Position) -> Option<Value> {
        let mut best = None;
        for &mv in &position.legal_moves() {
            let after = self.value(&position.after(mv))?;
            let is_zeroing = mv.is_capture() || position.piece_type_at(mv.from()) == Some(PieceType::Pawn);
            let value = if is_zeroing { after.before_zeroing(self.limit) } else { after.before_quiet() };
            best = Value::better(best, value);
        }
        Some(best.unwrap_or(if position.is_in_check() { Value::MATED } else { Value::DRAW }))
    }
}

impl Findings {
    /// Returns the sum of both findings.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.by_result.iter_mut().zip(other.by_result).for_each(|(count, other)| *count += other);
        self.max_dtz = self.max_dtz.max(other.max_dtz);
        self.equal += other.equal;
        self.wrong += other.wrong;
        self.shown.extend(other.shown);
        self.shown.truncate(SHOWN);
        self
    }

    fn add_wrong(&mut self, text: &str) {
        self.wrong += 1;
        if self.shown.len() < SHOWN {
            self.shown.push(text.to_owned());
        }
    }
}

/// Probes the result and the distance, each by its own call. Returns the difference from these in words. A rounded distance may be
/// one ply less.
fn differs(tables: &Tables, position: &Position, (wdl, dtz): (i8, i32)) -> Option<String> {
    let probe = || Ok::<_, ProbeError>((tables.probe_wdl(position)?.value(), tables.probe_dtz(position)?));
    let probed = probe();
    let is_equal =
        |(found, plies): &(i8, Dtz)| *found == wdl && [plies.plies(), plies.furthest()].contains(&dtz);
    let differs = !probed.as_ref().is_ok_and(is_equal);
    differs.then(|| format!("{position}: {wdl} {dtz}, in tables {probed:?}"))
}

/// Lists the squares that pawns of the side not to move may have passed over, occupied or not.
pub(crate) fn skipped_squares(setup: &Setup) -> impl Iterator<Item = Square> {
    let is_black = setup.side_to_move == Color::Black;
    let (rank, back) = if is_black { (Rank::Fourth, -1) } else { (Rank::Fifth, 1) };
    let pushed = setup.board.pieces(!setup.side_to_move, PieceType::Pawn) & rank.bitboard();
    pushed.into_iter().filter_map(move |pawn: Square| pawn.offset(0, back))
}

/// The bits of the number of an image.
const FILES: u32 = 1;
const COLORS: u32 = 2;
const RANKS: u32 = 4;
const DIAGONAL: u32 = 8;

/// Returns a mirror image of a position without castling rights. Those with [`RANKS`] and [`DIAGONAL`] are for positions
/// without pawns.
fn image(position: &Position, number: u32) -> Position {
    let mut setup = position.to_setup();
    if number & FILES != 0 {
        setup = setup.flip_files();
    }
    if number & COLORS != 0 {
        setup = setup.flip_colors();
    }
    if number & RANKS != 0 {
        setup.board = mirror(&setup.board, Bitboard::flip_ranks);
    }
    if number & DIAGONAL != 0 {
        setup.board = mirror(&setup.board, Bitboard::flip_diagonal);
    }
    Position::from_setup(&setup).expect("an image of a legal position is legal")
}

fn mirror(board: &Board, flip: fn(Bitboard) -> Bitboard) -> Board {
    let sets = Color::ALL.map(|color| PieceType::ALL.map(|piece_type| flip(board.pieces(color, piece_type))));
    Board::from_sets(&sets).expect("squares that differ differ in the mirror")
}
