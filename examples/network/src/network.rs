//! The network: 768 inputs for each side, one hidden layer, the squares of its clipped sums, one output.
//!
//! All of it is plain loops over arrays. [`Follow`] and [`Evaluate`] are tasks that the search runs by `Machine::run_wide`, so
//! that the compiler turns their loops into the vector instructions of each machine. Their callees are inlined into them.

use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Changes, Color, Piece, Position, Square};
use chess_search::{FeatureSet, apply_changes};
use chess_types::SplitMix64;

/// One input for each piece on each square, wherever the kings are.
const SET: FeatureSet = FeatureSet::CHESS768;
const INPUTS: usize = SET.inputs();
/// The sums of the hidden layer, for each side.
const HIDDEN: usize = 256;
/// The number for 1 in the hidden layer, at which sums are clipped.
const ONE: i16 = 255;
/// The number for 1 among the weights of the output.
const OUTPUT_ONE: i16 = 64;
/// The greatest weight of the output: its product with a clipped sum has 16 bits.
const MAX_OUTPUT: i16 = 128;
/// Hundredths of a pawn for an output of 1.
const SCALE: i64 = 400;
/// The greatest evaluation.
const MAX: i64 = 20_000;

/// The sums of the hidden layer from the view of one side, or the weights of one input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Row([i16; HIDDEN]);

impl Row {
    /// Returns the sum of weights times the squares of the clipped sums.
    ///
    /// The first product has 16 bits, so that the second and the sum of two neighbours are one instruction.
    #[inline(always)]
    fn dot(&self, weights: &Self) -> i32 {
        let mut total = 0;
        for index in 0..HIDDEN {
            let clipped = self.0[index].clamp(0, ONE);
            total += i32::from(clipped) * i32::from(clipped.wrapping_mul(weights.0[index]));
        }
        total
    }
}

/// The weights.
pub(crate) struct Network {
    inputs: Box<[Row]>,
    bias: Row,
    /// The weights of the side to move, then those of its opponent.
    output: [Row; 2],
    output_bias: i16,
}

impl Network {
    /// Makes an untrained network of random numbers: the material with noise. It costs as much as a trained one of the same size.
    pub(crate) fn random(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut row = |mean: i16, most: u16| {
            Row([0; HIDDEN]
                .map(|_| mean + (random.next_u64() % u64::from(2 * most + 1)) as i16 - most as i16))
        };
        let inputs = (0..INPUTS).map(|input| {
            let material = [1, 3, 3, 5, 9, 0][input / 64 % 6];
            row(if input < INPUTS / 2 { material } else { -material }, 2)
        });
        Self {
            inputs: inputs.collect(),
            bias: row(64, 32),
            output: [row(8, 16), row(-8, 16)],
            output_bias: 0,
        }
    }

    /// Reads the weights as 16-bit integers, the low byte first: those of each input, the biases, those of the output for the
    /// side to move and for its opponent, and the bias of the output. Further bytes are ignored.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut weights = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        if weights.len() < (INPUTS + 3) * HIDDEN + 1 {
            return None;
        }
        let mut row = || Row([0; HIDDEN].map(|_| weights.next().unwrap_or(0)));
        let inputs = (0..INPUTS).map(|_| row()).collect();
        let (bias, output) = (row(), [row(), row()]);
        let is_small = |row: &Row| row.0.iter().all(|weight| (-MAX_OUTPUT..=MAX_OUTPUT).contains(weight));
        output.iter().all(is_small).then_some(Self { inputs, bias, output, output_bias: weights.next()? })
    }

    /// Returns the weights of a piece on a square from the view of a side.
    #[inline(always)]
    fn weights(&self, side: Color, piece: Piece, square: Square) -> &[i16; HIDDEN] {
        &self.inputs[SET.view(side, Square::E1).index(piece, square)].0
    }

    /// Returns the value of a position for the side to move, in hundredths of a pawn.
    pub(crate) fn value(&self, position: &Position) -> i32 {
        let (accumulator, side) = (&Accumulator::new(self, position), position.side_to_move());
        Backend::Portable.run(Evaluate { network: self, accumulator, side })
    }
}

/// The sums of the hidden layer from the views of both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Accumulator([Row; 2]);

impl Default for Accumulator {
    fn default() -> Self {
        Self([Row([0; HIDDEN]); 2])
    }
}

impl Accumulator {
    /// Adds up all pieces, for the start of a search. It is the oracle of [`Follow`].
    pub(crate) fn new(network: &Network, position: &Position) -> Self {
        Self(Color::ALL.map(|side| {
            let mut sums = network.bias;
            for (piece, square) in position.board().placements() {
                let weights = network.weights(side, piece, square);
                sums.0.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            sums
        }))
    }
}

/// Sets an accumulator to that of the position after a move from the position of another one.
pub(crate) struct Follow<'a> {
    pub(crate) network: &'a Network,
    pub(crate) before: &'a Accumulator,
    pub(crate) after: &'a mut Accumulator,
    pub(crate) changes: &'a Changes,
}

impl Task for Follow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: impl Machine) {
        let Self { network, before, after, changes } = self;
        for side in Color::ALL {
            let (sums, before) = (&mut after.0[side.index()], &before.0[side.index()]);
            let weights = |(piece, square)| network.weights(side, piece, square);
            apply_changes(changes.removed(), changes.added(), &before.0, &mut sums.0, weights);
        }
    }
}

/// Returns the value of a position for the side to move, in hundredths of a pawn.
pub(crate) struct Evaluate<'a> {
    pub(crate) network: &'a Network,
    pub(crate) accumulator: &'a Accumulator,
    pub(crate) side: Color,
}

impl Task for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, _: impl Machine) -> i32 {
        let Self { network, accumulator, side } = self;
        let ours = accumulator.0[side.index()].dot(&network.output[0]);
        let theirs = accumulator.0[(!side).index()].dot(&network.output[1]);
        let output = (i64::from(ours) + i64::from(theirs)) / i64::from(ONE) + i64::from(network.output_bias);
        (output * SCALE / (i64::from(ONE) * i64::from(OUTPUT_ONE))).clamp(-MAX, MAX) as i32
    }
}
