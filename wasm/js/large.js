// The rules of chess in the large module, whose perft is the fastest. Types: chess.d.ts.

import { loadFrom } from "./core.js";

export { ChessError, loadSync } from "./core.js";

/** Loads the module; by default the file `chess-large.wasm` in the folder `dist` beside this one's. */
export const load = async (source = new URL("../dist/chess-large.wasm", import.meta.url)) => loadFrom(source);
