// Every argument of every function and method with every wrong value: a TypeError whose message begins with the argument's
// name, and a module that answers as before. `bash wasm/build.sh test`. A function that is not in the table fails.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import * as node from "../js/node.js";
import * as chess from "../js/chess.js";
import * as full from "../js/full.js";
import * as large from "../js/large.js";
import * as moves from "../js/moves.js";
import { KIWIPETE, START, doors } from "./oracle.js";

const bytes = await readFile(new URL("../dist/chess-full.wasm", import.meta.url));
const loaded = await full.loadFull(bytes);
const { Game, ChessError, lessons, engine } = loaded;

const OTHERS = [null, NaN, true, 1n, Symbol("x"), () => 1];
const TEXT = [...OTHERS, 0, -1, 1.5, 2 ** 53, {}, [], ["e4"]];
const SQUARE = [...TEXT, "", "z9", "E4", "e9", "e", "e44", " e4", "e4\n"];
const PIECE = [...TEXT, "", "x", "QQ", "queen"];
const COLOR = [...TEXT, "", "white", "W"];
const SLIDER = [...TEXT, "", "queen", "Rook"];
const SET = [...TEXT, "", "1", "+000000000000001", "-000000000000001", "0".repeat(17), "000000000000000g"];
const NUMBER = [...OTHERS, "1", "", {}, [], [1], Infinity, -Infinity, -1, -0.5, 0.5, 2 ** 53, 1e300];
const NUMBER_32 = [...NUMBER, 2 ** 32];
const FLAG = [null, NaN, 0, 1, "", "true", 1n, Symbol("x"), {}, []];
const OPTIONS = [...OTHERS, 0, 1.5, "", "x", [], { x: 1 }];
const LIST = [...OTHERS, 0, "", "e2e4", {}];
const NEEDED = [undefined];

const game = () => new Game();
const promoting = (changes) => new Game("8/4P3/8/8/8/8/8/k1K5 w - - 0 1").play({ from: "e7", to: "e8", promotion: "q", ...changes });
const picture = (changes) => lessons.picture({ fen: START, ...changes });
const painted = (changes) => picture({ sets: [{ set: "0".repeat(16), color: "#000000", label: "x", ...changes }] });

