//! A game as PGN.

use std::fmt::Write;

use chess_notation::pgn::{Game, NodeId, TagError};

use crate::game::Played;

/// The text of a game, with scores, depths and times as comments.
///
/// # Errors
/// A name cannot be in a tag.
pub fn pgn(played: &Played, names: [&str; 2], round: &str, time_control: &str) -> Result<String, TagError> {
    let mut game = Game::new(*played.game.start());
    let tags = [
        ("Event", "chess-match"),
        ("Round", round),
        ("White", names[0]),
        ("Black", names[1]),
        ("TimeControl", time_control),
        ("Termination", &played.end),
    ];
    for (name, value) in tags {
        game.set_tag(name, value)?;
    }
    game.set_result(played.result);
    let opening = played.game.moves().len() - played.answers.len();
    let mut last = NodeId::ROOT;
    for (index, &mv) in played.game.moves().iter().enumerate() {
        let Ok(node) = game.add_move(last, mv) else { break };
        last = node;
        if let Some(answer) = index.checked_sub(opening).and_then(|index| played.answers.get(index)) {
            let mut comment = String::new();
            if let Some(score) = answer.score {
                let _ = write!(comment, "{:+.2}/{} ", f64::from(score) / 100.0, answer.depth.unwrap_or(0));
            }
            let _ = write!(comment, "{:.3}s", answer.time.as_secs_f64());
            game.add_comment(node, &comment);
        }
    }
    Ok(game.to_string())
}
