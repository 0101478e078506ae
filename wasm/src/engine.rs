//! The engine for JavaScript, which calls it in a worker, since a search returns when it is over.
//!
//! A request has a line for each option: `fen=`, `moves=` in UCI, and the limits `milliseconds=`, `nodes=`, `depth=` and `elo=`.

use std::cell::RefCell;
use std::time::Duration;

use chess_movegen::{GameState, Position};
use chess_notation::{San, read_move};
use chess_search::engine::{Engine, Limits, Report, Signals, Strength};
use chess_search::score::moves_to_mate;

use crate::fault::Fault;
use crate::json::Json;
use crate::record::uci;

/// The memory of the transposition table.
const TABLE: usize = 16 << 20;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Forgets what earlier searches found.
pub(crate) fn new_game() {
    ENGINE.with_borrow_mut(|engine| engine.as_mut().map(Engine::new_game));
}

/// Searches, calls `report` with a JSON object for each depth, and returns the last one.
pub(crate) fn search(
    request: &str,
    now: fn() -> Duration,
    mut report: impl FnMut(&str),
) -> Result<String, Fault> {
    let Request { game, limits, strength } = Request::read(request)?;
    ENGINE.with_borrow_mut(|place| {
        if place.is_none() {
            let engine =
                Engine::new(TABLE).map_err(|_| Fault::argument("there is no memory for the engine"))?;
            *place = Some(engine);
        }
        let engine = place.as_mut().ok_or_else(|| Fault::argument("there is no engine"))?;
        engine.set_time_source(now);
        engine.set_strength(strength);
        let mut last = String::new();
        let finding = engine.search(&game, &limits, &Signals::new(), |one| {
            if one.multi_pv == 1 {
                last = describe(game.position(), one);
                report(&last);
            }
        });
        let best = finding.best().ok_or_else(|| Fault::argument("the game is over"))?;
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
            let refused = || Fault::argument(&format!("the engine has no option {line:?}"));
            let (name, value) = line.split_once('=').ok_or_else(refused)?;
            match name {
                "fen" => request.game = GameState::new(Position::from_fen(value)?),
                "moves" => {
                    for word in value.split_ascii_whitespace() {
                        let mv = read_move(request.game.position(), word);
                        request.game.play(mv.map_err(|error| Fault::of_move(&error, word))?);
                    }
                }
                "milliseconds" => {
                    let time = value.parse().map_err(|_| refused())?;
                    request.limits.move_time = Some(Duration::from_millis(time));
                }
                "nodes" => request.limits.nodes = Some(value.parse().map_err(|_| refused())?),
                "depth" => request.limits.depth = Some(value.parse().map_err(|_| refused())?),
                "elo" => request.strength = Some(Strength::new(value.parse().map_err(|_| refused())?)),
                _ => return Err(refused()),
            }
        }
        let limits = &request.limits;
        if limits.move_time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
            return Err(Fault::argument("a search needs milliseconds, nodes or a depth"));
        }
        Ok(request)
    }
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
                after.play(mv);
            }
        });
        object.list("uci", |list| {
            for &mv in report.line {
                list.text(uci(position, mv).to_string());
            }
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn a_mate_is_found_and_each_depth_reported() {
        let mut reports = Vec::new();
        let request = "fen=6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1\nmoves=\ndepth=4";
        let answer = search(request, now, |report| reports.push(report.to_owned())).unwrap();
        assert!(answer.starts_with(r#"{"best":"a1a8","san":"Ra8#","report":{"depth":"#), "{answer}");
        assert!(
            answer.contains(r#""centipawns":null,"mate":1,"#)
                && answer.contains(r#""line":["Ra8#"],"uci":["a1a8"]"#)
        );
        assert!(!reports.is_empty());
        let played = search("moves=e2e4 e7e5 d1h5 b8c6 f1c4 g8f6\nnodes=2000", now, |_| ()).unwrap();
        assert!(played.starts_with(r#"{"best":"h5f7","san":"Qxf7#""#), "{played}");
        new_game();
    }

    #[test]
    fn what_cannot_be_searched_is_an_error() {
        for request in [
            "",
            "depth=1\nx",
            "depth=x",
            "fen=x\ndepth=1",
            "moves=e2e5\ndepth=1",
            "elo=1500",
            "moves=f2f3 e7e5 g2g4 d8h4\ndepth=1",
        ] {
            assert!(search(request, now, |_| ()).is_err(), "{request}");
        }
        let weak = search("elo=1\nnodes=100000", now, |_| ()).unwrap();
        assert!(weak.contains(r#""best":""#));
    }
}
