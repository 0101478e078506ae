use chess_board::{Board, Position, Setup};
use chess_movegen::PositionExt;
use chess_syzygy::{Dtz, ProbeError, Tables, Wdl};
use chess_types::{Bitboard, Color, PieceType};
use rayon::prelude::*;

use crate::ending::{Ending, skipped_squares};
use crate::solver::{Endings, Table, chunks};
use crate::value::Value;

/// The most faults that are kept as text.
const SHOWN: usize = 10;

/// The checks of the positions of an ending.
#[derive(Clone, Copy, Default)]
pub struct Questions<'a> {
    /// Tables whose results and distances must equal the solved ones.
    pub tables: Option<&'a Tables>,
    /// All mirror images of each position are probed, also with the colours swapped. Otherwise it is one of them, chosen by
    /// the key of the position, so that each kind of image is probed about equally often.
    pub all_images: bool,
    /// Each value must be the best that the moves of the position give, by forward moves alone. Only one assignment of values has
    /// no contradiction, since every win needs a shorter one after it, down to a zeroing move or mate.
    pub forward: bool,
}

/// The findings in the positions of an ending. Mirror images count once.
#[derive(Debug, Default)]
pub struct Findings {
    /// The positions by result for the side to move: losses, blessed losses, draws, cursed wins, wins.
    pub by_result: [u64; 5],
    /// The greatest distance to a zeroing move or mate, in plies.
    pub max_dtz: u32,
    /// The positions on the whole board, with the side named first as White.
    pub on_whole_board: u64,
    /// The probed positions whose result and distance in the tables equal the solved ones.
    pub equal: u64,
    /// Those of them whose distance the tables have to the ply.
    pub exact: u64,
    /// The positions with another result or distance, with an error of the tables, or with a contradiction.
    pub wrong: u64,
    /// The first of those found, in words.
    pub shown: Vec<String>,
}

impl Endings {
    /// Goes through every position of a solved ending on rayon's threads. Positions with a legal capture en passant follow those
    /// that have the same pieces and no such capture. `None` if the ending is not solved.
    pub fn examine(&self, ending: Ending, questions: &Questions<'_>) -> Option<Findings> {
        let table = self.table(ending)?;
        let chunks: Vec<_> = chunks(0..table.layout.len).collect();
        let found = chunks.into_par_iter().map(|chunk| {
            let mut found = Findings::default();
            for index in chunk {
                let Some(value) = table.value(index) else { continue };
                let Some((setup, _)) = table.layout.setup(index) else { continue };
                let Ok(position) = Position::from_setup(&setup) else { continue };
                self.look(ending, table, &position, value, questions, &mut found);
                for square in skipped_squares(&setup.board, setup.side_to_move) {
                    let pushed = Position::from_setup(&Setup { en_passant: Some(square), ..setup });
                    let Some(position) = pushed.ok().filter(|it| it.ep_square().is_some()) else { continue };
                    let value = self.with_en_passant(&position, value);
                    let value = value.expect("captures en passant lead to endings that are solved before");
                    self.look(ending, table, &position, value, questions, &mut found);
                }
            }
            found
        });
        Some(found.reduce(Findings::default, Findings::plus))
    }

    fn look(
        &self,
        ending: Ending,
        table: &Table,
        position: &Position,
        value: Value,
        questions: &Questions<'_>,
        found: &mut Findings,
    ) {
        found.by_result[(value.wdl() + 2) as usize] += 1;
        found.max_dtz = found.max_dtz.max(value.dtz().unsigned_abs());
        found.on_whole_board += table.layout.forms();
        if questions.forward {
            let by_moves = self.by_moves(position);
            if by_moves != Some(value) {
                found.add_wrong(&format!("{position}: {value:?}, and by its moves {by_moves:?}"));
            }
        }
        let Some(tables) = questions.tables else { return };
        // The numbers of images, with those at the diagonal and without.
        let (kinds, straight) =
            if ending.pawns() == [0, 0] { (2 * DIAGONAL, DIAGONAL) } else { (RANKS, RANKS) };
        if !questions.all_images {
            if is_least_image(ending, table, position) {
                found.probe(tables, &image(position, position.key() as u32 % kinds), value);
            }
            return;
        }
        // Of positions that a diagonal or the colours mirror, both are among those that are visited.
        for number in (0..straight).filter(|number| !(ending.is_symmetric() && number & COLORS != 0)) {
            found.probe(tables, &image(position, number), value);
        }
    }

