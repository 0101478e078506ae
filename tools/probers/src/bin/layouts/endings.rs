use chess_probers::sets::shuffle;
use chess_testkit::Random;

/// The pieces besides kings, the strongest first.
const PIECES: &[u8; 5] = b"QRBNP";

/// Returns the names of some endings of this number of pieces, in random order.
///
/// All kinds of layouts are among them: each number of pawns on each side comes as often as another.
pub(crate) fn some(pieces: usize, count: usize, random: &mut Random) -> Vec<String> {
    let mut all = Vec::new();
    for weak in 0..=(pieces - 2) / 2 {
        let (stronger, weaker) = (sides(pieces - 2 - weak), sides(weak));
        for strong in &stronger {
            // Of sides with as many pieces, the first that differs decides.
            for weak in weaker.iter().filter(|weak| weak.len() < strong.len() || rank(strong) <= rank(weak)) {
                all.push((strong.clone(), weak.clone()));
            }
        }
    }
    shuffle(&mut all, random);
    let pawns = |(strong, weak): &(Vec<u8>, Vec<u8>)| {
        [strong, weak].map(|side| rank(side).iter().filter(|&&rank| rank == 4).count())
    };
    let mut kinds: Vec<_> = all.iter().map(pawns).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut left: Vec<Vec<_>> =
        kinds.iter().map(|kind| all.iter().filter(|ending| pawns(ending) == *kind).collect()).collect();
    let mut names = Vec::new();
    while names.len() < count.min(all.len()) {
        for (strong, weak) in left.iter_mut().filter_map(Vec::pop) {
            let [strong, weak] = [strong, weak].map(|side| String::from_utf8_lossy(side));
            names.push(format!("K{strong}vK{weak}"));
        }
    }
    names.truncate(count);
    names
}

/// Returns all sides with this number of pieces besides the king.
fn sides(count: usize) -> Vec<Vec<u8>> {
    (0..count).fold(vec![Vec::new()], |sides, _| {
        let longer = sides.iter().flat_map(|side: &Vec<u8>| {
            let last = side.last().copied();
            let from = PIECES.iter().position(|piece| Some(*piece) == last).unwrap_or(0);
            PIECES[from..].iter().map(|&piece| [side.as_slice(), &[piece]].concat())
        });
        longer.collect()
    })
}

fn rank(side: &[u8]) -> Vec<usize> {
    side.iter().filter_map(|piece| PIECES.iter().position(|other| other == piece)).collect()
}
