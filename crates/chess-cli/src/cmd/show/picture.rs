use chess_svg::Picture;
use chess_types::Color;

use super::scene::Scene;

/// Gives `write` a picture of the scene, which names the command that writes it to stdout.
pub(super) fn draw<T>(scene: &Scene, write: impl FnOnce(Picture<'_>) -> T) -> T {
    let (comment, title, description) =
        (format!("Written by: {}", command(scene)), title(scene), scene.fen());
    let picture = Picture::new(&scene.board)
        .bottom(scene.below)
        .highlights(&scene.highlights)
        .legend(scene.attacker.is_some())
        .title(&title)
        .description(&description)
        .comment(&comment);
    write(picture)
}

/// The command that writes this picture. The long names of the options would end the comment that this stands in.
fn command(scene: &Scene) -> String {
    let attacks = scene.attacker.map(|attacker| format!(" -a {attacker}")).unwrap_or_default();
    let last_move = scene.last_move.map(|mv| format!(" -l {mv}")).unwrap_or_default();
    let flip = if scene.below == Color::Black { " -f" } else { "" };
    format!("chess show '{}'{attacks}{last_move}{flip} -s -", scene.fen())
}

fn title(scene: &Scene) -> String {
    match scene.attacker {
        Some(attacker) => {
            format!("What a {} on {} attacks", attacker.piece.piece_type().name(), attacker.square)
        }
        None => format!("Chess position, {} to move", scene.side_to_move()),
    }
}
