// What the page shows step by step: the multiplication, the table of a square, blockers that are toggled, a game; its contrast by axe;
// and the page in one file. `bash wasm/browser.sh test`, after `bash wasm/build.sh page`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { loadFull } from "../../js/node.js";
import { KIWIPETE, SQUARES, walked } from "../oracle.js";
import { Random } from "../random.js";
import { boards, compare, end, json, open, pieces, setFen, square, start, texts, view, viewAll, VIEWS } from "./page.js";

const { Game } = await loadFull();

before(start);
after(end);

test("the multiplication is stepped through, forwards and backwards, as the program computes it", async () => {
    await open("#view=moveboard", async (page) => {
        const random = new Random(23);
        const step = () => page.evaluate(() => {
            const box = document.querySelector("[data-multiply]");
            const set = (name) => box.querySelector(`[data-repeat="${name}"]`)?.dataset.set;
            const current = box.querySelector(".copies .current [data-set]");
            return {
                slider: box.dataset.multiply, step: Number(box.dataset.step), last: Number(box.dataset.steps), told: box.querySelector("[data-told]").textContent,
                blockers: set("blockers"), factor: set("classic.factor"), sum: set("sum"), added: current?.dataset.set, of: current?.dataset.repeat,
                carry: [...box.querySelectorAll('[data-repeat="sum"] .carry')].map((one) => Number(one.dataset.bit)), index: box.querySelector('[data-number="multiply.index"]')?.textContent,
            };
        });
        let shown = 0;
        for (const fen of boards()) {
            const sliders = [...pieces(fen)].filter(([, piece]) => /[rbq]/i.test(piece));
            const [name, piece] = sliders.length > 0 ? random.of(sliders) : ["d4", "R"];
            await setFen(page, fen);
            await square(page, name);
            if (sliders.length === 0) {
                await page.click('[data-choice="r"], [data-choice="R"]');
            }
            const shownPiece = await page.getAttribute("[data-moveboard]", "data-moveboard");
            const { lookups: [one] } = json("show", "--attacks", shownPiece, "--json", fen);
            assert.ok(piece !== undefined);
            await page.click('[data-go="first"]:not(:disabled), [data-range]').catch(() => {});
            await page.locator("[data-range]").first().evaluate((range) => { range.value = "0"; range.dispatchEvent(new Event("input", { bubbles: true })); });
            let sum = 0n;
            const states = [await step()];
            const { last } = states[0];
            assert.deepEqual([states[0].blockers, states[0].factor, states[0].step], [one.blockers, one.classic.factor, 0]);
            const names = SQUARES.filter((_, index) => (BigInt(`0x${one.blockers}`) >> BigInt(index)) & 1n);
            assert.equal(last, names.length + 1);
            for (const [index, blocker] of names.entries()) {
                await page.locator('[data-go="next"]').first().click();
                const now = await step();
                states.push(now);
                const copy = BigInt.asUintN(64, BigInt(`0x${one.classic.factor}`) << BigInt(SQUARES.indexOf(blocker)));
                const after = BigInt.asUintN(64, sum + copy);
                const carry = sum ^ copy ^ after;
                sum = after;
                assert.deepEqual([now.step, now.of, BigInt(`0x${now.added}`), BigInt(`0x${now.sum}`)], [index + 1, `copy.${blocker}`, copy, after], fen);
                assert.deepEqual(now.carry.reduce((set, bit) => set | (1n << BigInt(bit)), 0n), carry, fen);
                assert.match(now.told, new RegExp(`blocker on ${blocker} is bit ${SQUARES.indexOf(blocker)}`));
            }
            await page.locator('[data-go="next"]').first().click();
            const end = await step();
            assert.deepEqual([end.step, end.sum, Number(end.index)], [last, one.classic.product, one.classic.index], fen);
            // The table has the attacks at the index.
            const cell = await page.evaluate(() => {
                const panel = document.querySelector("[data-cell-panel]");
                return [Number(panel.querySelector('[data-number="cell.index"]').textContent), panel.querySelector('[data-repeat="cell.attacks"]').dataset.set, Number(document.querySelector("[data-cells]").dataset.cells)];
            });
            assert.deepEqual(cell, [one.classic.index, one.attacks, one.classic.entries], fen);
            for (const before of states.reverse()) {
                await page.locator('[data-go="back"]').first().click();
                assert.deepEqual(await step(), before, fen);
            }
            shown += 1;
        }
        assert.equal(shown, 50);
        await page.locator('[data-go="play"]').first().click();
        const { last } = await step();
        await page.waitForFunction((end) => document.querySelector("[data-multiply]").dataset.step === String(end), last, { timeout: 30_000 });
    });
});

