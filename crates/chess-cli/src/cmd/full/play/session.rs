use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};
use std::{iter, thread};

use chess_arena::date::game_tags;
use chess_arena::engine::Fault;
use chess_arena::matches::FaultKind;
use chess_data::opening_names::{Opening, OpeningNames};
use chess_movegen::{Claim, GameState, PositionExt, cannot_mate};
use chess_notation::San;
use chess_notation::pgn::{self, GameResult};
use chess_search::evaluate::evaluate;
use chess_search::score::moves_to_mate;
use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};
use console::Term;

use super::clocks::{Clocks, made};
use super::keeper::{Keeper, Loaded, kept_in, load};
use super::opponent::{Interrupts, Pace, Player};
use super::prompt::Prompt;
use super::wish::{HELP, Wish, list, words};
use crate::cmd::full::shared::board::{self, line_in_san};
use crate::error::{CliError, Verdict};
use crate::io::diagnostics;
use crate::io::output::Output;

/// A sitting at the board: games between a person and a player of this program, or another person.
pub(super) struct Session<'a> {
    pub(super) game: GameState,
    /// The time at which it began, or went on.
    pub(super) begun: SystemTime,
    /// The side of the person; of two people that of the first one.
    pub(super) person: Color,
    /// The side at the bottom of the board is the other one.
    pub(super) is_flipped: bool,
    pub(super) player: Player,
    /// The seconds for each move that were asked for.
    pub(super) seconds: Option<Duration>,
    pub(super) clocks: Option<Clocks>,
    /// The time that each move has left on its side's clock.
    pub(super) times: Vec<Option<Duration>>,
    pub(super) names: OpeningNames,
    /// The name of the person.
    pub(super) name: String,
    pub(super) ascii: bool,
    /// The size of the board, from 1 on; `None` for the largest that has room.
    pub(super) size: Option<u8>,
    /// The board is drawn in place, and the program goes on after the end of a game.
    pub(super) is_terminal: bool,
    /// The end of the game in words, with its result.
    pub(super) ended: Option<(String, GameResult)>,
    /// The value of the tag `Termination`, if a flag has fallen.
    pub(super) termination: Option<&'static str>,
    /// The game of a file that goes on, whose tags, comments and variations stay.
    pub(super) loaded: Option<pgn::Game>,
    /// The fault of another engine, which has not been started again.
    pub(super) fault: Option<Fault>,
    pub(super) prompt: Prompt,
    pub(super) keeper: Keeper,
    pub(super) interrupts: Arc<Interrupts>,
    pub(super) output: &'a mut Output,
}

