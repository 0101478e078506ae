use std::time::Duration;

use chess_notation::pgn::{Arrow, ArrowColor, Eval, Game, NodeId, PgnRule, Score};
use chess_types::Square;

/// Edits a game as the bytes say, and checks after each change that the tree is whole, and at the end that it is written and
/// read as the same.
pub(crate) fn check_editing(mut game: Game, data: &[u8]) {
    for operation in data.chunks_exact(2).take(16) {
        let ids = all_ids(&game);
        let id = ids[usize::from(operation[1]) % ids.len()];
        edit(&mut game, id, operation[0]);
        for id in all_ids(&game) {
            assert!(game.children(id).all(|child| game.node(child).parent() == id));
            assert!(
                game.node(id).starting_comments().is_empty()
                    || game.node(game.node(id).parent()).next() != Some(id)
            );
        }
    }
    let edited = game.clone();
    game.compact();
    assert_eq!(game, edited);
    let written = game.to_string();
    match written.parse::<Game>() {
        Ok(read) => assert_eq!(read, game, "{written}"),
        // Variations that change places may be nested more deeply than before.
        Err(error) => assert_eq!(error.error().rule, PgnRule::TooDeep, "{written}"),
    }
}

/// The root and all moves, found without recursion.
fn all_ids(game: &Game) -> Vec<NodeId> {
    let mut ids = vec![NodeId::ROOT];
    let mut at = 0;
    while at < ids.len() {
        ids.extend(game.children(ids[at]));
        at += 1;
    }
    ids
}

fn edit(game: &mut Game, id: NodeId, operation: u8) {
    let number = operation / 16;
    match operation % 16 {
        0 => game.remove(id),
        1 => game.remove_after(id),
        2 => {
            if game.promote(id) {
                assert!(game.demote(id) && game.promote(id));
            }
        }
        3 => {
            game.demote(id);
        }
        4 => {
            game.promote_to_main(id);
        }
        5 => {
            game.make_mainline(id);
            assert!(id == NodeId::ROOT || game.mainline().any(|played| played.id == id));
        }
        6 => game.remove_comments(id),
        7 => game.remove_nags(id),
        8 => {
            let had_moves = all_ids(game).len() > 1;
            assert_eq!(game.pop().is_some(), had_moves);
        }
        9 if number == 0 => game.remove_variations(),
        10 => {
            let time = Some(Duration::new(u64::from(number) * 600, u32::from(number) * 1_000_000));
            game.set_clock(id, time);
            assert_eq!(game.node(id).clock(), time);
        }
        11 => {
            game.set_move_time(id, None);
            assert_eq!(game.node(id).move_time(), None);
        }
        12 => {
            let eval = Some(Eval { score: Score::Centipawns(i32::from(number) - 8), depth: None });
            game.set_eval(id, eval);
            assert_eq!(game.node(id).eval(), eval);
        }
        13 => {
            let from = Square::ALL[usize::from(number) * 4];
            let arrows = [
                Arrow::mark(ArrowColor::Red, from),
                Arrow { color: ArrowColor::Blue, from, to: from.rotate() },
            ];
            game.set_arrows(id, &arrows);
            assert!(game.node(id).arrows().eq(arrows));
        }
        14 => {
            game.set_arrows(id, &[]);
            assert_eq!(game.node(id).arrows().count(), 0);
        }
        _ => game.add_comment(id, "[%cal"),
    }
}
