// The rules of chess: a WebAssembly module, and the objects that JavaScript sees.

import { wrongType } from "./arguments.js";
import { ChessError, guarded, instantiate } from "./buffers.js";
import { classes } from "./game.js";

export { ChessError };

/**
 * Loads the module and returns its classes.
 *
 * @param source a response or a promise of one, bytes, or a compiled module; by default `dist/chess.wasm`
 */
export async function load(source = new URL("../dist/chess.wasm", import.meta.url)) {
    return classes(await instantiate(source));
}

/** The same from a module that has been compiled, without waiting. */
export function loadSync(module) {
    if (!(module instanceof WebAssembly.Module)) {
        wrongType("module", "a compiled module", module);
    }
    return classes(guarded(new WebAssembly.Instance(module, {}).exports));
}
