// The modules in Node, beside the program: `bash wasm/build.sh test`. CHESS names the program, and MODULES other modules than all.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { inspect as shown } from "node:util";
import { load, loadFull, loadMoves } from "../js/node.js";
import { KIWIPETE, START, doors } from "./oracle.js";
import { Random } from "./random.js";

const program = process.env.CHESS ?? "target/debug/chess";

/** Positions of random games, those of Chess960 and their ends among them. */
function positions(Game, count) {
    const random = new Random(1);
    const fens = new Set([START, KIWIPETE]);
    for (let number = 0; fens.size < count; number += 1) {
        const game = number % 2 === 0 ? new Game() : Game.chess960(random.below(960));
        // Each game gives the last position and a few before it.
        while (game.status().outcome === null && game.status().ply < 400) {
            const moves = game.moves();
            game.play(random.of(moves));
            if (random.below(20) === 0) {
                fens.add(game.fen());
            }
        }
        fens.add(game.fen());
        game.free();
    }
    return [...fens].slice(0, count);
}

/** The program's answer for each position. */
function inspect(fens) {
    const { stdout, status } = spawnSync(program, ["inspect"], {
        input: fens.join("\n") + "\n",
        encoding: "utf8",
        maxBuffer: 1 << 28,
    });
    assert.equal(status, 0);
    return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

/** What the program says of a position, as the module says it. */
function described(Game, fen) {
    const game = new Game(fen);
    const status = game.status();
    const legal = game.moves().map(({ uci, san }) => ({ uci, san }));
    legal.sort((one, other) => (one.uci < other.uci ? -1 : 1));
    const answer = {
        fen: game.fen(),
        shredder: game.fen({ shredder: true }),
        side_to_move: { w: "white", b: "black" }[status.turn],
        checkers: status.checkers,
        checks: [game.isCheck(), status.check],
        legal,
        status: status.outcome?.replaceAll(" ", "_") ?? "ongoing",
        key: status.key,
    };
    game.free();
    return answer;
}

for (const name of (process.env.MODULES ?? "moves chess chess-large chess-full").split(" ")) {
    const bytes = await readFile(new URL(`../dist/${name}.wasm`, import.meta.url));
    const { Game, ChessError } = await ({ moves: loadMoves, "chess-full": loadFull }[name] ?? load)(bytes);
    const hasPgn = name !== "moves";
    const testPgn = hasPgn ? test : () => {};

    test(`${name}: a thousand positions as the program sees them`, () => {
        const fens = positions(Game, 1000);
        const answers = inspect(fens);
        assert.equal(answers.length, 1000);
        const kinds = new Set();
        for (const [index, answer] of answers.entries()) {
            const seen = described(Game, fens[index]);
            const name = new Game(fens[index]).status().chess960 ? "uci960" : "uci";
            const legal = answer.legal.map((move) => ({ uci: move[name], san: move.san }));
            legal.sort((one, other) => (one.uci < other.uci ? -1 : 1));
            const { fen, shredder, side_to_move, checkers, status, key } = answer;
            // The program judges by the board alone.
            const judged = seen.status === "seventy-five-move_rule" ? seen.status : status;
            const isCheck = checkers.length > 0;
            const expected = { fen, shredder, side_to_move, checkers, checks: [isCheck, isCheck], legal, status: judged, key };
            assert.deepEqual(seen, expected, fens[index]);
            kinds.add(status).add(name);
        }
        for (const kind of ["ongoing", "checkmate", "stalemate", "insufficient_material", "uci", "uci960"]) {
            assert.ok(kinds.has(kind), `no position is ${kind}`);
        }
    });

    test(`${name}: a game is played by SAN, UCI, squares and words, and taken back`, () => {
        const game = new Game();
        assert.deepEqual(game.play("e4"), {
            color: "w", piece: "p", from: "e2", to: "e4", captured: undefined, promotion: undefined,
            san: "e4", uci: "e2e4", word: 0x170c,
        });
        game.play("e7e5");
        // Programs name the piece of a promotion for each move.
        game.play({ from: "d1", to: "h5", promotion: "q" });
        game.play(game.moves({ square: "b8" }).find((move) => move.san === "Nc6"));
        for (const san of ["Bc4", "Nf6", "Qxf7#"]) {
            game.play(san);
        }
        const { outcome, winner, result, checkers, ply } = game.status();
        assert.deepEqual([outcome, winner, result, checkers, ply], ["checkmate", "w", "1-0", ["f7"], 7]);
        assert.deepEqual(game.moves(), []);
        assert.equal(game.history().map((move) => move.san).join(" "), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
        if (hasPgn) {
            game.setTag("White", "Ü ♔");
            assert.match(game.pgn(), /\[White "Ü ♔"\][^]*1\. e4 e5 2\. Qh5 Nc6 3\. Bc4 Nf6 4\. Qxf7# 1-0\n/);
            const read = Game.fromPgn(game.pgn());
            assert.equal(read.fen(), game.fen());
            assert.equal(read.tags().White, "Ü ♔");
        }
        while (game.undo());
        assert.equal(game.fen(), START);
        assert.equal(game.undo(), undefined);
    });

    test(`${name}: a game that was freed is gone for ever`, () => {
        const game = new Game();
        game.free();
        game.free();
        // Others take its place in memory, one after the other and many at once.
        for (let number = 0; number < 1000; number += 1) {
            const other = new Game(KIWIPETE);
            if (number % 2 === 0) {
                other.free();
            }
        }
        const uses = {
            free: undefined, fen: [], turn: [], board: [], get: ["e1"], attackers: ["e4"], toJSON: [], isCheck: [], isGameOver: [], isCheckmate: [], isStalemate: [], isDraw: [],
            moves: [], dests: [], find: ["e4"], play: ["e4"], undo: [], history: [], status: [], perft: [1], divide: [1], clone: [], toString: [], isPromotion: ["e7", "e8"],
            ...(hasPgn && {
                setTag: ["White", "x"], setResult: ["*"], tags: [], tree: [], setComment: ["x"], setNags: [[1]], addVariation: [["d4"]], removeVariation: [["d4"]], pgn: [],
                goto: [[]], back: [], forward: [], toStart: [], toEnd: [], promote: [["d4"]], demote: [["d4"]], comments: [], nags: [], clock: [], setClock: [1], emt: [], setEmt: [1],
                eval: [], setEval: [null], arrows: [], setArrows: [[]],
            }),
        };
        assert.deepEqual(Object.keys(uses).map((name) => `game.${name}`).sort(), doors({ Game }).filter((name) => name.startsWith("game.")).sort());
        for (const [method, given] of Object.entries(uses).filter(([, given]) => given !== undefined)) {
            const isFreed = (error) => error instanceof ChessError && error.kind === "freed" && error.message === "the game was freed";
            assert.throws(() => (method === "turn" ? game.turn : game[method](...given)), isFreed, method);
        }
    });

    testPgn(`${name}: games outlive their slots`, () => {
        const game = Game.fromPgn("[White \"W\"]\n\n1. e4 {good} e5 (1... c5 {sharp}) 2. Nf3 *");
        game.addVariation(["f4"]);
        game.play("Nc6");
        const [pgn, tree] = [game.pgn(), game.tree()];
        const others = Array.from({ length: 3000 }, (_, number) => Game.chess960(number % 960));
        assert.deepEqual([game.pgn(), game.tree(), game.clone().pgn()], [pgn, tree, pgn]);
        assert.equal(others[1].fen(), Game.chess960(1).fen());
        // So do places, results and games that are long, after others took their slots several times.
        const long = new Game();
        Array.from({ length: 100 }, (_, ply) => long.play(["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]));
        game.setResult("0-1");
        game.back();
        const state = [game, long].map((one) => [one.fen(), one.pgn(), one.status(), one.history().length]);
        for (let round = 0; round < 3; round += 1) {
            others.forEach((other) => other.play(other.moves()[0]));
            assert.deepEqual([game, long].map((one) => [one.fen({ shredder: true }) && one.fen(), one.pgn(), one.status(), one.history().length]), state);
        }
        assert.deepEqual([game.forward().san, long.undo().san, long.undo().san, long.status().repetitions], ["Nc6", "Ng8", "Ng1", 24]);
    });

    test(`${name}: the board as programs ask for it`, () => {
        const game = new Game();
        assert.deepEqual([game.get("e1"), game.get("d8"), game.get("e4")], [{ type: "k", color: "w" }, { type: "q", color: "b" }, undefined]);
        assert.ok(game.board().every((row, rank) => row.every((one, file) => one === null || one.square === "abcdefgh"[file] + (8 - rank))));
        assert.deepEqual([game.dests().size, game.dests().get("g1")], [10, ["f3", "h3"]]);
        game.play("f3");
        ["e5", "g4", "Qh4#"].forEach((move) => game.play(move));
        assert.deepEqual([game.isCheck(), game.get("h4"), game.dests().size], [true, { type: "q", color: "b" }, 0]);
        assert.deepEqual(game.history({ verbose: false }), ["f3", "e5", "g4", "Qh4#"]);
        assert.deepEqual(game.history({ verbose: true }), game.history());
        assert.deepEqual(new Game("7k/8/6Q1/8/8/8/8/K7 b - - 0 1").moves({ square: "h8", verbose: false }), []);
        assert.equal(new Game("8/4P3/8/8/8/8/8/k1K5 w - - 0 1").dests().get("e7").length, 1);
        // Castling of Chess960 goes to the rook.
        assert.ok(new Game("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1").dests().get("f1").includes("b1"));
    });

    test(`${name}: a promotion is a legal move of a pawn to the last rank`, () => {
        const game = new Game("3n4/4P3/8/8/8/8/8/k1K3R1 w - - 0 1");
        const asked = [["e7", "e8"], ["e7", "d8"], ["e7", "f8"], ["g1", "g8"], ["c1", "c2"], ["a1", "a2"]];
        assert.deepEqual(asked.map(([from, to]) => game.isPromotion(from, to)), [true, true, false, false, false, false]);
    });

    test(`${name}: attackers are those of the board, of either side`, () => {
        const game = new Game("4k3/8/3p4/4P3/8/4R3/8/4K3 b - - 0 1");
        assert.deepEqual([game.attackers("e5"), game.attackers("e5", "w"), game.attackers("d6", "w"), game.attackers("a1")], [["d6"], ["e3"], ["e5"], []]);
    });

    test(`${name}: a move that is not legal is refused with its reason`, () => {
        for (const [fen, move, message] of [
            [START, "e2e5", "e2e5: the white pawn on e2 cannot move to e5"],
            [START, { from: "e7", to: "e5" }, "e7e5: the black pawn on e7 does not belong to the side to move"],
            [START, "e1g1", "e1g1: castling is blocked by f1 g1"],
            ["4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", "e1f2", "e1f2: the king on f2 would be in check from d2"],
            ["8/4P3/8/8/8/8/8/k1K5 w - - 0 1", "e7e8", "e7e8: the move does not say what the pawn promotes to: q, r, b or n"],
            [START, "Nd4", "`Nd4`: no such move is legal here"],
        ]) {
            assert.throws(() => new Game(fen).play(move), (error) => error instanceof ChessError && error.kind === "illegal_move" && error.message === message);
        }
    });

    test(`${name}: a game is shown by its FEN, becomes JSON, and is not cloned by accident`, () => {
        const game = new Game();
        assert.deepEqual([shown(game), String(game), JSON.stringify({ game })], [`Game { ${START} }`, START, JSON.stringify({ game: { fen: START, ...(hasPgn && { pgn: game.pgn() }) } })]);
        assert.throws(() => structuredClone(game), { name: "DataCloneError", message: /send game\.fen\(\)/ });
        game.free();
        assert.equal(shown(game), "Game { freed }");
    });

    testPgn(`${name}: games of a text are read one by one`, () => {
        const text = "[White \"ä\"]\n\n1. e4 {ö} *\n\n1. d4 e9 *\n\n[White \"c\"]\n\n1. c4 (1. Nf3) 0-1";
        const games = Game.fromPgns(text);
        assert.equal(games.next().value.tags().White, "ä");
        // Others read meanwhile, and take the text's slot.
        const others = Array.from({ length: 9 }, () => Game.fromPgns(text));
        assert.ok(others.every((one) => one.next().value.history().length === 1));
        assert.throws(() => games.next(), (error) => error instanceof ChessError && error.game === 2 && error.line === 5 && error.offset === Buffer.byteLength(text.slice(0, text.indexOf("e9"))));
        const last = games.next().value;
        assert.deepEqual([last.tags().White, last.tags().Result, last.history({ verbose: false })], ["c", "0-1", ["c4"]]);
        assert.match(last.pgn(), /1\. c4 \(1\. Nf3\) 0-1/);
        assert.deepEqual([games.next(), games.next()], [{ done: true, value: undefined }, { done: true, value: undefined }]);
        assert.equal([...Game.fromPgns("1. e4 *\n\n".repeat(2500))].filter((game) => game.fen().includes("4P3")).length, 2500);
        assert.deepEqual([...Game.fromPgns("")], []);
        assert.deepEqual([...Game.fromPgns("{of c} 1. c4 1-0 1. f4 0-1")].map((game) => game.history({ verbose: false })), [["c4"], ["f4"]]);
        // With a function for errors, reading goes on by itself.
        const errors = [];
        assert.deepEqual([...Game.fromPgns(text, { onError: (error) => errors.push(error) })].map((one) => one.history().length), [1, 1]);
        assert.deepEqual(errors.map(({ kind, game, line }) => [kind, game, line]), [["pgn", 2, 5]]);
    });

    testPgn(`${name}: broken games are read leniently, by the large module`, () => {
        const errors = [];
        const options = { lenient: true, onError: ({ game, line, message }) => errors.push([game, line, message.includes("`Ke5`")]) };
        const text = "1. e2e4 e7e5 2. Ng1-f3 (2. Ke5) Nb8-c6 1 - 0\n\n1. d4 Ke5 d5 *";
        if (name !== "chess-large") {
            assert.throws(() => Game.fromPgn(text, options), { name: "TypeError", message: /^lenient: / });
            return;
        }
        const games = [...Game.fromPgns(text, options)];
        assert.deepEqual(errors, [[1, 1, true], [2, 3, true]]);
        assert.deepEqual(games.map((game) => game.history({ verbose: false }).join(" ")), ["e4 e5 Nf3 Nc6", "d4"]);
        // A game that is made again is read in the same way.
        Array.from({ length: 1100 }, () => Game.fromPgn("*"));
        assert.deepEqual([games[0].fen(), Game.fromPgn(text, { lenient: true }).tags().Result], [new Game(games[0].fen()).fen(), "1-0"]);
    });

    test(`${name}: perft counts the published numbers, and the deepest stays within the stack`, () => {
        assert.deepEqual([0, 1, 2, 3, 4].map((depth) => new Game(KIWIPETE).perft(depth)), [1, 48, 2039, 97_862, 4_085_603]);
        const divided = Object.values(new Game(KIWIPETE).divide(3));
        assert.deepEqual([divided.length, divided.reduce((sum, leaves) => sum + leaves, 0)], [48, 97_862]);
        // Each side has one move at a time.
        const game = new Game("k2b4/p1pPp3/P1P1P3/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1");
        assert.deepEqual([game.perft(64), game.divide(64)], [1, { a1b1: 1 }]);
    });
}
