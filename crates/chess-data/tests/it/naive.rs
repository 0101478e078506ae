//! A reader of games that makes trees and texts, the oracle of filters and columns.

#![cfg_attr(not(feature = "arrow"), allow(dead_code, reason = "columns have more values than filters"))]

use chess_notation::pgn::{
    Command, Event, GameError, GameResult, PgnError, Place, Replay, Score, Variant, commands,
};
use chess_notation::{Color, Move, PackedPosition, PieceType, Position, San};
use chess_testkit::Mailbox;

/// A game with the values of all columns.
#[derive(Clone, Debug)]
pub(crate) struct NaiveGame {
    pub(crate) file: String,
    pub(crate) number: u64,
    pub(crate) place: Place,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) end: Option<GameResult>,
    pub(crate) error: Option<GameError>,
    /// All errors: of strict reading, one at most.
    errors: Vec<GameError>,
    comments_before: Vec<String>,
    eval_before: Option<Score>,
    pub(crate) start: Option<Position>,
    pub(crate) moves: Vec<NaiveMove>,
}

#[derive(Clone, Debug)]
pub(crate) struct NaiveMove {
    pub(crate) mv: Move,
    pub(crate) before: Position,
    pub(crate) ply: usize,
    identity: String,
    pub(crate) repetition: usize,
    pub(crate) comments: Vec<String>,
    pub(crate) nags: Vec<u8>,
    clock: Option<u128>,
    emt: Option<u128>,
    eval: Option<(Score, Option<u32>)>,
}

/// Reads all games of a file, variations skipped. Where the tree of a game has no other error, its main line is the same.
pub(crate) fn games(file: &str, bytes: &[u8]) -> Vec<NaiveGame> {
    let games = events(file, bytes, false);
    let mut trees = Replay::new(bytes);
    for game in &games {
        let tree = trees.next_partial_game().unwrap().unwrap();
        if tree.error == game.error && game.start.is_some() {
            let tree: Vec<(Move, Position)> = tree.game.mainline().map(|mv| (mv.mv, mv.before)).collect();
            let moves: Vec<(Move, Position)> = game.moves.iter().map(|mv| (mv.mv, mv.before)).collect();
            assert_eq!(moves, tree);
        }
    }
    assert_eq!(trees.next_partial_game().unwrap(), None);
    games
}

/// Reads all games of a file strictly or leniently, variations skipped.
pub(crate) fn events(file: &str, bytes: &[u8], is_lenient: bool) -> Vec<NaiveGame> {
    let mut replay = Replay::new(bytes).lenient(is_lenient);
    let mut games = Vec::new();
    let mut game = NaiveGame::new(file);
    let mut is_begun = false;
    loop {
        let before = *replay.position();
        let event = replay.next_event();
        let is_first = matches!(event, Ok(Some(Event::Tag { .. } | Event::Movetext))) && !is_begun;
        let mut is_over = false;
        match event {
            Ok(None) if game.errors.is_empty() => return games,
            // The error behind the last game.
            Ok(None) => is_over = true,
            Ok(Some(Event::Tag { name, value })) => game.tags.push((name.to_string(), value.to_string())),
            Ok(Some(Event::Movetext)) => game.start = Some(*replay.position()),
            Ok(Some(Event::Move(mv))) => game.add(mv, before),
            Ok(Some(Event::Nag(nag))) => {
                game.moves.iter_mut().last().into_iter().for_each(|mv| mv.nags.push(nag));
            }
            Ok(Some(Event::Comment(text))) => game.comment(&text.to_string()),
            Ok(Some(Event::VariationStart)) => replay.skip_variation().unwrap(),
            Ok(Some(Event::VariationEnd)) => {}
            Ok(Some(Event::End(result))) => {
                game.end = result;
                is_over = true;
            }
            Err(PgnError::Game(error)) => {
                game.error = game.error.or(Some(error));
                game.errors.push(error);
                is_over = !is_lenient;
            }
            Err(other) => panic!("{other}"),
        }
        if is_first {
            game.place = replay.place();
            is_begun = true;
        }
        if is_over {
            game.number = game.error.map_or(replay.game(), |error| error.game);
            let place = game.error.map(|error| Place { line: error.line, offset: error.offset });
            if let Some(place) = place.filter(|place| !is_begun || place.offset < game.place.offset) {
                game.place = place;
            }
            games.push(std::mem::replace(&mut game, NaiveGame::new(file)));
            is_begun = false;
        }
    }
}

