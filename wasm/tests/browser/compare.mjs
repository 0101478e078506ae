// The modules beside chess.js, chessops, kokopu and ffish: `bash wasm/build.sh`, and `node wasm/tests/browser/compare.mjs` after `npm ci` in this folder.
//
// All run in one process, in short turns; what is printed is the median of the rounds. Before time is taken, each task's answers
// are compared, and the program ends with an error if they differ. A run of more than a second is taken once. `--rounds N` takes another number
// of rounds than 21, and `--rows TEXT` only the rows whose names have the text, and then the sizes.
//
// `--before FOLDER` runs the modules of another package, a folder with `js` and some of the modules in `dist`, in the same turns, and no other
// libraries: what a row costs is then its ratio to these. Their order changes with each round.

import { Chess as ChessJs } from "chess.js";
import { Chess as Chessops } from "chessops/chess";
import { perft as chessopsPerft } from "chessops/debug";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSan, parseSan } from "chessops/san";
import { makeUci } from "chessops/util";
import esbuild from "esbuild";
import { Position as Kokopu, pgnRead } from "kokopu";
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { load, loadMoves } from "../../js/node.js";
import { KIWIPETE, START } from "../oracle.js";
import { Random } from "../random.js";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "21" }, rows: { type: "string", default: "" }, before: { type: "string" } } });
const rounds = Number(options.rounds);

const PROMOTIONS = ["queen", "rook", "bishop", "knight"];

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const modules = {};
const builds = ["chess-large", "chess", "moves"].filter((name) => options.before === undefined || existsSync(resolve(options.before, `dist/${name}.wasm`)));
for (const name of builds) {
    modules[name] = await (name === "moves" ? loadMoves : load)(readFileSync(here(`../../dist/${name}.wasm`)));
}

const before = {};
if (options.before !== undefined) {
    const other = await import(resolve(options.before, "js/node.js"));
    for (const name of Object.keys(modules)) {
        before[name] = await (name === "moves" ? other.loadMoves : other.load)(readFileSync(resolve(options.before, `dist/${name}.wasm`)));
    }
}

/** ffish, which asks for a file by `fetch` where there is one, and Node's takes no files. */
async function ffish() {
    const { fetch } = globalThis;
    delete globalThis.fetch;
    const module = createRequire(import.meta.url)("ffish");
    await new Promise((ready) => { module.onRuntimeInitialized = ready; });
    globalThis.fetch = fetch;
    return module;
}

const fairy = options.before === undefined ? await ffish() : undefined;

/** Positions of random games in which the game is not over, and the first game of 80 plies. */
function material({ Game }) {
    const random = new Random(1);
    const fens = [];
    let first;
    while (fens.length < 200) {
        const game = new Game();
        while (game.status().outcome === null && game.status().ply < 80) {
            if (random.below(10) === 0) {
                fens.push(game.fen());
            }
            game.play(random.of(game.moves()));
        }
        if (game.status().ply === 80) {
            first ??= { sans: game.history().map((move) => move.san), pgn: game.pgn() };
        }
        game.free();
    }
    return { fens: fens.slice(0, 200), ...first };
}

const { fens, sans, pgn } = material(modules.chess);

function chessopsPosition(fen) {
    return Chessops.fromSetup(parseFen(fen).unwrap()).unwrap();
}

/** The legal moves by chessops as objects with SAN and UCI. */
function chessopsMoves(position) {
    const context = position.ctx();
    const list = [];
    const add = (move) => list.push({ ...move, san: makeSan(position, move), uci: makeUci(move) });
    for (const [from, targets] of position.allDests(context)) {
        const pawn = position.board.pawn.has(from);
        for (const to of targets) {
            if (pawn && (to < 8 || to >= 56)) {
                PROMOTIONS.forEach((promotion) => add({ from, to, promotion }));
            } else {
                add({ from, to });
            }
        }
    }
    return list;
}

