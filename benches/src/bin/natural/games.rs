use chess_benches::Library;
use chess_benches::driver::{Case, Run};
use chess_types::SplitMix64;

/// Plies after which a game ends.
const LENGTH: u32 = 200;

/// In a record of games, the end of one: no list has so many moves.
const END: u8 = u8::MAX;

/// Plays games at random: lists the moves, takes one, plays it. Counts the plies, with a digest of the last positions.
///
/// The games are recorded before as the places of the moves in the library's lists, so that each library plays the same games
/// without searching for the moves.
pub(crate) fn play<L: Library>(case: &Case) -> Run {
    let mut places = Vec::new();
    each_ply::<L>(case, |_, _, place| places.push(place.map_or(END, |place| place as u8)));
    let start = L::parse(&case.fen);
    Box::new(move || {
        let mut plies = 0;
        let mut digest = 0u64;
        let mut position = start.clone();
        for &place in &places {
            if place == END {
                let [us, them] = L::by_turn(&position);
                digest = digest.rotate_left(7) ^ us ^ them.rotate_left(1);
                position = start.clone();
                continue;
            }
            let mv = L::list(&position).as_ref()[usize::from(place)];
            L::play(&mut position, mv);
            plies += 1;
        }
        (plies, digest)
    })
}

/// Plays the case's number of random games, the same ones on every library, and calls `visit` with each position, the number of
/// plies played, and the place in the list of the next move; `None` where the game ends.
pub(crate) fn each_ply<L: Library>(case: &Case, mut visit: impl FnMut(&L::Position, u32, Option<usize>)) {
    let start = L::parse(&case.fen);
    let mut random = SplitMix64::new(1);
    for _ in 0..case.depth {
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

/// A legal move and its place in the list, chosen in an order that is the same for all libraries.
fn choose<L: Library>(position: &L::Position, random: &mut SplitMix64) -> Option<(usize, L::Move)> {
    let list = L::list(position);
    let list = list.as_ref();
    let mut words: Vec<_> = list.iter().map(|&mv| L::word(position, mv)).collect();
    words.sort_unstable();
    let chosen = words.get((random.next_u64() % words.len().max(1) as u64) as usize)?;
    let place = list.iter().position(|&mv| L::word(position, mv) == *chosen)?;
    Some((place, list[place]))
}
