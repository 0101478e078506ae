// The objects of a module, wherever it comes from.

import { wrong } from "./arguments.js";
import { ChessError, guarded, instantiate } from "./buffers.js";
import { classes } from "./game.js";

export { ChessError };

/** Loads a module and returns its classes. `source` is an address, a response or a promise of one, bytes, or a compiled module. */
export const loadFrom = async (source) => classes(await instantiate(source));

/** The same from a module that has been compiled, without waiting. */
export function loadSync(module) {
    if (!(module instanceof WebAssembly.Module)) {
        wrong("module", "a compiled module", module);
    }
    return classes(guarded(new WebAssembly.Instance(module, {}).exports));
}
