use std::io::{self, Read};

use arbitrary::{Result, Unstructured};
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{
    Command, Event, Game, GameResult, NodeId, PartialGame, PgnRule, Reader, Replay, Slice, commands,
};
use chess_types::Move;

use crate::positions::{made_position, next_bytes};

/// PGN: lenient reading ends every game; bytes in portions give the same events as in memory, moves are legal, a skipped game
/// ends where it does when it is read, and games, unchanged and edited, and the commands of comments are written and read as the
/// same.
pub(crate) fn pgn(data: &[u8]) {
    check_moves(data, false);
    for is_lenient in [false, true] {
        check_games(Replay::new(data).lenient(is_lenient), data);
    }
    // Lenient reading ends every game, and the ends do not depend on skipping or on portions.
    let mut skipping = Reader::new(data).lenient(true);
    while !matches!(skipping.next_event(), Ok(None)) {
        skipping.skip_game().expect("in memory");
    }
    assert_eq!(skipping.game(), check_moves(data, true));
    check_commands(data);
}

/// Plays all games. Returns the number of those that have ended.
fn check_moves(data: &[u8], is_lenient: bool) -> u64 {
    let mut whole = Replay::new(data).lenient(is_lenient);
    let mut portions = Replay::from_read(Portions(data)).lenient(is_lenient);
    let mut ends = 0;
    loop {
        let mut before = *whole.position();
        let mut played = None;
        // An event, none at the end, or an error.
        let [ours, theirs] = [
            whole.next_event().map_err(|it| it.to_string()),
            portions.next_event().map_err(|it| it.to_string()),
        ];
        assert_eq!(ours, theirs);
        match ours {
            Ok(None) => return ends,
            Ok(Some(Event::Move(mv))) => played = Some(mv),
            Ok(Some(Event::End(_))) => ends += 1,
            _ => {}
        }
        assert_eq!((whole.position(), whole.game()), (portions.position(), portions.game()));
        if let Some(mv) = played {
            let is_legal = if mv.is_null() { !before.is_in_check() } else { before.is_legal(mv) };
            before.play_unchecked(mv);
            assert!(is_legal && before == *whole.position(), "{before} {mv:?}");
        }
    }
}

fn check_games(mut replay: Replay<Slice<'_>>, data: &[u8]) {
    while let Some(PartialGame { game, error, .. }) = replay.next_partial_game().expect("in memory") {
        assert!(error.is_none_or(|error| error.offset <= data.len() as u64));
        check_written(&game);
        check_edits(game, &mut Unstructured::new(data), 16);
    }
}

/// Commands are in the canonical form once they have been written, and are then read as the same. White space before their ends, with
/// which none of them is read directly, changes nothing.
fn check_commands(data: &[u8]) {
    let spaced: Vec<u8> =
        data.iter().flat_map(|&byte| [b' ', byte].into_iter().skip(usize::from(byte != b']'))).collect();
    assert!(commands(data).eq(commands(&spaced)), "{}", data.escape_ascii());
    for command in commands(data) {
        let written = command.to_string();
        let mut again = commands(&written);
        let read = again.next().expect("a command");
        assert_eq!(again.next(), None, "{written}");
        assert_eq!(read.to_string(), written);
        if !matches!(command, Command::Other { .. }) {
            assert_eq!(read, command, "{written}");
        }
    }
}

/// Gives bytes in small portions of lengths that the bytes themselves choose.
struct Portions<'a>(&'a [u8]);

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = self.0.first().map_or(0, |&byte| 1 + usize::from(byte % 32));
        let (portion, rest) = self.0.split_at(wanted.min(buffer.len()).min(self.0.len()));
        buffer[..portion.len()].copy_from_slice(portion);
        self.0 = rest;
        Ok(portion.len())
    }
}

/// Edits of a game: a script of moves, lines, comments and glyphs that are added, removed, promoted and demoted leaves a tree of
/// legal moves, in which each move is where it belongs, and which is written and read again as the same.
///
/// The first byte chooses the start position. Each edit is three bytes: its kind, the move that it is about, and a number.
pub(crate) fn pgn_tree(data: &[u8]) {
    let mut bytes = Unstructured::new(data);
    let Ok(start) = start(&mut bytes) else { return };
    check_edits(Game::new(start), &mut bytes, 64);
}

fn start(bytes: &mut Unstructured<'_>) -> Result<Position> {
    Ok(match bytes.arbitrary::<u8>()? % 3 {
        0 => Position::START,
        1 => Position::chess960(bytes.arbitrary::<u16>()? % 960).unwrap_or(Position::START),
        _ => made_position(bytes)?,
    })
}

/// Edits a game as the bytes say.
fn check_edits(mut game: Game, bytes: &mut Unstructured<'_>, most: usize) {
    for _ in 0..most {
        let Some([kind, place, number]) = next_bytes(bytes) else { break };
        let all = nodes(&game);
        edit(&mut game, all[usize::from(place) % all.len()], kind, number, bytes);
    }
    nodes(&game);
    check_written(&game);
}

