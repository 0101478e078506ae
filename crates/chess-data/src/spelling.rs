//! Names that are spelled nearly alike.

/// The number of letters that have to be changed, inserted, left out or swapped with the next to turn one word into the
/// other; upper and lower case are the same (Damerau 1964, in the form that changes no letter twice).
///
/// # Examples
/// ```
/// use chess_data::spelling::distance;
///
/// assert_eq!(distance("kitten", "sitting"), 3);
/// assert_eq!(distance("hlep", "HELP"), 1);
/// ```
pub fn distance(one: &str, other: &str) -> usize {
    strsim::osa_distance(&one.to_lowercase(), &other.to_lowercase())
}

/// The longest text that is compared, in characters.
const MAX_TEXT: usize = 64;

/// The words that are nearest to a text, all at the same [`distance`]: less than half of the text's letters differ. There are
/// none if no word is that near, or if the text has more than 64 characters.
///
/// # Examples
/// ```
/// use chess_data::spelling::nearest;
///
/// assert_eq!(nearest("whte", ["white", "black", "while"]), ["white"]);
/// assert!(nearest("colour", ["white", "black"]).is_empty());
/// ```
pub fn nearest<S: AsRef<str>>(text: &str, words: impl IntoIterator<Item = S>) -> Vec<S> {
    let mut words: Vec<S> = words.into_iter().collect();
    let mut are_nearest = are_nearest(text, &mut words.iter().map(AsRef::as_ref)).into_iter();
    words.retain(|_| are_nearest.next() == Some(true));
    words
}

/// Tests for each word whether it is one of the nearest; empty if there are none.
fn are_nearest(text: &str, words: &mut dyn Iterator<Item = &str>) -> Vec<bool> {
    let length = text.chars().take(MAX_TEXT + 1).count();
    if length > MAX_TEXT {
        return Vec::new();
    }
    let distances: Vec<usize> = words.map(|word| distance(text, word)).collect();
    let least = distances.iter().copied().min().filter(|least| 2 * least < length);
    distances.into_iter().map(|distance| Some(distance) == least).collect()
}

/// Usual tags: those of the PGN standard, then those of sites and programs.
#[cfg(any(feature = "games", test))]
const TAGS: &str = "\
     Event Site Date Round White Black Result WhiteTitle BlackTitle WhiteElo BlackElo WhiteUSCF BlackUSCF \
     WhiteNA BlackNA WhiteType BlackType EventDate EventSponsor Section Stage Board Opening Variation \
     SubVariation ECO NIC Time UTCTime UTCDate TimeControl SetUp FEN Termination Annotator Mode PlyCount \
     Variant WhiteRatingDiff BlackRatingDiff WhiteTeam BlackTeam WhiteFideId BlackFideId GameId GameURL \
     BroadcastName BroadcastURL StudyName ChapterName ChapterURL Orientation CurrentPosition Timezone \
     ECOUrl StartTime EndTime StartDate EndDate Link Tournament WhiteUrl BlackUrl WhiteCountry \
     BlackCountry Source SourceTitle SourceDate SourceVersion SourceVersionDate SourceQuality EventType \
     EventRounds EventCountry EventCategory WhiteTeamCountry BlackTeamCountry WhiteClock BlackClock \
     Country Remark WhiteTime BlackTime WhiteName BlackName WhiteRating BlackRating GameDuration \
     GameStartTime GameEndTime WhiteTimeControl BlackTimeControl WhiteEloChange BlackEloChange Rated \
     Score Number Game Title Editor Publisher Language Rounds";

/// Returns the names of [`TAGS`].
#[cfg(any(feature = "games", test))]
fn tags() -> impl Iterator<Item = &'static str> {
    TAGS.split_ascii_whitespace()
}

/// Returns the names that are probably meant by the name of a tag: none if it is a usual one, or unlike all usual ones and
/// `others`. One letter in four or more may differ, or two in nine or more.
#[cfg(any(feature = "games", test))]
pub(crate) fn meant(tag: &str, others: impl IntoIterator<Item = &'static str>) -> Vec<&'static str> {
    if tags().any(|known| known == tag) {
        return Vec::new();
    }
    let most = match tag.len() {
        0..=3 => 0,
        4..=8 => 1,
        _ => 2,
    };
    let mut near = nearest(tag, tags().chain(others));
    near.retain(|name| distance(tag, name) <= most);
    near
}

/// Returns the question whether these names are meant, ready to follow a sentence; empty without names.
#[cfg(feature = "games")]
pub(crate) fn question(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        names => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            format!("; did you mean {}?", names.join(" or "))
        }
    }
}

/// Returns the error of a tag whose name is nearly one of others.
#[cfg(feature = "games")]
pub(crate) fn misspelt(tag: &str, meant: &[&str]) -> String {
    let question = question(meant);
    format!("unknown tag `{tag}`{question} If games have it, write \"{tag}\" with its quotation marks")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_are_meant() {
        for tag in tags() {
            assert_eq!(meant(tag, []), [""; 0], "{tag}");
        }
        for (tag, names) in [
            ("WhiteELO", &["WhiteElo"][..]),
            ("WhiteEol", &["WhiteElo"]),
            ("Openning", &["Opening"]),
            ("Whit", &["White"]),
            ("Timecontrol", &["TimeControl"]),
            ("Eco", &["ECO"]),
            ("Moves", &["moves"]),
            ("White_elo", &["white_elo"]),
            ("MyTag", &[]),
            ("Fritz", &[]),
            ("X", &[]),
        ] {
            let found = meant(tag, ["moves", "white_elo"]);
            assert!(found.starts_with(names) && found.is_empty() == names.is_empty(), "{tag}: {found:?}");
        }
    }
}
