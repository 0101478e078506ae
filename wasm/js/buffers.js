// The two buffers through which texts and records go between JavaScript and an instance of the module.

import { wrong } from "./arguments.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The length of a text that is encoded before room is asked for. */
const LONG = 1 << 16;

/** An error that the module reports: a text that is no FEN, no move or no PGN, a game that was freed. */
export class ChessError extends Error {
    constructor(fault, options) {
        super(fault.message, options);
        this.name = "ChessError";
        // `kind`, and the place in the text: `field`, `offset`, `rules`, `game`, `line`.
        Object.assign(this, fault);
    }
}

/** The exports of a new instance. `source` is what `load` takes, `imports` what the module imports. */
export async function instantiate(source, imports = {}) {
    source = await source;
    const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
    if (!isBytes && typeof source !== "string" && ![URL, Response, WebAssembly.Module].some((type) => source instanceof type)) {
        wrong("source", "an address, a response, bytes or a compiled module", source);
    }
    if (source instanceof URL || typeof source === "string") {
        const address = source;
        source = await fetch(address).catch((cause) => { throw unloaded(`the module is not at ${address}: ${cause.message}`, cause); });
        if (!source.ok) {
            throw unloaded(`the module is not at ${address}: the answer is ${source.status}`);
        }
    }
    const made = await WebAssembly.instantiate(source instanceof Response ? await source.arrayBuffer() : source, imports)
        .catch((cause) => { throw unloaded(POLICY + cause.message, cause); });
    // A compiled module gives the instance alone.
    return guarded((made.instance ?? made).exports);
}

/** A policy is the usual reason in a page. */
const POLICY = "the module cannot be compiled; a Content-Security-Policy needs 'wasm-unsafe-eval' in script-src: ";

/** The error of a module that does not load. */
export const unloaded = (message, cause) => new ChessError({ kind: "load", message }, { cause });

/**
 * The exports of an instance. Once a call was ended by an error, every call throws: its work was broken off in the middle, and what
 * it left in memory is not to be relied on.
 */
export function guarded(exports) {
    let cause;
    // No function takes more than five arguments, and to pass them one by one is faster.
    const guard = (call) => (one, two, three, four, five) => {
        if (cause === undefined) {
            try {
                return call(one, two, three, four, five);
            } catch (error) {
                cause = error;
            }
        }
        const message = `the module was stopped by an error and is to be loaded again: ${cause.message}`;
        throw new ChessError({ kind: "stopped", message }, { cause });
    };
    return Object.fromEntries(Object.entries(exports).map(([name, it]) => [name, typeof it === "function" ? guard(it) : it]));
}

/** How to write to an instance and to read from it. */
export function buffers(wasm) {
    // The memory moves when it grows.
    let memory = new Uint8Array(wasm.memory.buffer);
    const bytes = () => (memory.length === 0 ? (memory = new Uint8Array(wasm.memory.buffer)) : memory);

    /** Room for so many bytes where the module reads them. `name` is that of the argument. */
    function room(name, length) {
        const start = wasm.input(length) >>> 0;
        if (start === 0) {
            throw new RangeError(`${name}: there is no memory for ${length} bytes`);
        }
        return bytes().subarray(start, start + length);
    }

    /** Writes a text where the module reads it, and returns its number of bytes. */
    function write(name, text) {
        // No character of a text takes more than three bytes for each of its units.
        return text.length > LONG ? writeBytes(name, encoder.encode(text)) : encoder.encodeInto(text, room(name, text.length * 3)).written;
    }

    function writeBytes(name, given) {
        room(name, given.length).set(given);
        return given.length;
    }

    /** The number of bytes of an answer, or another number that is not negative. An error is thrown. */
    function checked(number) {
        if (number < 0) {
            const fault = JSON.parse(answer(-number));
            throw fault.kind === "argument" ? new TypeError(fault.message) : new ChessError(fault);
        }
        return number;
    }

    function answer(length) {
        const start = wasm.output() >>> 0;
        return decoder.decode(bytes().subarray(start, start + length));
    }

    const text = (length) => answer(checked(length));
    const json = (length) => JSON.parse(text(length));

    return { bytes, write, writeBytes, checked, answer, text, json };
}
