//! The lookup of a piece's attacks, step by step.

use chess_magic::attacks;
use chess_svg::Moveboard;
use chess_svg::steps::{LineSteps, Steps, lookups};
use chess_types::{Piece, Square};
use chess_wasm_notes::{Fault, Json, Object};

use super::arguments::Arguments;

/// The object that `chess show --attacks PIECE@SQUARE --json` prints.
pub(super) fn describe(arguments: &mut Arguments<'_>) -> Result<String, Fault> {
    let setup = arguments.setup()?;
    let piece: Piece = arguments.value("piece")?;
    let square: Square = arguments.value("square")?;
    let mut board = setup.board;
    board.clear(square);
    board.put(piece, square);
    let occupancy = board.occupied();
    let moveboard = Moveboard::new(piece, square, &board);
    let position = chess_board::Position::from_setup(&setup);
    Ok(Json::object(|object| {
        object.text("fen", position.map_or_else(|_| setup.to_string(), |position| position.to_string()));
        object.text("piece", piece.to_string());
        object.text("square", square.to_string());
        object.word("occupancy", occupancy.0);
        object.word("attacks", attacks(piece.piece_type(), piece.color(), square, occupancy).0);
        object.word("attacked", moveboard.attacked.0);
        object.word("enemy_pieces", moveboard.enemy_pieces.0);
        object.word("own_pieces", moveboard.own_pieces.0);
        object.word("cut_off", moveboard.cut_off.0);
        object.list("lookups", |list| {
            for steps in lookups(piece.piece_type(), square, occupancy) {
                list.object(|object| lookup(object, &steps));
            }
        });
    }))
}

fn lookup(object: &mut Object<'_>, steps: &Steps) {
    object.text("slider", steps.slider.to_string());
    object.word("rays", steps.rays.0);
    object.word("mask", steps.mask.0);
    object.word("blockers", steps.blockers.0);
    object.object("classic", |object| {
        let classic = &steps.classic;
        object.word("factor", classic.magic.factor);
        object.word("product", classic.product);
        object.plain("shift", classic.magic.shift);
        object.plain("index", classic.index);
        object.plain("entries", 1_usize << steps.mask.count());
    });
    object.object("magic", |object| {
        let magic = &steps.magic;
        object.word("irrelevant", magic.magic.irrelevant.0);
        object.word("filled", magic.filled.0);
        object.word("factor", magic.magic.factor);
        object.word("product", magic.product);
        object.plain("shift", magic.shift);
        object.plain("offset", magic.magic.offset as i32);
        object.plain("index", magic.index);
    });
    object.object("pext", |object| {
        object.plain("extracted", steps.pext.extracted);
        object.plain("offset", steps.pext.offset);
        object.plain("index", steps.pext.index);
    });
    object.list("hyperbola", |list| {
        for line in &steps.hyperbola {
            list.object(|object| along(object, line));
        }
    });
    object.word("attacks", steps.attacks.0);
}

fn along(object: &mut Object<'_>, line: &LineSteps) {
    object.word("line", line.line.0);
    object.word("pieces", line.pieces.0);
    object.word("up", line.up);
    object.word("down", line.down);
    object.word("attacks", line.attacks.0);
}