test("every cell of the table shows blockers that lead there", async () => {
    await open("#view=moveboard&square=d4&piece=B&fen=8/8/8/8/8/8/8/8_w_-_-_0_1", async (page) => {
        const cells = page.locator("[data-cells]");
        const [count, factor, shift] = [Number(await cells.getAttribute("data-cells")), await page.getAttribute('[data-name="classic.factor"]', "data-set"), Number(await page.textContent('[data-number="classic.shift"]'))];
        await cells.scrollIntoViewIfNeeded();
        const { width, height } = await cells.boundingBox();
        const columns = 32;
        let filled = 0;
        for (let index = 0; index < count; index += 37) {
            await cells.hover({ position: { x: ((index % columns) + 0.5) * (width / columns), y: (Math.floor(index / columns) + 0.5) * (height / (count / columns)) } });
            const seen = await page.locator("[data-cell-panel]").evaluate((panel) => ({
                index: Number(panel.querySelector('[data-number="cell.index"]').textContent), sets: [...panel.querySelectorAll('[data-repeat^="cell."]')].map((one) => [one.dataset.repeat, one.dataset.set]),
            }));
            assert.equal(seen.index, index);
            const attacks = seen.sets.find(([name]) => name === "cell.attacks")?.[1];
            for (const [, set] of seen.sets.filter(([name]) => name !== "cell.attacks")) {
                assert.equal(Number(BigInt.asUintN(64, BigInt(`0x${set}`) * BigInt(`0x${factor}`)) >> BigInt(shift)), index);
                assert.equal(walked("bishop", SQUARES.indexOf("d4"), BigInt(`0x${set}`)).attacks, BigInt(`0x${attacks}`));
                filled += 1;
            }
        }
        assert.ok(filled > 5, `${filled}`);
    });
});

test("a blocker is toggled in a small grid, and everything follows", async () => {
    await open("#view=moveboard", async (page) => {
        const random = new Random(31);
        await setFen(page, KIWIPETE);
        await square(page, "f3");
        for (let number = 0; number < 20; number += 1) {
            const before = pieces(await page.inputValue("#fen"));
            const name = random.of(SQUARES.filter((one) => one !== "f3"));
            const grid = number % 2 === 0 ? '[data-name="occupancy"].grid' : '[data-name="blockers"].grid';
            await page.locator(`${grid} [data-square="${name}"]`).first().click();
            const fen = await page.inputValue("#fen");
            const after = pieces(fen);
            assert.equal(after.has(name), !before.has(name), name);
            assert.deepEqual(new Set([...after.keys(), name]), new Set([...before.keys(), name]));
            await compare(page, fen, "Q", "f3", ["classic"]);
        }
        // By the keyboard, too.
        await page.locator('figure.toggles:has([data-name="occupancy"])').first().focus();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
        const before = pieces(await page.inputValue("#fen"));
        await page.keyboard.press("Enter");
        assert.equal(pieces(await page.inputValue("#fen")).has("b8"), !before.has("b8"));
        // Rows begin with either end.
        const bits = () => page.locator('[data-name="classic.factor"] [data-bit]').first().getAttribute("data-bit");
        assert.equal(await bits(), "63");
        await page.click('[data-choice="lsb"]');
        assert.equal(await bits(), "0");
    });
});

test("a cell has 24 pixels on a small screen, and the board stays in sight while it is toggled", async () => {
    for (const [width, height] of [[375, 667], [768, 1024]]) {
        await open("#view=moveboard", async (page) => {
            for (const name of ["occupancy", "blockers"]) {
                const cell = page.locator(`[data-name="${name}"].grid [data-square="d7"]`);
                await cell.evaluate((one) => one.scrollIntoView({ block: "center" }));
                const before = await cell.boundingBox();
                await cell.click();
                const [after, board] = [await cell.boundingBox(), await page.locator("#boardbox").boundingBox()];
                assert.ok(before.width >= 24 && before.height >= 24, `${width} ${name}: ${before.width} x ${before.height}`);
                assert.ok(Math.abs(after.y - before.y) < 1 && board.y >= 0 && board.y + board.height <= height, `${width} ${name}: ${after.y} ${board.y}`);
            }
        }, { options: { viewport: { width, height } } });
    }
});