/** What a player does: the tasks with the names below. A function that returns a function has prepared something untimed. */
function module_({ Game }) {
    const played = (game) => {
        sans.forEach((san) => game.play(san));
        return game;
    };
    const freed = (game) => {
        const fen = game.fen();
        game.free();
        return fen;
    };
    return {
        perft(fen, depth) {
            const game = new Game(fen);
            return () => game.perft(depth);
        },
        sans() {
            const games = fens.map((fen) => new Game(fen));
            return () => games.map((game) => game.moves({ verbose: false }));
        },
        moves() {
            const games = fens.map((fen) => new Game(fen));
            return () => games.map((game) => game.moves());
        },
        squares() {
            const games = fens.map((fen) => new Game(fen));
            return () => games.map((game) => game.dests());
        },
        make: () => () => last(() => new Game()).fen(),
        begin: () => () => last(() => { const game = new Game(); game.play("e4"); return game; }).fen(),
        look() {
            const games = fens.map((fen) => new Game(fen));
            return () => games.map((game) => {
                game.play(game.moves({ verbose: false })[0]);
                const seen = [game.board(), game.status(), game.isCheck()];
                game.undo();
                return boardOf(seen);
            });
        },
        open() {
            const games = Array.from({ length: 1100 }, () => played(new Game()));
            return () => games.map((game) => game.fen());
        },
        clone() {
            const game = played(new Game());
            return () => Array.from({ length: 100 }, () => freed(game.clone()));
        },
        play: () => () => {
            const game = new Game();
            sans.forEach((san) => game.play(san));
            return freed(game);
        },
        ...(Game.fromPgn !== undefined && { pgn: () => () => freed(Game.fromPgn(pgn)) }),
    };
}

/** What a page draws after a move. */
const boardOf = ([board, status, check]) => board.flat().filter((one) => one !== null).length + String(status.check) + check;

/** The last of 100,000 games that nobody keeps. */
function last(make, games = 100_000) {
    let made;
    for (let count = 0; count < games; count += 1) {
        made = make();
    }
    return made;
}

const MODULES = {
    ...Object.fromEntries(Object.entries(before).map(([name, module]) => [`before ${name}`, module_(module)])),
    ...Object.fromEntries([...builds].reverse().map((name) => [name, module_(modules[name])])),
};

const PEERS = {
    "chess.js": {
        perft(fen, depth) {
            const game = new ChessJs(fen);
            return () => game.perft(depth);
        },
        sans() {
            const games = fens.map((fen) => new ChessJs(fen));
            return () => games.map((game) => game.moves());
        },
        moves() {
            const games = fens.map((fen) => new ChessJs(fen));
            return () => games.map((game) => game.moves({ verbose: true }));
        },
        make: () => () => last(() => new ChessJs()).fen(),
        begin: () => () => last(() => { const game = new ChessJs(); game.move("e4"); return game; }).fen(),
        play: () => () => {
            const game = new ChessJs();
            sans.forEach((san) => game.move(san));
            return game.fen();
        },
        pgn: () => () => {
            const game = new ChessJs();
            game.loadPgn(pgn);
            return game.fen();
        },
    },
    chessops: {
        perft(fen, depth) {
            const position = chessopsPosition(fen);
            return () => chessopsPerft(position, depth);
        },
        sans() {
            const positions = fens.map(chessopsPosition);
            return () => positions.map((position) => chessopsMoves(position).map((move) => move.san));
        },
        moves() {
            const positions = fens.map(chessopsPosition);
            return () => positions.map(chessopsMoves);
        },
        squares() {
            const positions = fens.map(chessopsPosition);
            return () => positions.map((position) => position.allDests());
        },
        make: () => () => makeFen(last(() => Chessops.default()).toSetup()),
        begin: () => () => {
            const begun = last(() => { const position = Chessops.default(); position.play(parseSan(position, "e4")); return position; });
            return makeFen(begun.toSetup());
        },
        play: () => () => {
            const position = Chessops.default();
            sans.forEach((san) => position.play(parseSan(position, san)));
            return makeFen(position.toSetup());
        },
        pgn: () => () => {
            const game = parsePgn(pgn)[0];
            const position = startingPosition(game.headers).unwrap();
            for (const { san } of game.moves.mainline()) {
                position.play(parseSan(position, san));
            }
            return makeFen(position.toSetup());
        },
    },
    kokopu: {
        sans() {
            const positions = fens.map((fen) => new Kokopu(fen));
            return () => positions.map((position) => position.moves().map((move) => position.notation(move)));
        },
        make: () => () => last(() => new Kokopu()).fen(),
        begin: () => () => last(() => { const position = new Kokopu(); position.play("e4"); return position; }).fen(),
        play: () => () => {
            const position = new Kokopu();
            sans.forEach((san) => position.play(san));
            return position.fen();
        },
        pgn: () => () => pgnRead(pgn, 0).finalPosition().fen(),
    },
    // Its boards are freed by hand.
    ffish: {
        sans() {
            const boards = fens.map((fen) => new fairy.Board("chess", fen));
            return () => boards.map((board) => board.legalMovesSan().split(" "));
        },
        make: () => hundredth(() => new fairy.Board()),
        begin: () => hundredth(() => { const board = new fairy.Board(); board.pushSan("e4"); return board; }),
        play: () => () => {
            const board = new fairy.Board();
            sans.forEach((san) => board.pushSan(san));
            return freedBoard(board);
        },
        pgn: () => () => {
            const game = fairy.readGamePGN(pgn);
            const board = new fairy.Board();
            board.pushMoves(game.mainlineMoves());
            game.delete();
            return freedBoard(board);
        },
    },
};

