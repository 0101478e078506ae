// The rules of chess without PGN, in the smallest module. Types: moves.d.ts.

import { loadMovesFrom } from "./core.js";

export { ChessError, loadMovesSync as loadSync } from "./core.js";

/** Loads the module; by default the file `moves.wasm` in the folder `dist` beside this one's. */
export const load = async (source = new URL("../dist/moves.wasm", import.meta.url)) => loadMovesFrom(source);
