// The two buffers through which texts and records go between JavaScript and an instance of the module.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error that the module reports: a text that is no FEN, no move or no PGN. */
export class ChessError extends Error {
    constructor(fault) {
        super(fault.message);
        this.name = "ChessError";
        // `kind`, and the place in the text: `field`, `offset`, `rules`, `game`, `line`.
        Object.assign(this, fault);
    }
}

/** The exports of a new instance. `source` is what `load` takes, `imports` what the module imports. */
export async function instantiate(source, imports = {}) {
    source = await source;
    if (source instanceof URL && source.protocol === "file:" && typeof process === "object") {
        // Node does not fetch files.
        source = await (await import("node:fs/promises")).readFile(source);
    } else if (source instanceof URL || typeof source === "string") {
        source = await fetch(source);
    }
    if (source instanceof WebAssembly.Module) {
        return (await WebAssembly.instantiate(source, imports)).exports;
    }
    const bytes = source instanceof Response ? await source.arrayBuffer() : source;
    return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
}

/** How to write to an instance and to read from it. */
export function buffers(wasm) {
    // The memory moves when it grows.
    let memory = new Uint8Array(wasm.memory.buffer);
    const bytes = () => (memory.length === 0 ? (memory = new Uint8Array(wasm.memory.buffer)) : memory);

    /** Writes a text where the module reads it, and returns its number of bytes. */
    function write(text) {
        // No character of a text takes more than three bytes for each of its units.
        const start = wasm.input(text.length * 3) >>> 0;
        return encoder.encodeInto(text, bytes().subarray(start, start + text.length * 3)).written;
    }

    /** The number of bytes of an answer. An error is thrown. */
    function checked(length) {
        if (length < 0) {
            throw new ChessError(JSON.parse(answer(-length)));
        }
        return length;
    }

    function answer(length) {
        const start = wasm.output() >>> 0;
        return decoder.decode(bytes().subarray(start, start + length));
    }

    const text = (length) => answer(checked(length));
    const json = (length) => JSON.parse(text(length));

    return { bytes, write, checked, answer, text, json };
}
