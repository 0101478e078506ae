//! `chess uci`: the engine behind the UCI protocol (Huber and Meyer-Kahlen, 2000).

mod go;
mod options;
mod searcher;

use std::io;

use chess_movegen::GameState;
use chess_notation::Line;
use chess_search::engine::Engine;
use clap::Args;

use self::go::Go;
use self::options::Options;
use self::searcher::Searcher;
use crate::error::CliError;
use crate::io::lines::Lines;
use crate::io::output::Output;
use crate::verdict::Verdict;

/// Play as an engine, for programs that speak UCI
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct UciArgs;

const DETAILS: &str = "\
Examples:
  chess uci
  printf 'position startpos moves e2e4\\ngo depth 10\\n' | chess uci

Options: Hash (MiB), Threads, Ponder, UCI_Chess960, Clear Hash. A command that is not understood is answered by a line
that begins with info string. At the end of the input a search that has an end is waited for.";

pub(crate) fn run(_: &UciArgs, output: Output) -> Result<Verdict, CliError> {
    let options = Options::default();
    let engine = Engine::new(options.table_bytes())?;
    let mut session =
        Session { searcher: Searcher::new(engine), options, game: GameState::default(), output };
    let mut lines = Lines::new(io::stdin());
    while let Some(line) = lines.next().map_err(CliError::Input)? {
        let next = match line {
            Ok(line) => session.obey(line.trim())?,
            Err(error) => session.complain(&error.to_string()).map(|()| Next::Read)?,
        };
        if next == Next::Quit {
            session.searcher.stop();
            break;
        }
    }
    session.searcher.finish();
    session.searcher.printed()?;
    Ok(Verdict::Passed)
}

#[derive(PartialEq, Eq)]
enum Next {
    Read,
    Quit,
}

struct Session {
    searcher: Searcher,
    options: Options,
    game: GameState,
    output: Output,
}

impl Session {
    fn obey(&mut self, line: &str) -> Result<Next, CliError> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command {
            "" | "debug" | "register" => {}
            "uci" => self.introduce()?,
            "isready" => self.output.line("readyok")?,
            "ucinewgame" => self.searcher.engine().new_game(),
            "setoption" => self.set_option(rest)?,
            "position" => match rest.parse::<Line>() {
                Ok(line) => self.game = game_of(&line),
                Err(error) => self.complain(&format!("position: {error}"))?,
            },
            "go" => match Go::parse(rest, self.game.position()) {
                Ok(go) => {
                    if let Some(word) = &go.unknown {
                        self.complain(&format!("go: unknown word {word:?}"))?;
                    }
                    self.searcher.start(&self.game, go, self.options.chess960);
                }
                Err(error) => self.complain(&format!("go: {error}"))?,
            },
            "stop" => self.searcher.stop(),
            "ponderhit" => self.searcher.ponder_hit(),
            "quit" => return Ok(Next::Quit),
            _ => self.complain(&format!("unknown command: {command}"))?,
        }
        self.searcher.printed()?;
        if self.output.is_closed() { Ok(Next::Quit) } else { Ok(Next::Read) }
    }

    fn introduce(&mut self) -> Result<(), CliError> {
        self.output.line(concat!("id name chess ", env!("CARGO_PKG_VERSION")))?;
        self.output.line("id author the authors of the chess crates")?;
        for option in options::DECLARED {
            self.output.line(format_args!("option {option}"))?;
        }
        Ok(self.output.line("uciok")?)
    }

    fn set_option(&mut self, text: &str) -> Result<(), CliError> {
        if let Err(error) = self.options.set(text, self.searcher.engine()) {
            self.complain(&format!("setoption: {error}"))?;
        }
        Ok(())
    }

    fn complain(&mut self, complaint: &str) -> Result<(), CliError> {
        Ok(self.output.line(format_args!("info string {complaint}"))?)
    }
}

fn game_of(line: &Line) -> GameState {
    let mut game = GameState::new(*line.start());
    line.moves().iter().for_each(|&mv| game.play(mv));
    game
}
