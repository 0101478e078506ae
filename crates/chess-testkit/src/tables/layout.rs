use std::collections::HashMap;
use std::sync::LazyLock;

use chess_types::{Color, File, Piece, PieceType, Rank, Square};

use crate::random::Random;
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
    /// Two kings, or three different pieces.
    Leaders,
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
        for (pawn, role) in pawns(ending).into_iter().zip([Role::LeadingPawns, Role::OtherPawns]) {
            let count = ending.count(pawn);
            let ways = match role {
                Role::LeadingPawns => leaders(file).map(|place| choose(47 - place, count - 1)).sum(),
                _ => choose(free - 16, count),
            };
            groups.push(Group { pieces: vec![pawn; count], role, ways });
            free -= count;
        }
        kinds.retain(|kind| kind.piece_type() != PieceType::Pawn);
        if groups.is_empty() {
            let mut single: Vec<_> = kinds.iter().copied().filter(|&kind| ending.count(kind) == 1).collect();
            single.truncate(3);
            kinds.retain(|kind| !single.contains(kind));
            free -= single.len();
            let ways = if single.len() == 2 { KINGS.len() } else { THREE.len() };
            groups.push(Group { pieces: single, role: Role::Leaders, ways: ways as u64 });
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
        let place = |group| self.significance.iter().position(|&it| it == group).unwrap_or(15) as u8;
        let code = |it: &Piece| it.piece_type().index() as u8 + 1 + 8 * u8::from(it.color() == Color::Black);
        let codes = self.groups.iter().flat_map(|group| &group.pieces).map(code);
        (0..=pawns).map(place).chain(codes).collect()
    }

    /// The index of these pieces, which are of the layout's ending and arranged as its name is.
    pub fn index(&self, board: &[(Piece, Square)]) -> u64 {
        let groups = self.normalized(board);
        let digits = self.significance.iter().rev().map(|&group| (group, self.groups[group].ways));
        digits.fold(0, |index, (group, ways)| index * ways + self.digit(&groups, group))
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
            groups[0].sort_by_key(|&at| at != first);
            return groups;
        }
        if is_right(lead[0]) {
            turn(Square::flip_files);
        }
        if lead[0].rank() as usize > 3 {
            turn(Square::flip_ranks);
        }
        if groups[0].iter().find(|&&at| side(at) != 0).is_some_and(|&at| side(at) > 0) {
            groups.iter_mut().flatten().for_each(|at| *at = flip_diagonal(*at));
        }
        groups
    }

    fn digit(&self, groups: &[Vec<Square>], group: usize) -> u64 {
        let squares = &groups[group];
        // The places of the squares among those from a square on that no earlier group is on.
        let places = |first: usize| {
            let taken = groups[..group].concat();
            let free: Vec<_> = Square::ALL[first..].iter().filter(|at| !taken.contains(at)).collect();
            squares.iter().map(|at| free.iter().position(|it| *it == at).expect("a free square")).collect()
        };
        match self.groups[group].role {
            // Positions in which the kings touch have no index.
            Role::Leaders if squares.len() == 2 => KINGS.get(squares).copied().unwrap_or(0),
            Role::Leaders => THREE[squares],
            Role::LeadingPawns => {
                let order = pawn_order();
                let later = |at: &Square| 47 - order.iter().position(|it| it == at).expect("a pawn's square");
                let before = leaders(squares[0].file() as usize).take_while(|&it| order[it] != squares[0]);
                let before: u64 = before.map(|place| choose(47 - place, squares.len() - 1)).sum();
                before + set_number(squares[1..].iter().map(later).collect())
            }
            Role::OtherPawns => set_number(places(8)),
            Role::Pieces => set_number(places(0)),
        }
    }
}

/// The pawn of the leading side, which is the one with fewer pawns, if it has any, and then that of the other side, if it
/// has any.
fn pawns(ending: &Ending) -> Vec<Piece> {
    let mut pawns = vec![Piece::WhitePawn, Piece::BlackPawn];
    pawns.retain(|&pawn| ending.count(pawn) > 0);
    pawns.sort_by_key(|&pawn| ending.count(pawn));
    pawns
}

/// The file, 0 to 3 from the edge, of the leading pawn: it chooses one of four sub-tables.
pub(crate) fn leading_file(ending: &Ending, board: &[(Piece, Square)]) -> usize {
    let Some(&pawn) = pawns(ending).first() else { return 0 };
    let pawns: Vec<_> = board.iter().filter(|it| it.0 == pawn).map(|it| it.1).collect();
    let file = leader(&pawns).file() as usize;
    file.min(7 - file)
}

