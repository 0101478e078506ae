// Lessons on moveboards: the questions of src/lessons, with their answers as objects. Types: full.d.ts.

import { check, checkMore, optionLines } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";

/** The type of each option of a picture, whose values src/lessons/picture.rs checks; `sets` stands apart. */
const PICTURE = {
    bottom: check.text, attacker: check.text, last: check.text, theme: check.text,
    dark: check.flag, coordinates: check.flag, lines: check.flag, danger: check.flag, id: check.text,
};

/** The lessons of an instance, by its exports. */
export function lessons(wasm) {
    const { bytes, write, checked, text, json } = buffers(wasm);

    /** An argument is a line; a line break within it would begin the next one. */
    const request = (parts) => write("request", parts.map((part) => `${String(part).replace(/[\r\n]/g, " ")}\n`).join(""));
    const ask = (...parts) => json(wasm.lesson(request(parts)));
    const ofFen = (question, fen, ...rest) => ask(question, check.text("fen", fen), ...rest);
    const ofSlider = (question, slider, square, ...rest) =>
        ask(question, check.text("slider", slider), check.text("square", square), ...rest);

    /** The search for a magic that runs. */
    let current;

    return {
        board: (fen) => ofFen("board", fen),
        put: (fen, square, piece) =>
            ofFen("put", fen, check.text("square", square), ...(piece === undefined ? [] : [check.text("piece", piece)])),
        carry: (fen, from, to) => ofFen("carry", fen, check.text("from", from), check.text("to", to)),
        /** The side to move stays that of the FEN unless `turn` is given. */
        alter(fen, changes = {}) {
            const { turn, castling } = check.options("changes", changes, ["turn", "castling"]);
            const side = turn === undefined ? ofFen("board", fen).turn : check.text("turn", turn);
            return ofFen("alter", fen, side, ...(castling === undefined ? [] : [check.text("castling", castling)]));
        },
        moveboard: (fen, piece, square) => ofFen("moveboard", fen, check.text("piece", piece), check.text("square", square)),
        multiplication: (slider, square, blockers) => ofSlider("multiplication", slider, square, check.text("blockers", blockers)),
        squareTable: (slider, square) => ofSlider("square_table", slider, square),
        safety: (fen) => ofFen("safety", fen),
        moveWord: (fen, word) => ofFen("move", fen, check.number("word", word)),

        picture(options) {
            const { fen, sets = [] } = check.options("options", options, ["fen", "sets", ...Object.keys(PICTURE)]);
            const lines = ["picture", check.text("fen", fen), ...optionLines(options, PICTURE)];
            checkMore.list("sets", sets, (name, one) => {
                const { set, color, label } = check.options(name, one, ["set", "color", "label"]);
                const parts = Object.entries({ set, color, label }).map(([part, value]) => check.text(`${name}.${part}`, value));
                lines.push(`${name}=${parts.join(" ")}`);
            });
            return text(wasm.lesson(request(lines)));
        },

        table() {
            const length = checked(wasm.lesson(request(["table"])));
            const start = wasm.output() >>> 0;
            const both = bytes().slice(start, start + length);
            return { readers: both.subarray(0, length / 2), spans: both.subarray(length / 2) };
        },
        entry: (index) => ask("entry", check.number("index", index)),
        sharing: (slider, square) => ofSlider("sharing", slider, square),

        /** Begins a search, which ends another one of this instance. */
        search(slider, square, seed = "") {
            ofSlider("search", slider, square, check.text("seed", seed));
            const search = {
                run(tries) {
                    check.number("tries", tries);
                    if (search !== current) {
                        throw new ChessError({ kind: "ended", message: "another search has begun, which ended this one" });
                    }
                    return ask("try", tries);
                },
            };
            current = search;
            return search;
        },
        verify: (slider, square, factor) => ofSlider("verify", slider, square, check.text("factor", factor)),
    };
}
