// The smallest positions and games of chess-testkit through everything that answers: `bash wasm/build.sh test`. What the module
// exports and this table does not name fails.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load, loadFull } from "../js/node.js";
import { SQUARES, doors, squaresOf } from "./oracle.js";

const file = new URL("../../crates/chess-testkit/data/smallest.json", import.meta.url);
const { positions, games } = JSON.parse(await readFile(file, "utf8"));

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);
const sorted = (list) => [...list].sort();
const uci = (moves) => moves.map((move) => move.uci);

/** A FEN that was written, with the castling rights as in the file: there they may be named by files. */
const same = ({ Game }, written, fen) => (new Game(written).fen({ shredder: true }) === fen ? fen : written);

/** What answers about a position: how, and what it has to answer. A text is the reason why something does not. */
const ASKED = {
    Game: (module, { fen }) => [same(module, new module.Game(fen).fen(), fen), fen],
    "Game.chess960": "the file has no numbers of start positions",
    "Game.fromPgn": (module, { fen }) => [same(module, module.Game.fromPgn(`[SetUp "1"]\n[FEN "${fen}"]\n\n*`).fen(), fen), fen],
    "game.fen": ({ Game }, { fen }) => [new Game(new Game(fen).fen({ shredder: true })).fen(), new Game(fen).fen({ shredder: false })],
    "game.moves": ({ Game }, { fen, moves }) => {
        const game = new Game(fen);
        assert.deepEqual(sorted(uci(game.moves())), moves);
        return [sorted(uci(SQUARES.flatMap((square) => game.moves(square)))), moves];
    },
    "Game.fromPgns": ({ Game }, { fen }) => {
        const text = `[SetUp "1"]\n[FEN "${fen}"]\n\n*\n\n`;
        return [[...Game.fromPgns(text + text)].map((game) => game.fen()), [new Game(fen).fen(), new Game(fen).fen()]];
    },
    "game.turn": ({ Game }, { fen }) => [new Game(fen).turn, fen.split(" ")[1]],
    "game.board": ({ Game }, { fen }) => {
        const letter = ({ type, color }) => (color === "w" ? type.toUpperCase() : type);
        const rows = new Game(fen).board().map((row) => row.map((one) => (one === null ? "1" : letter(one))).join(""));
        return [rows.join("/"), fen.split(" ")[0].replace(/\d/g, (count) => "1".repeat(Number(count)))];
    },
    "game.get": ({ Game }, { fen }) => {
        const game = new Game(fen);
        return [SQUARES.map((square) => game.get(square)?.type ?? null), game.board().reverse().flat().map((one) => one?.type ?? null)];
    },
    "game.isCheck": ({ Game }, { fen }) => [new Game(fen).isCheck(), new Game(fen).status().check],
    "game.isGameOver": ({ Game }, { fen, status }) => [new Game(fen).isGameOver(), status !== "ongoing"],
    "game.isCheckmate": ({ Game }, { fen, status }) => [new Game(fen).isCheckmate(), status === "checkmate"],
    "game.isStalemate": ({ Game }, { fen, status }) => [new Game(fen).isStalemate(), status === "stalemate"],
    "game.isDraw": ({ Game }, { fen, status }) => [new Game(fen).isDraw(), !["ongoing", "checkmate"].includes(status)],
    "game.dests": ({ Game }, { fen }) => {
        const game = new Game(fen);
        const pairs = [...game.dests()].flatMap(([from, list]) => list.map((to) => from + to));
        const chess960 = game.status().chess960;
        return [sorted(pairs), sorted(new Set(game.moves().map((move) => (chess960 ? move.uci.slice(0, 4) : move.from + move.to))))];
    },
    "game.clone": ({ Game }, { fen, moves }) => {
        const copies = moves.map((move) => { const game = new Game(fen); const copy = game.clone(); copy.play(move); return [game.fen(), uci(copy.clone().history())]; });
        return [copies, moves.map((move) => [new Game(fen).fen(), [move]])];
    },
    "game.tree": ({ Game }, { fen, moves }) => [
        moves.map((move) => { const game = new Game(fen); game.play(move); return game.tree().moves.map((one) => one.uci); }), moves.map((move) => [move]),
    ],
    "game.setResult": ({ Game }, { fen }) => { const game = new Game(fen); game.setResult("1-0"); return [game.tags().Result, "1-0"]; },
    "game.setComment": ({ Game }, { fen }) => { const game = new Game(fen); game.setComment("x"); return [game.tree().comments, ["x"]]; },
    "game.setNags": ({ Game }, { fen, moves }) => [
        moves.map((move) => { const game = new Game(fen); game.play(move); game.setNags([1, 5]); return game.tree().moves[0].nags; }), moves.map(() => [1, 5]),
    ],
    "game.addVariation": ({ Game }, { fen, moves: [first, ...others] }) => {
        const game = new Game(fen);
        if (first !== undefined) {
            game.play(first);
        }
        others.forEach((move) => game.addVariation([move]));
        return [(game.tree().moves[0]?.variations ?? []).map(([move]) => move.uci), others];
    },
    "game.removeVariation": ({ Game }, { fen, moves: [first, ...others] }) => {
        const game = new Game(fen);
        if (first !== undefined) {
            game.play(first);
        }
        others.forEach((move) => (game.addVariation([move]), game.removeVariation([move])));
        return [game.tree().moves[0]?.variations ?? [], []];
    },
    "game.find": ({ Game }, { fen, moves }) => {
        const game = new Game(fen);
        assert.deepEqual(moves.map((move) => game.find(move).uci), moves);
        return [uci(game.moves().map((move) => game.find(move.san))), uci(game.moves())];
    },
    "game.play": ({ Game }, { fen, perft }) => {
        const replies = new Game(fen).moves().map((move) => {
            const game = new Game(fen);
            game.play(move);
            return game.moves().length;
        });
        return [sum(replies), perft[2]];
    },
    "game.undo": ({ Game }, { fen, moves }) => {
        const game = new Game(fen);
        assert.equal(game.undo(), undefined);
        return [[...moves.map((move) => (game.play(move), game.undo().uci)), game.fen()], [...moves, new Game(fen).fen()]];
    },
    "game.history": ({ Game }, { fen, moves }) => {
        assert.deepEqual(new Game(fen).history(), []);
        return [moves.map((move) => { const game = new Game(fen); game.play(move); return uci(game.history()); }), moves.map((move) => [move])];
    },
    "game.status": ({ Game }, { fen, status }) => [new Game(fen).status().outcome?.replaceAll(" ", "_") ?? "ongoing", status],
    "game.setTag": ({ Game }, { fen }) => {
        const game = new Game(fen);
        game.setTag("Result", "0-1");
        return [game.tags().Result, Game.fromPgn(game.pgn()).tags().Result];
    },
    "game.tags": ({ Game }, { fen }) => [new Game(fen).tags().Result, new Game(fen).status().result],
    "game.pgn": ({ Game }, { fen, moves }) => {
        const read = (...played) => {
            const game = new Game(fen);
            played.forEach((move) => game.play(move));
            const again = Game.fromPgn(game.pgn());
            return [again.fen() === game.fen(), ...uci(again.history())];
        };
        assert.deepEqual(read(), [true]);
        return [moves.map((move) => read(move)), moves.map((move) => [true, move])];
    },
    "game.perft": ({ Game }, { fen, perft }) => [perft.map((_, depth) => new Game(fen).perft(depth)), perft],
    "game.divide": ({ Game }, { fen, moves, perft }) => {
        const divided = perft.map((_, depth) => new Game(fen).divide(depth));
        assert.deepEqual(divided[0], {});
        assert.deepEqual(divided[1], Object.fromEntries(moves.map((move) => [move, 1])));
        return [[sorted(Object.keys(divided[2])), sum(divided[2])], [moves, perft[2]]];
    },
    "game.free": ({ Game, ChessError }, { fen, moves }) => {
        const game = new Game(fen);
        game.free();
        game.free();
        assert.throws(() => game.fen(), (error) => error instanceof ChessError && error.kind === "freed");
        return [new Game(fen).perft(1), moves.length];
    },
    "lessons.board": (module, { fen }) => {
        const { fen: written, legal } = module.lessons.board(fen);
        return [[same(module, written, fen), legal], [fen, true]];
    },
    "lessons.put": ({ lessons }, { fen }) => {
        const { squares } = lessons.board(fen);
        const king = squares.indexOf("K");
        return [lessons.put(lessons.put(fen, SQUARES[king]).fen, SQUARES[king], "K").squares, squares];
    },
    "lessons.carry": ({ lessons }, { fen }) => {
        const { squares } = lessons.board(fen);
        const [king, free] = [SQUARES[squares.indexOf("K")], SQUARES[squares.indexOf(null)]];
        return [lessons.carry(lessons.carry(fen, king, free).fen, free, king).squares, squares];
    },
    "lessons.alter": (module, { fen }) => {
        const changes = [{}, { turn: fen.split(" ")[1] }, { castling: fen.split(" ")[2] }];
        return [changes.map((one) => same(module, module.lessons.alter(fen, one).fen, fen)), changes.map(() => fen)];
    },
    "lessons.moveboard": ({ Game, lessons }, { fen }) => {
        const moves = new Game(fen).moves().filter((move) => !"pk".includes(move.piece));
        const letter = ({ piece, color }) => (color === "w" ? piece.toUpperCase() : piece);
        return [moves.filter((move) => !squaresOf(lessons.moveboard(fen, letter(move), move.from).attacks).includes(move.to)), []];
    },
    "lessons.safety": ({ Game, lessons }, { fen }) => [lessons.safety(fen).checks.map((check) => check.square), new Game(fen).status().checkers],
    "lessons.moveWord": ({ Game, lessons }, { fen }) => {
        const moves = new Game(fen).moves();
        return [moves.map(({ word }) => lessons.moveWord(fen, word).san), moves.map((move) => move.san)];
    },
    "lessons.picture": ({ lessons }, { fen }) => {
        const pieces = lessons.board(fen).squares.filter((piece) => piece !== null).length;
        return [lessons.picture({ fen }).match(/<use /g).length, pieces];
    },
    "lessons.multiplication": "sliders alone", "lessons.squareTable": "sliders alone", "lessons.table": "sliders alone", "lessons.entry": "sliders alone", "lessons.sharing": "sliders alone",
    "lessons.search": "sliders alone", "lessons.search.run": "sliders alone", "lessons.verify": "sliders alone",
    "engine.search": ({ engine, ChessError }, { fen, moves, status }) => {
        if (moves.length === 0) {
            assert.throws(() => engine.search({ fen, depth: 1 }), (error) => error instanceof ChessError && error.kind === "game_over");
            return [];
        }
        const [one, two] = [1, 2].map((depth) => engine.search({ fen, depth }));
        assert.ok(moves.includes(one.best) && moves.includes(two.best), status);
        const after = engine.search({ fen, moves: [], nodes: 1 });
        return [moves.includes(after.best), true];
    },
    "engine.newGame": ({ engine }) => [engine.newGame(), undefined],
};