/** Each argument: whose it is, its name, a call with a value in its place, and the values that are wrong. */
const TABLE = [
    ...[chess, large, moves, node].map(({ load }) => ["load", "source", (value) => load(value), [null, NaN, 0, true, 1n, Symbol("x"), {}, [], () => 1]]),
    ["loadFull", "source", (value) => full.loadFull(value), [null, NaN, 0, true, 1n, Symbol("x"), {}, [], () => 1]],
    ...[chess, moves].map(({ loadSync }) => ["loadSync", "module", (value) => loadSync(value), [...NEEDED, ...TEXT, "x", bytes]]),
    ["Game", "fen", (value) => new Game(value), TEXT],
    ["Game.chess960", "number", (value) => Game.chess960(value), [...NEEDED, ...NUMBER, 960]],
    ["Game.fromPgn", "pgn", (value) => Game.fromPgn(value), [...NEEDED, ...TEXT]],
    ["Game.fromPgns", "pgn", (value) => Game.fromPgns(value), [...NEEDED, ...TEXT]],
    ...["fromPgn", "fromPgns"].flatMap((name) => [
        [`Game.${name}`, "options", (value) => Game[name]("*", value), OPTIONS],
        [`Game.${name}`, "lenient", (value) => Game[name]("*", { lenient: value }), FLAG],
        [`Game.${name}`, "onError", (value) => Game[name]("*", { onError: value }), [null, 0, "x", {}]],
    ]),
    ["game.attackers", "square", (value) => game().attackers(value), [...NEEDED, ...SQUARE]],
    ["game.attackers", "color", (value) => game().attackers("e4", value), COLOR],
    ["game.get", "square", (value) => game().get(value), [...NEEDED, ...SQUARE]],
    ["game.moves", "verbose", (value) => game().moves({ verbose: value }), FLAG],
    ["game.history", "options", (value) => game().history(value), OPTIONS],
    ["game.history", "verbose", (value) => game().history({ verbose: value }), FLAG],
    ["game.setResult", "result", (value) => game().setResult(value), [...NEEDED, ...TEXT, "", "2-0"]],
    ["game.setComment", "comment", (value) => game().setComment(value), [...NEEDED, ...TEXT]],
    ["game.setComment", "path", (value) => game().setComment("x", value), LIST],
    ["game.setNags", "nags", (value) => game().setNags(value), [...NEEDED, ...LIST]],
    ["game.setNags", "nags[0]", (value) => game().setNags([value]), [...NEEDED, ...NUMBER.filter((value) => typeof value !== "number")]],
    ["game.setNags", "nags", (value) => game().setNags([value]), [256, ...NUMBER.filter((value) => typeof value === "number")]],
    ["game.setNags", "path", (value) => game().setNags([1], value), LIST],
    ["game.addVariation", "moves", (value) => game().addVariation(value), [...NEEDED, ...LIST]],
    ["game.addVariation", "moves[0]", (value) => game().addVariation([value]), [...NEEDED, ...TEXT, "", "e4 e5", "=1", "e4\n"]],
    ["game.addVariation", "path", (value) => game().addVariation(["e4"], value), LIST],
    ["game.setComment", "comment", (value) => game().setComment(value), ["a } b", "}"]],
    ["game.goto", "path", (value) => game().goto(value), [...NEEDED, ...LIST]],
    ...["promote", "demote"].map((name) => [`game.${name}`, "path", (value) => game()[name](value), [...NEEDED, ...LIST]]),
    ...["clock", "emt", "eval", "arrows", "comments", "nags"].map((name) => [`game.${name}`, "path", (value) => game()[name](value), LIST]),
    ...["setClock", "setEmt"].flatMap((name) => [
        [`game.${name}`, "seconds", (value) => game()[name](value), [...NEEDED, ...NUMBER.filter((value) => value !== null && value !== 0.5 && value !== 1e300 && value !== 2 ** 53), 2 ** 33]],
        [`game.${name}`, "path", (value) => game()[name](1, value), LIST],
    ]),
    ["game.setEval", "eval", (value) => game().setEval(value), [...NEEDED, ...OPTIONS.filter((value) => value !== null), {}, { depth: 1 }, { cp: 1, mate: 1 }]],
    ...["cp", "mate"].map((name) => ["game.setEval", `eval.${name}`, (value) => game().setEval({ [name]: value }), [...NUMBER_32.filter((value) => value !== null && value !== -1), -(2 ** 31)]]),
    ["game.setEval", "eval.depth", (value) => game().setEval({ cp: 1, depth: value }), NUMBER_32.filter((value) => value !== null)],
    ["game.setEval", "path", (value) => game().setEval(null, value), LIST],
    ["game.setArrows", "arrows", (value) => game().setArrows(value), [...NEEDED, ...LIST]],
    ["game.setArrows", "arrows[0]", (value) => game().setArrows([value]), [...NEEDED, ...OPTIONS]],
    ["game.setArrows", "arrows[0].from", (value) => game().setArrows([{ from: value, to: "e4" }]), [...NEEDED, ...SQUARE]],
    ["game.setArrows", "arrows[0].to", (value) => game().setArrows([{ from: "e4", to: value }]), [...NEEDED, ...SQUARE]],
    ["game.setArrows", "arrows[0].color", (value) => game().setArrows([{ from: "e2", to: "e4", color: value }]), [...TEXT, "", "Green", "g"]],
    ["game.setArrows", "path", (value) => game().setArrows([], value), LIST],
    ["game.isPromotion", "from", (value) => game().isPromotion(value, "e8"), [...NEEDED, ...SQUARE]],
    ["game.isPromotion", "to", (value) => game().isPromotion("e7", value), [...NEEDED, ...SQUARE]],
    ["game.removeVariation", "path", (value) => game().removeVariation(value), [...NEEDED, ...LIST]],
    ["game.removeVariation", "path[1]", (value) => game().removeVariation(["e4", value]), [...NEEDED, ...TEXT]],
    ["game.fen", "options", (value) => game().fen(value), OPTIONS],
    ["game.fen", "shredder", (value) => game().fen({ shredder: value }), FLAG],
    ["game.moves", "options", (value) => game().moves(value), OPTIONS.filter((value) => typeof value !== "string")],
    ["game.moves", "square", (value) => game().moves(value), SQUARE.filter((value) => typeof value === "string")],
    ["game.moves", "square", (value) => game().moves({ square: value }), SQUARE],
    ["game.find", "move", (value) => game().find(value), [...NEEDED, ...TEXT]],
    ["game.play", "move", (value) => game().play(value), [...NEEDED, ...OTHERS, 0, 1.5]],
    ["game.play", "move.from", (value) => game().play(value), [{}, [], ["e4"], { to: "e4" }, { san: "e4" }]],
    ["game.play", "move.from", (value) => promoting({ from: value }), [...NEEDED, ...SQUARE]],
    ["game.play", "move.to", (value) => promoting({ to: value }), [...NEEDED, ...SQUARE]],
    ["game.play", "move.promotion", (value) => promoting({ promotion: value }), [...PIECE, "k", "p"]],
    ["game.play", "move.word", (value) => game().play({ word: value }), [...NUMBER, 0x1_0000, 2 ** 32 + 0x170c, 0xafff]],
    ["game.setTag", "name", (value) => game().setTag(value, "x"), [...NEEDED, ...TEXT]],
    ["game.setTag", "value", (value) => game().setTag("White", value), [...NEEDED, ...TEXT]],
    ["game.perft", "depth", (value) => game().perft(value), [...NEEDED, ...NUMBER_32, 65]],
    ["game.divide", "depth", (value) => game().divide(value), [...NEEDED, ...NUMBER_32, 65]],
    ...["board", "put", "carry", "alter", "moveboard", "safety", "moveWord"].map((name) =>
        [`lessons.${name}`, "fen", (value) => lessons[name](value, ...{ put: ["e4"], carry: ["e2", "e4"], moveboard: ["q", "e4"], moveWord: [1] }[name] ?? []), [...NEEDED, ...TEXT]]),
    ["lessons.put", "square", (value) => lessons.put(START, value, "q"), [...NEEDED, ...SQUARE]],
    ["lessons.put", "piece", (value) => lessons.put(START, "e4", value), PIECE],
    ["lessons.carry", "from", (value) => lessons.carry(START, value, "e4"), [...NEEDED, ...SQUARE, "e5"]],
    ["lessons.carry", "to", (value) => lessons.carry(START, "e2", value), [...NEEDED, ...SQUARE]],
    ["lessons.alter", "changes", (value) => lessons.alter(START, value), OPTIONS],
    ["lessons.alter", "turn", (value) => lessons.alter(START, { turn: value }), COLOR],
    ["lessons.alter", "castling", (value) => lessons.alter(START, { castling: value }), TEXT],
    ["lessons.moveboard", "piece", (value) => lessons.moveboard(START, value, "e4"), [...NEEDED, ...PIECE]],
    ["lessons.moveboard", "square", (value) => lessons.moveboard(START, "q", value), [...NEEDED, ...SQUARE]],
    ["lessons.moveWord", "word", (value) => lessons.moveWord(START, value), [...NEEDED, ...NUMBER, 0x1_0000, 0xafff]],
    ["lessons.picture", "options", (value) => lessons.picture(value), [...NEEDED, ...OPTIONS]],
    ["lessons.picture", "fen", (value) => picture({ fen: value }), [...NEEDED, ...TEXT]],
    ["lessons.picture", "bottom", (value) => picture({ bottom: value }), COLOR],
    ["lessons.picture", "attacker", (value) => picture({ attacker: value }), [...TEXT, "", "R", "x@a1", "R@z9"]],
    ["lessons.picture", "last", (value) => picture({ last: value }), [...TEXT, "", "e4", "e2e9", "e7e8k"]],
    ["lessons.picture", "theme", (value) => picture({ theme: value }), [...TEXT, "", "red"]],
    ...["dark", "coordinates", "lines", "danger"].map((name) => ["lessons.picture", name, (value) => picture({ [name]: value }), FLAG]),
    ["lessons.picture", "id", (value) => picture({ id: value }), TEXT],
    ["lessons.picture", "sets", (value) => picture({ sets: value }), LIST],
    ["lessons.picture", "sets[0]", (value) => picture({ sets: [value] }), [...NEEDED, ...OPTIONS]],
    ["lessons.picture", "sets[0].set", (value) => painted({ set: value }), [...NEEDED, ...TEXT]],
    ["lessons.picture", "sets[0]", (value) => painted({ set: value }), SET.filter((value) => typeof value === "string")],
    ["lessons.picture", "sets[0].color", (value) => painted({ color: value }), [...NEEDED, ...TEXT]],
    ["lessons.picture", "sets[0]", (value) => painted({ color: value }), ["", "red", "#12", "#12345g"]],
    ["lessons.picture", "sets[0].label", (value) => painted({ label: value }), [...NEEDED, ...TEXT]],
    ["lessons.entry", "index", (value) => lessons.entry(value), [...NEEDED, ...NUMBER_32, 107380]],
    ...["sharing", "search", "verify", "multiplication", "squareTable"].flatMap((name) => [
        [`lessons.${name}`, "slider", (value) => lessons[name](value, "a1", "0".repeat(16)), [...NEEDED, ...SLIDER]],
        [`lessons.${name}`, "square", (value) => lessons[name]("rook", value, "0".repeat(16)), [...NEEDED, ...SQUARE]],
    ]),
    ["lessons.search", "seed", (value) => lessons.search("rook", "a1", value), TEXT],
    ["lessons.search.run", "tries", (value) => lessons.search("rook", "a1").run(value), [...NEEDED, ...NUMBER_32]],
    ["lessons.verify", "factor", (value) => lessons.verify("rook", "a1", value), [...NEEDED, ...SET]],
    ["lessons.multiplication", "blockers", (value) => lessons.multiplication("rook", "a1", value), [...NEEDED, ...SET]],
    ["engine.search", "options", (value) => engine.search(value), [...NEEDED, ...OPTIONS, {}, { elo: 1500 }]],
    ["engine.search", "fen", (value) => engine.search({ fen: value, depth: 1 }), TEXT],
    ["engine.search", "moves", (value) => engine.search({ moves: value, depth: 1 }), LIST],
    ["engine.search", "moves[0]", (value) => engine.search({ moves: [value], depth: 1 }), [...NEEDED, ...TEXT, "", "e2e4 e7e5", "e2e4\n"]],
    ["engine.search", "milliseconds", (value) => engine.search({ milliseconds: value }), NUMBER],
    ["engine.search", "nodes", (value) => engine.search({ nodes: value }), [...NUMBER, 0]],
    ["engine.search", "depth", (value) => engine.search({ depth: value }), [...NUMBER, 0, 128]],
    ["engine.search", "elo", (value) => engine.search({ depth: 1, elo: value }), [...NUMBER, 4001]],
    ["engine.search", "onReport", (value) => engine.search({ depth: 1 }, value), [null, NaN, 0, "x", true, 1n, Symbol("x"), {}, []]],
];

