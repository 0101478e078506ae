use std::collections::HashMap;
use std::sync::LazyLock;

use chess_types::{Color, File, Piece, PieceType, Rank, Square};

use crate::Random;
use crate::tables::ending::Ending;

/// The order in which the pieces of a sub-table make up its index.
///
/// The index is a number of mixed radix with a digit for each group of pieces. The leading group is two kings, three
/// different pieces, or the pawns of one side. Then come the pawns of the other side, and the other pieces by kind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Layout {
    groups: Vec<Group>,
    /// The groups from the digit that counts least to the one that counts most.
    significance: Vec<usize>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
struct Group {
    pieces: Vec<Piece>,
    role: Role,
    /// The number of ways to place the group when the groups before it are placed.
    ways: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Role {
    Kings,
    Three,
    LeadingPawns,
    OtherPawns,
    Pieces,
}

impl Layout {
    /// Returns any layout that a table of this ending could have. With pawns, `file` is that of the leading one, 0 to 3
    /// from the edge.
    pub fn random(ending: &Ending, file: usize, random: &mut Random) -> Self {
        let mut kinds: Vec<_> = Piece::ALL.into_iter().filter(|&kind| ending.count(kind) > 0).collect();
        for i in (1..kinds.len()).rev() {
            kinds.swap(i, random.below(i + 1));
        }
        let mut groups = Vec::new();
        let mut free = 64;
        if ending.has_pawns() {
            for (pawn, role) in leading_pawns(ending).into_iter().zip([Role::LeadingPawns, Role::OtherPawns])
            {
                let count = ending.count(pawn);
                let ways = match role {
                    Role::LeadingPawns => pawn_ways(count, file),
                    _ => choose(free - 16, count),
                };
                groups.push(Group { pieces: vec![pawn; count], role, ways });
                free -= count;
            }
            kinds.retain(|kind| kind.piece_type() != PieceType::Pawn);
        } else {
            let single: Vec<_> = kinds.iter().copied().filter(|&kind| ending.count(kind) == 1).collect();
            let (role, count, ways) = match single.len() {
                2 => (Role::Kings, 2, KINGS.len()),
                _ => (Role::Three, 3, THREE.len()),
            };
            groups.push(Group { pieces: single[..count].to_vec(), role, ways: ways as u64 });
            kinds.retain(|kind| !single[..count].contains(kind));
            free -= count;
        }
        let fixed = groups.len();
        for kind in kinds {
            let count = ending.count(kind);
            groups.push(Group { pieces: vec![kind; count], role: Role::Pieces, ways: choose(free, count) });
            free -= count;
        }
        let mut significance: Vec<_> = (fixed..groups.len()).collect();
        for group in 0..fixed {
            significance.insert(random.below(significance.len() + 1), group);
        }
        Self { groups, significance }
    }

    /// The number of indices.
    pub fn size(&self) -> u64 {
        self.groups.iter().map(|group| group.ways).product()
    }

    /// The places of the leading groups among all digits, and the pieces of all groups, as the header has them in four bits each:
    /// a pawn is 1 and a king 6, and Black's pieces are 8 more.
    pub fn header(&self) -> Vec<u8> {
        let pawns = self.groups.iter().filter(|group| group.role == Role::OtherPawns).count();
        let order =
            (0..=pawns).map(|group| self.significance.iter().position(|it| *it == group).unwrap_or(15) as u8);
        let pieces = self.groups.iter().flat_map(|group| &group.pieces);
        order
            .chain(
                pieces.map(|it| it.piece_type().index() as u8 + 1 + 8 * (it.color() == Color::Black) as u8),
            )
            .collect()
    }

    /// The index of these pieces, which are of the layout's ending and arranged as its name is.
    pub fn index(&self, board: &[(Piece, Square)]) -> u64 {
        let groups = self.normalized(board);
        let mut index = 0;
        for &group in self.significance.iter().rev() {
            index = index * self.groups[group].ways + self.digit(&groups, group);
        }
        index
    }

