// What a lesson on moveboards shows: the questions of src/lessons, with their answers as objects. Types: full.d.ts.

import { buffers } from "./buffers.js";

/** The lessons of an instance, by its exports. */
export function lessons(wasm) {
    const { bytes, write, checked, text, json } = buffers(wasm);

    /** An argument is a line; a line break within it would begin the next one. */
    const request = (parts) => write(parts.map((part) => String(part).replace(/[\r\n]/g, " ")).join("\n"));
    const ask = (...parts) => json(wasm.lesson(request(parts)));

    return {
        board: (fen) => ask("board", fen),
        put: (fen, square, piece) => ask("put", fen, square, ...(piece ? [piece] : [])),
        carry: (fen, from, to) => ask("carry", fen, from, to),
        /** The side to move stays that of the FEN unless `turn` is given. */
        alter(fen, { turn, castling } = {}) {
            const side = turn ?? ask("board", fen).turn;
            return ask("alter", fen, side, ...(castling === undefined ? [] : [castling]));
        },
        moveboard: (fen, piece, square) => ask("moveboard", fen, piece, square),
        safety: (fen) => ask("safety", fen),
        moveWord: (fen, word) => ask("move", fen, word),

        picture({ fen, sets = [], ...options }) {
            const lines = ["picture", fen];
            for (const [name, value] of Object.entries(options)) {
                if (value !== undefined && value !== null) {
                    lines.push(`${name}=${value}`);
                }
            }
            for (const { set, color, label } of sets) {
                lines.push(`set=${set} ${color} ${label}`);
            }
            return text(wasm.lesson(request(lines)));
        },

        table() {
            const length = checked(wasm.lesson(request(["table"])));
            const start = wasm.output() >>> 0;
            const both = bytes().slice(start, start + length);
            return { readers: both.subarray(0, length / 2), spans: both.subarray(length / 2) };
        },
        entry: (index) => ask("entry", index),
        sharing: (slider, square) => ask("sharing", slider, square),

        /** Begins a search, which ends another one of this instance. */
        search(slider, square, seed = "") {
            ask("search", slider, square, seed);
            return { run: (tries) => ask("try", tries) };
        },
        verify: (slider, square, factor) => ask("verify", slider, square, factor),
    };
}