/// A game is written and read as the same. One that was refused for its tag Variant keeps it.
fn check_written(game: &Game) {
    let written = game.to_string();
    match written.parse::<Game>() {
        Ok(read) => assert!(read == *game && read.to_string() == written, "{written}"),
        Err(error) => assert!(matches!(error.rule, PgnRule::TooDeep | PgnRule::Variant), "{written}"),
    }
}

/// The root and all moves, which are legal and have the places that their neighbours say.
fn nodes(game: &Game) -> Vec<NodeId> {
    let mut all = vec![NodeId::ROOT];
    let mut at = 0;
    while let Some(&id) = all.get(at) {
        let position = game.position(id);
        for child in game.children(id) {
            let mv = game.node(child).mv();
            assert_eq!((game.contains(child), game.node(child).parent()), (true, id));
            assert!(
                if mv.is_null() { !position.is_in_check() } else { position.is_legal(mv) },
                "{position} {mv:?}"
            );
            let mut after = position;
            after.play_unchecked(mv);
            assert_eq!(game.position(child), after);
            all.push(child);
        }
        at += 1;
    }
    all
}

/// The place among the siblings, and their number.
fn place(game: &Game, id: NodeId) -> [usize; 2] {
    let siblings = || game.children(game.node(id).parent());
    [siblings().position(|it| it == id).unwrap_or(0), siblings().count()]
}

fn edit(game: &mut Game, id: NodeId, kind: u8, number: u8, bytes: &mut Unstructured<'_>) {
    let is_move = id != NodeId::ROOT;
    let [old, siblings] = if is_move { place(game, id) } else { [0, 1] };
    match kind % 20 {
        0..=4 => {
            let position = game.position(id);
            let moves = position.legal_moves();
            let mv = moves.get(usize::from(number) % moves.len().max(1)).copied();
            let mv = mv.filter(|_| number < 255).unwrap_or(Move::NULL);
            let added = game.add_move(id, mv);
            assert_eq!(added.is_err(), mv.is_null() && position.is_in_check(), "{position} {mv:?}");
        }
        5 => add_line(game, id, number),
        6 => game.add_comment(id, &text(bytes)),
        7 => game.add_starting_comment(id, &text(bytes)),
        8 => game.add_nag(id, number),
        9 => assert_eq!(game.node(id).nags().contains(&number), game.remove_nag(id, number)),
        10 => game.remove_nags(id),
        11 => game.remove_comments(id),
        12 => {
            game.remove(id);
            assert!(!is_move || !game.contains(id));
        }
        13 => {
            game.remove_after(id);
            assert_eq!(game.children(id).count(), 0);
        }
        14 => {
            assert_eq!(game.promote(id), old > 0);
            assert!(!is_move || place(game, id)[0] == old.saturating_sub(1));
        }
        15 => {
            assert_eq!(game.demote(id), is_move && old + 1 < siblings);
            assert!(!is_move || place(game, id)[0] == (old + 1).min(siblings - 1));
        }
        16 => assert_eq!((game.promote_to_main(id), game.promote_to_main(id)), (old > 0, false)),
        17 => {
            game.make_mainline(id);
            let mut at = id;
            while at != NodeId::ROOT {
                assert_eq!(place(game, at)[0], 0);
                at = game.node(at).parent();
            }
        }
        18 => {
            let last = game.node(game.last()).mv();
            assert_eq!(game.pop().unwrap_or(Move::NULL), last);
        }
        _ => match number % 5 {
            0 => game.remove_variations(),
            1 => game.remove_all_comments(),
            2 => game.remove_all_nags(),
            3 => game.set_result(GameResult::ALL[usize::from(number / 5 % 4)]),
            // A command that is not closed.
            _ => game.add_comment(id, "[%cal"),
        },
    }
}

/// Adds a line of moves. One that ends with an illegal move changes nothing.
fn add_line(game: &mut Game, id: NodeId, number: u8) {
    let mut position = game.position(id);
    let mut line = Vec::new();
    for i in 0..number % 8 {
        let moves = position.legal_moves();
        let Some(&mv) = moves.get(usize::from(number.wrapping_mul(i + 1)) % moves.len().max(1)) else {
            break;
        };
        line.push(mv);
        position.play_unchecked(mv);
    }
    if number >= 128 && !line.is_empty() {
        // The move of a piece that is gone.
        line.push(line[line.len() - 1]);
        let before = game.clone();
        assert!(game.add_line(id, &line).is_err() && *game == before);
    } else {
        let last = game.add_line(id, &line).expect("legal moves");
        assert_eq!(game.position(last), position);
    }
}

/// Some text of the next bytes, of which the first is its length.
fn text(bytes: &mut Unstructured<'_>) -> String {
    let length = bytes.arbitrary::<u8>().unwrap_or(0) % 16;
    let text = bytes.bytes(usize::from(length).min(bytes.len())).unwrap_or(b"");
    String::from_utf8_lossy(text).into_owned()
}
