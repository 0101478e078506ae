// The module with all features, chess-full.wasm: the rules, the lessons and the engine. Types: full.d.ts.

import { ChessError, buffers, instantiate } from "./buffers.js";
import { classes } from "./chess.js";
import { lessons } from "./lessons.js";

/** Loads the module and returns its classes, the lessons and the engine. `source` is what `load` of chess.js takes. */
export async function loadFull(source) {
    let onReport;
    let wasm;
    const host = {
        now: () => performance.now(),
        report: (length) => onReport?.(JSON.parse(buffers(wasm).answer(length))),
    };
    wasm = await instantiate(source, { host });
    const { write, json } = buffers(wasm);

    const engine = {
        /** Searches, and returns when that is over: in a page, a worker calls it. */
        search({ moves = [], ...options }, report) {
            const lines = Object.entries(options).map(([name, value]) => `${name}=${value}`);
            onReport = report;
            return json(wasm.engine_search(write([...lines, `moves=${moves.join(" ")}`].join("\n"))));
        },
        /** Forgets what earlier searches found. */
        newGame: () => wasm.engine_new_game(),
    };
    return { ...classes(wasm), ChessError, lessons: lessons(wasm), engine };
}