    /// Returns the best value that the moves of a position give, or `None` if one leads to an unsolved ending.
    fn by_moves(&self, position: &Position) -> Option<Value> {
        let mut best: Option<Value> = None;
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
    /// Counts all positions.
    pub fn positions(&self) -> u64 {
        self.by_result.iter().sum()
    }

    /// Returns the sum of both findings.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for (count, other) in self.by_result.iter_mut().zip(other.by_result) {
            *count += other;
        }
        self.max_dtz = self.max_dtz.max(other.max_dtz);
        self.on_whole_board += other.on_whole_board;
        self.equal += other.equal;
        self.exact += other.exact;
        self.wrong += other.wrong;
        self.shown.extend(other.shown);
        self.shown.truncate(SHOWN);
        self
    }

    fn probe(&mut self, tables: &Tables, position: &Position, value: Value) {
        match probe(tables, position) {
            Ok((wdl, dtz)) if wdl.value() == value.wdl() && is_near(dtz, value.dtz()) => {
                self.equal += 1;
                self.exact += u64::from(dtz.is_exact());
            }
            probed => {
                let (wdl, dtz) = (value.wdl(), value.dtz());
                self.add_wrong(&format!("{position}: solved {wdl} {dtz}, in tables {}", in_words(probed)));
            }
        }
    }

    fn add_wrong(&mut self, text: &str) {
        self.wrong += 1;
        if self.shown.len() < SHOWN {
            self.shown.push(text.to_owned());
        }
    }
}

type Probed = Result<(Wdl, Dtz), ProbeError>;

/// Probes the result and the distance, each by its own call.
fn probe(tables: &Tables, position: &Position) -> Probed {
    Ok((tables.probe_wdl(position)?, tables.probe_dtz(position)?))
}

fn in_words(probed: Probed) -> String {
    probed.map_or_else(|error| error.to_string(), |(wdl, dtz)| format!("{} {dtz}", wdl.value()))
}

/// Tests for a distance in tables being `solved`, or one ply less if it is rounded.
fn is_near(dtz: Dtz, solved: i32) -> bool {
    dtz.plies() == solved || dtz.furthest() == solved
}

/// The bits of the number of an image.
const FILES: u32 = 1;
const COLORS: u32 = 2;
const RANKS: u32 = 4;
const DIAGONAL: u32 = 8;

/// Tests whether a position has the smallest number among its images that have a number of their own: without pawns, the one
/// mirrored at the diagonal; with the same pieces on both sides, the one with the colours swapped; and both.
fn is_least_image(ending: Ending, table: &Table, position: &Position) -> bool {
    let number = table.layout.index_of(position, false);
    let is_least = |position: &Position| {
        let swapped = ending.is_symmetric().then(|| table.layout.index_of(position, true));
        number <= table.layout.index_of(position, false).min(swapped.unwrap_or(usize::MAX))
    };
    is_least(position) && (ending.pawns() != [0, 0] || is_least(&image(position, DIAGONAL)))
}

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
        setup = mirror(&setup, Bitboard::flip_ranks);
    }
    if number & DIAGONAL != 0 {
        setup = mirror(&setup, Bitboard::flip_diagonal);
    }
    Position::from_setup(&setup).expect("an image of a legal position is legal")
}

fn mirror(setup: &Setup, flip: impl Fn(Bitboard) -> Bitboard) -> Setup {
    let sets =
        Color::ALL.map(|color| PieceType::ALL.map(|piece_type| flip(setup.board.pieces(color, piece_type))));
    let board = Board::from_sets(&sets).expect("squares that differ differ in the mirror");
    Setup { board, ..*setup }
}

/// A position and its published values.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position.
    pub position: Position,
    /// The result for the side to move, from -2 to 2, and the distance to a zeroing move in plies with its sign, which may be
    /// one less than it should.
    pub values: (i8, i16),
}

impl Sample {
    /// Reads lines of FEN, result and distance, separated by tabs or by commas. A FEN may lack its two counters. Lines
    /// that begin with `#`, empty lines, and a first line of headings that begins with `EPD` are skipped.
    ///
    /// # Errors
    /// A line is something else.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let lines = (1..).zip(text.lines());
        lines
            .filter(|(_, line)| !(line.is_empty() || line.starts_with('#') || line.starts_with("EPD")))
            .map(|(number, line)| {
                Self::of_line(line)
                    .ok_or_else(|| format!("line {number} is not a position, a result and a distance"))
            })
            .collect()
    }

    fn of_line(line: &str) -> Option<Self> {
        let fields: Vec<_> = line.split(['\t', ',']).map(str::trim).collect();
        let [fen, wdl, dtz] = fields[..] else { return None };
        let counters = if fen.split_whitespace().count() == 4 { " 0 1" } else { "" };
        let position = format!("{fen}{counters}").parse().ok()?;
        Some(Self { position, values: (wdl.parse().ok()?, dtz.parse().ok()?) })
    }

    /// Compares the sample with the solved values and, to the ply, with tables. The error names the difference or the missing
    /// value.
    ///
    /// # Errors
    /// A value differs or is missing.
    pub fn compare(&self, endings: &Endings, tables: Option<&Tables>) -> Result<(), String> {
        let Self { position, values: (wdl, dtz) } = *self;
        let solved = endings.value(&position);
        if !solved.is_some_and(|it| it.wdl() == wdl && is_near(Dtz::rounded(dtz), it.dtz())) {
            return Err(format!("{position}: {wdl} {dtz}, solved {solved:?}"));
        }
        match tables.map(|tables| probe(tables, &position)) {
            Some(Ok((in_tables, plies))) if (in_tables.value(), plies.plies()) == (wdl, dtz.into()) => Ok(()),
            None => Ok(()),
            Some(probed) => Err(format!("{position}: {wdl} {dtz}, in tables {}", in_words(probed))),
        }
    }
}
