use std::io;

use super::files::Place;
use super::game::{FaultRecord, PgnFault, PgnGame};
use crate::io::json;
use crate::io::visible::visible;

/// Numbers of games.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    pub(super) games: u64,
    pub(super) plies: u64,
    pub(super) broken: u64,
}

/// What is told of the games of a chunk, whose places in the file are not known yet.
#[derive(Default)]
pub(super) struct Report {
    pub(super) totals: Totals,
    faults: Vec<PgnFault>,
    /// JSON objects, one after another, without the keys that depend on places.
    objects: Vec<u8>,
    games: Vec<Game>,
    /// An error of writing JSON, which does not occur.
    error: Option<io::Error>,
}

struct Game {
    number: u64,
    /// The end of its object.
    end: usize,
    fault: Option<PgnFault>,
}

impl Report {
    pub(super) fn add(&mut self, game: &PgnGame, as_json: bool) {
        let fault = game.fault();
        self.totals.add(Totals {
            games: 1,
            plies: game.moves().len() as u64,
            broken: fault.is_some().into(),
        });
        if as_json {
            if let Err(error) = json::write(&mut self.objects, &game.record()) {
                self.error = Some(error);
            }
            self.games.push(Game { number: game.number(), end: self.objects.len(), fault });
        } else {
            self.faults.extend(fault);
        }
    }

    /// Writes a line for each broken game.
    pub(super) fn write_faults(&self, place: &Place<'_>, lines: &mut Vec<u8>) {
        let path = place.path.display();
        for fault in &self.faults {
            let fault = fault.placed(&place.origin);
            lines.extend_from_slice(visible(format_args!("broken {path}: {fault}")).to_string().as_bytes());
            lines.push(b'\n');
        }
    }

    /// Writes the JSON object of each game as a line.
    pub(super) fn write_json(
        mut self,
        with_file: bool,
        place: &Place<'_>,
        lines: &mut Vec<u8>,
    ) -> io::Result<()> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut front = b"{".to_vec();
        if with_file {
            front.extend_from_slice(b"\"file\":");
            json::write(&mut front, &place.path.to_string_lossy())?;
            front.push(b',');
        }
        front.extend_from_slice(b"\"game\":");
        let mut start = 0;
        for Game { number, end, fault } in self.games {
            let object = self.objects.get(start..end).unwrap_or_default();
            start = end;
            lines.extend_from_slice(&front);
            lines.extend_from_slice((place.origin.games + number).to_string().as_bytes());
            lines.push(b',');
            // Without its braces.
            lines.extend_from_slice(object.get(1..object.len().saturating_sub(1)).unwrap_or_default());
            lines.extend_from_slice(b",\"error\":");
            json::write(lines, &fault.map(|fault| FaultRecord::from(fault.placed(&place.origin))))?;
            lines.extend_from_slice(b"}\n");
        }
        Ok(())
    }
}

impl Totals {
    pub(super) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.broken += other.broken;
    }
}
