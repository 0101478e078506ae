//! The names of tags that most files have.

/// Up to sixteen bytes of a name, the first lowest, with zeros behind the name.
pub(crate) type NameWords = [u64; 2];

/// The name with these bytes, if it is one that most files have.
#[inline]
pub(crate) fn usual_name(words: NameWords) -> Option<&'static str> {
    let entry = &TABLE[slot(words)];
    (entry.words == words).then_some(entry.name)
}

#[derive(Clone, Copy)]
struct Entry {
    words: NameWords,
    name: &'static str,
}

const NAMES: [&str; 42] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "WhiteFideId",
    "BlackFideId",
    "WhiteTeam",
    "BlackTeam",
    "ECO",
    "Opening",
    "Variation",
    "UTCDate",
    "UTCTime",
    "EndTime",
    "EndDate",
    "StartTime",
    "StartDate",
    "Time",
    "TimeControl",
    "Termination",
    "EventDate",
    "EventType",
    "PlyCount",
    "Annotator",
    "Variant",
    "SetUp",
    "FEN",
    "GameId",
    "Link",
    "Timezone",
    "CurrentPosition",
    "ECOUrl",
    "Board",
];

/// A multiplier found by trial, with which all names have different slots.
const MULTIPLIER: u64 = 0x3806_335d_4826_4e2d;

const fn slot(words: NameWords) -> usize {
    ((words[0] ^ words[1]).wrapping_mul(MULTIPLIER) >> 57) as usize
}

/// The names by their slots. In an empty slot, an empty name does not have the words of any tag.
static TABLE: [Entry; 128] = {
    let mut table = [Entry { words: [0; 2], name: "" }; 128];
    let mut i = 0;
    while i < NAMES.len() {
        let words = words_of(NAMES[i].as_bytes());
        table[slot(words)] = Entry { words, name: NAMES[i] };
        i += 1;
    }
    table
};

const fn words_of(name: &[u8]) -> NameWords {
    let mut words = [0; 2];
    let mut i = 0;
    while i < name.len() {
        words[i / 8] |= (name[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_name_is_found_and_no_other() {
        for name in NAMES {
            assert_eq!(usual_name(words_of(name.as_bytes())), Some(name));
            assert_eq!(usual_name(words_of(&name.as_bytes()[1..])), None);
            let [first, second] = words_of(name.as_bytes());
            assert_eq!(usual_name([first ^ 0x20, second]), None);
        }
    }
}
