// How the tests drive the page and read what it shows. CHESS names the program, and PAGE another copy of the page.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { loadFull } from "../../js/node.js";
import { KIWIPETE, SQUARES, squaresOf } from "../oracle.js";
import { Random } from "../random.js";
import { launch } from "./browser.js";

const program = process.env.CHESS ?? "target/debug/chess";
const PAGE = process.env.PAGE ?? "docs/moveboards/index.html";

const { Game } = await loadFull();

let browser;

export async function start() {
    browser = await launch();
}

export const end = () => browser.close();

/** The program's output, and its JSON. */
export function run(arguments_, input) {
    const { stdout, stderr, status } = spawnSync(program, arguments_, { encoding: "utf8", input, maxBuffer: 1 << 26 });
    assert.equal(status, 0, `${arguments_.join(" ")}: ${stderr}`);
    return stdout;
}

export const json = (...arguments_) => JSON.parse(run(arguments_));

/** The page with a state in its address. `work` gets it; what the page complains about, and what it asks of a network, fails. */
export async function open(hash, work, { options = {}, script, file = PAGE } = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    await context.setOffline(true);
    const faults = [];
    try {
        const page = await context.newPage();
        page.setDefaultTimeout(20_000);
        page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
        page.on("pageerror", (error) => faults.push(error.stack));
        page.on("crash", () => faults.push("the page has crashed"));
        page.on("request", (request) => !/^(file|data|blob):/.test(request.url()) && faults.push(request.url()));
        if (script !== undefined) {
            await page.addInitScript(script);
        }
        await page.goto(pathToFileURL(file).href + hash);
        await ready(page);
        await work(page);
    } finally {
        await context.close();
    }
    assert.deepEqual(faults, []);
}

const ready = (page) => page.waitForSelector('html[data-ready="true"]', { state: "attached" });
export const view = (page, name) => page.click(`[role="tab"][data-view="${name}"]`);
export const square = (page, name) => page.click(`#boardbox [data-square="${name}"]`);
export const texts = (page, selector) => page.locator(selector).allTextContents();

export const VIEWS = ["moveboard", "search", "table", "word", "play", "perft"];

/** Opens a view, with all that it can show. */
export async function viewAll(page, name) {
    await view(page, name);
    if (name === "moveboard") {
        await square(page, "d4");
        await page.click('[data-choice="all"]');
    } else if (name === "search") {
        await page.click('[data-search="step"]');
        await page.waitForSelector("[data-graph]");
    } else if (name === "perft") {
        await page.click("[data-count]");
        await page.waitForSelector("[data-perft]");
    }
}

export async function setFen(page, fen) {
    await page.fill("#fen", fen);
    await page.press("#fen", "Enter");
    assert.equal(await page.inputValue("#fen"), fen);
}

/**
 * What the page shows of a moveboard: `own`, the sets outside lookups, and `lookups`, each with its sets and numbers. A set is read
 * from its cells, and must be that of its attribute and of its hexadecimal text; drawn twice, it must be the same twice.
 */
export function drawn(page) {
    return page.evaluate(() => {
        const faults = [];
        const parts = { own: { sets: {}, repeats: {}, numbers: {} }, lookups: {} };
        const part = (element) => {
            const name = element.closest("[data-lookup]")?.dataset.lookup;
            return name === undefined ? parts.own : (parts.lookups[name] ??= { sets: {}, repeats: {}, numbers: {}, extracted: "" });
        };
        for (const element of document.querySelectorAll("#content [data-set]")) {
            const name = element.dataset.name ?? element.dataset.repeat;
            if (element.closest(".multiply, .squaretable") !== null) {
                continue;
            }
            const cells = [...element.querySelectorAll("[data-square]")];
            let set = 0n;
            for (const cell of cells) {
                const index = "abcdefgh".indexOf(cell.dataset.square[0]) + 8 * (Number(cell.dataset.square[1]) - 1);
                const on = cell.classList.contains("on");
                set |= on ? 1n << BigInt(index) : 0n;
                if (cell.textContent !== "" && cell.textContent !== (on ? "1" : "0")) {
                    faults.push(`${name}: ${cell.dataset.square} says ${cell.textContent}`);
                }
            }
            const digits = set.toString(16).padStart(16, "0");
            const text = element.closest("figure").querySelector(".hex").textContent;
            if (new Set(cells.map((cell) => cell.dataset.square)).size !== 64 || element.dataset.set !== digits || text !== `0x${digits}`) {
                faults.push(`${name}: ${cells.length} cells with ${digits}, ${element.dataset.set} and ${text}`);
            }
            const sets = part(element)[element.dataset.name === undefined ? "repeats" : "sets"];
            if (name in sets && sets[name] !== digits) {
                faults.push(`${name} is drawn twice, and not the same`);
            }
            sets[name] = digits;
        }
        for (const element of document.querySelectorAll("#content [data-number]")) {
            if (element.closest(".multiply, .squaretable") !== null) {
                continue;
            }
            part(element).numbers[element.dataset.number] = Number(element.textContent);
        }
        for (const element of document.querySelectorAll("#content .extract")) {
            part(element).extracted = [...element.querySelectorAll("span")]
                .map((bit) => `${bit.querySelector("small").textContent}${bit.textContent[0]}${bit.classList.contains("on") ? "+" : ""}`)
                .join(" ");
        }
        return { ...parts, faults, shown: document.querySelector("[data-moveboard]")?.dataset.moveboard };
    });
}

