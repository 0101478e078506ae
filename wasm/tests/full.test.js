// The module with all features in Node: the lessons and the engine. `bash wasm/build.sh test`. The page's tests compare moveboards with
// those of the program.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { loadFull } from "../js/node.js";
import { SQUARES, START, squaresOf } from "./oracle.js";
import { Random } from "./random.js";

const bytes = await readFile(new URL("../dist/chess-full.wasm", import.meta.url));
const { Game, ChessError, lessons, engine } = await loadFull(bytes);

test("a line break begins no other argument", () => {
    assert.equal(lessons.alter(START).fen, START);
    assert.throws(() => lessons.board("x"), (error) => error instanceof ChessError && error.field === "board");
    assert.throws(() => lessons.board(`${START}\nx`), ChessError);
});

test("checks, pins and danger", () => {
    const { checks, pins, danger, king, turn } = lessons.safety("4r2k/8/8/8/1b6/2N5/4R3/4K2q w - - 0 1");
    assert.deepEqual([turn, king], ["w", "e1"]);
    assert.deepEqual(checks.map(({ piece, square, line }) => [piece, square, squaresOf(line)]), [
        ["black queen", "h1", ["f1", "g1", "h1"]],
    ]);
    assert.deepEqual(pins.map(({ square, pinner, pinner_square, line }) => [square, pinner, pinner_square, squaresOf(line)]), [
        ["c3", "black bishop", "b4", ["d2", "c3", "b4"]],
        ["e2", "black rook", "e8", ["e2", "e3", "e4", "e5", "e6", "e7", "e8"]],
    ]);
    // Behind the king, too.
    assert.ok(squaresOf(danger).includes("d1") && squaresOf(danger).includes("a1") && !squaresOf(danger).includes("d2"));
});

test("shifts of pawns are the pawn moves", () => {
    const random = new Random(5);
    for (const start of [START, "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1"]) {
        const game = new Game(start);
        for (let ply = 0; ply < 40 && game.moves().length > 0; ply += 1) {
            const { pawns, pins, checks } = lessons.safety(game.fen());
            if (pins.length + checks.length === 0) {
                const targets = new Set(pawns.shifts.flatMap(({ result }) => squaresOf(result)));
                const expected = new Set(game.moves().filter((move) => move.piece === "p").map((move) => move.to));
                assert.deepEqual([...targets].sort(), [...expected].sort(), game.fen());
            }
            for (const { source, shifted, mask, result, by } of pawns.shifts) {
                const bits = BigInt(`0x${source}`);
                const moved = BigInt.asUintN(64, by > 0 ? bits << BigInt(by) : bits >> BigInt(-by));
                assert.equal(moved, BigInt(`0x${shifted}`));
                assert.equal(moved & BigInt(`0x${mask}`), BigInt(`0x${result}`));
            }
            game.play(random.of(game.moves()));
        }
    }
});

test("the engine finds mates, reports depths and keeps its limits", () => {
    const reports = [];
    const moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6"];
    const { best, san, report } = engine.search({ moves, depth: 5 }, (one) => reports.push(one));
    assert.deepEqual([best, san, report.mate, report.centipawns], ["h5f7", "Qxf7#", 1, null]);
    assert.deepEqual(reports.at(-1), report);
    const began = performance.now();
    const quick = engine.search({ fen: START, milliseconds: 300 });
    const took = performance.now() - began;
    assert.ok(took > 100 && took < 3000, `${took} ms`);
    assert.ok(quick.report.nodes > 1000 && quick.report.seconds > 0 && quick.report.line.length > 0);
    // A deep search needs its stack.
    engine.newGame();
    assert.ok(engine.search({ fen: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", nodes: 300_000 }).report.depth > 15);
    assert.throws(() => engine.search({ moves: ["e2e5"], depth: 1 }), ChessError);
    assert.throws(() => engine.search({ moves: ["f2f3", "e7e5", "g2g4", "d8h4"], depth: 1 }), (error) => error.kind === "game_over");
    assert.equal(engine.search({ moves: ["e2e4", "0000"], depth: 1 }).best.length, 4);
    // A line break begins no other option.
    assert.throws(() => engine.search({ fen: `${START}\ndepth=3`, depth: 1 }), ChessError);
    const weak = engine.search({ elo: 1, depth: 3 });
    assert.ok(new Game().find(weak.best).san === weak.san);
});

test("what a report throws ends the search and no other one", () => {
    let reports = 0;
    const mine = new Error("mine");
    assert.throws(() => engine.search({ depth: 100 }, () => { reports += 1; throw mine; }), (error) => error === mine);
    assert.equal(reports, 1);
    const inner = [];
    const outer = [];
    engine.search({ depth: 3 }, (report) => {
        outer.push(report.depth);
        for (const work of [() => engine.search({ depth: 1 }, () => assert.fail()), () => engine.newGame()]) {
            assert.throws(work, (error) => inner.push(error.kind) > 0);
        }
        // What is asked of games meanwhile takes nothing from the search.
        assert.equal(new Game().perft(1), 20);
    });
    assert.deepEqual([outer, inner], [[1, 2, 3], Array(6).fill("busy")]);
    assert.ok(engine.search({ depth: 1 }).best);
});

test("a search for a magic that another one ended answers no more", () => {
    const [one, other] = [lessons.search("rook", "a1", "x"), lessons.search("bishop", "c3", "x")];
    assert.throws(() => one.run(1), (error) => error instanceof ChessError && error.kind === "ended");
    assert.deepEqual([other.run(1).slider, other.run(1).tries], ["bishop", 2]);
});

test("the seed decides which magic is found, and then the search is over", () => {
    for (const [slider, square] of [["bishop", "d4"], ["bishop", "a1"], ["rook", "e4"]]) {
        const search = lessons.search(slider, square, "seed");
        const first = search.run(1);
        assert.deepEqual([first.found, lessons.verify(slider, square, first.factor).is_magic], [false, false]);
        const last = search.run(10_000_000);
        assert.deepEqual([last.found, last.collision, last.placed, lessons.verify(slider, square, last.factor).is_magic], [true, null, last.sets, true]);
        assert.deepEqual([search.run(1), lessons.search(slider, square, "seed").run(10_000_000)], [last, last]);
    }
});

test("each entry of the table has one reader, and what lies within a span is counted", () => {
    const { readers, spans } = lessons.table();
    const expected = new Uint8Array(readers.length).fill(255);
    for (const [number, square] of [...SQUARES, ...SQUARES].entries()) {
        const { slider, first, last, indexes, shared } = lessons.sharing(number < 64 ? "rook" : "bishop", square);
        assert.deepEqual([first, last], [indexes[0], indexes.at(-1)]);
        assert.ok(indexes.every((index) => expected[index] === 255));
        indexes.forEach((index) => { expected[index] = number; });
        const used = readers.subarray(first, last + 1).filter((reader) => reader !== 255).length;
        assert.equal(shared.reduce((sum, one) => sum + one.entries, indexes.length), used, `${slider} on ${square}`);
        const entry = lessons.entry(first);
        assert.deepEqual([entry.readers.map((one) => [one.slider, one.square]), entry.spans.length], [[[slider, square]], spans[first]]);
    }
    assert.deepEqual(readers, expected);
    const { attacks, readers: nobody } = lessons.entry(readers.indexOf(255));
    assert.deepEqual([attacks, nobody], ["0".repeat(16), []]);
});