for (const name of (process.env.MODULES ?? "chess chess-large chess-full").split(" ")) {
    const bytes = await readFile(new URL(`../dist/${name}.wasm`, import.meta.url));
    const loaded = await (name === "chess-full" ? loadFull : load)(bytes);

    test(`${name}: the smallest positions through everything`, () => {
        const all = doors(loaded);
        assert.deepEqual(all.filter((door) => !(door in ASKED)), []);
        if (name === "chess-full") {
            assert.deepEqual(Object.keys(ASKED).filter((door) => !all.includes(door)), []);
        }
        for (const door of all.filter((one) => typeof ASKED[one] === "function")) {
            for (const position of positions) {
                const [answer, expected] = ASKED[door](loaded, position);
                assert.deepEqual(answer, expected, `${door}: ${position.name}`);
            }
        }
    });

    test(`${name}: the smallest games`, () => {
        const { Game, ChessError } = loaded;
        for (const { name, pgn, games: [only, ...others] } of games) {
            if (only === undefined || others.length > 0) {
                assert.throws(() => Game.fromPgn(pgn), (error) => error instanceof ChessError && error.kind === "pgn", name);
                continue;
            }
            const game = Game.fromPgn(pgn);
            for (const one of [game, Game.fromPgn(game.pgn())]) {
                assert.deepEqual([uci(one.history()), one.tags().Result, one.status().ply], [only.uci, only.result, only.uci.length], name);
            }
        }
    });
}