impl Session<'_> {
    /// Plays until the game has ended, or the person leaves. On request, a weaker opponent is suggested.
    pub(super) fn play(&mut self, is_strongest: bool) -> Result<Verdict, CliError> {
        if self.is_terminal {
            self.show()?;
            self.greet();
        } else {
            self.greet();
            self.show()?;
        }
        if is_strongest && self.game.moves().is_empty() {
            diagnostics::tell(
                "That is its full strength. For a first game type level 3, or another level from 1 to 9.",
            );
        }
        loop {
            self.keep();
            if self.ended.is_none() {
                self.ended = end(&self.game);
                if let Some((end, _)) = &self.ended {
                    self.output.line(end)?;
                    self.keep();
                    if let (true, Some(name)) = (self.is_terminal, self.keeper.name()) {
                        diagnostics::tell(format_args!(
                            "The game is in {name}. Type new for another game, or quit."
                        ));
                    }
                }
            }
            let mover = self.game.position().side_to_move();
            if self.ended.is_some() {
                self.stop_clocks();
                if !self.is_terminal {
                    self.pgn()?;
                    return Ok(Verdict::Passed);
                }
            } else if self.fault.is_some() && mover != self.own() {
                self.stop_clocks();
                diagnostics::tell(
                    "The engine has crashed. Type restart to restart it, switch to take over its side, or quit.",
                );
            } else if let Some(clocks) = self.clocks.as_mut().filter(|_| !self.game.moves().is_empty()) {
                clocks.start(mover);
            }
            let is_answered = mover == self.own() || self.prompt.is_urgent;
            if self.ended.is_none() && self.fault.is_none() && !is_answered {
                match self.answer()? {
                    None => {}
                    Some(Fault::Stopped) => return self.leave_interrupted(),
                    Some(fault) => self.fail(fault),
                }
                continue;
            }
            match self.ask()? {
                Wish::Quit => return self.leave(),
                Wish::Interrupt => return self.leave_interrupted(),
                wish => self.grant(wish)?,
            }
        }
    }

    /// Does what the person wishes.
    fn grant(&mut self, wish: Wish) -> Result<(), CliError> {
        match wish {
            Wish::Move(_) | Wish::Draw | Wish::Resign if self.ended.is_some() => {
                diagnostics::tell("the game is over; type undo to take moves back or new for another game");
            }
            Wish::Move(_) if self.game.position().side_to_move() != self.own() => {}
            Wish::Move(mv) => self.play_move(mv)?,
            Wish::Undo(number) => self.undo(number)?,
            Wish::Hint => {
                if let Some(mv) = self.think("Enter: answer now", |player, game, _| player.advise(game)) {
                    self.output.line(San::new(self.game.position(), mv))?;
                }
            }
            Wish::Eval => self.eval()?,
            Wish::Board => self.show()?,
            Wish::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show()?;
            }
            Wish::Switch if self.player.is_person() => diagnostics::tell("both sides are people"),
            Wish::Switch => {
                self.person = !self.person;
                self.show()?;
            }
            Wish::Level(_) if !self.player.is_own() => {
                diagnostics::tell("level works only against the built-in engine");
            }
            Wish::Level(level) => {
                self.player.pace = Pace::at(level, self.seconds, self.clocks.is_some());
                self.greet();
            }
            Wish::Restart if self.fault.is_none() => {
                diagnostics::tell("no engine has failed; type new for another game");
            }
            // It starts when it is to move.
            Wish::Restart => self.fault = None,
            Wish::New => {
                let start = *self.game.start();
                self.begin(GameState::new(start), Vec::new(), None)?;
            }
            Wish::Moves(square) => self.list(square)?,
            Wish::Fen => self.output.line(self.game.position())?,
            Wish::Pgn => self.pgn()?,
            Wish::Save(path) => {
                let path_shown = path.display();
                match kept_in(&path).and_then(|mut kept| kept.keep(&self.record().to_string())) {
                    Ok(()) => diagnostics::tell(format_args!("The game is saved to {path_shown}.")),
                    Err(error) => diagnostics::tell(format_args!("{path_shown}: {error}")),
                }
            }
            Wish::Load { path, game, ply } => match load(&path, Some(game), ply, &self.interrupts.is_set) {
                Ok(Loaded { game, times, record, .. }) => {
                    if !self.player.is_person() {
                        self.person = game.position().side_to_move();
                    }
                    self.begin(game, times, Some(record))?;
                }
                Err(error) => diagnostics::tell(error),
            },
            Wish::Draw if self.game.position().is_fifty_move_draw() => {
                self.finish("fifty-move rule, draw", GameResult::Draw)?;
            }
            Wish::Draw if self.think("", |player, game, _| player.accepts_draw(game)) => {
                self.finish("draw agreed", GameResult::Draw)?;
            }
            Wish::Draw => diagnostics::tell("Draw declined."),
            Wish::Resign => {
                let loser = self.own();
                self.finish(&format!("{} resigns", loser.name()), GameResult::win(!loser))?;
            }
            Wish::Flag => self.flag(self.own())?,
            Wish::Help => self.output.line(HELP)?,
            Wish::Quit | Wish::Interrupt => {}
        }
        Ok(())
    }

    /// The side for which lines are typed: that of the person, or of two people that to move.
    fn own(&self) -> Color {
        if self.player.is_person() { self.game.position().side_to_move() } else { self.person }
    }

    fn greet(&self) {
        let (opponent, side) = (self.player.description(), self.person.name());
        if self.player.is_person() {
            diagnostics::tell(format_args!("{} plays White, and {opponent} plays Black.", self.name));
        } else {
            diagnostics::tell(format_args!("You play {side} against {opponent}."));
        }
        diagnostics::tell("Type a move such as e4 or e2e4, help for all commands, or quit.");
    }

    /// Lets the opponent move. Returns the reason why it has not, unless its time is over.
    fn answer(&mut self) -> Result<Option<Fault>, CliError> {
        let found = self.think("Enter: move now", Player::choose);
        if let Some(fault) = self.player.restarted.take() {
            diagnostics::tell(format_args!("warning: the engine was restarted: {fault}"));
        }
        let found = match found {
            Err(Fault::Time(_)) => return self.flag(!self.person).map(|()| None),
            // The person has resigned, left or taken a move back.
            _ if self.prompt.is_urgent => return Ok(None),
            Err(fault) => return Ok(Some(fault)),
            Ok(found) => found,
        };
        // The end of the game has been tested.
        if let Some(mv) = found {
            let san = San::new(self.game.position(), mv).to_string();
            self.output.line(format_args!("{} plays {san}", (!self.person).name()))?;
            self.play_move(mv)?;
        }
        Ok(None)
    }

    /// Runs a search of the opponent. On a terminal, the prompt meanwhile shows the running clocks and reads keys. `enter` is the hint
    /// on what an empty line does; if it is empty, such a line does nothing.
    fn think<T>(
        &mut self,
        enter: &str,
        work: impl FnOnce(&mut Player, &GameState, Option<&Clocks>) -> T,
    ) -> T {
        let Self { player, prompt, game, clocks, interrupts, .. } = self;
        let (clocks, depth, is_over) = (*clocks, Arc::clone(&player.depth), AtomicBool::new(false));
        let status = || {
            let mut parts: Vec<String> = clocks.iter().map(|clocks| clocks.text(false)).collect();
            match depth.load(Ordering::Relaxed) {
                0 => parts.push("thinking".to_owned()),
                depth => parts.push(format!("thinking, depth {depth}")),
            }
            parts.push(enter.to_owned());
            parts
        };
        let hurry = |is_enter: bool| match is_enter {
            true if enter.is_empty() => {}
            true => interrupts.hurry(),
            false => interrupts.give_up(),
        };
        let is_urgent = |line: &str| {
            let wish = Wish::read(game.position(), line);
            matches!(wish, Ok(Some(Wish::Quit | Wish::Resign | Wish::Undo(_))))
        };
        let found = thread::scope(|scope| {
            let watch = || prompt.watch(|| is_over.load(Ordering::Relaxed), is_urgent, hurry, status);
            // Without a thread, nothing ticks.
            let _ = thread::Builder::new().spawn_scoped(scope, watch);
            let found = work(player, game, clocks.as_ref());
            is_over.store(true, Ordering::Relaxed);
            found
        });
        if self.is_terminal {
            super::prompt::status("");
        }
        found
    }

    /// Notes that another engine has failed.
    fn fail(&mut self, fault: Fault) {
        diagnostics::tell(&fault);
        self.fault = Some(fault);
    }

    /// Plays a move of the side whose turn it is, unless its time is over.
    fn play_move(&mut self, mv: Move) -> Result<(), CliError> {
        let mover = self.game.position().side_to_move();
        let made = made(&self.game) + 1;
        if self.clocks.as_mut().is_some_and(|clocks| !clocks.press(mover, made)) {
            return self.flag(mover);
        }
        self.game.play(mv).map_err(CliError::command)?;
        // A person sees tenths of a second.
        let tenths = |time: Duration| Duration::from_millis(time.as_millis() as u64 / 100 * 100);
        self.times.push(self.clocks.as_ref().map(|clocks| tenths(clocks.left(mover))));
        self.show()
    }

    /// Ends the game because the time of a side is over. Who cannot mate by any series of legal moves does not win.
    fn flag(&mut self, loser: Color) -> Result<(), CliError> {
        let (name, winner) = (loser.name(), !loser);
        self.termination = Some(FaultKind::Time.termination());
        if cannot_mate(self.game.position(), winner) {
            let text = format!("{name} is out of time, but {} cannot mate: draw", winner.name());
            self.finish(&text, GameResult::Draw)
        } else {
            let text = format!("{name} is out of time: {} wins", winner.name());
            self.finish(&text, GameResult::win(winner))
        }
    }

    fn finish(&mut self, text: &str, result: GameResult) -> Result<(), CliError> {
        self.stop_clocks();
        self.ended = Some((text.to_owned(), result));
        self.keep();
        Ok(self.output.line(text)?)
    }

    fn stop_clocks(&mut self) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop();
        }
    }

    /// Takes back moves of the person and the answers to them, or single moves of two people, as many as there are.
    fn undo(&mut self, number: usize) -> Result<(), CliError> {
        let moves = self.game.moves().len();
        // After the end of a game the last move may be the person's own.
        let own = usize::from(self.game.position().side_to_move() != self.own());
        let step = if self.player.is_person() { 1 } else { 2 };
        let plies = number.saturating_mul(step).saturating_sub(own).min(moves);
        let plies = plies.saturating_sub((plies + own) % step);
        if plies == 0 {
            diagnostics::tell("no move to take back");
            return Ok(());
        }
        for _ in 0..plies {
            self.game.undo();
        }
        (self.ended, self.termination) = (None, None);
        self.times.truncate(moves - plies);
        self.set_clocks();
        self.show()
    }

    /// Sets the clocks to what the last moves have left.
    fn set_clocks(&mut self) {
        let first = self.game.start().side_to_move();
        self.clocks = self.clocks.take().map(|clocks| Clocks::after(clocks.control, &self.times, first));
    }

    /// Begins another game, or goes on from one that was loaded.
    fn begin(
        &mut self,
        game: GameState,
        times: Vec<Option<Duration>>,
        loaded: Option<pgn::Game>,
    ) -> Result<(), CliError> {
        self.keep();
        self.keeper.next_game();
        (self.game, self.times, self.loaded) = (game, times, loaded);
        (self.ended, self.termination) = (None, None);
        self.begun = SystemTime::now();
        self.set_clocks();
        self.fault = None;
        if let Err(fault) = self.player.new_game(self.game.start().needs_chess960()) {
            self.fail(fault);
        }
        self.show()?;
        self.greet();
        Ok(())
    }

    fn show(&mut self) -> Result<(), CliError> {
        self.show_with(Bitboard::EMPTY)
    }

    /// Draws the board with these squares marked, in place if it is on a terminal, where the moves are beside it.
    fn show_with(&mut self, targets: Bitboard) -> Result<(), CliError> {
        let last = self.game.moves().last().copied();
        let below = if self.is_flipped { !self.person } else { self.person };
        let board = |size| board::board(self.game.position(), last, targets, below, self.ascii, size);
        let ((rows, columns), width) = (room(self.is_terminal), |size: u8| 32 * usize::from(size) + 7);
        let has_room = |size: &u8| width(*size) <= columns && board(*size).lines().count() + BELOW <= rows;
        let size = self.size.or_else(|| (2..=3).rev().find(|size| self.is_terminal && has_room(size)));
        let size = size.unwrap_or(1);
        let (mut text, moves, mut facts) = (board(size), numbered(&self.game), Vec::new());
        if self.is_terminal {
            let column = width(size);
            if column + SHEET <= columns {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                let first = moves.len().saturating_sub(lines.len());
                for (line, mv) in lines.iter_mut().zip(&moves[first..]) {
                    let _ = write!(line, "\u{1b}[{column}G{mv}");
                }
                text = lines.join("\n") + "\n";
            } else {
                facts.push(last_that_fit(&moves, columns.saturating_sub(3)));
            }
            // The cursor goes to the corner, and what is below it is cleared.
            text.insert_str(0, "\u{1b}[H\u{1b}[2J");
            facts.extend(self.keeper.name().map(|name| format!("saved to {}", diagnostics::visible(name))));
        }
        let opening = self.names.last(self.game.positions().copied());
        facts.extend(opening.map(|opening| diagnostics::visible(opening).to_string()));
        facts.extend(taken(&self.game, self.ascii));
        let to_move = || format!("{} to move", self.own().name());
        facts.extend((self.player.is_person() && self.ended.is_none()).then(to_move));
        facts.extend(self.clocks.filter(|_| !self.is_terminal).map(|clocks| clocks.text(true)));
        if self.is_terminal && width(size) > columns {
            facts.push(format!("the board needs {} columns", width(size)));
        }
        let facts = facts.iter().filter(|fact| !fact.is_empty());
        text.extend(facts.map(|fact| diagnostics::wrapped(&format!("\n  {fact}"), columns)));
        self.output.line(text)?;
        self.prompt.redraw();
        Ok(())
    }

    /// Prints the score of the position, and the best line.
    fn eval(&mut self) -> Result<(), CliError> {
        let position = *self.game.position();
        let finding = self.think("Enter: answer now", |player, game, _| player.judge(game));
        let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
        let pawns = |score: i32| format!("{:+.2}", f64::from(sign * score) / 100.0);
        let score = match moves_to_mate(finding.score) {
            Some(moves) => format!("mate in {}", moves.abs()),
            None => format!("{} for White", pawns(finding.score)),
        };
        let mut text = format!("{score} at depth {}:", finding.depth);
        for san in line_in_san(&position, &finding.line) {
            let _ = write!(text, " {san}");
        }
        self.output.line(format_args!("{text} (static evaluation {})", pawns(evaluate(&position))))?;
        Ok(())
    }

    /// Lists the legal moves, those of one square if it is given. On a terminal, the targets of that square are marked on the board.
    fn list(&mut self, square: Option<Square>) -> Result<(), CliError> {
        let mut moves = self.game.position().legal_moves();
        moves.retain(|mv| square.is_none_or(|square| mv.from() == square));
        if self.is_terminal && square.is_some() {
            self.show_with(
                moves.iter().fold(Bitboard::EMPTY, |targets, mv| targets | mv.destination().bitboard()),
            )?;
        }
        let width = room(self.is_terminal).1.saturating_sub(2);
        let listed = list(self.game.position(), moves.iter().copied(), " ");
        for line in diagnostics::wrapped(&listed, width).lines() {
            self.output.line(line)?;
        }
        if let (Some(square), true) = (square, moves.is_empty()) {
            diagnostics::tell(format_args!("no legal move from {square}"));
        }
        Ok(())
    }

    /// Reads lines until one is understood. The end of the input means `quit`.
    fn ask(&mut self) -> Result<Wish, CliError> {
        loop {
            let own = self.own();
            let Self { prompt, game, clocks, interrupts, ended, .. } = self;
            let is_late = || ended.is_none() && clocks.as_ref().is_some_and(|it| it.left(own).is_zero());
            let is_interrupted = || interrupts.is_set.load(Ordering::Relaxed);
            let status = || clocks.iter().map(|clocks| clocks.text(false)).collect();
            let (is_terminal, size) = (self.is_terminal, room(self.is_terminal));
            let waits = || !is_late() && !is_interrupted() && (!is_terminal || room(is_terminal) == size);
            let typed = prompt.ask(|| words(game.position()), waits, status);
            let Some(typed) = typed else {
                if is_interrupted() {
                    return Ok(Wish::Interrupt);
                } else if is_late() {
                    return Ok(Wish::Flag);
                }
                // The terminal has another size.
                self.show()?;
                continue;
            };
            match typed {
                // The handler of Ctrl-C has a thread of its own, and may be later than this.
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => return Ok(Wish::Interrupt),
                // The terminal has gone.
                Err(_) if self.is_terminal => return Ok(Wish::Quit),
                Err(error) => return Err(CliError::Input(error)),
                Ok(None) => return Ok(Wish::Quit),
                Ok(Some(_)) if self.output.is_closed() => return Ok(Wish::Quit),
                Ok(Some(Err(error))) => diagnostics::tell(error),
                Ok(Some(Ok(line))) => match Wish::read(self.game.position(), &line) {
                    Ok(Some(wish)) => return Ok(wish),
                    Ok(None) => {}
                    Err(answer) => diagnostics::tell(answer),
                },
            }
        }
    }

    /// Leaves. After a fault of the engine, the game is in its file, or else it is printed.
    fn leave(&mut self) -> Result<Verdict, CliError> {
        let Some(fault) = self.fault.take() else { return Ok(Verdict::Passed) };
        self.pgn_unless_kept()?;
        Err(CliError::command(fault))
    }

    /// Leaves after Ctrl-C or SIGTERM: the game is in its file, or else it is printed.
    fn leave_interrupted(&mut self) -> Result<Verdict, CliError> {
        self.stop_clocks();
        self.pgn_unless_kept()?;
        Ok(Verdict::Interrupted)
    }

    fn pgn_unless_kept(&mut self) -> Result<(), CliError> {
        self.keep();
        match self.keeper.name() {
            Some(name) => diagnostics::tell(format_args!("The game is in {name}.")),
            None if self.game.moves().is_empty() => {}
            None => self.pgn()?,
        }
        Ok(())
    }

    fn keep(&mut self) {
        if !self.game.moves().is_empty() {
            self.keeper.keep(self.record().to_string());
        }
    }

    fn pgn(&mut self) -> Result<(), CliError> {
        let record = self.record();
        Ok(self.output.line(record)?)
    }

    /// The game as it stands.
    pub(super) fn record(&self) -> pgn::Game {
        let moves = self.game.moves();
        let mut game = self.loaded.clone().unwrap_or_else(|| pgn::Game::new(*self.game.start()));
        let is_same = |game: &pgn::Game| {
            game.mainline().map(|played| played.mv).zip(moves).take_while(|(a, b)| a == *b).count()
        };
        let (same, plies) = (is_same(&game), game.mainline().count());
        for _ in same..plies {
            game.pop();
        }
        // The moves are legal.
        let _ = game.add_line(game.last(), &moves[same..]);
        let ids: Vec<_> = game.mainline().map(|played| played.id).collect();
        for (id, &time) in ids.into_iter().zip(&self.times) {
            game.set_clock(id, time);
        }
        let opening = self.names.last(self.game.positions().copied());
        let opening = opening.map(|Opening { eco, name }| [("ECO", eco.clone()), ("Opening", name.clone())]);
        let times = if self.loaded.is_some() { Vec::new() } else { game_tags(self.begun) };
        let mut names = [self.name.clone(), self.player.name()];
        if self.person == Color::Black {
            names.reverse();
        }
        let [white, black] = names;
        let clock = self.clocks.as_ref().map(|clocks| ("TimeControl", clocks.control.to_string()));
        let elo = self
            .player
            .elo()
            .map(|elo| (if self.person == Color::White { "BlackElo" } else { "WhiteElo" }, elo.to_string()));
        let forfeit = self.termination.map(|termination| ("Termination", termination.to_owned()));
        let tags = times.into_iter().chain([("White", white), ("Black", black)]);
        let _ = game.remove_tag("Termination");
        for (tag, name) in tags.chain(elo).chain(clock).chain(forfeit).chain(opening.into_iter().flatten()) {
            // Only tags that follow from the start position are refused.
            let _ = game.set_tag(tag, &name);
        }
        game.set_result(self.ended.as_ref().map_or(GameResult::Unknown, |(_, result)| *result));
        game
    }
}

