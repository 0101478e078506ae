// Puts similar functions of a module next to each other, since gzip finds repetitions within 32 KB only: called by build.sh as
// `node wasm/order.mjs FILE OPTION...`, with wasm-dis and wasm-as of binaryen. The default module is 3 % smaller by gzip. Functions are
// numbered anew, and their code stays as it is.
//
// Each next function is the one of which most sequences of bytes are in the last 30 KB.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The bytes of a sequence, those that gzip looks back to with some room, and what keeps short functions from being first. */
const LENGTH = 6;
const WINDOW = 30_000;
const SHORT = 60;

/** The bodies of a module's functions, in its order. */
function bodies(bytes) {
    let at = 8;
    const number = () => {
        for (let value = 0, shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) {
                return value >>> 0;
            }
        }
    };
    while (at < bytes.length) {
        const section = bytes[at++];
        const end = number() + at;
        if (section === 10) {
            return Array.from({ length: number() }, () => {
                const length = number();
                at += length;
                return bytes.subarray(at - length, at);
            });
        }
        at = end;
    }
    return [];
}

/** The numbers of functions in their new order. */
function order(functions) {
    const sequences = functions.map((body) => {
        const text = body.toString("latin1");
        return new Set(Array.from({ length: Math.max(text.length - LENGTH, 0) }, (_, at) => text.slice(at, at + LENGTH)));
    });
    const users = new Map();
    sequences.forEach((all, index) => all.forEach((one) => {
        users.get(one)?.push(index) ?? users.set(one, [index]);
    }));
    const scores = functions.map(() => 0);
    const counts = new Map();
    /** Adds a function to the window, or removes one from it. */
    const count = (index, change) => sequences[index].forEach((one) => {
        const before = counts.get(one) ?? 0;
        counts.set(one, before + change);
        if (before === 0 || before + change === 0) {
            users.get(one).forEach((user) => { scores[user] += change; });
        }
    });
    const left = new Set(functions.keys());
    const ordered = [];
    let first = 0;
    let size = 0;
    while (left.size > 0) {
        const value = (index) => (ordered.length === 0 ? functions[index].length : scores[index] / (sequences[index].size + SHORT));
        const next = [...left].reduce((best, index) => (value(index) > value(best) ? index : best));
        ordered.push(next);
        left.delete(next);
        count(next, 1);
        size += functions[next].length;
        while (size > WINDOW) {
            size -= functions[ordered[first]].length;
            count(ordered[first++], -1);
        }
    }
    return ordered;
}

const [file, ...options] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "order-"));
try {
    const text = join(folder, "module.wat");
    execFileSync("wasm-dis", [...options, file, "-o", text]);
    const parts = readFileSync(text, "latin1").split(/^(?= \()/m);
    const places = [...parts.keys()].filter((index) => parts[index].startsWith(" (func $"));
    // The end of the module stands after the last of them.
    const last = places.at(-1);
    if (last === parts.length - 1) {
        parts[last] = parts[last].replace(/\)\n*$/, "");
        parts.push(")\n");
    }
    const functions = bodies(readFileSync(file));
    if (functions.length !== places.length) {
        throw new Error(`${places.length} functions in the text, ${functions.length} in the module`);
    }
    const texts = places.map((place) => parts[place]);
    order(functions).forEach((index, number) => { parts[places[number]] = texts[index]; });
    writeFileSync(text, parts.join(""), "latin1");
    execFileSync("wasm-as", [...options, text, "-o", file]);
} finally {
    rmSync(folder, { recursive: true });
}
