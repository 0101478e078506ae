// The oracles of the tests of the module and of the page.

import assert from "node:assert/strict";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
export const SQUARES = Array.from({ length: 64 }, (_, index) => "abcdefgh"[index & 7] + ((index >> 3) + 1));

/** The names of the squares of a set of 16 hexadecimal digits. */
export const squaresOf = (digits) => SQUARES.filter((_, index) => (BigInt(`0x${digits}`) >> BigInt(index)) & 1n);

/** The attacks of a slider, by walking along its rays. */
export function walked(slider, from, blockers) {
    const steps = slider === "rook" ? [[1, 0], [-1, 0], [0, 1], [0, -1]] : [[1, 1], [1, -1], [-1, 1], [-1, -1]];
    let attacks = 0n;
    let mask = 0n;
    for (const [east, north] of steps) {
        let stopped = false;
        let [file, rank] = [(from & 7) + east, (from >> 3) + north];
        while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
            const bit = 1n << BigInt(8 * rank + file);
            attacks |= stopped ? 0n : bit;
            stopped ||= (blockers & bit) !== 0n;
            [file, rank] = [file + east, rank + north];
            // The last square of a ray hides nothing.
            mask |= file >= 0 && file < 8 && rank >= 0 && rank < 8 ? bit : 0n;
        }
    }
    return { attacks, mask };
}

/** Multiplies all sets of blockers by a factor: how many there are, and how many entries they need; fails if it is no magic. */
export function magic(slider, from, factor, shift) {
    const { mask } = walked(slider, from, 0n);
    const table = new Map();
    let sets = 0;
    let blockers = 0n;
    do {
        const { attacks } = walked(slider, from, blockers);
        const index = BigInt.asUintN(64, blockers * factor) >> BigInt(shift);
        assert.equal(table.get(index) ?? attacks, attacks, `${index}`);
        table.set(index, attacks);
        sets += 1;
        blockers = (blockers - mask) & mask;
    } while (blockers !== 0n);
    return { sets, used: table.size };
}

/** The names of all that a loaded module answers by: classes, methods of games, and the functions of lessons and engine. */
export function doors({ Game, lessons = {}, engine = {} }) {
    const own = (prefix, object, others = []) =>
        Object.getOwnPropertyNames(object).filter((name) => !others.includes(name)).map((name) => `${prefix}.${name}`);
    const lineage = (one) => (one === Function.prototype ? [] : [one, ...lineage(Object.getPrototypeOf(one))]);
    return [...new Set([
        "Game",
        ...lineage(Game).flatMap((one) => [...own("Game", one, ["length", "name", "prototype"]), ...own("game", one.prototype, ["constructor"])]),
        ...own("lessons", lessons),
        ...own("engine", engine),
        ...(lessons.search === undefined ? [] : own("lessons.search", lessons.search("rook", "a1"))),
    ])];
}
