use std::fmt;
use std::mem::take;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::log::Log;
use chess_notation::pgn::TimeControl;
use chess_types::Color;
use chess_uci::Go;

/// An engine as a line describes it: `COMMAND LINE; KEY=VALUE; ...`.
///
/// The command line is split as a shell does. The keys `name`, `dir`, `nodes`, `depth`, `movetime` and `tc` are read here, all other
/// keys are options of the engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The name in reports; without it, the one that the engine reports.
    pub name: Option<String>,
    /// The folder that the program runs in.
    pub folder: Option<PathBuf>,
    /// The limits of its searches.
    pub limits: Limits,
    /// Names and values of the engine's own options.
    pub options: Vec<(String, String)>,
    /// The file that gets the conversation with it.
    pub log: Option<Log>,
}

/// The limits of each search. All that are given hold at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The nodes of a move.
    pub nodes: Option<u64>,
    /// The plies of a move.
    pub depth: Option<u32>,
    /// The time of a move.
    pub move_time: Option<Duration>,
    /// The clock of a game.
    pub clock: Option<TimeControl>,
}

/// What a text should have been.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {0}")]
pub struct Expected(pub(crate) &'static str);

/// The rule that the description of an engine breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    /// The command line is empty.
    #[error("missing engine command")]
    NoCommand,
    /// A quote is not closed.
    #[error("unclosed quote {0}")]
    Quote(char),
    /// A part has no key or no value.
    #[error("expected KEY=VALUE, found {0:?}")]
    Setting(String),
    /// The value of a limit is none.
    #[error("{key}={value}: {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it should be.
        expected: Expected,
    },
}

/// Reads a time control: `[MOVES/]TIME[+TIME]`, each time in seconds, in minutes and seconds (`1:30`) or with a unit: `5m+3s`, `2h`.
///
/// # Errors
/// The text is not a time control.
pub fn time_control(text: &str) -> Result<TimeControl, Expected> {
    let (moves, times) = text.split_once('/').map_or((None, text), |(moves, times)| (Some(moves), times));
    let seconds = |time: &str| -> Option<String> {
        let units = [('h', 3600.0), ('m', 60.0), ('s', 1.0)];
        let Some((unit, factor)) = units.into_iter().find(|(unit, _)| time.ends_with(*unit)) else {
            return Some(time.to_owned());
        };
        // No exponent.
        let number =
            time.strip_suffix(unit).filter(|it| it.bytes().all(|c| c.is_ascii_digit() || c == b'.'))?;
        Some((number.parse::<f64>().ok()? * factor).to_string())
    };
    let times: Option<Vec<String>> = times.split('+').map(seconds).collect();
    let text =
        times.map(|times| moves.map(|moves| format!("{moves}/")).unwrap_or_default() + &times.join("+"));
    text.and_then(|text| text.parse().ok()).ok_or(Expected(TIME))
}

const TIME: &str = "[MOVES/]TIME[+TIME] in seconds or with units, such as 8+0.08, 5m+3s, 40/60+0.6 or 1:30+1";
const COUNT: &str = "an integer of 1 or more";
const MILLISECONDS: &str = "an integer of 1 or more (milliseconds)";

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut parts = split(text)?.into_iter();
        let command = parts.next().map(|part| part.words).unwrap_or_default();
        if command.is_empty() {
            return Err(SpecError::NoCommand);
        }
        let mut spec = Self { command, ..Self::default() };
        for Part { text, .. } in parts {
            let text = text.trim();
            if !text.is_empty() {
                spec.set(text)?;
            }
        }
        Ok(spec)
    }
}

impl EngineSpec {
    /// Reads settings without a command, `KEY=VALUE; ...`.
    ///
    /// # Errors
    /// A setting has no key or no value, or the value of a limit is none.
    pub fn settings(text: &str) -> Result<Self, SpecError> {
        format!("engine; {text}").parse()
    }

