// Every function and method with every wrong value of each of its arguments: a TypeError or a RangeError that names the argument, and
// a module that answers as before. `bash wasm/build.sh test`. A function that is not in the table fails.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import * as chess from "../js/chess.js";
import * as full from "../js/full.js";
import { KIWIPETE, START } from "./oracle.js";

const bytes = await readFile(new URL("../dist/chess-full.wasm", import.meta.url));
const { Game, ChessError, lessons, engine } = await full.loadFull(bytes);

const NO_TEXT = [null, NaN, 0, -1, 1.5, 2 ** 53, true, 1n, Symbol("x"), {}, [], ["e4"], () => 1];
const NO_NUMBER = [null, "1", "", true, 1n, Symbol("x"), {}, [], [1], () => 1, NaN, Infinity, -Infinity, -1, 0.5, -0.5, 2 ** 32, 2 ** 53, 1e300];
const NO_OBJECT = [null, NaN, 0, 1.5, "", "x", true, 1n, Symbol("x"), [], () => 1];
const NO_FLAG = [null, NaN, 0, 1, "", "true", 1n, Symbol("x"), {}, []];

/** The wrong values of each kind of argument. `undefined` is wrong where the argument is needed. */
const WRONG = {
    text: NO_TEXT,
    square: [...NO_TEXT, "", "z9", "E4", "e9", "e", "e44", " e4", "e4\n"],
    piece: [...NO_TEXT, "", "x", "QQ", "queen", " "],
    slider: [...NO_TEXT, "", "queen", "Rook"],
    color: [...NO_TEXT, "", "white", "W"],
    set: [...NO_TEXT, "", "1", "+000000000000001", "-000000000000001", "00000000000000000", "000000000000000g"],
    count: NO_NUMBER,
    depth: [...NO_NUMBER, 65],
    plies: [...NO_NUMBER, 0, 128],
    nodes: [...NO_NUMBER.filter((value) => value !== 2 ** 32), 0],
    time: NO_NUMBER.filter((value) => value !== 2 ** 32),
    chess960: [...NO_NUMBER, 960],
    word: [...NO_NUMBER, 0x1_0000],
    flag: NO_FLAG,
    options: [...NO_OBJECT, { x: 1 }],
    object: NO_OBJECT,
    list: [null, NaN, 0, "", "e2e4", true, 1n, Symbol("x"), {}, () => 1],
    move: [...NO_TEXT.filter((value) => typeof value !== "object" || value === null)],
    callback: [null, NaN, 0, "x", true, 1n, Symbol("x"), {}, []],
    source: [null, NaN, 0, 1.5, true, 1n, Symbol("x"), {}, [], () => 1],
};

/** One argument: its name, its kind, a value that is right, and whether it may be left out. */
const needed = (name, kind, right) => ({ name, kind, right });
const optional = (name, kind, right) => ({ name, kind, right, isOptional: true });
/** Options of an object, each of them an argument. */
const within = (name, fields, isOptional) => ({ name, kind: "options", fields, right: rightOf(fields), isOptional });
const rightOf = (fields) => Object.fromEntries(fields.filter((field) => field.right !== undefined).map(({ key, name, right }) => [key ?? name, right]));
const field = (key, argument) => ({ ...argument, key });

const fen = needed("fen", "text", START);
const square = needed("square", "square", "b1");
const slider = needed("slider", "slider", "rook");
const depth = needed("depth", "depth", 1);

/** How to call each function, and its arguments. */
const TABLE = {
    load: [chess.load, optional("source", "source", bytes)],
    loadFull: [full.loadFull, needed("source", "source", bytes)],
    loadSync: [chess.loadSync, needed("module", "source", await WebAssembly.compile(await readFile(new URL("../dist/chess.wasm", import.meta.url))))],
    Game: [(...given) => new Game(...given), optional("fen", "text", START)],
    "Game.chess960": [Game.chess960, needed("number", "chess960", 959)],
    "Game.fromPgn": [Game.fromPgn, needed("pgn", "text", "1. e4 *")],
    "game.fen": [(...given) => new Game().fen(...given), within("options", [optional("shredder", "flag", true)], true)],
    "game.moves": [(...given) => new Game().moves(...given), within("options", [optional("square", "square", "b1")], true)],
    "game.moves of a square": [(...given) => new Game().moves(...given), { name: "square", kind: "square", right: "b1", isOptional: true, isAlso: "object" }],
    "game.find": [(...given) => new Game().find(...given), needed("move", "text", "e4")],
    "game.play": [(...given) => new Game().play(...given), needed("move", "move", "e4")],
    "game.play of squares": [(...given) => new Game("8/4P3/8/8/8/8/8/k1K5 w - - 0 1").play(...given), {
        ...within("move", [
            field("from", needed("move.from", "square", "e7")),
            field("to", needed("move.to", "square", "e8")),
            field("promotion", { ...optional("move.promotion", "piece", "q"), wrong: ["k", "p"], isNeededHere: true }),
        ]), kind: "move",
    }],
    "game.play of a word": [(...given) => new Game().play(...given), {
        ...within("move", [field("word", { ...needed("word", "word", 0x170c), wrong: [0xffff] })]), kind: "move", isOther: true,
    }],
    "game.setTag": [(...given) => new Game().setTag(...given), needed("name", "text", "White"), needed("value", "text", "x")],
    "game.perft": [(...given) => new Game().perft(...given), depth],
    "game.divide": [(...given) => new Game().divide(...given), depth],
    "lessons.board": [lessons.board, fen],
    "lessons.put": [lessons.put, fen, square, optional("piece", "piece", "q")],
    "lessons.carry": [lessons.carry, fen, needed("from", "square", "e2"), needed("to", "square", "e4")],
    "lessons.alter": [lessons.alter, fen, within("changes", [optional("turn", "color", "b"), optional("castling", "text", "-")], true)],
    "lessons.moveboard": [lessons.moveboard, fen, needed("piece", "piece", "q"), square],
    "lessons.safety": [lessons.safety, fen],
    "lessons.moveWord": [lessons.moveWord, fen, { ...needed("word", "word", 0x170c), wrong: [0xffff] }],
    "lessons.picture": [lessons.picture, within("options", [
        fen,
        optional("bottom", "color", "b"),
        { ...optional("attacker", "text", "R@a1"), wrong: ["", "R", "x@a1", "R@z9"] },
        { ...optional("last", "text", "e2e4"), wrong: ["", "e4", "e2e9", "e7e8k"] },
        { ...optional("theme", "text", "blue"), wrong: ["", "x"] },
        ...["dark", "coordinates", "lines", "danger"].map((name) => optional(name, "flag", true)),
        optional("id", "text", "x"),
        { ...optional("sets", "list", []), wrong: [[1], [null], [{}], [{ set: "1", color: "#000000", label: "x" }],
            [{ set: "0".repeat(16), color: "red", label: "x" }], [{ set: "0".repeat(16), color: "#000000" }]] },
    ])],
    "lessons.entry": [lessons.entry, { ...needed("index", "count", 1), wrong: [86926, 2 ** 32 - 1] }],
    "lessons.sharing": [lessons.sharing, slider, square],
    "lessons.search": [lessons.search, slider, square, optional("seed", "text", "x")],
    "lessons.search.run": [(...given) => lessons.search("rook", "a1", "x").run(...given), needed("tries", "count", 1)],
    "lessons.verify": [lessons.verify, slider, square, needed("factor", "set", "0".repeat(16))],
    "engine.search": [engine.search, within("options", [
        optional("fen", "text", START),
        { ...optional("moves", "list", ["e2e4"]), wrong: [[null], [1], [""], ["e2e4 e7e5"], ["e2e4\n"]] },
        optional("milliseconds", "time", 1000),
        optional("nodes", "nodes", 100),
        optional("depth", "plies", 1),
        { ...optional("elo", "count", 1500), wrong: [4001] },
    ]), optional("onReport", "callback", () => {})],
};

