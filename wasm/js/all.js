// The objects of the module with all features: the rules, the lessons and the engine. Types: full.d.ts.

import { check, checkMore, optionLines } from "./arguments.js";
import { ChessError, buffers, instantiate } from "./buffers.js";
import { lessons } from "./lessons.js";
import { classesWithPgn } from "./pgn.js";

/** The type of each option of a search, whose values src/engine.rs checks; `moves` stands apart. */
const SEARCH = { fen: check.text, milliseconds: check.number, nodes: check.number, depth: check.number, elo: check.number };

/** Loads the module and returns its classes, the lessons and the engine. `source` is what `load` of chess.js takes. */
export async function loadFullFrom(source) {
    let onReport;
    let wasm;
    const host = {
        now: () => performance.now(),
        report: (length) => onReport(length),
    };
    wasm = await instantiate(source, { host });
    const { write, checked, json, answer } = buffers(wasm);

    const engine = {
        /** Searches, and returns when that is over: in a page, a worker calls it. What `report` throws ends the search. */
        search(options, report) {
            const { moves = [] } = check.options("options", options, ["moves", ...Object.keys(SEARCH)]);
            checkMore.callback("onReport", report);
            const played = checkMore.list("moves", moves, (name, move) => checkMore.pattern(name, move, /^\S+$/, "a move of UCI"));
            const bytes = write("options", [...optionLines(options, SEARCH), `moves=${played.join(" ")}`].join("\n"));
            let thrown;
            const before = onReport;
            // An error that came out of here would leave the module in the middle of its work.
            onReport = (length) => {
                try {
                    report?.(JSON.parse(answer(length)));
                } catch (error) {
                    thrown ??= { error };
                }
                return thrown === undefined ? 0 : 1;
            };
            try {
                const found = json(wasm.engine_search(bytes));
                if (thrown !== undefined) {
                    throw thrown.error;
                }
                return found;
            } finally {
                onReport = before;
            }
        },
        /** Forgets what earlier searches found. */
        newGame() {
            checked(wasm.engine_new_game());
        },
    };
    return { ...classesWithPgn(wasm), ChessError, lessons: lessons(wasm), engine };
}
