//! Comment commands of the moves of a game.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::time::Duration;

use super::game::{Game, MAX_COMMENT};
use super::node::{Node, NodeId};
use crate::pgn::command::{Arrow, Command, Eval, commands, places};

/// The most arrows that are written in one command, so that each fits into a comment.
const MAX_ARROWS: usize = 1000;

impl<'a> Node<'a> {
    /// The commands in the comments after the move, in their order: see [`commands`].
    pub fn commands(self) -> impl Iterator<Item = Command<'a>> {
        self.comments().flat_map(commands)
    }

    /// The time left on the mover's clock after the move: the first `[%clk]`.
    pub fn clock(self) -> Option<Duration> {
        self.commands().find_map(|command| match command {
            Command::Clock(time) => Some(time),
            _ => None,
        })
    }

    /// The time that the move took: the first `[%emt]`.
    pub fn move_time(self) -> Option<Duration> {
        self.commands().find_map(|command| match command {
            Command::MoveTime(time) => Some(time),
            _ => None,
        })
    }

    /// An engine's evaluation of the position after the move: the first [`Command::Eval`].
    pub fn eval(self) -> Option<Eval> {
        self.commands().find_map(|command| match command {
            Command::Eval(eval) => Some(eval),
            _ => None,
        })
    }

    /// All marked squares and arrows, of `[%csl]` and `[%cal]`.
    pub fn arrows(self) -> impl Iterator<Item = Arrow> + use<'a> {
        self.commands()
            .filter_map(|command| match command {
                Command::Squares(arrows) | Command::Arrows(arrows) => Some(arrows),
                _ => None,
            })
            .flatten()
    }
}

impl Game {
    /// Sets or removes the time left on the mover's clock after a move, `[%clk]` in a comment after it.
    ///
    /// The command takes the place of the first one of its kind that can be read, and others of its kind are removed. Without
    /// such a place it is added at the end of the last comment. All other text stays. The same is true of the other commands.
    ///
    /// # Panics
    /// As [`node`](Self::node).
    ///
    /// # Examples
    /// ```
    /// use core::time::Duration;
    ///
    /// use chess_notation::pgn::Game;
    ///
    /// let mut game: Game = "1. e4 {[%clk 0:03:00] best by test} *".parse()?;
    /// game.set_clock(game.last(), Some(Duration::from_millis(179_500)));
    /// assert_eq!(game.node(game.last()).comments(), ["[%clk 0:02:59.5] best by test"]);
    /// # Ok::<(), chess_notation::pgn::GameError>(())
    /// ```
    pub fn set_clock(&mut self, id: NodeId, time: Option<Duration>) {
        self.replace_commands(
            id,
            |command| matches!(command, Command::Clock(_)),
            time.map(Command::Clock).as_slice(),
        );
    }

    /// Sets or removes the time that a move took, `[%emt]`: see [`set_clock`](Self::set_clock).
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn set_move_time(&mut self, id: NodeId, time: Option<Duration>) {
        self.replace_commands(
            id,
            |command| matches!(command, Command::MoveTime(_)),
            time.map(Command::MoveTime).as_slice(),
        );
    }

    /// Sets or removes the evaluation of the position after a move, `[%eval]`: see [`set_clock`](Self::set_clock).
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn set_eval(&mut self, id: NodeId, eval: Option<Eval>) {
        let is_old = |command: &Command<'_>| matches!(command, Command::Eval(_) | Command::Search { .. });
        self.replace_commands(id, is_old, eval.map(Command::Eval).as_slice());
    }

    /// Sets the marked squares and arrows of the position after a move, `[%csl]` and `[%cal]`; an empty slice removes them.
    /// Marked squares are written before arrows. See [`set_clock`](Self::set_clock).
    ///
    /// # Panics
    /// As [`node`](Self::node).
    pub fn set_arrows(&mut self, id: NodeId, arrows: &[Arrow]) {
        let (squares, arrows): (Vec<Arrow>, Vec<Arrow>) = arrows.iter().partition(|arrow| arrow.is_mark());
        let squares = squares.chunks(MAX_ARROWS).map(|part| Command::Squares(part.into()));
        let arrows = arrows.chunks(MAX_ARROWS).map(|part| Command::Arrows(part.into()));
        let is_old = |command: &Command<'_>| matches!(command, Command::Squares(_) | Command::Arrows(_));
        self.replace_commands(id, is_old, &squares.chain(arrows).collect::<Vec<_>>());
    }

    fn replace_commands(&mut self, id: NodeId, is_old: fn(&Command<'_>) -> bool, new: &[Command<'_>]) {
        let comments = &mut Vec::new();
        let mut place = None;
        for comment in self.node(id).comments() {
            comments.push(String::new());
            let mut end = 0;
            for range in places(comment.as_bytes(), is_old) {
                push_joined(comments, &comment[end..range.start]);
                place = place.or(comments.last().map(|comment| (comments.len() - 1, comment.len())));
                end = range.end;
            }
            push_joined(comments, &comment[end..]);
        }
        let end = comments.last().map(|comment| (comments.len() - 1, comment.len()));
        for command in new.iter().map(Command::to_string) {
            let place_with_room =
                place.or(end).filter(|&(i, _)| comments[i].len() + command.len() + 2 < MAX_COMMENT);
            if let Some((i, at)) = place_with_room {
                let (before, behind) = comments[i].split_at(at);
                let before = joined(before, &command);
                comments[i] = joined(&before, behind);
                place = Some((i, before.len()));
            } else {
                place = Some((comments.len(), command.len()));
                comments.push(command);
            }
        }
        let (list, texts) = self.comments_mut(id);
        texts.remove(list);
        comments.iter().filter(|it| !it.is_empty()).for_each(|comment| texts.push(list, comment));
        self.give_back_comments();
    }
}

/// Adds a part of a comment to the last comment. If that ends with an unfinished command, the part becomes a comment of its
/// own, since the two would otherwise read as one command.
fn push_joined(comments: &mut Vec<String>, part: &str) {
    let part = part.trim_matches(' ');
    match comments.last_mut() {
        _ if part.is_empty() => {}
        Some(last) if !ends_within_command(last) => {
            last.push_str(if last.is_empty() { "" } else { " " });
            last.push_str(part);
        }
        _ => comments.push(part.to_string()),
    }
}

fn ends_within_command(text: &str) -> bool {
    text.rfind(['[', ']']).is_some_and(|bracket| text[bracket..].starts_with("[%"))
}

/// Both texts with a space between them, if both have any.
fn joined(before: &str, behind: &str) -> String {
    let behind = behind.trim_start_matches(' ');
    let space = if before.is_empty() || behind.is_empty() { "" } else { " " };
    format!("{before}{space}{behind}")
}
