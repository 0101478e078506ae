use chess_magic::attacks;
use chess_magic::chess_slider::Slider;
use chess_magic::steps::{LineSteps, Steps, lookups};
use chess_svg::Moveboard;
use serde::Serialize;

use super::scene::{Attacker, Scene};
use crate::io::record::{Word, as_text};

/// The JSON object of a moveboard, its keys in this order. Sets of squares are 16 hexadecimal digits: bit 0 is a1, bit 63 is h8.
#[derive(Serialize)]
pub(super) struct Report {
    fen: String,
    piece: String,
    square: String,
    occupancy: Word,
    attacks: Word,
    attacked: Word,
    enemy_pieces: Word,
    own_pieces: Word,
    cut_off: Word,
    lookups: Vec<Lookup>,
}

/// The lookup of a slider; a queen has two.
#[derive(Serialize)]
struct Lookup {
    #[serde(serialize_with = "as_text")]
    slider: Slider,
    rays: Word,
    mask: Word,
    blockers: Word,
    classic: Classic,
    magic: Magic,
    pext: Pext,
    hyperbola: [Along; 2],
    attacks: Word,
}

#[derive(Serialize)]
struct Classic {
    factor: Word,
    product: Word,
    shift: u32,
    index: usize,
    entries: usize,
}

#[derive(Serialize)]
struct Magic {
    irrelevant: Word,
    filled: Word,
    factor: Word,
    product: Word,
    shift: u32,
    offset: i32,
    index: usize,
}

#[derive(Serialize)]
struct Pext {
    extracted: usize,
    offset: u32,
    index: usize,
}

#[derive(Serialize)]
struct Along {
    line: Word,
    pieces: Word,
    up: Word,
    down: Word,
    attacks: Word,
}

impl Report {
    pub(super) fn new(scene: &Scene, attacker: Attacker) -> Self {
        let Attacker { piece, square } = attacker;
        let occupancy = scene.board.occupied();
        let moveboard = Moveboard::new(piece, square, &scene.board);
        Self {
            fen: scene.fen(),
            piece: piece.to_string(),
            square: square.to_string(),
            occupancy: occupancy.into(),
            attacks: attacks(piece.piece_type(), piece.color(), square, occupancy).into(),
            attacked: moveboard.attacked.into(),
            enemy_pieces: moveboard.enemy_pieces.into(),
            own_pieces: moveboard.own_pieces.into(),
            cut_off: moveboard.cut_off.into(),
            lookups: lookups(piece.piece_type(), square, occupancy).map(Lookup::from).collect(),
        }
    }
}

impl From<Steps> for Lookup {
    fn from(steps: Steps) -> Self {
        let Steps { classic, magic, pext, .. } = steps;
        Self {
            slider: steps.slider,
            rays: steps.rays.into(),
            mask: steps.mask.into(),
            blockers: steps.blockers.into(),
            classic: Classic {
                factor: Word(classic.magic.factor),
                product: Word(classic.product),
                shift: classic.magic.shift,
                index: classic.index,
                entries: steps.pext.pext.entries(),
            },
            magic: Magic {
                irrelevant: magic.magic.irrelevant.into(),
                filled: magic.filled.into(),
                factor: Word(magic.magic.factor),
                product: Word(magic.product),
                shift: magic.shift,
                offset: magic.magic.offset as i32,
                index: magic.index,
            },
            pext: Pext {
                extracted: pext.extracted,
                offset: pext.pext.offset,
                index: pext.pext.index(steps.occupancy),
            },
            hyperbola: steps.hyperbola.map(Along::from),
            attacks: steps.attacks.into(),
        }
    }
}

impl From<LineSteps> for Along {
    fn from(steps: LineSteps) -> Self {
        Self {
            line: steps.line.into(),
            pieces: steps.pieces.into(),
            up: Word(steps.up),
            down: Word(steps.down),
            attacks: steps.attacks.into(),
        }
    }
}
