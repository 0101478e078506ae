// The module with all features, for browsers and bundlers. Types: full.d.ts.

import { loadFullFrom } from "./all.js";

export { ChessError } from "./buffers.js";

/** Loads the module; by default the file `chess-full.wasm` in the folder `dist` beside this one's. */
export const loadFull = async (source = new URL("../dist/chess-full.wasm", import.meta.url)) => loadFullFrom(source);
