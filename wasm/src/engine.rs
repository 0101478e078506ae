//! The engine for JavaScript, which calls it in a worker, since a search returns when it is over.
//!
//! A request has a line for each option: `fen=`, `moves=` in UCI, and the limits `milliseconds=`, `nodes=`, `depth=` and `elo=`. One
//! search runs at a time: what a report is told to may not begin another one.

use std::cell::{RefCell, RefMut};
use std::ops::RangeInclusive;
use std::time::Duration;

use chess_movegen::{GameState, Position};
use chess_notation::{San, read_move};
use chess_search::engine::{Engine, Limits, Report, Signals, Strength};
use chess_search::score::{MAX_PLY, moves_to_mate};
use chess_wasm_notes::{Fault, Json, uci};

/// The memory of the transposition table.
const TABLE: usize = 16 << 20;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Forgets what earlier searches found.
pub(crate) fn new_game() -> Result<(), Fault> {
    with_engine(|mut place| {
        place.as_mut().map(Engine::new_game);
        Ok(())
    })
}

fn with_engine<T>(work: impl FnOnce(RefMut<'_, Option<Engine>>) -> Result<T, Fault>) -> Result<T, Fault> {
    ENGINE.with(|place| {
        work(place.try_borrow_mut().map_err(|_| Fault::of_kind("busy", "a search is running"))?)
    })
}

/// Searches, calls `report` with a JSON object for each depth until it returns false, and returns the last one.
pub(crate) fn search(
    request: &str,
    now: fn() -> Duration,
    mut report: impl FnMut(&str) -> bool,
) -> Result<String, Fault> {
    let Request { game, limits, strength } = Request::read(request)?;
    with_engine(|mut place| {
        if place.is_none() {
            let engine = Engine::new(TABLE)
                .map_err(|_| Fault::of_kind("memory", "there is no memory for the engine"))?;
            *place = Some(engine);
        }
        let Some(engine) = place.as_mut() else { return Err(Fault::of_kind("memory", "there is no engine")) };
        engine.set_time_source(now);
        engine.set_strength(strength);
        let signals = Signals::new();
        let mut last = String::new();
        let finding = engine.search(&game, &limits, &signals, |one| {
            if one.multi_pv == 1 {
                last = describe(game.position(), one);
                // The search looks for the signal now and then only.
                if !signals.is_stopped() && !report(&last) {
                    signals.stop();
                }
            }
        });
        let best = finding.best().ok_or_else(|| Fault::of_kind("game_over", "the game is over"))?;
        // An engine of limited strength may play another move than the best line's.
        let position = game.position();
        Ok(Json::object(|object| {
            object.text("best", uci(position, best).to_string());
            object.text("san", San::new(position, best).as_str());
            object.plain("report", if last.is_empty() { "null" } else { &last });
        }))
    })
}

struct Request {
    game: GameState,
    limits: Limits,
    strength: Option<Strength>,
}

impl Request {
    fn read(text: &str) -> Result<Self, Fault> {
        let mut request =
            Self { game: GameState::new(Position::START), limits: Limits::default(), strength: None };
        for line in text.lines() {
            let refused = || Fault::argument(&format!("options: there is no {line:?}"));
            let (name, value) = line.split_once('=').ok_or_else(refused)?;
            match name {
                "fen" => request.game = GameState::new(Position::from_fen(value)?),
                "moves" => {
                    for word in value.split_ascii_whitespace() {
                        let mv = read_move(request.game.position(), word);
                        request.game.play_unchecked(mv.map_err(|error| Fault::of_move(&error, word))?);
                    }
                }
                "milliseconds" => {
                    request.limits.move_time = Some(Duration::from_millis(number(line, 0..=MAX_NUMBER)?));
                }
                "nodes" => request.limits.nodes = Some(number(line, 1..=MAX_NUMBER)?),
                "depth" => request.limits.depth = Some(number(line, 1..=MAX_PLY as u64 - 1)? as u8),
                "elo" => request.strength = Some(Strength::new(number(line, 0..=4000)? as u16)),
                _ => return Err(refused()),
            }
        }
        let limits = &request.limits;
        if limits.move_time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
            return Err(Fault::argument("options: milliseconds, nodes or depth is needed"));
        }
        Ok(request)
    }
}

/// The greatest integer up to which JavaScript's numbers are exact.
const MAX_NUMBER: u64 = (1 << 53) - 1;

/// The number in a line `name=value`.
fn number(line: &str, range: RangeInclusive<u64>) -> Result<u64, Fault> {
    let (name, value) = line.split_once('=').unwrap_or((line, ""));
    let number = value.parse().ok().filter(|number| range.contains(number));
    let (least, most) = (range.start(), range.end());
    number.ok_or_else(|| {
        Fault::argument(&format!("{name}: an integer from {least} to {most} is expected, not {value:?}"))
    })
}

fn describe(position: &Position, report: &Report<'_>) -> String {
    let mate = moves_to_mate(report.score);
    Json::object(|object| {
        object.plain("depth", report.depth);
        object.plain("selectiveDepth", report.selective_depth);
        if let Some(moves) = mate {
            object.plain("centipawns", "null");
            object.plain("mate", moves);
        } else {
            object.plain("centipawns", report.score);
            object.plain("mate", "null");
        }
        object.plain("nodes", report.nodes);
        object.plain("seconds", report.time.as_secs_f64());
        let mut after = *position;
        object.list("line", |list| {
            for &mv in report.line {
                list.text(San::new(&after, mv).as_str());
                after.play_unchecked(mv);
            }
        });
        object.list("uci", |list| {
            for &mv in report.line {
                list.text(uci(position, mv).to_string());
            }
        });
    })
}
