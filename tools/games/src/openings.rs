use chess_board::Position;
use chess_notation::read_san;
use chess_testkit::Random;
use chess_types::Move;

/// Openings by frequency, one a line: code, name, moves.
const OPENINGS: &str = include_str!("openings.txt");

/// An opening.
pub(crate) struct Opening {
    pub(crate) eco: &'static str,
    pub(crate) name: &'static str,
    pub(crate) moves: Vec<Move>,
}

/// Resolves the table of openings.
pub(crate) fn openings() -> Vec<Opening> {
    let opening = |line: &'static str| {
        let [eco, name, text] = line.split("; ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut position = Position::START;
        let moves = text.split(' ').map(|san| {
            let mv = read_san(&position, san).unwrap_or_else(|error| panic!("{name}, {san}: {error}"));
            position.play(mv);
            mv
        });
        Opening { eco, name, moves: moves.collect() }
    };
    OPENINGS.lines().map(opening).collect()
}

/// An opening; those at the front of the table are more frequent.
pub(crate) fn pick<'a>(openings: &'a [Opening], random: &mut Random) -> &'a Opening {
    let (one, other) = (random.below(openings.len()), random.below(openings.len()));
    &openings[one.min(other)]
}