/// Equal for positions that are the same by the rules of repetition: the first four fields of the FEN.
fn identity(position: &Position) -> String {
    position.to_string().split(' ').take(4).collect::<Vec<_>>().join(" ")
}

impl NaiveGame {
    fn new(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            number: 0,
            place: Place { line: 0, offset: 0 },
            tags: Vec::new(),
            end: None,
            error: None,
            errors: Vec::new(),
            comments_before: Vec::new(),
            eval_before: None,
            start: None,
            moves: Vec::new(),
        }
    }

    fn add(&mut self, mv: Move, before: Position) {
        let identity = identity(&before);
        self.moves.push(NaiveMove {
            mv,
            before,
            ply: self.moves.len(),
            repetition: self.moves.iter().filter(|other| other.identity == identity).count(),
            identity,
            comments: Vec::new(),
            nags: Vec::new(),
            clock: None,
            emt: None,
            eval: None,
        });
    }

    fn comment(&mut self, text: &str) {
        let Some(mv) = self.moves.last_mut() else {
            self.comments_before.push(text.to_owned());
            for command in commands(text) {
                if let Command::Eval(eval) = command {
                    self.eval_before = self.eval_before.or(Some(eval.score));
                }
            }
            return;
        };
        mv.comments.push(text.to_owned());
        for command in commands(text) {
            match command {
                Command::Clock(time) => mv.clock = mv.clock.or(Some(time.as_millis())),
                Command::MoveTime(time) => mv.emt = mv.emt.or(Some(time.as_millis())),
                Command::Eval(eval) => mv.eval = mv.eval.or(Some((eval.score, eval.depth))),
                _ => {}
            }
        }
    }

    /// The value of a tag, the last one of its name.
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    fn known(&self, name: &str) -> Option<&str> {
        self.tag(name).filter(|value| !["", "?", "-"].contains(value))
    }

    pub(crate) fn elo(&self, name: &str) -> Option<u16> {
        let text = self.tag(name)?.trim();
        if text.chars().all(|c| c.is_ascii_digit()) { text.parse().ok() } else { None }
    }

    pub(crate) fn result(&self) -> GameResult {
        let tag = self.tag("Result").and_then(|tag| tag.parse().ok());
        match (tag, self.end) {
            (None | Some(GameResult::Unknown), end) => end.unwrap_or_default(),
            (Some(result), _) => result,
        }
    }

    pub(crate) fn variant(&self) -> Option<&'static str> {
        match Variant::from_name(self.tag("Variant").unwrap_or_default().bytes())? {
            Variant::Chess960 => Some("chess960"),
            Variant::Chess if self.start.is_some_and(|start| start.needs_chess960()) => Some("chess960"),
            Variant::Chess => Some("standard"),
        }
    }

    /// Days since 1970, counted one by one.
    pub(crate) fn date(&self) -> Option<i32> {
        let read = |name| {
            let text = self.tag(name)?;
            let parts: Vec<u32> = text.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
            let &[year, month, day] = &parts[..] else { return None };
            let length = |year: u32, month: u32| match month {
                2 if (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            if !(1..=12).contains(&month) || !(1..=length(year, month)).contains(&day) {
                return None;
            }
            let mut days = 0;
            for year in 1970.min(year)..1970.max(year) {
                days += (1..=12).map(|month| length(year, month) as i32).sum::<i32>();
            }
            let days = if year < 1970 { -days } else { days };
            Some(days + (1..month).map(|month| length(year, month) as i32).sum::<i32>() + day as i32 - 1)
        };
        read("UTCDate").or_else(|| read("Date"))
    }

    /// The positions before the moves, and the final one.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut all: Vec<Position> = self.moves.iter().map(|mv| mv.before).collect();
        let after = |last: &NaiveMove| {
            if last.mv.is_null() { last.before.after_null() } else { last.before.after(last.mv) }
        };
        all.extend(self.moves.last().map(after).or(self.start));
        all
    }

    /// How the game has ended.
    fn ended(&self) -> Option<&'static str> {
        let all = self.positions();
        let last = all.last()?;
        let board = Mailbox::new(last);
        let is_draw = self.result() == GameResult::Draw;
        let identity = |position: &Position| {
            let fen = position.to_string();
            fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
        };
        let times = all.iter().filter(|&other| identity(other) == identity(last)).count();
        let others = last.occupied() - last.by_type(PieceType::King);
        let is_of_bishops = others == last.by_type(PieceType::Bishop)
            && ([0, 1].iter().any(|color| {
                others.into_iter().all(|square| (square as u8 / 8 + square as u8) % 2 == *color)
            }));
        if board.legal_moves().is_empty() {
            return Some(if board.is_in_check(last.side_to_move()) { "checkmate" } else { "stalemate" });
        }
        if is_of_bishops || others.count() == 1 && others == last.by_type(PieceType::Knight) {
            return Some("material");
        }
        if last.halfmove_clock() >= 150 {
            return Some("fifty");
        }
        if times >= 5 || is_draw && times >= 3 {
            return Some("repetition");
        }
        if is_draw && last.halfmove_clock() >= 100 {
            return Some("fifty");
        }
        match self.tag("Termination").unwrap_or_default().to_lowercase().as_str() {
            "normal" => match self.result() {
                GameResult::Draw => Some("agreement"),
                GameResult::Unknown => None,
                _ => Some("resignation"),
            },
            "time forfeit" => Some("time"),
            "abandoned" => Some("abandoned"),
            "rules infraction" => Some("rules"),
            "3-fold rep" => Some("repetition"),
            other => {
                let words = [
                    ("on time", "time"),
                    ("resignation", "resignation"),
                    ("resign", "resignation"),
                    ("agreement", "agreement"),
                    ("game abandoned", "abandoned"),
                    ("repetition", "repetition"),
                    ("checkmate", "checkmate"),
                    ("stalemate", "stalemate"),
                    ("insufficient material", "material"),
                ];
                words.iter().find(|(word, _)| other.ends_with(word)).map(|(_, end)| *end)
            }
        }
    }

    /// Base time and increment, in seconds.
    fn control(&self) -> Option<(f64, f64)> {
        let tag = self.tag("TimeControl")?;
        let first = tag.split(':').next()?;
        let time = first.split_once('/').map_or(first, |(_, time)| time);
        let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
        Some((base.parse().ok().filter(|&base| base > 0.0)?, increment.parse().ok()?))
    }

    fn speed(&self) -> Option<&'static str> {
        if self.tag("TimeControl") == Some("-") {
            return Some("correspondence");
        }
        let (base, increment) = self.control()?;
        let limits = [("bullet", 180.0), ("blitz", 480.0), ("rapid", 1500.0), ("classical", f64::INFINITY)];
        let time = base + 40.0 * increment;
        let speed = limits.iter().find(|(_, limit)| time < *limit).map(|(speed, _)| *speed);
        if base < 86_400.0 { speed } else { Some("correspondence") }
    }

    /// All tags, but for those whose names occur again.
    fn last_tags(&self) -> impl Iterator<Item = &(String, String)> {
        let is_last = |i: usize| self.tags[i + 1..].iter().all(|(name, _)| *name != self.tags[i].0);
        self.tags.iter().enumerate().filter(move |&(i, _)| is_last(i)).map(|(_, tag)| tag)
    }

    /// Centipawns or moves to mate in the position before a move, or in the last one.
    fn position_score(&self, i: usize) -> (Option<i64>, Option<i64>) {
        let behind = match i.checked_sub(1) {
            Some(last) => self.moves[last].eval.map(|(score, _)| score),
            None => self.eval_before,
        };
        if let Some(score) = behind {
            return (score.centipawns().map(i64::from), score.mate().map(i64::from));
        }
        let Some(mv) = self.moves.get(i) else { return (None, None) };
        let sign = if mv.mover() == Color::White { 1 } else { -1 };
        match mv.engine() {
            Some((score, false, ..)) => (Some(sign * (100.0 * score).round() as i64), None),
            Some((plies, true, ..)) => {
                (None, Some(sign * (plies.abs() / 2.0).ceil() as i64 * plies.signum() as i64))
            }
            None => (None, None),
        }
    }

    /// The value of a column as text, its moves only those that `keep` accepts.
    pub(crate) fn cell(&self, column: &str, keep: &dyn Fn(&NaiveMove) -> bool) -> String {
        let text = |text: Option<&str>| text.map_or("null".to_owned(), |text| format!("{text:?}"));
        let number = |number: Option<i64>| number.map_or("null".to_owned(), |number| number.to_string());
        match column {
            "file" => text(Some(&self.file)),
            "game" => number(Some(self.number as i64)),
            "line" => number(Some(self.place.line as i64)),
            "offset" => number(Some(self.place.offset as i64)),
            "event" => text(self.known("Event")),
            "site" => text(self.known("Site")),
            "round" => text(self.known("Round")),
            "eco" => text(self.known("ECO")),
            "opening" => text(self.known("Opening")),
            "time_control" => text(self.known("TimeControl")),
            "termination" => text(self.known("Termination")),
            "annotator" => text(self.known("Annotator")),
            "white" => text(self.known("White")),
            "black" => text(self.known("Black")),
            "white_title" => text(self.known("WhiteTitle")),
            "black_title" => text(self.known("BlackTitle")),
            "white_elo" => number(self.elo("WhiteElo").map(i64::from)),
            "black_elo" => number(self.elo("BlackElo").map(i64::from)),
            "date" => number(self.date().map(i64::from)),
            "time" => number(self.tag("UTCTime").and_then(|text| {
                let parts: Vec<i64> = text.split(':').map(|part| part.parse().unwrap()).collect();
                Some(3600 * parts[0] + 60 * parts.get(1)? + parts.get(2)?)
            })),
            "result" => number(match self.result() {
                GameResult::WhiteWins => Some(1),
                GameResult::Draw => Some(0),
                GameResult::BlackWins => Some(-1),
                GameResult::Unknown => None,
            }),
            "variant" => text(self.variant()),
            "start" => self.start.map_or("null".to_owned(), |start| packed(&start)),
            "plies" => number(Some(self.moves.len() as i64)),
            "end" => text(self.ended()),
            "speed" => text(self.speed()),
            "time_base" => self.control().map_or("null".to_owned(), |(base, _)| base.to_string()),
            "time_increment" => {
                self.control().map_or("null".to_owned(), |(_, increment)| increment.to_string())
            }
            "final_position" => self.positions().last().map_or("null".to_owned(), packed),
            "final_fen" => text(self.positions().last().map(Position::to_string).as_deref()),
            "error" => text(self.error.map(|error| format!("{}: {}", error.token, error.rule)).as_deref()),
            "error_line" => number(self.error.map(|error| error.line as i64)),
            "error_offset" => number(self.error.map(|error| error.offset as i64)),
            "errors" => list(
                self.errors.iter().map(|error| format!("{:?}", format!("{}: {}", error.token, error.rule))),
            ),
            "tags" => list(self.last_tags().map(|(name, value)| format!("{name:?}: {value:?}"))),
            "comment" => text(joined(&self.comments_before).as_deref()),
            name if name.starts_with(char::is_uppercase) => text(self.tag(name)),
            "eval_before" | "eval_after" | "mate_before" | "mate_after" => {
                let kept = self.moves.iter().filter(|mv| keep(mv));
                let at =
                    |mv: &NaiveMove| self.position_score(mv.ply + usize::from(column.ends_with("after")));
                let part = |(score, mate)| if column.starts_with("eval") { score } else { mate };
                list(kept.map(|mv| number(part(at(mv)))))
            }
            name => {
                let is_960 = self.start.is_some_and(|start| start.needs_chess960());
                let kept = self.moves.iter().filter(|mv| keep(mv));
                list(kept.map(|mv| mv.cell(name, is_960)))
            }
        }
    }
}

