// Lessons on moveboards: the questions of src/lessons, with their answers as objects. Types: full.d.ts.

import { check } from "./arguments.js";
import { ChessError, buffers } from "./buffers.js";

const SLIDERS = ["rook", "bishop"];
const COLORS = ["w", "b"];

/** The greatest number of 32 bits. */
const MOST = 2 ** 32 - 1;

/** What each option of a picture has to be; `sets` stands apart. */
const PICTURE = {
    bottom: (name, value) => check.oneOf(name, value, COLORS),
    attacker: (name, value) => check.pattern(name, value, /^[PNBRQK]@[a-h][1-8]$/i, "a piece on a square like R@a1"),
    last: (name, value) => check.pattern(name, value, /^(([a-h][1-8]){2}[nbrq]?|0000)$/, "a move of UCI"),
    theme: (name, value) => check.oneOf(name, value, ["brown", "blue", "green", "gray"]),
    dark: check.flag,
    coordinates: check.flag,
    lines: check.flag,
    danger: check.flag,
    id: check.text,
};

/** The lessons of an instance, by its exports. */
export function lessons(wasm) {
    const { bytes, write, checked, text, json } = buffers(wasm);

    /** An argument is a line; a line break within it would begin the next one. */
    const request = (parts) => write("request", parts.map((part) => String(part).replace(/[\r\n]/g, " ")).join("\n"));
    const ask = (...parts) => json(wasm.lesson(request(parts)));
    const ofFen = (question, fen, ...rest) => ask(question, check.text("fen", fen), ...rest);
    const ofSlider = (question, slider, square, ...rest) =>
        ask(question, check.oneOf("slider", slider, SLIDERS), check.squareName("square", square), ...rest);

    /** The search for a magic that runs. */
    let current;

    return {
        board: (fen) => ofFen("board", fen),
        put: (fen, square, piece) =>
            ofFen("put", fen, check.squareName("square", square), ...(piece === undefined ? [] : [check.piece("piece", piece)])),
        carry: (fen, from, to) => ofFen("carry", fen, check.squareName("from", from), check.squareName("to", to)),
        /** The side to move stays that of the FEN unless `turn` is given. */
        alter(fen, changes = {}) {
            const { turn, castling } = check.options("changes", changes, ["turn", "castling"]);
            const side = turn === undefined ? ofFen("board", fen).turn : check.oneOf("turn", turn, COLORS);
            return ofFen("alter", fen, side, ...(castling === undefined ? [] : [check.text("castling", castling)]));
        },
        moveboard: (fen, piece, square) => ofFen("moveboard", fen, check.piece("piece", piece), check.squareName("square", square)),
        multiplication: (slider, square, blockers) => ofSlider("multiplication", slider, square, check.set("blockers", blockers)),
        squareTable: (slider, square) => ofSlider("square_table", slider, square),
        safety: (fen) => ofFen("safety", fen),
        moveWord: (fen, word) => ofFen("move", fen, check.integer("word", word, 0, 0xffff)),

        picture(options) {
            const { fen, sets = [] } = check.options("options", options, ["fen", "sets", ...Object.keys(PICTURE)]);
            const lines = ["picture", check.text("fen", fen)];
            for (const [name, of] of Object.entries(PICTURE)) {
                if (options[name] !== undefined) {
                    lines.push(`${name}=${of(name, options[name])}`);
                }
            }
            check.list("sets", sets, (name, one) => {
                const { set, color, label } = check.options(name, one, ["set", "color", "label"]);
                const paint = check.pattern(`${name}.color`, color, /^#([0-9a-f]{3}){1,2}$/i, "a color like #rrggbb");
                lines.push(`set=${check.set(`${name}.set`, set)} ${paint} ${check.text(`${name}.label`, label)}`);
            });
            return text(wasm.lesson(request(lines)));
        },

        table() {
            const length = checked(wasm.lesson(request(["table"])));
            const start = wasm.output() >>> 0;
            const both = bytes().slice(start, start + length);
            return { readers: both.subarray(0, length / 2), spans: both.subarray(length / 2) };
        },
        entry: (index) => ask("entry", check.integer("index", index, 0, MOST)),
        sharing: (slider, square) => ofSlider("sharing", slider, square),

        /** Begins a search, which ends another one of this instance. */
        search(slider, square, seed = "") {
            ofSlider("search", slider, square, check.text("seed", seed));
            const search = {
                run(tries) {
                    check.integer("tries", tries, 0, MOST);
                    if (search !== current) {
                        throw new ChessError({ kind: "ended", message: "another search has begun, which ended this one" });
                    }
                    return ask("try", tries);
                },
            };
            current = search;
            return search;
        },
        verify: (slider, square, factor) => ofSlider("verify", slider, square, check.set("factor", factor)),
    };
}