/** Makes and frees a hundredth of 100,000 boards, of which each takes milliseconds; their time counts a hundred times. */
function hundredth(make) {
    const run = () => {
        last(() => make().delete(), 1000);
        return freedBoard(make());
    };
    return Object.assign(run, { times: 100 });
}

function freedBoard(board) {
    const fen = board.fen();
    board.delete();
    return fen;
}

const PLAYERS = options.before === undefined ? { ...MODULES, ...PEERS } : MODULES;

const lists = (answer) => answer.map((moves) => moves.map((move) => move.san ?? move).sort());
// They do not agree on when a FEN has an en passant square.
const board = (fen) => fen.split(" ").slice(0, 3).join(" ");
const perft = (fen, depth) => ({ work: (player) => player.perft?.(fen, depth), seen: (count) => count });
const TASKS = {
    "legal moves of 200 positions, as SAN": { work: (player) => player.sans(), seen: lists },
    "the same as objects with SAN, UCI and squares": { work: (player) => player.moves?.(), seen: lists },
    "the same without notation, as sets of squares": { work: (player) => player.squares?.(), seen: (answer) => answer.length },
    "a game of 80 plies by SAN": { work: (player) => player.play(), seen: board },
    "a PGN of 80 plies": { work: (player) => player.pgn?.(), seen: board },
    "100,000 games made and dropped": { work: (player) => player.make(), seen: board },
    "the same with a move played in each": { work: (player) => player.begin(), seen: board },
    "a move, then `board`, `status` and `isCheck`, in 200 positions": { work: (player) => player.look?.(), seen: (answer) => answer },
    "`fen` of 1,100 open games of 80 plies": { work: (player) => player.open?.(), seen: (answer) => answer.map(board) },
    "100 times `clone` of a game of 80 plies, and `fen`": { work: (player) => player.clone?.(), seen: (answer) => answer.map(board) },
    "perft 4, start position": perft(START, 4),
    "perft 5, start position": perft(START, 5),
    "perft 4, Kiwipete": perft(KIWIPETE, 4),
};

/** Milliseconds of the processor, which other work on the machine changes less than those of the clock. */
function spent() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

/** Frees what earlier tasks have left: the threads that do so in the time of the next one are counted with it. */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Milliseconds of one run, from as many runs as take so many. */
function time(run, least) {
    const start = spent();
    let runs = 0;
    let end;
    do {
        run();
        runs += 1;
        end = spent();
    } while (end - start < least);
    return (end - start) / runs;
}

/** A turn's milliseconds; what is slow has as many turns as take a second, and three at least. */
const TURN = 40;
const ENOUGH = 1000;