impl NaiveMove {
    fn mover(&self) -> Color {
        self.before.side_to_move()
    }

    /// Score, depth and seconds of a comment such as `+0.31/14 1.2s`.
    fn engine(&self) -> Option<(f64, bool, u64, Option<f64>)> {
        self.comments.iter().find_map(|comment| {
            let (score, depth, time) = search(comment)?;
            let is_mate = score.contains('M');
            if !is_mate && !score.contains('.') {
                return None;
            }
            let value: f64 = score.replace('M', "").parse().ok()?;
            // Without a sign, it is from White's point of view.
            let is_whites = !score.starts_with(['+', '-']) && self.mover() == Color::Black;
            Some((if is_whites { -value } else { value }, is_mate, depth, time))
        })
    }

    /// Depth and time of a search, whatever form its score has.
    fn searched(&self) -> Option<(u64, Option<f64>)> {
        self.comments.iter().find_map(|comment| search(comment)).map(|(_, depth, time)| (depth, time))
    }

    /// The clock in milliseconds.
    pub(crate) fn clock(&self) -> Option<u128> {
        self.clock
    }

    pub(crate) fn centipawns(&self) -> Option<i64> {
        match (self.eval, self.engine()) {
            (Some((Score::Centipawns(score), _)), _) => Some(score.into()),
            (None, Some((score, false, ..))) => {
                let score = (100.0 * score).round() as i64;
                Some(if self.mover() == Color::White { score } else { -score })
            }
            _ => None,
        }
    }

