use std::fmt;

use chess_board::Position;
use chess_data::chunks::Chunk;
use chess_notation::pgn::{Game, MoveNotation, Next, Replay, Slice, Visitor, Writer};
use clap::Args;

use crate::args::number;

/// The most plies that options name.
const MAX_PLIES: usize = 1_000_000;

/// What `--rewrite` does; the other options need it.
#[derive(Args)]
#[group(requires = "rewrite")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct RewriteArgs {
    /// Rewrite games in PGN export format
    ///
    /// Broken games are copied as they are.
    #[arg(long, requires = "out")]
    rewrite: bool,

    /// Drop comments
    #[arg(long, hide_short_help = true)]
    no_comments: bool,

    /// Drop variations
    #[arg(long, hide_short_help = true)]
    no_variations: bool,

    /// Drop numeric annotation glyphs (NAGs)
    #[arg(long, hide_short_help = true)]
    no_nags: bool,

    /// Write only these tags, and those of the start position
    #[arg(long, value_name = "NAMES", value_delimiter = ',', hide_short_help = true)]
    tags: Option<Vec<String>>,

    /// Add a tag with the ply count
    #[arg(long, hide_short_help = true)]
    add_plycount: bool,

    /// Write moves in standard algebraic notation (default)
    #[arg(long, group = "notation", hide_short_help = true)]
    san: bool,

    /// Write moves in long algebraic notation
    #[arg(long, group = "notation", hide_short_help = true)]
    lan: bool,

    /// Write moves in UCI notation
    #[arg(long, group = "notation", hide_short_help = true)]
    uci: bool,

    /// Add the FEN as a comment every N plies
    #[arg(long, value_name = "N", value_parser = number(1, MAX_PLIES), hide_short_help = true)]
    fen_comments: Option<usize>,

    /// Width of movetext lines (0: one line) [default: 79]
    #[arg(long, value_name = "N", value_parser = number(0, 65_535_usize), hide_short_help = true)]
    line: Option<usize>,

    /// Drop the first N plies
    #[arg(long, value_name = "N", value_parser = number(0, MAX_PLIES), hide_short_help = true)]
    drop_ply: Option<usize>,

    /// Drop everything after the first N plies
    #[arg(long, value_name = "N", value_parser = number(0, MAX_PLIES), hide_short_help = true)]
    ply_limit: Option<usize>,
}

impl RewriteArgs {
    /// True if games are written anew.
    pub(super) const fn is_wanted(&self) -> bool {
        self.rewrite
    }

    /// A reader of the games of a chunk for [`next`](Self::next); `None` if they are not written anew.
    pub(super) fn replay<'a>(&self, chunk: &Chunk<'a>) -> Option<Replay<Slice<'a>>> {
        self.rewrite.then(|| chunk.replay().mainline_only(self.no_variations))
    }

    /// Reads the next game, and writes it anew if it `is_kept`, unless it has an error. Also returns whether it has one, in variations, too.
    pub(super) fn next(&self, replay: &mut Replay<Slice<'_>>, is_kept: bool) -> (Option<String>, bool) {
        // Bytes in memory have no error of the source.
        if !is_kept {
            let _ = replay.visit_game(&mut Skipped);
            return (None, false);
        }
        let Ok(Some(read)) = replay.next_partial_game() else { return (None, true) };
        let is_broken = read.errors().next().is_some();
        (Some(read.game).filter(|_| read.error.is_none()).and_then(|game| self.text(game)), is_broken)
    }

    fn text(&self, game: Game) -> Option<String> {
        let mut writer = Writer::new(String::new()).notation(self.notation(game.start()));
        if let Some(length) = self.line {
            writer = writer.line_length(length);
        }
        self.write(game, &mut writer).ok()?;
        Some(writer.into_inner())
    }

    fn write(&self, mut game: Game, writer: &mut Writer<String>) -> fmt::Result {
        game.truncate(self.ply_limit.unwrap_or(usize::MAX));
        game.drop_plies(self.drop_ply.unwrap_or(0));
        if self.no_comments {
            game.remove_all_comments();
        }
        if self.no_nags {
            game.remove_all_nags();
        }
        if let Some(period) = self.fen_comments {
            let every = game.mainline().skip(period - 1).step_by(period);
            let positions: Vec<_> = every.map(|played| (played.id, played.after.to_string())).collect();
            for (id, fen) in positions {
                game.add_comment(id, &fen);
            }
        }
        if self.add_plycount {
            let plies = game.mainline().count().to_string();
            let _ = game.set_tag("PlyCount", &plies);
        }
        let mut tags = game.tags().iter().filter(|(name, _)| self.has_tag(name));
        tags.try_for_each(|(name, value)| writer.tag(name, value))?;
        game.write_movetext(writer)
    }

    fn has_tag(&self, name: &str) -> bool {
        let is_needed =
            matches!(name, "FEN" | "SetUp" | "Variant") || name == "PlyCount" && self.add_plycount;
        self.tags.as_ref().is_none_or(|tags| is_needed || tags.iter().any(|tag| tag == name))
    }

    fn notation(&self, start: &Position) -> MoveNotation {
        match (self.lan, self.uci) {
            (true, _) => MoveNotation::LongAlgebraic,
            (_, true) if start.needs_chess960() => MoveNotation::Uci960,
            (_, true) => MoveNotation::Uci,
            _ => MoveNotation::San,
        }
    }
}

/// Passes over a game.
struct Skipped;

impl Visitor for Skipped {
    fn start(&mut self, _: &Position) -> Next {
        Next::Skip
    }
}
