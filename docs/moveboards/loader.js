"use strict";
// Unpacks the module of module.js and loads it.
const Loader = (() => {
    const MISSING = "The module has not been built. `bash wasm/build.sh page` builds it.";

    /** Bytes of the module, and what it has: { bytes, Game, ChessError, lessons, engine }. */
    async function load() {
        const packed = globalThis.CHESS_MODULE;
        if (packed === undefined) {
            throw new Error(MISSING);
        }
        if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
            throw new Error("This browser is too old for the page. It needs WebAssembly and DecompressionStream.");
        }
        const compressed = Uint8Array.from(atob(packed.wasm), (character) => character.charCodeAt(0));
        const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
        const bytes = await new Response(stream).arrayBuffer();
        const chess = await packed.glue().load(bytes.slice(0));
        return { bytes, ...chess };
    }

    return { load };
})();