    pub(crate) fn cell(&self, column: &str, is_960: bool) -> String {
        let number = |number: Option<i64>| number.map_or("null".to_owned(), |number| number.to_string());
        match column {
            "moves" => self.mv.raw().to_string(),
            "ply" => self.ply.to_string(),
            "positions" => packed(&self.before),
            "fens" => format!("{:?}", self.before.to_string()),
            "comments" => joined(&self.comments).map_or("null".to_owned(), |text| format!("{text:?}")),
            "keys" => self.before.key().to_string(),
            "san" => format!("{:?}", San::new(&self.before, self.mv).to_string()),
            "uci" => {
                format!("{:?}", if is_960 { self.mv.uci960().to_string() } else { self.mv.uci().to_string() })
            }
            "clocks" => number(self.clock.map(|time| time as i64)),
            "elapsed" => {
                let engine = self.searched().and_then(|(_, seconds)| Some((1000.0 * seconds? + 1e-6) as i64));
                number(self.emt.map(|time| time as i64).or(engine))
            }
            "evals" => number(self.centipawns()),
            "mates" => number(match (self.eval, self.engine()) {
                (Some((Score::Mate(moves), _)), _) => Some(moves.into()),
                (None, Some((plies, true, ..))) => {
                    let moves = (plies / 2.0).trunc() as i64;
                    Some(if self.mover() == Color::White { moves } else { -moves })
                }
                _ => None,
            }),
            "depths" => number(match (self.eval, self.searched()) {
                (Some((_, depth)), _) => depth.map(i64::from),
                (None, searched) => searched.map(|(depth, _)| depth as i64),
            }),
            "nags" => list(self.nags.iter().map(u8::to_string)),
            other => panic!("{other}"),
        }
    }
}

/// Score, depth and seconds of a comment such as `+0.31/14 1.2s`, `(Nf3) 0.31/14 01:45.094` and `-M4/20`.
fn search(comment: &str) -> Option<(&str, u64, Option<f64>)> {
    let comment = comment.trim_start();
    let comment = comment.strip_prefix('(').and_then(|line| line.split_once(')')).map_or(comment, |it| it.1);
    let (score, rest) = comment.trim_start().split_once('/')?;
    score.replace('M', "").parse::<f64>().ok()?;
    let (depth, time) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let time = time.trim_start();
    let time = time.split_once('s').map_or(time, |(time, _)| time);
    let mut seconds = time.split(':').map(str::parse::<f64>);
    let seconds = seconds.try_fold(0.0, |sum, part| Some(60.0 * sum + part.ok()?));
    Some((score, depth.parse().ok()?, if time.is_empty() { None } else { Some(seconds?) }))
}

/// Comments with blanks between them, but for empty ones.
fn joined(comments: &[String]) -> Option<String> {
    let comments: Vec<&str> = comments.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
    (!comments.is_empty()).then(|| comments.join(" "))
}

fn packed(position: &Position) -> String {
    format!("{:?}", PackedPosition::new(position))
}

pub(crate) fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}
