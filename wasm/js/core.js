// The objects of a module, wherever it comes from.

import { wrong } from "./arguments.js";
import { ChessError, guarded, instantiate, unloaded } from "./buffers.js";
import { classes } from "./game.js";
import { classesWithPgn } from "./pgn.js";

export { ChessError };

/** Loads a module and returns its classes. `source` is an address, a response or a promise of one, bytes, or a compiled module. */
export const loadFrom = async (source) => classesWithPgn(await instantiate(source));
export const loadMovesFrom = async (source) => classes(await instantiate(source));

/** The same from a module that has been compiled, without waiting. */
export const loadSync = (module) => classesWithPgn(instance(module));
export const loadMovesSync = (module) => classes(instance(module));

function instance(module) {
    if (!(module instanceof WebAssembly.Module)) {
        wrong("module", "a compiled module", module);
    }
    try {
        return guarded(new WebAssembly.Instance(module, {}).exports);
    } catch (cause) {
        throw unloaded(`the module cannot be used: ${cause.message}`, cause);
    }
}
