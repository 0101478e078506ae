use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::cursor::Cursor;
use super::game::Game;
use super::node::NodeId;
use super::walk::Visit;
use super::writer::Writer;
use chess_board::Position;

impl Game {
    /// Writes the game in the standard's export format.
    ///
    /// # Errors
    /// The output failed.
    pub fn write(&self, writer: &mut Writer<impl Write>) -> fmt::Result {
        for (name, value) in self.tags().iter() {
            writer.tag(name, value)?;
        }
        write_comments(writer, self.node(NodeId::ROOT).comments())?;
        let mut cursor = Cursor::new(*self.start());
        let mut interrupted = Vec::new();
        for visit in self.walk() {
            match visit {
                Visit::Move(id) => {
                    self.write_move(writer, &cursor.position, id)?;
                    cursor.play(self.node(id).mv());
                }
                Visit::VariationStart => {
                    writer.start_variation()?;
                    interrupted.push(cursor);
                    cursor = Cursor::new(cursor.before);
                }
                Visit::VariationEnd => {
                    writer.end_variation()?;
                    cursor = interrupted.pop().unwrap_or(cursor);
                }
            }
        }
        writer.result(self.result())
    }

    fn write_move(&self, writer: &mut Writer<impl Write>, position: &Position, id: NodeId) -> fmt::Result {
        let node = self.node(id);
        write_comments(writer, node.starting_comments())?;
        writer.mv(position, node.mv())?;
        node.nags().iter().try_for_each(|&nag| writer.nag(nag))?;
        write_comments(writer, node.comments())
    }
}

impl fmt::Display for Game {
    /// Writes the standard's export format, with the blank line that sets games apart at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(&mut Writer::new(f))
    }
}

fn write_comments(writer: &mut Writer<impl Write>, comments: &[alloc::string::String]) -> fmt::Result {
    comments.iter().try_for_each(|comment| writer.comment(comment))
}