/// Rows and columns of the terminal, or of a page.
fn room(is_terminal: bool) -> (usize, usize) {
    let (rows, columns) = if is_terminal { Term::stdout().size() } else { (24, 80) };
    (rows.into(), columns.into())
}

/// The end of the game in words, with its result. A draw by repetition is claimed, and one by the fifty-move rule is not.
fn end(game: &GameState) -> Option<(String, GameResult)> {
    if let Some(outcome) = game.outcome() {
        return Some((outcome.to_string(), outcome.into()));
    }
    let is_repeated = game.repetitions() >= 2;
    is_repeated.then(|| (format!("{}, draw", Claim::ThreefoldRepetition), GameResult::Draw))
}

/// The pieces that each side has lost since the start, and who has more material, in pawns; `None` if nothing is lost.
fn taken(game: &GameState, ascii: bool) -> Option<String> {
    const VALUES: [i32; 5] = [1, 3, 3, 5, 9];
    let mut lost = [[0; PieceType::ALL.len()]; 2];
    for (&mv, position) in game.moves().iter().zip(game.positions()) {
        // A promotion takes no pawn.
        if let Some(piece_type) = position.captured(mv) {
            lost[(!position.side_to_move()).index()][piece_type.index()] += 1;
        }
    }
    let (mut parts, mut balance) = (Vec::new(), 0);
    for (color, sign) in [(Color::Black, 1), (Color::White, -1)] {
        let mut text = String::new();
        for (piece_type, value) in PieceType::ALL.into_iter().zip(VALUES) {
            let piece = Piece::new(color, piece_type);
            let shown = if ascii { piece.letter() } else { piece.figure() };
            text.extend(iter::repeat_n(shown, lost[color.index()][piece_type.index()]));
            balance -= sign * value * game.position().pieces(color, piece_type).count() as i32;
        }
        if !text.is_empty() {
            parts.push(format!("{} has taken {text}", (!color).name()));
        }
    }
    if parts.is_empty() {
        return None;
    }
    let ahead = if balance > 0 { Color::White } else { Color::Black };
    Some(match balance {
        0 => format!("{}; material is even", parts.join(", ")),
        _ => format!("{}; {} is {} ahead", parts.join(", "), ahead.name(), balance.abs()),
    })
}

