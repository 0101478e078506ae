use chess_types::SplitMix64;

use crate::library::Library;

/// Plies after which a game ends.
const LENGTH: u32 = 200;

/// Games at random, written down as the places of the moves played in the lists of one library, so that each library
/// plays the same games and no time goes into finding the moves.
pub(crate) struct Games<L: Library> {
    start: L::Position,
    /// For each game its moves, and [`END`].
    places: Vec<u8>,
}

/// No list has so many moves.
const END: u8 = u8::MAX;

impl<L: Library> Games<L> {
    /// As many games from a position, each until there is no legal move or 200 plies have been played.
    pub(crate) fn at_random(fen: &str, count: u32) -> Self {
        let mut places = Vec::new();
        each_ply::<L>(fen, count, |_, _, place| places.push(place.map_or(END, |place| place as u8)));
        Self { start: L::parse(fen), places }
    }

    /// Plays all games: lists the moves, takes one, plays it. Returns the number of plies and a digest of the last positions.
    pub(crate) fn play(&self) -> (u64, u64) {
        let mut plies = 0;
        let mut digest = 0u64;
        let mut position = self.start.clone();
        for &place in &self.places {
            if place == END {
                let [us, them] = L::by_turn(&position);
                digest = digest.rotate_left(7) ^ us ^ them.rotate_left(1);
                position = self.start.clone();
                continue;
            }
            let list = L::list(&position);
            let mv = list[usize::from(place)];
            drop(list);
            L::play(&mut position, mv);
            plies += 1;
        }
        (plies, digest)
    }
}

/// Plays games at random, the same ones on every library, and calls `visit` with each position, the number of plies
/// played, and the place in the list of the move that is played next: none where the game ends.
pub(crate) fn each_ply<L: Library>(
    fen: &str,
    count: u32,
    mut visit: impl FnMut(&L::Position, u32, Option<usize>),
) {
    let start = L::parse(fen);
    let mut random = SplitMix64::new(1);
    for _ in 0..count {
        let mut position = start.clone();
        let mut ply = 0;
        while let Some((place, mv)) = choose::<L>(&position, &mut random).filter(|_| ply < LENGTH) {
            visit(&position, ply, Some(place));
            L::play(&mut position, mv);
            ply += 1;
        }
        visit(&position, ply, None);
    }
}

/// A legal move and its place in the list, chosen among the moves in an order that all libraries share.
fn choose<L: Library>(position: &L::Position, random: &mut SplitMix64) -> Option<(usize, L::Move)> {
    let list = L::list(position);
    let mut words: Vec<_> = list.iter().map(|&mv| L::word(position, mv)).collect();
    words.sort_unstable();
    let chosen = words.get((random.next_u64() % words.len().max(1) as u64) as usize)?;
    let place = list.iter().position(|&mv| L::word(position, mv) == *chosen)?;
    Some((place, list[place]))
}
