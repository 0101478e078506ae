use chess_board::Position;
use chess_notation::read_san;
use chess_testkit::Random;
use chess_types::Move;

/// Openings by frequency: code, name, moves.
const OPENINGS: &[(&str, &str, &str)] = &[
    ("B90", "Sicilian Defense: Najdorf Variation", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3"),
    (
        "C65",
        "Ruy Lopez: Berlin Defense",
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8",
    ),
    ("C50", "Italian Game: Giuoco Pianissimo", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 c3 d6 O-O O-O Re1 a6"),
    (
        "D37",
        "Queen's Gambit Declined: Harrwitz Attack",
        "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bf4 O-O e3 c5 dxc5 Bxc5",
    ),
    ("D85", "Grünfeld Defense: Exchange Variation", "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Nf3 c5"),
    (
        "E97",
        "King's Indian Defense: Mar del Plata",
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7",
    ),
    ("B12", "Caro-Kann Defense: Advance Variation", "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5 Be3 Qb6 Nc3 Nc6"),
    ("C02", "French Defense: Advance Variation", "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4 Nbd2"),
    ("D02", "Queen's Pawn Game: London System", "d4 d5 Nf3 Nf6 Bf4 c5 e3 Nc6 c3 e6 Nbd2 Bd6 Bg3 O-O"),
    ("C42", "Russian Game: Classical Attack", "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Nc6 O-O Be7"),
    ("B01", "Scandinavian Defense: Mieses-Kotroc", "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6 Bc4 Bf5"),
    ("A45", "Trompowsky Attack", "d4 Nf6 Bg5 Ne4 Bf4 c5 f3 Qa5+ c3 Nf6 Nd2"),
    ("D15", "Slav Defense: Three Knights", "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4"),
    ("D45", "Semi-Slav Defense: Main Line", "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Qc2 Bd6 Bd3 O-O"),
    ("E20", "Nimzo-Indian Defense", "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O"),
    ("E15", "Queen's Indian Defense: Fianchetto", "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4+ Bd2 Be7 Bg2 c6"),
    ("A13", "English Opening: Agincourt Defense", "c4 e6 Nf3 d5 g3 Nf6 Bg2 Be7 O-O O-O b3 c5 Bb2"),
    ("A20", "English Opening: King's English", "c4 e5 g3 Nf6 Bg2 d5 cxd5 Nxd5 Nc3 Nb6 Nf3 Nc6"),
    (
        "B33",
        "Sicilian Defense: Lasker-Pelikan",
        "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5",
    ),
    (
        "B76",
        "Sicilian Defense: Dragon, Yugoslav Attack",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6",
    ),
    ("B23", "Sicilian Defense: Closed", "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6 Be3 e5"),
    ("B22", "Sicilian Defense: Alapin Variation", "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6 cxd4 d6"),
    ("C45", "Scotch Game", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5"),
    ("C55", "Italian Game: Two Knights Defense", "e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Na5 Bb5+ c6 dxc6 bxc6"),
    ("C92", "Ruy Lopez: Closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Bb7"),
    ("C11", "French Defense: Steinitz Variation", "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 Nf3 Nc6 Be3"),
    ("C18", "French Defense: Winawer Variation", "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4"),
    ("B07", "Pirc Defense", "e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5"),
    ("B06", "Modern Defense", "e4 g6 d4 Bg7 Nc3 d6 Nf3 a6 Be2 b5"),
    ("C25", "Vienna Game", "e4 e5 Nc3 Nf6 f4 d5 fxe5 Nxe4 Nf3 Be7"),
    ("C33", "King's Gambit Accepted: Bishop's Gambit", "e4 e5 f4 exf4 Bc4 Nf6 Nc3 c6 d4 d5"),
    ("C21", "Danish Gambit", "e4 e5 d4 exd4 c3 dxc3 Bc4 cxb2 Bxb2 d5"),
    ("A80", "Dutch Defense", "d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O c4 d6"),
    ("A57", "Benko Gambit", "d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 Bxa6 Nc3 d6"),
    ("A70", "Benoni Defense: Classical Variation", "d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 Nf3 Bg7"),
    ("D20", "Queen's Gambit Accepted", "d4 d5 c4 dxc4 e4 Nf6 e5 Nd5 Bxc4 Nb6"),
    ("E04", "Catalan Opening: Open Defense", "d4 Nf6 c4 e6 g3 d5 Bg2 dxc4 Nf3 a6 O-O Nc6"),
    ("A04", "Zukertort Opening", "Nf3 c5 g3 Nc6 Bg2 g6 O-O Bg7 d3 e5"),
    ("A01", "Nimzo-Larsen Attack", "b3 e5 Bb2 Nc6 e3 Nf6 Bb5 Bd6 Na3"),
    ("A02", "Bird Opening", "f4 d5 Nf3 Nf6 e3 g6 b3 Bg7 Bb2"),
    ("B02", "Alekhine Defense", "e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6"),
    ("B00", "Nimzowitsch Defense", "e4 Nc6 d4 d5 e5 Bf5 c3 e6"),
    ("A00", "Polish Opening", "b4 e5 Bb2 Bxb4 Bxe5 Nf6"),
    ("A00", "Grob Opening", "g4 d5 Bg2 c6 c4 e5"),
    ("C23", "Bishop's Opening", "e4 e5 Bc4 Nf6 d3 c6 Nf3 d5 Bb3"),
    ("C20", "King's Pawn Game: Wayward Queen Attack", "e4 e5 Qh5 Nc6 Bc4 g6 Qf3 Nf6"),
    ("D31", "Queen's Gambit Declined: Charousek", "d4 d5 c4 e6 Nc3 Be7 cxd5 exd5 Bf4 c6 e3 Bf5"),
    ("D00", "Blackmar-Diemer Gambit", "d4 d5 e4 dxe4 Nc3 Nf6 f3 exf3 Nxf3"),
];

/// An opening that games begin with.
pub(crate) struct Opening {
    pub(crate) eco: &'static str,
    pub(crate) name: &'static str,
    pub(crate) moves: Vec<Move>,
}

/// Resolves the table of openings.
pub(crate) fn openings() -> Vec<Opening> {
    OPENINGS
        .iter()
        .map(|&(eco, name, text)| {
            let mut position = Position::START;
            let moves = text.split(' ').map(|san| {
                let mv = read_san(&position, san).unwrap_or_else(|error| panic!("{name}, {san}: {error}"));
                position.play(mv);
                mv
            });
            Opening { eco, name, moves: moves.collect() }
        })
        .collect()
}

/// An opening; those at the front of the table are more frequent.
pub(crate) fn pick<'a>(openings: &'a [Opening], random: &mut Random) -> &'a Opening {
    let (one, other) = (random.below(openings.len()), random.below(openings.len()));
    &openings[one.min(other)]
}