/** What takes no arguments. */
const WITHOUT = [
    "game.turn", "game.board", "game.isCheck", "game.isGameOver", "game.isCheckmate", "game.isStalemate", "game.isDraw", "game.dests", "game.toJSON", "game.toString", "game.back", "game.forward", "game.toStart", "game.toEnd", "game.tree", "game.clone", "game.free", "game.undo", "game.status", "game.tags", "game.pgn", "lessons.table", "engine.newGame",
];

test("the table has every function and method", () => {
    const all = ["ChessError", ...Object.keys(chess), ...Object.keys(full), ...doors(loaded)];
    // Errors are thrown, and not made by users.
    const listed = ["ChessError", ...WITHOUT, ...TABLE.map(([name]) => name)];
    assert.deepEqual([...new Set(all)].sort(), [...new Set(listed)].sort());
});

test("a wrong argument is an error that names it", async () => {
    for (const [name, argument, call, values] of TABLE) {
        for (const value of values) {
            await assert.rejects(async () => call(value), (error) => {
                const isKind = error instanceof TypeError;
                assert.ok(isKind && error.message.startsWith(`${argument}: `), `${name}, ${argument}: ${typeof value} -> ${error}`);
                return true;
            }, `${name}, ${argument}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
        }
        assert.equal(new Game(KIWIPETE).perft(2), 2039, name);
    }
    assert.ok(engine.search({ depth: 1 }).best);
});

test("what is right is taken", () => {
    assert.deepEqual(new Game().moves("g1"), new Game().moves({ square: "g1" }));
    assert.deepEqual(new Game().moves("e5"), []);
    assert.equal(new Game().moves(undefined).length, new Game().moves({ square: undefined }).length);
    assert.equal(new Game(undefined).fen(), START);
    // An empty text is a FEN that is wrong, and no start position.
    assert.throws(() => new Game(""), (error) => error instanceof ChessError && error.kind === "fen");
    assert.equal(Game.chess960(959).perft(0), 1);
    assert.equal(promoting({ promotion: "N" }).san, "e8=N");
    assert.equal(new Game().play({ word: 0 }).uci, "0000");
    assert.equal(lessons.search("rook", "a1").run(0).tries, 0);
    for (const limit of [{ nodes: 1 }, { milliseconds: 0 }, { depth: 1, elo: 0 }, { fen: START, moves: [], depth: 1 }]) {
        assert.ok(engine.search(limit).best);
    }
});

test("what is no module is an error of its kind", async () => {
    for (const source of [new Uint8Array([0, 97, 115, 109, 9, 9, 9, 9]), "http://127.0.0.1:1/chess.wasm"]) {
        await assert.rejects(chess.load(source), (error) => error instanceof ChessError && error.kind === "load" && error.cause !== undefined, String(source));
    }
    const importing = new WebAssembly.Module(bytes);
    assert.throws(() => chess.loadSync(importing), (error) => error instanceof ChessError && error.kind === "load" && error.cause !== undefined);
});

test("what stands where the module cannot go on is an error for ever", () => {
    // (module (memory (export "memory") 1) (func (export "input") (param i32) (result i32) i32.const 1)
    //   (func (export "game_new") (param i32 i32) (result i32) unreachable))
    const code = "0061736d0100000001 0c 0260017f017f60027f7f017f 0303020001 0503010001 071d03066d656d6f72790200 05696e7075740000 0867616d655f6e65770001 0a0a020400 41010b 0300000b";
    const { Game } = chess.loadSync(new WebAssembly.Module(Buffer.from(code.replaceAll(" ", ""), "hex")));
    for (let time = 0; time < 3; time += 1) {
        assert.throws(() => new Game(START), (error) => error instanceof ChessError && error.kind === "stopped" && error.cause instanceof WebAssembly.RuntimeError);
    }
});
