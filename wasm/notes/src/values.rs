//! The values that commands of comments give a move: clock, time, evaluation and arrows, read as JSON and set by a text.

use std::fmt::Write;
use std::time::Duration;

use chess_notation::pgn::{self, Arrow, ArrowColor, Command, Eval, Node, NodeId, Score, commands};

use crate::fault::Fault;
use crate::json::{list, text};

/// Writes comments without the commands of values, the values, and glyphs as keys of an object. Times are in seconds. The commands of a
/// comment are read once.
pub(crate) fn write_notes(out: &mut String, node: Node<'_>) {
    if node.comments().is_empty() {
        out.push_str("\"comments\":[],\"clock\":null,\"emt\":null,\"eval\":null,\"arrows\":[],\"nags\":");
    } else {
        write_comments(out, node);
    }
    list(out, node.nags(), |out, &nag| number(out, nag.into()));
}

fn write_comments(out: &mut String, node: Node<'_>) {
    let (mut clock, mut emt, mut eval, mut arrows) = (None, None, None, Vec::new());
    let mut plain = Vec::new();
    for comment in node.comments() {
        plain.push(pgn::without_commands(comment).to_string());
        for command in commands(comment) {
            match command {
                Command::Clock(time) => clock = clock.or(Some(time)),
                Command::MoveTime(time) => emt = emt.or(Some(time)),
                Command::Eval(one) => eval = eval.or(Some(one)),
                Command::Squares(more) | Command::Arrows(more) => arrows.extend(more),
                _ => {}
            }
        }
    }
    out.push_str("\"comments\":");
    plain.retain(|comment| !comment.is_empty());
    list(out, &plain, |out, comment| text(out, comment));
    write_time(out, ",\"clock\":", clock);
    write_time(out, ",\"emt\":", emt);
    out.push_str(",\"eval\":");
    match eval {
        None => out.push_str("null"),
        Some(Eval { score, depth }) => {
            let kind =
                if score.mate().is_some() { "{\"cp\":null,\"mate\":" } else { "{\"mate\":null,\"cp\":" };
            out.push_str(kind);
            number(out, score.number().into());
            out.push_str(",\"depth\":");
            match depth {
                None => out.push_str("null"),
                Some(depth) => number(out, depth.into()),
            }
            out.push('}');
        }
    }
    out.push_str(",\"arrows\":");
    list(out, &arrows, |out, Arrow { color, from, to }| {
        let _ = write!(out, "{{\"from\":\"{from}\",\"to\":\"{to}\",\"color\":\"{}\"}}", name(*color));
    });
    out.push_str(",\"nags\":");
}

fn number(out: &mut String, number: i64) {
    let _ = write!(out, "{number}");
}

fn write_time(out: &mut String, key: &str, time: Option<Duration>) {
    out.push_str(key);
    match time {
        None => out.push_str("null"),
        Some(time) => {
            let _ = write!(out, "{}.{:09}", time.as_secs(), time.subsec_nanos());
        }
    }
}

const fn name(color: ArrowColor) -> &'static str {
    match color {
        ArrowColor::Green => "green",
        ArrowColor::Red => "red",
        ArrowColor::Yellow => "yellow",
        ArrowColor::Blue => "blue",
    }
}

/// Sets the value of this name; false if there is no such name. Nothing is changed by an error.
pub(crate) fn set(game: &mut pgn::Game, node: NodeId, name: &str, value: &str) -> Result<bool, Fault> {
    match name {
        "comment" => set_comment(game, node, value)?,
        "clock" => game.set_clock(node, time(value)?),
        "emt" => game.set_move_time(node, time(value)?),
        "eval" => game.set_eval(node, eval(value)?),
        "arrows" => {
            let arrows: Result<Vec<Arrow>, _> = value.split_ascii_whitespace().map(str::parse).collect();
            let arrows =
                arrows.map_err(|_| Fault::argument("arrows: a colour and two squares are expected"))?;
            game.set_arrows(node, &arrows);
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Sets the text of the comment. Values stay that the new text does not have.
fn set_comment(game: &mut pgn::Game, node: NodeId, value: &str) -> Result<(), Fault> {
    if value.contains('}') {
        return Err(Fault::argument("comment: PGN has no escape for the brace } in a comment"));
    }
    let given: Vec<u8> = commands(value).map(|command| kind(&command)).collect();
    let mut text = value.to_owned();
    for command in game.node(node).commands() {
        if kind(&command) != OTHER && !given.contains(&kind(&command)) {
            let _ = write!(text, " {command}");
        }
    }
    game.set_comment(node, &text);
    Ok(())
}

const OTHER: u8 = 0;

/// Commands of one kind give one value.
fn kind(command: &Command<'_>) -> u8 {
    match command {
        Command::Clock(_) => 1,
        Command::MoveTime(_) => 2,
        Command::Eval(_) | Command::Search { .. } => 3,
        Command::Squares(_) | Command::Arrows(_) => 4,
        _ => OTHER,
    }
}

/// A time in milliseconds; none if the text is empty.
fn time(value: &str) -> Result<Option<Duration>, Fault> {
    if value.is_empty() {
        return Ok(None);
    }
    let time = value.parse().map(Duration::from_millis);
    time.map(Some).map_err(|_| Fault::argument("seconds: a number that is not negative is expected"))
}

/// `cp` or `mate`, its number and perhaps the depth; none if the text is empty.
fn eval(value: &str) -> Result<Option<Eval>, Fault> {
    if value.is_empty() {
        return Ok(None);
    }
    let wrong =
        || Fault::argument("eval: either cp or mate and perhaps depth are expected, integers of 32 bits");
    let mut words = value.split(' ');
    let mut next = || words.next().filter(|word| !word.is_empty());
    let (kind, number) = (next(), next().and_then(|word| word.parse::<i32>().ok()));
    // No score is without its opposite.
    let number = number.filter(|&number| number != i32::MIN).ok_or_else(wrong)?;
    let depth = next().map(str::parse).transpose().map_err(|_| wrong())?;
    let score = if kind == Some("mate") { Score::Mate(number) } else { Score::Centipawns(number) };
    Ok(Some(Eval { score, depth }))
}
