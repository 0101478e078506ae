mod ours;
mod shakmaty;

use std::io;

use crate::count::Count;
use crate::input::{From, Source};

/// A library that reads games, and how much of them it reads.
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) library: &'static str,
    /// The work: `scan`, `events`, `replay`, `trees`.
    pub(crate) work: &'static str,
    pub(crate) from: From,
    pub(crate) read: fn(Source) -> io::Result<Count>,
}

const OURS: &str = "ours";
const READER: &str = "pgn-reader";
const SHAKMATY: &str = "pgn-reader + shakmaty";

impl Program {
    /// All programs, those of one work side by side.
    pub(crate) const ALL: &[Self] = &[
        Self::new("scan", OURS, "scan", From::Slice, ours::scan),
        Self::new("scan-stream", OURS, "scan", From::Stream, ours::scan),
        Self::new("scan-1", OURS, "scan", From::Chunks(1), ours::scan),
        Self::new("scan-2", OURS, "scan", From::Chunks(2), ours::scan),
        Self::new("scan-peer", READER, "scan", From::Slice, shakmaty::scan),
        Self::new("scan-peer-stream", READER, "scan", From::Stream, shakmaty::scan),
        Self::new("events", OURS, "events", From::Slice, ours::events),
        Self::new("events-stream", OURS, "events", From::Stream, ours::events),
        Self::new("events-1", OURS, "events", From::Chunks(1), ours::events),
        Self::new("events-2", OURS, "events", From::Chunks(2), ours::events),
        Self::new("events-peer", READER, "events", From::Slice, shakmaty::events),
        Self::new("events-peer-stream", READER, "events", From::Stream, shakmaty::events),
        Self::new("replay", OURS, "replay", From::Slice, ours::replay),
        Self::new("replay-stream", OURS, "replay", From::Stream, ours::replay),
        Self::new("replay-1", OURS, "replay", From::Chunks(1), ours::replay),
        Self::new("replay-2", OURS, "replay", From::Chunks(2), ours::replay),
        Self::new("replay-peer", SHAKMATY, "replay", From::Slice, shakmaty::replay),
        Self::new("replay-peer-stream", SHAKMATY, "replay", From::Stream, shakmaty::replay),
        Self::new("lenient-stream", OURS, "lenient replay", From::Stream, ours::lenient),
        Self::new("columns-1", OURS, "columns", From::Chunks(1), ours::columns),
        Self::new("columns-2", OURS, "columns", From::Chunks(2), ours::columns),
        Self::new("positions-1", OURS, "columns, positions", From::Chunks(1), ours::positions),
        Self::new("positions-2", OURS, "columns, positions", From::Chunks(2), ours::positions),
        Self::new("trees", OURS, "trees", From::Slice, ours::trees),
        Self::new("trees-stream", OURS, "trees", From::Stream, ours::trees),
    ];

    const fn new(
        name: &'static str,
        library: &'static str,
        work: &'static str,
        from: From,
        read: fn(Source) -> io::Result<Count>,
    ) -> Self {
        Self { name, library, work, from, read }
    }

    pub(crate) fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|program| program.name == name)
    }
}
