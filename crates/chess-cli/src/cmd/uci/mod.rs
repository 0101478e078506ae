//! `chess uci`: the engine behind the UCI protocol (Huber and Meyer-Kahlen, 2000).

mod inspection;
mod options;
mod order;
mod searcher;

use std::fmt::Display;
use std::io::{self, Read};

use chess_movegen::GameState;
use chess_search::engine::Engine;
use chess_uci::{Answer, BestMove, Command, Go, Id, PositionCommand, ProtocolError};
use clap::Args;

use self::options::Options;
use self::order::Order;
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

Options: Hash (MiB), Threads, MultiPV, Ponder, UCI_Chess960, UCI_LimitStrength, UCI_Elo, Clear Hash;
SyzygyPath (folders of endgame tables, with the separator of the PATH variable between them), SyzygyProbeDepth and
Syzygy50MoveRule. An info string says how many tables were found.

Beyond the protocol: d shows the board, eval the static evaluation, perft N or go perft N counts the leaves below each
move, and flip gives the position with its colours exchanged.

A command that is not understood is answered by a line that begins with info string. After a position that is refused, and
for a go that is not understood, the answer to go is bestmove 0000. At the end of the input a search that has an end is
waited for.";

pub(crate) fn run(_: &UciArgs, output: Output) -> Result<Verdict, CliError> {
    converse(io::stdin(), output)
}

/// Obeys the commands of `input` until it ends or one of them is `quit`.
pub(crate) fn converse(input: impl Read, output: Output) -> Result<Verdict, CliError> {
    let options = Options::default();
    let engine = Engine::new(options.table_bytes())?;
    let searcher = Searcher::new(engine, output.another());
    let mut session = Session { searcher, options, game: Some(GameState::default()), output };
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next().map_err(CliError::Input)? {
        let next = match line {
            Ok(line) => session.obey(&line)?,
            Err(error) => session.complain(error).map(|()| Next::Read)?,
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
    /// The position to search with its history; `None` after one that was refused, so that no other one is searched in its
    /// place.
    game: Option<GameState>,
    output: Output,
}

impl Session {
    fn obey(&mut self, line: &str) -> Result<Next, CliError> {
        let mut fault = None;
        let mut complaints = Vec::new();
        let command = Command::parse_lenient(line, |error| {
            if error.rule.is_ignorable() {
                complaints.push(error);
            } else {
                fault.get_or_insert(error);
            }
        });
        for complaint in complaints {
            self.complain(complaint)?;
        }
        match (command, fault) {
            (Ok(Command::Go(_)), Some(fault)) => self.refuse_go(fault)?,
            (Err(error), _) => self.refuse(&error)?,
            (Ok(Command::Quit), _) => return Ok(Next::Quit),
            (Ok(command), fault) => {
                if let Some(fault) = fault {
                    self.complain(fault)?;
                }
                self.perform(&command)?;
            }
        }
        self.searcher.printed()?;
        if self.output.is_closed() { Ok(Next::Quit) } else { Ok(Next::Read) }
    }

    fn perform(&mut self, command: &Command) -> Result<(), CliError> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady => self.output.line(Answer::ReadyOk)?,
            Command::NewGame => self.searcher.engine().new_game(),
            Command::SetOption(command) => match self.options.set(command, self.searcher.engine()) {
                Ok(told) => told.into_iter().try_for_each(|line| self.complain(line))?,
                Err(error) => self.complain(format_args!("setoption: {error}"))?,
            },
            Command::Position(command) => self.set_position(command)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.searcher.stop(),
            Command::PonderHit => self.searcher.ponder_hit(),
            Command::Unknown(line) => self.perform_extra(line)?,
            // Nothing depends on debug mode or registration.
            _ => {}
        }
        Ok(())
    }

    /// Performs a command that the protocol does not know.
    fn perform_extra(&mut self, line: &str) -> Result<(), CliError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (&words[..], &self.game) {
            ([], _) => {}
            (["d"], Some(game)) => self.output.line(inspection::board(game.position()))?,
            (["eval"], Some(game)) => self.output.line(inspection::evaluation(game.position()))?,
            (["flip"], Some(game)) => self.game = Some(GameState::new(game.position().flip_colors())),
            (["d" | "eval" | "flip" | "perft", ..], None) => self.complain(NO_POSITION)?,
            (["perft", depth], Some(_)) => match depth.parse() {
                Ok(depth) => self.perft(depth)?,
                Err(_) => self.complain("perft: expected a depth in plies")?,
            },
            _ => self.complain(format_args!("unknown command: {line}"))?,
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), CliError> {
        let name = concat!("chess ", env!("CARGO_PKG_VERSION"));
        self.output.line(Answer::Id(Id::Name(name.to_owned())))?;
        self.output.line(Answer::Id(Id::Author("the authors of the chess crates".to_owned())))?;
        for option in options::declared() {
            self.output.line(Answer::Option(option))?;
        }
        Ok(self.output.line(Answer::UciOk)?)
    }

    fn set_position(&mut self, command: &PositionCommand) -> Result<(), CliError> {
        match command.game() {
            Ok(game) => self.game = Some(game),
            Err(error) => {
                self.game = None;
                self.complain(format_args!("position: {error}"))?;
            }
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), CliError> {
        if let (Some(depth), true) = (go.perft, self.game.is_some()) {
            return self.perft(depth);
        }
        let Some(game) = &self.game else { return self.refuse_go(NO_POSITION) };
        match Order::new(go, game.position()) {
            Ok(order) => self.searcher.start(game, order, self.options.chess960),
            Err(error) => self.refuse_go(format_args!("go searchmoves: {error}"))?,
        }
        Ok(())
    }

    fn perft(&mut self, depth: u32) -> Result<(), CliError> {
        self.searcher.stop();
        if let Some(game) = &self.game {
            inspection::divide(game.position(), depth, self.options.chess960, &mut self.output)?;
        }
        Ok(())
    }

    /// Answers a command that has no meaning.
    fn refuse(&mut self, error: &ProtocolError) -> Result<(), CliError> {
        if error.command == "position" {
            self.game = None;
        }
        self.complain(error)
    }

    /// Answers a `go` that cannot be obeyed, so that nobody waits for a move: the reason, and no move.
    fn refuse_go(&mut self, reason: impl Display) -> Result<(), CliError> {
        self.searcher.stop();
        self.complain(reason)?;
        Ok(self.output.line(Answer::BestMove(BestMove::default()))?)
    }

    fn complain(&mut self, complaint: impl Display) -> Result<(), CliError> {
        Ok(self.output.line(Answer::text(complaint))?)
    }
}

const NO_POSITION: &str = "there is no position: the last one was refused";