/// The pawn that comes first in the order of pawns.
fn leader(pawns: &[Square]) -> Square {
    pawn_order().into_iter().find(|at| pawns.contains(at)).expect("a pawn")
}

fn is_right(at: Square) -> bool {
    at.file() as usize > 3
}

/// The squares of the pieces of a group, in their order. Like pieces come in the order of their squares.
fn squares_of(group: &Group, board: &[(Piece, Square)]) -> Vec<Square> {
    let mut squares = Vec::new();
    for &piece in &group.pieces {
        let found = board.iter().find(|it| it.0 == piece && !squares.contains(&it.1));
        squares.push(found.expect("the ending's pieces").1);
    }
    squares
}

/// The numbers of two kings that lead: 462 ways in which they do not touch, up to the eight symmetries.
static KINGS: LazyLock<HashMap<Vec<Square>, u64>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for first in BELOW_DIAGONAL.into_iter().chain(ON_DIAGONAL) {
        let fits = |second: &Square| first.distance(*second) > 1 && (side(first) != 0 || side(*second) <= 0);
        pairs.extend(Square::ALL.into_iter().filter(fits).map(|second| vec![first, second]));
    }
    // Those with both kings on the diagonal come last. The sort is stable.
    pairs.sort_by_key(|pair| pair.iter().all(|&at| side(at) == 0));
    pairs.into_iter().zip(0..).collect()
});

/// The numbers of three different pieces that lead, 31332 ways.
static THREE: LazyLock<HashMap<Vec<Square>, u64>> = LazyLock::new(|| {
    let [below, diagonal] =
        [-1, 0].map(|it| Square::ALL.into_iter().filter(|&at| side(at) == it).collect::<Vec<_>>());
    let all = &Square::ALL[..];
    let lists: [[&[Square]; 3]; 4] = [
        [&BELOW_DIAGONAL, all, all],
        [&ON_DIAGONAL, &below, all],
        [&ON_DIAGONAL, &diagonal, &below],
        [&ON_DIAGONAL, &diagonal, &diagonal],
    ];
    let mut ways = Vec::new();
    for [first, second, third] in lists {
        for &a in first {
            for &b in second.iter().filter(|&&b| b != a) {
                ways.extend(third.iter().filter(|&&c| c != a && c != b).map(|&c| vec![a, b, c]));
            }
        }
    }
    ways.into_iter().zip(0..).collect()
});

/// The first piece below the diagonal, in the format's order.
const BELOW_DIAGONAL: [Square; 6] = [Square::B1, Square::C1, Square::D1, Square::C2, Square::D2, Square::D3];

/// The first piece on the diagonal.
const ON_DIAGONAL: [Square; 4] = [Square::A1, Square::B2, Square::C3, Square::D4];

/// The side of the diagonal from a1 to h8: -1 below, 0 on it, 1 above.
fn side(at: Square) -> i32 {
    (at.rank() as i32 - at.file() as i32).signum()
}

/// The reflection in the diagonal.
fn flip_diagonal(at: Square) -> Square {
    Square::new(File::ALL[at.rank() as usize], Rank::ALL[at.file() as usize])
}

/// The squares of pawns from the one that leads before all others: files from the edge to the middle, ranks from the
/// second, and the left one of two files first.
fn pawn_order() -> Vec<Square> {
    let left = File::ALL[..4].iter().flat_map(|&file| Rank::ALL[1..7].iter().map(move |&rank| (file, rank)));
    left.map(|(file, rank)| Square::new(file, rank)).flat_map(|at| [at, at.flip_files()]).collect()
}

/// The places in the order of pawns at which the leader of this file can be. After the place `n`, 47 - n squares follow.
fn leaders(file: usize) -> impl Iterator<Item = usize> {
    (0..6).map(move |rank| 12 * file + 2 * rank)
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) as u64 / (i as u64 + 1)) }
}

/// The number of a set among all sets of its size: sets are ordered by their greatest member, then by the second
/// greatest, and so on. The numbers that are given are places from 0 on, in any order.
fn set_number(mut places: Vec<usize>) -> u64 {
    places.sort_unstable();
    places.iter().enumerate().map(|(i, &place)| choose(place, i + 1)).sum()
}