function median(numbers) {
    const sorted = [...numbers].sort((one, other) => one - other);
    const middle = sorted.length >> 1;
    return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function measure({ work, seen }) {
    const runs = Object.entries(PLAYERS).map(([name, player]) => ({ name, run: work(player), times: [], total: 0 })).filter(({ run }) => run);
    let expected;
    collect();
    for (const one of runs) {
        const start = spent();
        const answer = one.run();
        const first = spent() - start;
        expected ??= seen(answer);
        assert.deepEqual(seen(answer), expected, one.name);
        if (first > ENOUGH) {
            one.times.push(first);
        } else {
            time(one.run, 5 * TURN);
        }
        one.once = first > ENOUGH;
    }
    for (let round = 0; round < rounds; round += 1) {
        for (const one of round % 2 === 0 ? runs : [...runs].reverse()) {
            if (!one.once && (one.total < ENOUGH || one.times.length < 3)) {
                const start = spent();
                one.times.push(time(one.run, TURN));
                one.total += spent() - start;
            }
        }
    }
    return Object.fromEntries(runs.map(({ name, run, times }) => [name, median(times) * (run.times ?? 1)]));
}

/** A module that exports this, with all that it imports, as bundlers make it for a page. */
function bundled(source) {
    const { outputFiles } = esbuild.buildSync({
        stdin: { contents: source, resolveDir: here(".") }, bundle: true, minify: true, format: "esm", platform: "browser",
        external: ["node:*"], write: false, legalComments: "none",
    });
    return Buffer.from(outputFiles[0].contents);
}

function sizes() {
    const gzip = (file) => gzipSync(file, { level: 9 }).length;
    const total = (files, size) => files.reduce((sum, file) => sum + size(file), 0);
    const sum = (files) => [(file) => file.length, gzip, (file) => brotliCompressSync(file).length].map((size) => total(files, size));
    const entry = (name, module) => sum([readFileSync(here(`../../dist/${module}.wasm`)), bundled(`export * from "../../js/${name}.js";`)]);
    const whole = (...names) => sum([bundled(names.map((name) => `export * from "${name}";`).join(""))]);
    return {
        "`chess-wasm/moves`": entry("moves", "moves"),
        "`chess-wasm`": entry("chess", "chess"),
        "`chess-wasm/large`": entry("large", "chess-large"),
        "`chess-wasm`, its JavaScript alone": sum([bundled(`export * from "../../js/chess.js";`)]),
        "chess.js": whole("chess.js"),
        "chessops without PGN: `chess`, `fen`, `san`, `util`": whole(...["chess", "fen", "san", "util"].map((name) => `chessops/${name}`)),
        "chessops: the same and `pgn`": whole(...["chess", "fen", "pgn", "san", "util"].map((name) => `chessops/${name}`)),
        "kokopu": whole("kokopu"),
        "ffish": sum(["ffish.js", "ffish.wasm"].map((name) => readFileSync(here(`node_modules/ffish/${name}`)))),
    };
}

function table(head, rows) {
    return [head, head.map((_, index) => (index === 0 ? "---" : "---:")), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

const shown = (value) => (value === undefined ? "" : value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const ratio = (value, base) => (value === undefined || base === undefined ? "" : `${shown(value / base)}×`);
const grouped = (value) => value.toLocaleString("en-US");

const version = (name) => JSON.parse(readFileSync(here(`node_modules/${name}/package.json`), "utf8")).version;
const shownPlayers = Object.keys(PLAYERS).filter((player) => !player.startsWith("before"));
const heads = shownPlayers.map((name) => (name in MODULES ? `\`${name}.wasm\`` : `${name} ${version(name)}`));
const ratios = options.before === undefined ? [["to chess.js", "chess.js", "chess"], ["to chessops", "chessops", "chess"]]
    : Object.keys(modules).map((name) => [`\`${name}\` to before`, name, `before ${name}`]);
const start = performance.now();
console.log(`Node ${process.version}, ${cpus()[0].model}, medians of ${rounds} rounds, in milliseconds of the processor:\n`);
console.log(table(
    ["", ...heads, ...ratios.map(([head]) => head)],
    Object.entries(TASKS).filter(([name]) => name.includes(options.rows)).map(([name, task]) => {
        const begin = performance.now();
        const times = measure(task);
        console.error(`${((performance.now() - begin) / 1000).toFixed(1)} s: ${name}`);
        return [name, ...shownPlayers.map((player) => shown(times[player])), ...ratios.map(([, one, other]) => ratio(times[one], times[other]))];
    }),
));
if (options.before === undefined) {
    console.log(`\n${table(["bytes, minified", "raw", "`gzip -9`", "brotli"], Object.entries(sizes()).map(([name, each]) => [name, ...each.map(grouped)]))}`);
}
console.log(`\n${((performance.now() - start) / 1000).toFixed(0)} s`);
process.exit();