export const FORMS = {
    classic: (one) => ({
        sets: { "classic.factor": one.classic.factor, "classic.product": one.classic.product },
        numbers: { "classic.shift": one.classic.shift, "classic.index": one.classic.index, "classic.entries": one.classic.entries },
        extracted: "",
    }),
    packed: ({ magic }) => ({
        sets: {
            "magic.irrelevant": magic.irrelevant, "magic.filled": magic.filled, "magic.factor": magic.factor, "magic.product": magic.product,
        },
        numbers: { "magic.shift": magic.shift, "magic.offset": magic.offset, "magic.index": magic.index },
        extracted: "",
    }),
    pext: ({ pext, mask, blockers }) => ({
        sets: {},
        numbers: { "pext.offset": pext.offset, "pext.extracted": pext.extracted, "pext.index": pext.index },
        extracted: squaresOf(mask).reverse().map((name) => name + (squaresOf(blockers).includes(name) ? "1+" : "0")).join(" "),
    }),
    hyperbola: ({ hyperbola }) => ({
        sets: Object.fromEntries(hyperbola.flatMap((line, index) =>
            Object.entries(line).map(([key, set]) => [`hyperbola.${index}.${key}`, set]))),
        numbers: {},
        extracted: "",
    }),
};

/** What the page must show of the program's moveboard. */
function expected(data, forms) {
    const lookups = {};
    for (const one of data.lookups) {
        const { rays, mask, blockers, attacks } = one;
        // The hyperbola has no mask.
        const masked = forms.every((form) => form === "hyperbola") ? {} : { mask, blockers };
        const shown = { sets: { rays, attacks, ...masked }, numbers: {}, extracted: "" };
        for (const form of forms) {
            const { sets, numbers, extracted } = FORMS[form](one);
            Object.assign(shown.sets, sets);
            Object.assign(shown.numbers, numbers);
            shown.extracted += extracted;
        }
        lookups[one.slider] = shown;
    }
    const { occupancy, attacks, attacked, enemy_pieces, own_pieces, cut_off } = data;
    const own = { occupancy, attacked, enemy_pieces, own_pieces };
    // What the attacks are masked with. The piece itself is one of ours.
    const white = data.piece === data.piece.toUpperCase();
    const side = (wanted) => [...pieces(data.fen).set(data.square, data.piece)].filter(([, one]) => (one === one.toUpperCase()) === wanted)
        .reduce((set, [name]) => set | (1n << BigInt(SQUARES.indexOf(name))), 0n);
    const digits = (set) => BigInt.asUintN(64, set).toString(16).padStart(16, "0");
    const operands = { ours: digits(side(white)), theirs: digits(side(!white)), neither: digits(~(side(true) | side(false))) };
    if (data.lookups.length > 0) {
        own.cut_off = cut_off;
    }
    if (data.lookups.length !== 1) {
        own.attacks = attacks;
    }
    return { own, operands: { attacks, ...operands }, lookups };
}

/** Compares what the page shows with the program. Returns the number of sets and of numbers that were compared. */
export async function compare(page, fen, piece, name, forms) {
    const { own, lookups, faults, shown } = await drawn(page);
    const where = `${piece}@${name} ${fen} ${forms}`;
    assert.deepEqual([faults, shown], [[], `${piece}@${name}`], where);
    const data = json("show", "--attacks", `${piece}@${name}`, "--json", fen);
    const right = expected(data, forms);
    let count = 0;
    for (const [key, set] of Object.entries(right.own)) {
        assert.equal(own.sets[key], set, `${key} ${where}`);
        count += 1;
    }
    assert.deepEqual(Object.keys(lookups), Object.keys(right.lookups), where);
    for (const [slider, { sets, repeats, numbers, extracted }] of Object.entries(lookups)) {
        assert.deepEqual({ sets, numbers, extracted }, right.lookups[slider], `${slider} ${where}`);
        for (const [key, set] of Object.entries(repeats)) {
            assert.equal(set, right.lookups[slider].sets[key] ?? right.own[key], `${key} again, ${where}`);
        }
        count += Object.keys(sets).length + Object.keys(numbers).length;
    }
    for (const [key, set] of Object.entries(own.repeats)) {
        const [slider, of] = key.split(".");
        assert.equal(set, of === undefined ? right.own[key] ?? right.operands[key] : right.lookups[slider].sets[of], `${key} again, ${where}`);
    }
    return count;
}

/** The pieces of a FEN by square. */
export function pieces(fen) {
    const found = new Map();
    fen.split(" ")[0].split("/").forEach((rank, row) => {
        let file = 0;
        for (const letter of rank) {
            if (/\d/.test(letter)) {
                file += Number(letter);
            } else {
                found.set(SQUARES[(7 - row) * 8 + file], letter);
                file += 1;
            }
        }
    });
    return found;
}

/** Boards of random games, Chess960 among them, and boards that no game can lead to. */
export function boards() {
    const random = new Random(7);
    const fens = [
        KIWIPETE, "8/3r4/8/8/8/8/8/8 w - - 0 1", "8/8/8/3Q4/8/8/8/8 w - - 0 1", "qqqqqqqq/8/QQQQQQQQ/8/BBBBBBBB/8/rrrrrrrr/8 b - - 0 1",
        "P6p/8/8/8/8/8/8/p6P w - - 0 1", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "R6B/8/8/8/8/8/8/b6r w - - 0 1", "1n2k3/P6p/8/8/8/8/p6P/1N2K3 w - - 0 1",
    ];
    for (let number = 0; fens.length < 50; number += 1) {
        const game = number % 4 === 3 ? Game.chess960(random.below(960)) : new Game();
        while (game.status().outcome === null && game.status().ply < 150) {
            game.play(random.of(game.moves()));
            if (random.below(20) === 0) {
                fens.push(game.fen());
            }
        }
        game.free();
    }
    return fens.slice(0, 50);
}
