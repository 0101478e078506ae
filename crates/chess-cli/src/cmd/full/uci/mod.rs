//! `chess uci`: the engine behind the UCI protocol (Huber and Meyer-Kahlen, 2000).

mod searcher;

use std::fmt::Display;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::Builder;

use chess_arena::own::{self, DEFAULT_HASH, MOST_MOVES, Options, Order, Own};
use chess_board::Position;
use chess_data::input::{LineTooLong, Lines};
use chess_data::json::legal_moves_by_uci;
use chess_movegen::GameState;
use chess_movegen_perft::perft;
use chess_search::engine::Engine;
use chess_search::evaluate::evaluate;
use chess_types::{Bitboard, Color, UciMove};
use chess_uci::{Answer, BestMove, Command, Go, Id, PositionCommand, ProtocolError, Rule};
use clap::Args;

use self::searcher::{Ahead, Searcher};
use crate::args::MAX_DEPTH;
use crate::cmd::full::shared::board;
use crate::error::{CliError, Verdict};
use crate::io::diagnostics::visible;
use crate::io::output::Output;

/// Run as a UCI engine
#[derive(Args)]
#[command(after_help = DETAILS)]
pub(crate) struct UciArgs;

const DETAILS: &str = "\
Examples:
  chess uci
  printf 'position startpos moves e2e4\\ngo depth 10\\n' | chess uci