    /// The squares of each group, on a board turned so that the leading group is as its list has it.
    fn normalized(&self, board: &[(Piece, Square)]) -> Vec<Vec<Square>> {
        let mut groups: Vec<Vec<Square>> = self.groups.iter().map(|group| squares_of(group, board)).collect();
        let mut turn =
            |turn: fn(Square) -> Square| groups.iter_mut().flatten().for_each(|at| *at = turn(*at));
        let lead = squares_of(&self.groups[0], board);
        if self.groups[0].role == Role::LeadingPawns {
            if is_right(leader(&lead)) {
                turn(Square::flip_files);
            }
            let first = leader(&groups[0]);
            let place = groups[0].iter().position(|&at| at == first).expect("a pawn");
            groups[0].swap(0, place);
            return groups;
        }
        if is_right(lead[0]) {
            turn(Square::flip_files);
        }
        if lead[0].rank() as usize > 3 {
            turn(Square::flip_ranks);
        }
        if groups[0].iter().find(|&&at| !is_on_diagonal(at)).is_some_and(|&at| is_above_diagonal(at)) {
            groups.iter_mut().flatten().for_each(|at| *at = flip_diagonal(*at));
        }
        groups
    }

    fn digit(&self, groups: &[Vec<Square>], group: usize) -> u64 {
        let squares = &groups[group];
        let earlier = groups[..group].concat();
        match self.groups[group].role {
            // Positions in which the kings touch have no index.
            Role::Kings => KINGS.get(squares).copied().unwrap_or(0),
            Role::Three => THREE[squares],
            Role::LeadingPawns => pawn_number(squares),
            Role::OtherPawns => set_number(places_among_free(squares, &earlier, 8)),
            Role::Pieces => set_number(places_among_free(squares, &earlier, 0)),
        }
    }
}

/// The pawn of the leading side, which is the one with fewer pawns, if it has any, and then that of the other side, if it
/// has any.
fn leading_pawns(ending: &Ending) -> Vec<Piece> {
    let pawns = [Piece::new(Color::White, PieceType::Pawn), Piece::new(Color::Black, PieceType::Pawn)];
    let mut pawns: Vec<_> = pawns.into_iter().filter(|&pawn| ending.count(pawn) > 0).collect();
    pawns.sort_by_key(|&pawn| ending.count(pawn));
    pawns
}

/// The file, 0 to 3 from the edge, of the leading pawn: it chooses one of four sub-tables.
pub(crate) fn leading_file(ending: &Ending, board: &[(Piece, Square)]) -> usize {
    let Some(&pawn) = leading_pawns(ending).first() else { return 0 };
    let pawns: Vec<_> = board.iter().filter(|it| it.0 == pawn).map(|it| it.1).collect();
    let file = leader(&pawns).file() as usize;
    file.min(7 - file)
}

/// The pawn that comes first in the order of pawns.
fn leader(pawns: &[Square]) -> Square {
    let first = pawn_order().into_iter().find(|at| pawns.contains(at));
    first.expect("a pawn")
}

fn is_right(at: Square) -> bool {
    at.file() as usize > 3
}

/// The squares of the pieces of a group, in their order. Like pieces come in the order of their squares.
fn squares_of(group: &Group, board: &[(Piece, Square)]) -> Vec<Square> {
    let mut squares = Vec::new();
    for &piece in &group.pieces {
        let of_kind = board.iter().filter(|it| it.0 == piece).map(|it| it.1);
        let seen = squares.clone();
        squares.push(of_kind.into_iter().find(|at| !seen.contains(at)).expect("the ending's pieces"));
    }
    squares
}

/// The numbers of two kings that lead: 462 ways in which they do not touch, up to the eight symmetries.
static KINGS: LazyLock<HashMap<Vec<Square>, u64>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for first in BELOW_DIAGONAL.into_iter().chain(ON_DIAGONAL) {
        for second in Square::ALL {
            let may_be_flipped = is_on_diagonal(first);
            if first.distance(second) > 1 && !(may_be_flipped && is_above_diagonal(second)) {
                pairs.push(vec![first, second]);
            }
        }
    }
    // Those with both kings on the diagonal come last. The sort is stable.
    pairs.sort_by_key(|pair| pair.iter().all(|&at| is_on_diagonal(at)));
    numbered(pairs)
});

