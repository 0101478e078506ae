use chess_testkit::Random;

use crate::out::Out;

const LAST: &[&str] = &[
    "Abramov",
    "Adler",
    "Almeida",
    "Andersson",
    "Arnold",
    "Bakker",
    "Balogh",
    "Banerjee",
    "Bauer",
    "Becker",
    "Berg",
    "Bianchi",
    "Blanco",
    "Bošković",
    "Brandt",
    "Castro",
    "Chen",
    "Cohen",
    "Costa",
    "Cruz",
    "Dahl",
    "Das",
    "Díaz",
    "Dimitrov",
    "Dubois",
    "Duda",
    "Eriksen",
    "Espinosa",
    "Fedorov",
    "Fischer",
    "Fontaine",
    "Friedman",
    "García",
    "Georgiev",
    "Gómez",
    "Gruber",
    "Gupta",
    "Hansen",
    "Harris",
    "Horváth",
    "Huang",
    "Ivanov",
    "Jansen",
    "Jensen",
    "Jovanović",
    "Kaplan",
    "Karlsson",
    "Keller",
    "Khan",
    "Kim",
    "Kovács",
    "Kowalski",
    "Krüger",
    "Kuzmin",
    "Lange",
    "Larsen",
    "Li",
    "López",
    "Martin",
    "Mayer",
    "Mehta",
    "Meyer",
    "Morozov",
    "Müller",
    "Nagy",
    "Nakamura",
    "Nguyen",
    "Nielsen",
    "Novak",
    "Olsen",
    "Ortiz",
    "Orlov",
    "Park",
    "Patel",
    "Pérez",
    "Petrov",
    "Popescu",
    "Popov",
    "Ramírez",
    "Rao",
    "Richter",
    "Rossi",
    "Ruiz",
    "Sánchez",
    "Schmidt",
    "Schäfer",
    "Silva",
    "Singh",
    "Smirnov",
    "Sokolov",
    "Søndergaard",
    "Stein",
    "Szabó",
    "Tanaka",
    "Tóth",
    "Torres",
    "Van der Berg",
    "Vega",
    "Vogel",
    "Wagner",
    "Wang",
    "Weiss",
    "Wolf",
    "Yılmaz",
    "Zhang",
    "Zielińska",
    "O'Neill",
    "de la Cruz",
];
const FIRST: &[&str] = &[
    "Aleksandr",
    "Ana",
    "Andrei",
    "Anna",
    "Arjun",
    "Boris",
    "Carlos",
    "Claude",
    "Daniel",
    "David",
    "Elena",
    "Erik",
    "Eva",
    "Fabio",
    "Felix",
    "Georg",
    "Hans",
    "Igor",
    "Irina",
    "Ivan",
    "Jan",
    "José",
    "Julia",
    "Klaus",
    "Lars",
    "Laura",
    "Luis",
    "Marco",
    "Maria",
    "Mikhail",
    "Nikita",
    "Olga",
    "Pavel",
    "Peter",
    "Priya",
    "Rafael",
    "René",
    "Sergei",
    "Sofia",
    "Tomáš",
    "Viktor",
    "Wei",
    "Yan",
    "Zoltán",
];
const HANDLES: &[&str] = &[
    "alfil", "bishop", "blitz", "caissa", "castle", "check", "chess", "dark", "deep", "fork", "gambit",
    "ghost", "grand", "hippo", "hyper", "king", "knight", "lazy", "light", "lucky", "mate", "mr", "night",
    "old", "pawn", "pin", "queen", "rapid", "red", "rook", "sac", "shadow", "silent", "skewer", "the",
    "tempo", "tiger", "wild", "wood", "zug",
];
const EVENTS: &[&str] = &[
    "Open Championship",
    "City Open",
    "Team Cup",
    "Grand Prix",
    "Memorial",
    "Rapid Open",
    "Winter Festival",
    "Masters",
    "Women's Open",
    "Junior Championship",
    "Zonal",
    "League 1",
    "Bundesliga",
    "Candidates",
    "Simultaneous",
    "Memorial \"Capablanca\"",
    "Open [A]",
];
const PLACES: &[&str] = &[
    "Amsterdam NED",
    "Baku AZE",
    "Barcelona ESP",
    "Belgrade SRB",
    "Biel SUI",
    "Budapest HUN",
    "Buenos Aires ARG",
    "Chennai IND",
    "Dortmund GER",
    "Dubai UAE",
    "Gibraltar GIB",
    "Gjøvik NOR",
    "Havana CUB",
    "Istanbul TUR",
    "London ENG",
    "Madrid ESP",
    "Moscow RUS",
    "New York USA",
    "Oslo NOR",
    "Paris FRA",
    "Prague CZE",
    "Reykjavik ISL",
    "Riga LAT",
    "São Paulo BRA",
    "Shenzhen CHN",
    "Sofia BUL",
    "Stockholm SWE",
    "Toronto CAN",
    "Wijk aan Zee NED",
    "Zürich SUI",
];
const ENGINES: &[&str] = &[
    "Amber",
    "Basalt",
    "Cinder",
    "Dorado",
    "Ember",
    "Falcon",
    "Granite",
    "Halcyon",
    "Indigo",
    "Jasper",
    "Kestrel",
    "Lodestar",
    "Magnet",
    "Nimbus",
    "Obsidian Knight",
    "Pyrite",
    "Quartz",
    "Raptor",
    "Saffron",
    "Tundra",
    "Umbra",
    "Vortex",
    "Wren",
    "Zephyr",
];
const TITLES: &[&str] = &["GM", "GM", "IM", "IM", "FM", "WGM", "CM"];

/// A person's name, `Last, First` or `Last,F`.
pub(crate) fn person(is_short: bool, random: &mut Random, out: &mut Out) {
    out.text(random.pick(LAST));
    let first = random.pick(FIRST);
    if is_short {
        out.text(",");
        out.text(first.split_at(1).0);
    } else {
        out.text(", ");
        out.text(first);
    }
}

/// A name on a site: two words, at times with a number.
pub(crate) fn handle(random: &mut Random, out: &mut Out) {
    let word = random.word();
    let (one, other) = (random.pick(HANDLES), random.pick(HANDLES));
    out.text(one);
    out.text(["", "_", "-", ""][(word & 3) as usize]);
    out.text(other);
    if word & 0x30 != 0 {
        out.number(((word >> 8) & 0xfff) as u32);
    }
}

pub(crate) fn engine(random: &mut Random, out: &mut Out) {
    out.text(random.pick(ENGINES));
    out.text(" ");
    out.number(1 + random.below(16) as u32);
    if random.below(3) == 0 {
        out.text(".");
        out.number(random.below(10) as u32);
    }
    if random.below(4) == 0 {
        out.text("-dev-");
        out.number(10_000 + random.below(90_000) as u32);
    }
}

pub(crate) fn event(random: &mut Random) -> &'static str {
    random.pick(EVENTS)
}

pub(crate) fn place(random: &mut Random) -> &'static str {
    random.pick(PLACES)
}

pub(crate) fn title(random: &mut Random) -> &'static str {
    random.pick(TITLES)
}

/// Eight letters and digits: the name of a game on a site.
pub(crate) fn code(random: &mut Random, out: &mut Out) {
    const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let mut word = random.word();
    for _ in 0..8 {
        out.0.push(LETTERS[(word % 62) as usize]);
        word /= 62;
    }
}
