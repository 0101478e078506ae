// The rules of chess in the small module, for browsers and bundlers. Types: chess.d.ts.

import { loadFrom } from "./core.js";

export { ChessError, loadSync } from "./core.js";

/** Loads the module; by default the file `chess.wasm` in the folder `dist` beside this one's. */
export const load = async (source = new URL("../dist/chess.wasm", import.meta.url)) => loadFrom(source);