/// The rows below the board that a terminal should have, and the columns of moves beside it.
const BELOW: usize = 7;
const SHEET: usize = 20;

/// The moves of the game in SAN, those of a number together: `12. Nf3 Nc6`.
fn numbered(game: &GameState) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for (&mv, position) in game.moves().iter().zip(game.positions()) {
        let (number, san) = (position.fullmove_number(), San::new(position, mv));
        match (position.side_to_move(), moves.last_mut()) {
            (Color::Black, Some(last)) => _ = write!(last, " {san}"),
            (Color::Black, None) => moves.push(format!("{number}... {san}")),
            (Color::White, _) => moves.push(format!("{number}. {san}")),
        }
    }
    moves
}

/// The last moves, as many as have room in so many columns.
fn last_that_fit(moves: &[String], mut width: usize) -> String {
    let fits = |text: &&String| {
        width = width.saturating_sub(text.len() + 1);
        width > 0
    };
    let fit = moves.iter().rev().take_while(fits).count();
    moves[moves.len() - fit..].join(" ")
}

#[cfg(test)]
mod tests {
    use chess_movegen::PositionExt;

    use super::*;

    #[test]
    fn captures_are_taken_and_promotions_are_not() {
        let mut game = GameState::new("1n2k3/P7/8/8/8/8/7r/4K3 w - - 0 1".parse().unwrap());
        for (text, expected) in [
            ("a7a8q", None),
            ("h2h8", None),
            ("a8b8", Some("White has taken n; White is 4 ahead")),
            ("e8e7", Some("White has taken n; White is 4 ahead")),
            ("b8h8", Some("White has taken nr; White is 9 ahead")),
        ] {
            game.play(chess_notation::read_uci(game.position(), text).unwrap()).unwrap();
            assert_eq!(taken(&game, true).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn moves_have_numbers_and_the_last_ones_fit() {
        let mut game = GameState::new("4k3/8/8/8/8/8/8/4K2R b - - 0 9".parse().unwrap());
        assert_eq!(last_that_fit(&numbered(&game), 40), "");
        for number in 0..40 {
            let mv = game.position().legal_moves()[number % 2];
            game.play_unchecked(mv);
            let moves = numbered(&game);
            assert!(moves[0].starts_with("9... K") && moves.len() == 1 + number.div_ceil(2), "{moves:?}");
            let fit = last_that_fit(&moves, 40);
            assert!(fit.len() < 40 && fit.ends_with(&moves[moves.len() - 1]), "{fit}");
            assert_eq!(fit.starts_with("9... K"), moves.join(" ").len() < 39, "{fit}");
        }
    }
}