/** What takes no arguments, or is no function of the module's. */
const WITHOUT = [
    "ChessError", // Thrown, and not to be made by users.
    "game.free", "game.undo", "game.history", "game.status", "game.tags", "game.pgn", "lessons.table", "engine.newGame",
];

/** The names of all that the package exports, as in the table. */
function exported() {
    const names = new Set([...Object.keys(chess), ...Object.keys(full), "Game"]);
    const own = (prefix, object, skipped) => Object.getOwnPropertyNames(object)
        .filter((name) => !skipped.includes(name)).forEach((name) => names.add(`${prefix}.${name}`));
    own("Game", Game, ["length", "name", "prototype"]);
    own("game", Game.prototype, ["constructor"]);
    own("lessons", lessons, []);
    own("engine", engine, []);
    own("lessons.search", lessons.search("rook", "a1"), []);
    return names;
}

/** Each wrong value of an argument, with the name that its error has to begin with. */
function* wrongValues({ name, kind, wrong = [], fields = [], right, isOptional, isOther, isNeededHere, isAlso }) {
    const missing = isOptional ? [] : [undefined];
    for (const value of isOther ? [] : [...missing, ...WRONG[kind], ...wrong]) {
        if (!(isAlso === "object" && typeof value !== "string")) {
            yield [name, value];
        }
    }
    for (const one of fields) {
        const key = one.key ?? one.name;
        for (const [inner, value] of wrongValues(one)) {
            // Without its word, a move is one of squares.
            const isWord = key === "word" && kind === "move" && value === undefined;
            yield [isWord ? "move.from" : inner, { ...right, [key]: value }];
        }
    }
}

function isExpected(error, name) {
    const isKind = error instanceof TypeError || error instanceof RangeError;
    // "sets" stands for "sets[0].color" as well, "word" for "move.word".
    return isKind && !(error instanceof ChessError) && new RegExp(`^(\\w+\\.)?${name.replace(".", "\\.")}(\\[\\d+\\](\\.\\w+)?)?: `).test(error.message);
}

test("the table has every function and method", () => {
    const names = [...exported()];
    const listed = [...Object.keys(TABLE), ...WITHOUT];
    assert.deepEqual(names.filter((name) => !listed.includes(name)), [], "not in the table");
    assert.deepEqual(listed.filter((name) => !names.includes(name.split(" ")[0])), [], "not exported");
    assert.deepEqual(Object.keys(full.loadFull(bytes).constructor === Promise ? { Game, ChessError, lessons, engine } : {}).sort(), ["ChessError", "Game", "engine", "lessons"]);
});

test("a wrong argument is an error that names it", async () => {
    let calls = 0;
    for (const [name, [call, ...parameters]] of Object.entries(TABLE)) {
        const right = parameters.map((parameter) => parameter.right);
        await call(...right);
        for (const [index, parameter] of parameters.entries()) {
            for (const [wrong, value] of wrongValues(parameter)) {
                const given = right.with(index, value);
                const described = `${name}, ${wrong}: ${String(typeof value === "object" ? JSON.stringify(value, (_, one) => (typeof one === "bigint" || typeof one === "symbol" ? String(one) : one)) : String(value))}`;
                await assert.rejects(async () => call(...given), (error) => {
                    assert.ok(isExpected(error, wrong), `${described} -> ${error}`);
                    return true;
                }, described);
                calls += 1;
            }
        }
        assert.equal(new Game(KIWIPETE).perft(2), 2039, name);
    }
    assert.ok(engine.search({ depth: 1 }).best && calls > 900, `${calls} calls`);
});