    /// Takes from another description what this one lacks, but for the command: name, folder, options, and limits if it has none.
    pub fn complete(&mut self, other: &Self) {
        self.name = self.name.take().or_else(|| other.name.clone());
        self.folder = self.folder.take().or_else(|| other.folder.clone());
        self.log = self.log.take().or_else(|| other.log.clone());
        if self.limits.are_none() {
            self.limits = other.limits;
        }
        for (name, value) in &other.options {
            if !self.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)) {
                self.options.push((name.clone(), value.clone()));
            }
        }
    }

    fn set(&mut self, setting: &str) -> Result<(), SpecError> {
        let (key, value) = setting.split_once('=').ok_or_else(|| SpecError::Setting(setting.to_owned()))?;
        let (key, value) = (key.trim(), value.trim());
        let refuse = |expected| SpecError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: Expected(expected),
        };
        match key {
            "name" => self.name = Some(value.to_owned()),
            "dir" => self.folder = Some(value.into()),
            "nodes" => self.limits.nodes = Some(count(value).ok_or_else(|| refuse(COUNT))?),
            "depth" => self.limits.depth = Some(count(value).ok_or_else(|| refuse(COUNT))?),
            "movetime" => {
                let time = count(value).ok_or_else(|| refuse(MILLISECONDS))?;
                self.limits.move_time = Some(Duration::from_millis(time));
            }
            "tc" => {
                let control = time_control(value).map_err(|error| refuse(error.0))?;
                self.limits.clock = Some(control);
            }
            "" => return Err(SpecError::Setting(setting.to_owned())),
            _ => self.options.push((key.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Option<T> {
    text.parse().ok().filter(|count| *count >= T::from(1))
}

impl fmt::Display for EngineSpec {
    /// Writes the limits and the options as settings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { nodes, depth, move_time, clock } = self.limits;
        let limits = [
            nodes.map(|nodes| format!("nodes={nodes}")),
            depth.map(|depth| format!("depth={depth}")),
            move_time.map(|time| format!("movetime={}", time.as_millis())),
            clock.map(|clock| format!("tc={clock}")),
        ];
        let options = self.options.iter().map(|(name, value)| format!("{name}={value}"));
        f.write_str(&limits.into_iter().flatten().chain(options).collect::<Vec<_>>().join("; "))
    }
}

impl Limits {
    /// Tests whether nothing limits a search.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }

    /// The command `go` with these limits, and the time that the mover has. `left` is the time on the clocks, White's first.
    pub fn go(&self, mover: Color, left: [Duration; 2], made: u32) -> (Go, Option<Duration>) {
        let Self { nodes, depth, move_time, clock } = *self;
        let mut go = Go { nodes, depth, movetime: move_time, ..Go::default() };
        let mut allowed = move_time;
        if let Some(clock) = clock {
            [go.wtime, go.btime] = left.map(Some);
            [go.winc, go.binc] = [Some(clock.increment); 2];
            go.movestogo = clock.moves.map(|moves| moves.get() - made % moves.get());
            let left = left[usize::from(mover == Color::Black)];
            allowed = Some(allowed.map_or(left, |time| time.min(left)));
        }
        (go, allowed)
    }
}

/// A text between two semicolons, without its quotes: whole, and in words.
#[derive(Default)]
struct Part {
    text: String,
    words: Vec<String>,
}

/// Splits at semicolons and blanks as a shell does: `'...'` keeps all characters, `"..."` all but a backslash before `"` or a
/// backslash. Elsewhere a backslash keeps the next character, but on Windows it is one itself.
fn split(text: &str) -> Result<Vec<Part>, SpecError> {
    let (mut parts, mut part) = (Vec::new(), Part::default());
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let kept = match (quote, c) {
            (Some(end), _) if c == end => {
                quote = None;
                continue;
            }
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
                continue;
            }
            (None, ';') => {
                part.words.extend(word.take());
                parts.push(take(&mut part));
                continue;
            }
            (None, _) if c.is_whitespace() => {
                part.words.extend(word.take());
                part.text.push(c);
                continue;
            }
            (None, '\\') if cfg!(not(windows)) => chars.next().unwrap_or(c),
            (Some('"'), '\\') => chars.next_if(|next| matches!(next, '"' | '\\')).unwrap_or(c),
            _ => c,
        };
        word.get_or_insert_default().push(kept);
        part.text.push(kept);
    }
    if let Some(quote) = quote {
        return Err(SpecError::Quote(quote));
    }
    part.words.extend(word);
    parts.push(part);
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn spec(text: &str) -> Result<EngineSpec, String> {
        text.parse().map_err(|error: SpecError| error.to_string())
    }

    #[test]
    fn command_lines_are_split_as_by_a_shell() {
        for (text, words) in [
            ("chess uci", &["chess", "uci"][..]),
            ("  a\t b ;", &["a", "b"]),
            ("'my engine' -x 'a;b' ''", &["my engine", "-x", "a;b", ""]),
            (r#""a \"b\" \c" d"#, &[r#"a "b" \c"#, "d"]),
            ("a'b'\"c\"d", &["abcd"]),
        ] {
            assert_eq!(spec(text).unwrap().command, words, "{text}");
        }
        if cfg!(unix) {
            assert_eq!(spec(r"a\ b c\;d").unwrap().command, ["a b", "c;d"]);
        }
        assert_eq!(spec(" ; name=x"), Err("missing engine command".to_owned()));
        assert_eq!(spec("a 'b"), Err("unclosed quote '".to_owned()));
    }

    #[test]
    fn settings_are_the_match_s_or_the_engine_s() {
        let found =
            spec("e; nodes=20000; Threads = 1; name=small one;; Book File='a;b.bin'; tc=40/1m+0.5s; dir=x");
        let found = found.unwrap();
        assert_eq!(found.name.as_deref(), Some("small one"));
        assert_eq!(found.folder, Some("x".into()));
        assert_eq!(found.limits.nodes, Some(20_000));
        let clock = found.limits.clock.unwrap();
        assert_eq!((clock.moves.map(NonZeroU32::get), clock.to_string()), (Some(40), "40/60+0.5".to_owned()));
        let options = [("Threads", "1"), ("Book File", "a;b.bin")];
        assert_eq!(found.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
        for (setting, complaint) in [
            ("Threads", "expected KEY=VALUE, found \"Threads\""),
            ("=3", "expected KEY=VALUE, found \"=3\""),
            ("depth=0", "depth=0: expected an integer of 1 or more"),
            ("movetime=1.5", "movetime=1.5: expected an integer of 1 or more (milliseconds)"),
            ("tc=0+1", &format!("tc=0+1: expected {TIME}")),
            ("tc=1:60", &format!("tc=1:60: expected {TIME}")),
            ("tc=1e99", &format!("tc=1e99: expected {TIME}")),
        ] {
            assert_eq!(spec(&format!("e; {setting}")), Err(complaint.to_owned()));
        }
    }

    #[test]
    fn a_description_takes_what_it_lacks_from_another() {
        let each = spec("x; name=b; dir=c; nodes=9; depth=3; Hash=1; Threads=2").unwrap();
        for (own, complete) in [
            ("e", "nodes=9; depth=3; Hash=1; Threads=2"),
            ("e; hash=7", "nodes=9; depth=3; hash=7; Threads=2"),
            ("e; tc=5; Style=d", "tc=5; Style=d; Hash=1; Threads=2"),
        ] {
            let mut own = spec(own).unwrap();
            own.complete(&each);
            assert_eq!((own.to_string(), own.command.join(" ")), (complete.to_owned(), "e".to_owned()));
            assert_eq!((own.name.as_deref(), own.folder), (Some("b"), Some("c".into())));
        }
        let mut own = spec("e; name=f; dir=g").unwrap();
        own.complete(&each);
        assert_eq!((own.name.as_deref(), own.folder), (Some("f"), Some("g".into())));
    }

    #[test]
    fn clocks_run_down_and_are_filled_again() {
        let clock: TimeControl = "3/10+1".parse().unwrap();
        let seconds = Duration::from_secs;
        assert_eq!(clock.after(seconds(10), seconds(4), 1), seconds(7));
        assert_eq!(clock.after(seconds(2), seconds(4), 3), seconds(11));
        let limits = Limits { clock: Some(clock), move_time: Some(seconds(5)), ..Limits::default() };
        let (go, allowed) = limits.go(Color::Black, [seconds(9), seconds(3)], 4);
        assert_eq!(go.to_string(), "go wtime 9000 btime 3000 winc 1000 binc 1000 movetime 5000 movestogo 2");
        assert_eq!(allowed, Some(seconds(3)));
        assert_eq!(Limits::default().go(Color::White, [seconds(1); 2], 0), (Go::default(), None));
    }
}