Options: Hash (MiB), Threads, MultiPV, Ponder, Move Overhead (ms reserved on the clock, and up to a tenth of movetime),
UCI_Chess960, UCI_ShowWDL (chances by the formula of Stockfish's WDL model, fitted to games of this engine), UCI_LimitStrength,
UCI_Elo (1000 to 2400: differences are Elo between levels of this engine, and 1500 equals that of Stockfish 15.1; at 2000
Stockfish's is 400 Elo stronger), Clear Hash, SyzygyPath (folders of endgame tablebases, separated as in the PATH variable),
SyzygyProbeDepth and Syzygy50MoveRule. An info string reports how many tables were found.

The full strength is far above the highest UCI_Elo: at 2+0.02, on one thread, it was level with Ethereal 12
(-10 ± 61 Elo) and won 89 % of the points against Toga II 3.0.

Extra commands: d (board), eval (static evaluation), perft N and go perft N (leaf nodes per move), flip (swap colours).

Unknown commands are reported by info strings. At the end of the input, a search with limits is finished.

After an invalid position, and for a go that cannot be read, the answer is bestmove 0000. Of a go that can be read, negative numbers count
as 0; other values out of range and illegal searchmoves are ignored with an info string; without a limit the engine plays as with one
minute on its clock. mate without a number is any mate. In Chess960 positions castling is king takes
rook, with or without UCI_Chess960. A perft cannot be stopped.

During a search, go, perft, setoption and ucinewgame wait for its end, or are refused during go infinite and go ponder; isready is answered
meanwhile, and stop or quit ends every search requested before it.

If memory or threads are short, the engine continues with a smaller hash table or fewer threads and reports it by an info string.";

pub(crate) fn run(_: &UciArgs, output: Output) -> Result<Verdict, CliError> {
    converse(io::stdin(), output)
}

/// Obeys the commands of `input` until it ends or one of them is `quit`.
pub(crate) fn converse(input: impl Read + Send + 'static, output: Output) -> Result<Verdict, CliError> {
    let engine = Engine::new(DEFAULT_HASH << 20)?;
    let ahead = Arc::default();
    let lines = read_ahead(input, Arc::clone(&ahead)).map_err(CliError::command)?;
    let mut session = Session {
        searcher: Searcher::new(engine, output.clone(), ahead),
        options: Options::default(),
        game: Some(GameState::default()),
        output,
    };
    for line in lines {
        let next = match line.map_err(CliError::Input)? {
            Ok(line) => session.obey(&line)?,
            Err((word, error)) => {
                session.skip_square(&word, error)?;
                Next::Read
            }
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

/// A line, or the first word of one that is too long to be read.
type Line = io::Result<Result<String, (Vec<u8>, LineTooLong)>>;

/// Reads lines in a thread of its own, so that what has to be heard at once is noted while another command waits.
fn read_ahead(input: impl Read + Send + 'static, ahead: Arc<Ahead>) -> io::Result<Receiver<Line>> {
    let (sender, receiver) = sync_channel(MOST_AHEAD);
    Builder::new().spawn(move || {
        let mut lines = Lines::up_to(LONGEST_LINE, input);
        while let Some(line) = lines.next().transpose() {
            let line: io::Result<Result<String, _>> = line.map(|line| line.map(Into::into));
            if let Ok(Ok(line)) = &line {
                ahead.note(line);
            }
            let line = line.map(|line| line.map_err(|error| (lines.first_word().to_vec(), error)));
            let is_last = line.is_err();
            if sender.send(line).is_err() || is_last {
                return;
            }
        }
    })?;
    Ok(receiver)
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
        let mut wants_any_mate = false;
        let mut command = Command::parse_lenient(line, |error| {
            let is_any_mate = (error.command, error.field, &error.rule) == ("go", "mate", &Rule::Missing);
            wants_any_mate |= is_any_mate;
            if is_any_mate || error.rule.is_ignorable() {
                complaints.push(error);
            } else {
                fault.get_or_insert(error);
            }
        });
        for complaint in &complaints {
            self.complain(complaint)?;
        }
        if let (Ok(Command::Go(go)), true) = (&mut command, wants_any_mate) {
            go.mate = Some(MOST_MOVES);
        }
        match (command, fault) {
            (Ok(Command::Go(_)), Some(fault)) => self.refuse_go(fault)?,
            // Otherwise a misspelt limit would be a search without an end.
            (Ok(Command::Go(go)), None) if !complaints.is_empty() && own::lacks_an_end(&go) => {
                self.refuse_go("go: no valid limit")?;
            }
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

    /// Answers a line that is too long to be read and begins with this word.
    fn skip_square(&mut self, word: &[u8], error: LineTooLong) -> Result<(), CliError> {
        match word {
            b"go" => self.refuse_go(error),
            b"position" => {
                self.game = None;
                self.complain(format_args!("position: {error}"))
            }
            _ => self.complain(error),
        }
    }

    fn perform(&mut self, command: &Command) -> Result<(), CliError> {
        match command {
            Command::Uci => self.introduce()?,
            Command::IsReady if self.searcher.owes_ready() => self.output.line(Answer::ReadyOk)?,
            Command::NewGame => match self.searcher.engine() {
                Some(engine) => engine.new_game(),
                None => self.complain(format_args!("ucinewgame: {BUSY}"))?,
            },
            Command::SetOption(command) => {
                let set = self.searcher.engine().map(|engine| self.options.set(command, engine));
                match set {
                    Some(Ok(told)) => told.into_iter().try_for_each(|line| self.complain(line))?,
                    Some(Err(error)) => self.complain(format_args!("setoption: {error}"))?,
                    None => self.complain(format_args!("setoption: {BUSY}"))?,
                }
            }
            Command::Position(command) => self.set_position(command)?,
            Command::Go(go) => self.go(go)?,
            Command::Stop => self.searcher.obey_stop(),
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
            (["d"], Some(game)) => self.output.line(board(game.position()))?,
            (["eval"], Some(game)) => self.output.line(evaluation(game.position()))?,
            (["flip"], Some(game)) => self.game = Some(GameState::new(game.position().flip_colors())),
            (["d" | "eval" | "flip" | "perft", ..], None) => self.complain(NO_POSITION)?,
            (["perft", depth], Some(_)) => match depth.parse() {
                Ok(depth) => self.perft(depth)?,
                Err(_) => self.complain(PERFT_DEPTH)?,
            },
            _ => self.complain(format_args!("unknown command: {line}"))?,
        }
        Ok(())
    }

    fn introduce(&mut self) -> Result<(), CliError> {
        self.output.line(Answer::Id(Id::Name(Own::NAME.to_owned())))?;
        self.output.line(Answer::Id(Id::Author(Own::AUTHOR.to_owned())))?;
        for option in own::declared() {
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
        if self.searcher.engine().is_none() {
            return self.complain(format_args!("go: {BUSY}"));
        }
        if let (Some(depth), true) = (go.perft, self.game.is_some()) {
            return self.perft(depth);
        }
        let Some(game) = &self.game else { return self.refuse_go(NO_POSITION) };
        let style = self.options.style.for_position(game.position());
        let order = Order::new(go, game.position());
        self.searcher.start(game, order, style).map_err(CliError::command)
    }

    fn perft(&mut self, depth: u32) -> Result<(), CliError> {
        if self.searcher.engine().is_none() {
            return self.complain(format_args!("perft: {BUSY}"));
        }
        if depth > MAX_DEPTH {
            return self.complain(PERFT_DEPTH);
        }
        if let Some(game) = &self.game {
            let style = self.options.style.for_position(game.position());
            divide(game.position(), depth, style.chess960, &mut self.output)?;
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

    /// Answers a `go` that cannot be obeyed, so that no GUI waits for a move: the reason, and no move unless a search is under way,
    /// which will answer.
    fn refuse_go(&mut self, reason: impl Display) -> Result<(), CliError> {
        let is_busy = self.searcher.engine().is_none();
        self.complain(reason)?;
        if is_busy {
            return Ok(());
        }
        Ok(self.output.line(Answer::BestMove(BestMove::default()))?)
    }

    fn complain(&mut self, complaint: impl Display) -> Result<(), CliError> {
        Ok(self.output.line(Answer::text(visible(complaint)))?)
    }
}

/// The longest line that is read: a game of the greatest length, 17,697 plies, has less than a tenth of it.
const LONGEST_LINE: usize = 1 << 20;

/// The lines that are read before the one that waits is obeyed.
const MOST_AHEAD: usize = 256;

const PERFT_DEPTH: &str = "perft: expected a depth from 0 to 64 plies";
const BUSY: &str = "a search is running: stop it first";
const NO_POSITION: &str = "no position: the last one was refused";

/// The board, the FEN, the key and the checkers.
fn board(position: &Position) -> String {
    let board = board::board(position, None, Bitboard::EMPTY, Color::White, true, 1);
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    format!("{board}\nFen: {position}\nKey: {:016X}\nCheckers: {}", position.key(), checkers.join(" "))
}

/// The static evaluation, in pawns for White and in hundredths for the side to move.
fn evaluation(position: &Position) -> String {
    let score = evaluate(position);
    let for_white = if position.side_to_move() == Color::White { score } else { -score };
    let note = if position.is_in_check() { " (in check, where a search ignores it)" } else { "" };
    format!(
        "Static evaluation: {:+.2} pawns for White, {score} cp for the side to move{note}",
        f64::from(for_white) / 100.0
    )
}

/// Prints the leaves below each legal move, and their sum.
fn divide(position: &Position, depth: u32, chess960: bool, output: &mut Output) -> io::Result<()> {
    let mut total: u64 = u64::from(depth == 0);
    if let Some(below) = depth.checked_sub(1) {
        for mv in legal_moves_by_uci(position) {
            let leaves = perft(&position.after(mv), below);
            total = total.saturating_add(leaves);
            let uci: UciMove = if chess960 { mv.uci960() } else { mv.uci() };
            output.line(format_args!("{uci}: {leaves}"))?;
            if output.is_closed() {
                return Ok(());
            }
        }
    }
    output.line(format_args!("\nNodes searched: {total}\n"))
}
