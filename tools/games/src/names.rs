use std::sync::LazyLock;

use chess_testkit::Random;

use crate::out::Out;

/// Words to choose from, which are written with commas between them.
type Words = LazyLock<Vec<&'static str>>;

macro_rules! words {
    ($text:literal) => {
        LazyLock::new(|| $text.split(", ").collect())
    };
}

static LAST: Words = words!(
    "Abramov, Adler, Almeida, Andersson, Arnold, Bakker, Balogh, Banerjee, Bauer, Becker, Berg, Bianchi, \
    Blanco, Bošković, Brandt, Castro, Chen, Cohen, Costa, Cruz, Dahl, Das, Díaz, Dimitrov, Dubois, Duda, \
    Eriksen, Espinosa, Fedorov, Fischer, Fontaine, Friedman, García, Georgiev, Gómez, Gruber, Gupta, Hansen, \
    Harris, Horváth, Huang, Ivanov, Jansen, Jensen, Jovanović, Kaplan, Karlsson, Keller, Khan, Kim, Kovács, \
    Kowalski, Krüger, Kuzmin, Lange, Larsen, Li, López, Martin, Mayer, Mehta, Meyer, Morozov, Müller, Nagy, \
    Nakamura, Nguyen, Nielsen, Novak, Olsen, Ortiz, Orlov, Park, Patel, Pérez, Petrov, Popescu, Popov, \
    Ramírez, Rao, Richter, Rossi, Ruiz, Sánchez, Schmidt, Schäfer, Silva, Singh, Smirnov, Sokolov, \
    Søndergaard, Stein, Szabó, Tanaka, Tóth, Torres, Van der Berg, Vega, Vogel, Wagner, Wang, Weiss, Wolf, \
    Yılmaz, Zhang, Zielińska, O'Neill, de la Cruz"
);

static FIRST: Words = words!(
    "Aleksandr, Ana, Andrei, Anna, Arjun, Boris, Carlos, Claude, Daniel, David, Elena, Erik, Eva, Fabio, \
    Felix, Georg, Hans, Igor, Irina, Ivan, Jan, José, Julia, Klaus, Lars, Laura, Luis, Marco, Maria, \
    Mikhail, Nikita, Olga, Pavel, Peter, Priya, Rafael, René, Sergei, Sofia, Tomáš, Viktor, Wei, Yan, Zoltán"
);

static HANDLES: Words = words!(
    "alfil, bishop, blitz, caissa, castle, check, chess, dark, deep, fork, gambit, ghost, grand, hippo, \
    hyper, king, knight, lazy, light, lucky, mate, mr, night, old, pawn, pin, queen, rapid, red, rook, sac, \
    shadow, silent, skewer, the, tempo, tiger, wild, wood, zug"
);

static EVENTS: Words = words!(
    "Open Championship, City Open, Team Cup, Grand Prix, Memorial, Rapid Open, Winter Festival, Masters, \
    Women's Open, Junior Championship, Zonal, League 1, Bundesliga, Candidates, Simultaneous, \
    Memorial \"Capablanca\", Open [A]"
);

static PLACES: Words = words!(
    "Amsterdam NED, Baku AZE, Barcelona ESP, Belgrade SRB, Biel SUI, Budapest HUN, Buenos Aires ARG, \
    Chennai IND, Dortmund GER, Dubai UAE, Gibraltar GIB, Gjøvik NOR, Havana CUB, Istanbul TUR, London ENG, \
    Madrid ESP, Moscow RUS, New York USA, Oslo NOR, Paris FRA, Prague CZE, Reykjavik ISL, Riga LAT, \
    São Paulo BRA, Shenzhen CHN, Sofia BUL, Stockholm SWE, Toronto CAN, Wijk aan Zee NED, Zürich SUI"
);

static ENGINES: Words = words!(
    "Amber, Basalt, Cinder, Dorado, Ember, Falcon, Granite, Halcyon, Indigo, Jasper, Kestrel, Lodestar, \
    Magnet, Nimbus, Obsidian Knight, Pyrite, Quartz, Raptor, Saffron, Tundra, Umbra, Vortex, Wren, Zephyr"
);

const TITLES: &[&str] = &["GM", "GM", "IM", "IM", "FM", "WGM", "CM"];

/// A person's name, `Last, First` or `Last,F`.
pub(crate) fn person(is_short: bool, random: &mut Random, out: &mut Out) {
    let (last, first) = (random.pick(&LAST), random.pick(&FIRST));
    let first = if is_short { &first[..1] } else { first };
    let separator = if is_short { "," } else { ", " };
    out.format(format_args!("{last}{separator}{first}"));
}

/// A name on a site: two words, at times with a number.
pub(crate) fn handle(random: &mut Random, out: &mut Out) {
    let word = random.word();
    let (one, other) = (random.pick(&HANDLES), random.pick(&HANDLES));
    out.format(format_args!("{one}{}{other}", ["", "_", "-", ""][(word & 3) as usize]));
    if word & 0x30 != 0 {
        out.format(format_args!("{}", (word >> 8) & 0xfff));
    }
}

pub(crate) fn engine(random: &mut Random, out: &mut Out) {
    out.format(format_args!("{} {}", random.pick(&ENGINES), 1 + random.below(16)));
    if random.below(3) == 0 {
        out.format(format_args!(".{}", random.below(10)));
    }
    if random.below(4) == 0 {
        out.format(format_args!("-dev-{}", 10_000 + random.below(90_000)));
    }
}

pub(crate) fn event(random: &mut Random) -> &'static str {
    random.pick(&EVENTS)
}

pub(crate) fn place(random: &mut Random) -> &'static str {
    random.pick(&PLACES)
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