test("a game is read, stepped through, taken up and found again by the way back", async () => {
    const pgn = '[Event "Test"]\n[White "Ä"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {good} e5 (1... c5 {sharp}) 2. Nf3 $1 Nc6 3. Bb5 1-0';
    await open("#view=play", async (page) => {
        await page.fill("[data-pgn]", pgn);
        await page.click('[data-key="read-pgn"]');
        const written = async () => (await page.inputValue("[data-pgn]")).replaceAll("\n", " ");
        const kept = /\[Event "Test"\].*\[White "Ä"\].*\[Result "1-0"\].*1\. e4 \{good\} 1\.\.\. e5 \(1\.\.\. c5 \{sharp\}\) 2\. Nf3 \$1 (2\.\.\. )?Nc6 3\. Bb5 1-0/;
        assert.match(await written(), kept);
        assert.deepEqual(await texts(page, "[data-played]"), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
        assert.match((await texts(page, "[data-note]")).join(" "), /good \(1\.\.\. c5 \{sharp\}\)/);
        assert.deepEqual(await texts(page, "[data-glyphs]"), ["!"]);
        const game = Game.fromPgn(pgn);
        const fens = [game.fen()];
        while (game.undo()) {
            fens.unshift(game.fen());
        }
        const board = () => page.locator("#boardbox [data-square]").evaluateAll((all) => Object.fromEntries(all.map((one) => [one.dataset.square, one.getAttribute("aria-label").split(", ")[1]])));
        const names = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };
        const expected = (fen) => Object.fromEntries(SQUARES.map((name) => {
            const piece = pieces(fen).get(name);
            return [name, piece === undefined ? "empty" : `${piece === piece.toUpperCase() ? "white" : "black"} ${names[piece.toLowerCase()]}`];
        }));
        assert.deepEqual(await board(), expected(fens.at(-1)));
        for (let ply = 4; ply >= 0; ply -= 1) {
            await page.click('[data-look="Back"]');
            assert.deepEqual(await board(), expected(fens[ply]), `ply ${ply}`);
        }
        await page.click('[data-look="Last position"]');
        assert.deepEqual(await board(), expected(fens[5]));
        await page.locator("body").press("ArrowLeft");
        assert.deepEqual(await board(), expected(fens[4]));
        await page.click('[data-ply="2"]');
        assert.deepEqual(await board(), expected(fens[2]));
        await page.click('[data-key="take-up"]');
        assert.deepEqual(await texts(page, "[data-played]"), ["e4", "e5"]);
        await square(page, "f2");
        await square(page, "f4");
        assert.match(await written(), /\[White "Ä"\].*1\. e4 \{good\} 1\.\.\. e5 \(1\.\.\. c5 \{sharp\}\) 2\. f4 1-0/);
        await page.goBack();
        await page.waitForFunction(() => document.querySelectorAll("[data-played]").length === 5);
        assert.match(await written(), kept);
        await page.click('[data-key="new"]');
        await page.goBack();
        await page.waitForFunction(() => document.querySelectorAll("[data-played]").length === 5);
        assert.match(await written(), kept);
        await page.fill("[data-pgn]", "1. e4 e9");
        await page.click('[data-key="read-pgn"]');
        assert.match(await page.textContent("[data-pgn-fault]"), /line 1, byte 6/);
        for (const wrong of ["960", "-1", "1.5", ""]) {
            await page.fill('[data-key="chess960"]', wrong);
            await page.click('[data-key="start960"]');
            assert.match(await page.textContent("[data-number-fault]"), /0 to 959/, wrong);
        }
    });
});

test("a piece that is dragged is lifted and shows where it may go, and Escape closes a chooser", async () => {
    await open("#view=play&fen=8/P5k1/8/8/8/8/8/K7_w_-_-_0_1&black=you", async (page) => {
        const at = async (name) => {
            const { x, y, width, height } = await page.locator(`#boardbox [data-square="${name}"]`).boundingBox();
            return [x + width / 2, y + height / 2];
        };
        await page.mouse.move(...await at("a1"));
        await page.mouse.down();
        await page.mouse.move(...await at("b2"), { steps: 4 });
        assert.deepEqual(new Set(await page.locator("#boardbox .target").evaluateAll((all) => all.map((one) => one.dataset.square))), new Set(["a2", "b1", "b2"]));
        assert.equal(await page.locator('#boardbox use[opacity="0.25"]').count(), 1);
        await page.mouse.up();
        assert.deepEqual(await texts(page, "[data-played]"), ["Kb2"]);
        assert.equal(await page.locator('#boardbox use[opacity="0.25"]').count(), 0);
        await page.click('[data-key="undo"]');
        await square(page, "a7");
        await square(page, "a8");
        assert.equal(await page.locator("#chooser").isVisible(), true);
        await page.keyboard.press("Escape");
        assert.equal(await page.locator("#chooser").isVisible(), false);
        const width = (await page.locator("#boardbox").boundingBox()).width;
        assert.ok(width > 700, `${width}`);
    });
});

test("contrast and names are right by axe, in light and dark", async () => {
    const axe = await readFile(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const found = [];
    for (const colorScheme of ["light", "dark"]) {
        await open("", async (page) => {
            await page.evaluate(axe);
            for (const name of VIEWS) {
                await viewAll(page, name);
                for (const form of name === "moveboard" ? ["all", "hyperbola"] : [""]) {
                    if (form !== "") {
                        await page.click(`[data-choice="${form}"]`);
                        await page.locator('[data-go="last"]').first().click({ timeout: 1000 }).catch(() => {});
                    }
                    await page.waitForTimeout(1100);
                    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], preload: false }));
                    found.push(...violations.flatMap(({ id, nodes }) => nodes.map((node) => `${name} ${form} ${colorScheme}: ${id}: ${node.target} ${node.any[0]?.message ?? ""}`)));
                }
            }
        }, { options: { colorScheme } });
    }
    assert.deepEqual(found, []);
});

test("the one file and the folder are the page", async () => {
    for (const file of ["docs/moveboards/moveboards.html", "docs/moveboards/dist/index.html"]) {
        await open("#view=play", async (page) => {
            await square(page, "e2");
            await square(page, "e4");
            await page.waitForFunction(() => document.querySelectorAll("[data-played]").length === 2);
            await view(page, "perft");
            await page.click("[data-count]");
            await page.waitForSelector("[data-perft]");
        }, { file });
    }
});