/// The numbers of three different pieces that lead, 31332 ways.
static THREE: LazyLock<HashMap<Vec<Square>, u64>> = LazyLock::new(|| {
    let diagonal = || Square::ALL.into_iter().filter(|&at| is_on_diagonal(at));
    let below = || Square::ALL.into_iter().filter(|&at| !is_on_diagonal(at) && !is_above_diagonal(at));
    let mut ways = Vec::new();
    let mut add = |first: &[Square], second: &[Square], third: &[Square]| {
        for &a in first {
            for &b in second.iter().filter(|&&b| b != a) {
                ways.extend(third.iter().filter(|&&c| c != a && c != b).map(|&c| vec![a, b, c]));
            }
        }
    };
    let (diagonal, below) = (diagonal().collect::<Vec<_>>(), below().collect::<Vec<_>>());
    add(&BELOW_DIAGONAL, &Square::ALL, &Square::ALL);
    add(&ON_DIAGONAL, &below, &Square::ALL);
    add(&ON_DIAGONAL, &diagonal, &below);
    add(&ON_DIAGONAL, &diagonal, &diagonal);
    numbered(ways)
});

/// The first piece below the diagonal, in the format's order.
const BELOW_DIAGONAL: [Square; 6] = [Square::B1, Square::C1, Square::D1, Square::C2, Square::D2, Square::D3];

/// The first piece on the diagonal.
const ON_DIAGONAL: [Square; 4] = [Square::A1, Square::B2, Square::C3, Square::D4];

fn is_on_diagonal(at: Square) -> bool {
    at.file() as usize == at.rank() as usize
}

fn is_above_diagonal(at: Square) -> bool {
    (at.file() as usize) < at.rank() as usize
}

/// The reflection in the diagonal from a1 to h8.
fn flip_diagonal(at: Square) -> Square {
    let file = File::from_index(at.rank() as usize).expect("a file");
    Square::new(file, Rank::from_index(at.file() as usize).expect("a rank"))
}

/// The squares of pawns from the one that leads before all others: files from the edge to the middle, ranks from the
/// second, and the left one of two files first.
fn pawn_order() -> Vec<Square> {
    let mut order = Vec::new();
    for file in &File::ALL[..4] {
        for rank in &Rank::ALL[1..7] {
            let left = Square::new(*file, *rank);
            order.extend([left, left.flip_files()]);
        }
    }
    order
}

/// The number of ways to place so many pawns of which the leading one is on this file, 0 to 3 from the edge.
fn pawn_ways(count: usize, file: usize) -> u64 {
    leaders(file).map(|leader| choose(later_than(leader), count - 1)).sum()
}

/// The number of a set of pawns among those with the same leading file. The first of the squares leads, and is on
/// the left half.
fn pawn_number(squares: &[Square]) -> u64 {
    let order = pawn_order();
    let later = |at: &Square| later_than(order.iter().position(|it| it == at).expect("a pawn's square"));
    let before = leaders(squares[0].file() as usize).take_while(|&leader| order[leader] != squares[0]);
    let before: u64 = before.map(|leader| choose(later_than(leader), squares.len() - 1)).sum();
    before + set_number(squares[1..].iter().map(later).collect())
}

/// The places in the order of pawns at which the leader of this file can be.
fn leaders(file: usize) -> impl Iterator<Item = usize> {
    (0..6).map(move |rank| 12 * file + 2 * rank)
}

/// The number of squares that come later in the order of pawns.
fn later_than(place: usize) -> usize {
    47 - place
}

fn numbered(ways: Vec<Vec<Square>>) -> HashMap<Vec<Square>, u64> {
    ways.into_iter().zip(0..).collect()
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1))
}

/// The number of a set among all sets of its size: sets are ordered by their greatest member, then by the second
/// greatest, and so on. The numbers that are given are places from 0 on, in any order.
fn set_number(mut places: Vec<usize>) -> u64 {
    places.sort_unstable();
    places.iter().enumerate().map(|(i, &place)| choose(place, i + 1)).sum()
}

/// The places of squares among those that are not in `others`, counted from a square's index on.
fn places_among_free(squares: &[Square], taken: &[Square], first: usize) -> Vec<usize> {
    let free: Vec<_> = Square::ALL[first..].iter().filter(|at| !taken.contains(at)).collect();
    squares.iter().map(|at| free.iter().position(|it| *it == at).expect("a free square")).collect()
}
