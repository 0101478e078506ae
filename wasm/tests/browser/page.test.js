// The page docs/moveboards/ in a browser, opened from its file and without a network: `bash wasm/browser.sh test`, after
// `bash wasm/build.sh page`. Pictures go to target/moveboards/.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { loadFull } from "../../js/node.js";
import { KIWIPETE, SQUARES, START, magic, walked } from "../oracle.js";
import { Random } from "../random.js";
import { boards, compare, drawn, end, FORMS, json, open, pieces, run, setFen, square, start, texts, view, viewAll, VIEWS } from "./page.js";

const pictures = "target/moveboards";
const { Game } = await loadFull();

before(async () => {
    await start();
    await mkdir(pictures, { recursive: true });
});
after(end);

test("moveboards are those of the program, bit by bit", async () => {
    await open("#view=moveboard&form=all", async (page) => {
        const random = new Random(11);
        const seen = new Set();
        let compared = 0;
        for (const [number, fen] of boards().entries()) {
            await setFen(page, fen);
            const all = [...pieces(fen)];
            // A queen where there is one, and two others.
            const queens = all.filter(([, piece]) => /q/i.test(piece));
            const chosen = new Map([random.of(all), random.of(all), random.of(queens.length > 0 ? queens : all)]);
            for (const [name, piece] of chosen) {
                await square(page, name);
                compared += await compare(page, fen, piece, name, Object.keys(FORMS));
                seen.add(piece);
            }
            if (number % 10 === 0) {
                await page.click('[data-key="turnboard"]');
            }
        }
        assert.equal(seen.size, 12);
        assert.ok(compared > 3000, `${compared}`);
        // Each form alone, and a piece that does not stand there.
        await setFen(page, KIWIPETE);
        await square(page, "f3");
        for (const form of Object.keys(FORMS)) {
            await page.click(`[data-choice="${form}"]`);
            await compare(page, KIWIPETE, "Q", "f3", [form]);
        }
        for (const piece of "RBNKP") {
            await page.click(`[data-choice="${piece}"]`);
            await compare(page, KIWIPETE, piece, "f3", ["hyperbola"]);
        }
    });
});

test("boards are set up by hand", async () => {
    await open("#view=moveboard", async (page) => {
        await page.click('[data-key="clear"]');
        for (const [piece, name] of [["K", "e1"], ["k", "e8"], ["Q", "d4"], ["n", "d7"], ["P", "b2"]]) {
            await page.click(`[data-tool="${piece}"]`);
            await square(page, name);
        }
        await page.click('[data-tool="x"]');
        await square(page, "b2");
        await page.click('[data-key="tool.select"]');
        const fen = "4k3/3n4/8/8/3Q4/8/8/4K3 w - - 0 1";
        assert.equal(await page.inputValue("#fen"), fen);
        await square(page, "d4");
        await compare(page, fen, "Q", "d4", ["classic"]);
        await page.dragAndDrop('#boardbox [data-square="d4"]', '#boardbox [data-square="a4"]');
        assert.equal(await page.inputValue("#fen"), fen.replace("3Q4", "Q7"));
        await compare(page, fen.replace("3Q4", "Q7"), "Q", "a4", ["classic"]);
        await page.fill("#fen", "4k3/9/8/8/8/8/8/4K3 w - - 0 1");
        await page.press("#fen", "Enter");
        assert.match(await page.textContent("#fen-fault"), /byte 4\b/);
    });
});

test("a game is played to its end, by clicks and by the random mover", async () => {
    // Nobody is to wait for moves that take no time. The random mover plays the same game each time.
    const hurry = () => {
        let state = 1;
        Math.random = () => (state = (state * 48271) % 0x7fffffff) / 0x7fffffff;
        const wait = setTimeout;
        window.setTimeout = (work, milliseconds, ...given) => wait(work, Math.min(milliseconds ?? 0, 1), ...given);
    };
    await open("#view=play&black=random", async (page) => {
        const random = new Random(5);
        for (let number = 0; number < 8; number += 1) {
            const played = await page.locator("[data-played]").count();
            assert.equal(played, 2 * number);
            const game = new Game();
            for (const uci of await page.locator("[data-played]").evaluateAll((all) => all.map((one) => one.dataset.played))) {
                game.play(uci);
            }
            const move = random.of(game.moves());
            await square(page, move.from);
            const targets = await page.locator("#boardbox .target").evaluateAll((all) => all.map((one) => one.dataset.square));
            assert.deepEqual(new Set(targets), new Set(game.moves({ square: move.from }).map((one) => one.to)));
            await square(page, move.uci.slice(2, 4));
            if (move.promotion !== undefined) {
                await page.click(`#chooser [data-choice="${move.uci}"]`);
            }
            await page.waitForFunction((count) => document.querySelectorAll("[data-played]").length === count, played + 2);
        }
        await page.selectOption('[data-key="white"]', "random");
        await page.click("[data-run]");
        await page.waitForFunction(() => document.querySelector("[data-result]").dataset.result !== "*", null, { timeout: 120_000 });

        const pgn = await page.inputValue("[data-pgn]");
        const [read] = run(["pgn", "--json", "-"], pgn).trim().split("\n").map((line) => JSON.parse(line));
        const played = await page.locator("[data-played]").evaluateAll((all) => all.map((one) => [one.dataset.played, one.textContent]));
        assert.deepEqual([read.error, read.uci], [null, played.map(([uci]) => uci)]);
        // The program's notation of each move, and its opinion of the end.
        const game = new Game();
        const lines = played.map(([uci]) => {
            const line = `${game.fen()}\t${uci}`;
            game.play(uci);
            return line;
        });
        const resolved = run(["resolve"], `${lines.join("\n")}\n`).trim().split("\n").map((line) => JSON.parse(line).san);
        assert.deepEqual(resolved, played.map(([, san]) => san));
        const { outcome, result } = await page.locator("[data-result]").evaluate((one) => ({ ...one.dataset }));
        const end = JSON.parse(run(["inspect"], `${read.final_fen}\n`));
        const status = game.status();
        assert.equal(outcome, status.outcome ?? "");
        if (["checkmate", "stalemate", "insufficient material"].includes(outcome)) {
            assert.equal(end.status, outcome.replace(" ", "_"));
        }
        if (outcome === "") {
            assert.ok(status.claim !== null);
            assert.equal(result, "1/2-1/2");
        } else {
            assert.deepEqual([result, read.result], [status.result, status.result]);
        }
        assert.equal(await page.locator("[data-run]").isDisabled(), true);
        await page.click('[data-key="undo"]');
        assert.equal(await page.locator("[data-played]").count(), played.length - 1);
    }, { script: hurry });
});

test("how games end is said", async () => {
    for (const [fen, clicks, outcome, result] of [
        ["6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", ["d1", "d8"], "checkmate", "1-0"],
        ["7k/8/6Q1/8/8/8/8/K7 w - - 0 1", ["g6", "f7"], "stalemate", "1/2-1/2"],
        ["7k/8/8/8/8/8/1q6/K7 w - - 0 1", ["a1", "b2"], "insufficient material", "1/2-1/2"],
        ["6k1/P4ppp/8/8/8/8/8/K7 w - - 0 1", ["a7", "a8", "a7a8r"], "checkmate", "1-0"],
    ]) {
        await open(`#view=play&fen=${fen.replaceAll(" ", "_")}`, async (page) => {
            await square(page, clicks[0]);
            await square(page, clicks[1]);
            if (clicks.length > 2) {
                await page.click(`#chooser [data-choice="${clicks[2]}"]`);
            }
            const shown = await page.locator("[data-result]").evaluate((one) => [one.dataset.outcome, one.dataset.result]);
            assert.deepEqual(shown, [outcome, result], fen);
        });
    }
});

test("a magic is found live, and is one", async () => {
    await open("#view=search", async (page) => {
        const number = async (name) => Number(await page.textContent(`[data-number="${name}"]`));
        for (const [slider, name] of [["bishop", "e5"], ["rook", "d4"], ["rook", "b7"]]) {
            await page.selectOption('[data-key="slider"]', slider);
            await page.selectOption('[data-key="square"]', name);
            // The first factors do not fit, and the page says why.
            await page.click('[data-search="step"]');
            assert.equal(await number("search.tries"), 1);
            const { faults, own } = await drawn(page);
            assert.deepEqual(faults, []);
            const shift = await number("search.shift");
            const from = SQUARES.indexOf(name);
            const set = (key) => BigInt(`0x${own.sets[`search.${key}`]}`);
            for (const one of ["one", "other"]) {
                assert.equal(walked(slider, from, set(one)).attacks, set(`${one}_attacks`));
                assert.equal(Number(BigInt.asUintN(64, set(one) * set("factor")) >> BigInt(shift)), own.numbers["search.index"]);
            }
            assert.notEqual(set("one_attacks"), set("other_attacks"));
            await page.selectOption('[data-key="tries"]', "fast");
            await page.click('[data-search="start"]');
            const found = page.locator("[data-found]");
            await found.waitFor({ timeout: 60_000 });
            const { found: factor, verified } = await found.evaluate((one) => ({ ...one.dataset }));
            assert.equal(verified, "true");
            const { sets, used } = magic(slider, from, BigInt(`0x${factor}`), shift);
            assert.deepEqual([await number("search.sets"), await number("verify.sets"), await number("verify.used")], [sets, sets, used]);
            assert.equal(await number("verify.entries"), 2 ** (64 - shift));
            assert.ok(used <= 2 ** (64 - shift));
            assert.equal(await page.getAttribute('[data-name="search.factor"]', "data-set"), factor);
        }
    });
});

test("the bits of moves are those of their words", async () => {
    const special = ["rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", "1n2k3/P6p/8/8/8/8/p6P/1N2K3 w - - 0 1"];
    for (const fen of [START, KIWIPETE, ...special]) {
        await open(`#view=word&fen=${fen.replaceAll(" ", "_")}`, async (page) => {
            const known = JSON.parse(run(["inspect"], `${fen}\n`)).legal;
            const words = new Map(new Game(fen).moves().map((move) => [move.uci, move]));
            const items = page.locator(".moves [data-uci]");
            assert.deepEqual(
                (await items.evaluateAll((all) => all.map((one) => `${one.dataset.uci} ${one.textContent}`))).sort(),
                known.map(({ uci, san }) => `${uci} ${san}`).sort(),
            );
            for (const [index, { uci, uci960, san }] of known.entries()) {
                const item = page.locator(`.moves [data-uci="${uci}"]`);
                await (index % 2 === 0 ? item.focus() : item.hover());
                assert.deepEqual(await texts(page, '[data-text="san"], [data-text="uci"]'), [san, uci]);
                const codes = await page.locator("[data-code]").evaluateAll((all) => all.map((one) => ({
                    name: one.dataset.code,
                    value: Number(one.dataset.value),
                    bits: [...one.querySelectorAll("[data-bit]")].map((bit) => [Number(bit.dataset.bit), Number(bit.textContent), bit.classList.contains("on")]),
                })));
                assert.deepEqual(codes.map(({ name }) => name), ["16-bit move word", "classic 16-bit code", "24-bit form"]);
                for (const { name, value, bits } of codes) {
                    const size = name === "24-bit form" ? 24 : 16;
                    assert.deepEqual(bits.map(([bit]) => bit), Array.from({ length: size }, (_, bit) => size - 1 - bit), name);
                    assert.equal(bits.reduce((sum, [bit, on]) => sum + on * 2 ** bit, 0), value, `${name} ${uci}`);
                    assert.ok(bits.every(([, one, on]) => (one === 1) === on));
                }
                const word = codes[0].value;
                assert.equal(word, words.get(uci).word, uci);
                assert.equal(SQUARES[word & 63], uci.slice(0, 2));
                assert.ok([uci.slice(2, 4), uci960.slice(2, 4)].includes(SQUARES[(word >> 6) & 63]), uci);
            }
        });
    }
});

test("the engine answers in its worker, and takes a mate", async () => {
    await open("#view=play", async (page) => {
        await page.selectOption('[data-key="black"]', "engine");
        await page.selectOption('[data-key="time"]', "100");
        await square(page, "e2");
        await square(page, "e4");
        await page.waitForFunction(() => document.querySelectorAll("[data-played]").length === 2);
        assert.match(await page.textContent("[data-report]"), /depth \d+/);
    });
    await open("#view=play&fen=6k1/5ppp/8/8/8/8/8/K2R4_w_-_-_0_1", async (page) => {
        await page.selectOption('[data-key="time"]', "100");
        await page.selectOption('[data-key="black"]', "you");
        await page.selectOption('[data-key="white"]', "engine");
        await page.waitForSelector('[data-outcome="checkmate"]');
        assert.deepEqual(await texts(page, "[data-played]"), ["Rd8#"]);
    });
});

test("perft is counted in a worker as by the program", async () => {
    for (const [fen, depth] of [[START, 4], [KIWIPETE, 3]]) {
        await open(`#view=perft&fen=${fen.replaceAll(" ", "_")}`, async (page) => {
            await page.selectOption('[data-key="depth"]', String(depth));
            await page.click("[data-count]");
            await page.waitForSelector(`[data-perft="${depth}"]`);
            const rows = await page.locator("[data-nodes]").evaluateAll((all) =>
                all.map((one) => [one.dataset.uci, Number(one.dataset.nodes), Number(one.lastElementChild.textContent)]));
            const { nodes, divide } = json("perft", String(depth), "--divide", "--json", "--fen", fen);
            assert.deepEqual(Object.fromEntries(rows), divide);
            assert.ok(rows.every(([, count, shown]) => count === shown));
            assert.equal(rows.reduce((sum, [, count]) => sum + count, 0), nodes);
            assert.equal(Number(await page.textContent('[data-number="perft.total"]')), nodes);
        });
    }
});

test("the address has the state, and the way back leads through it", async () => {
    let link;
    let shown;
    const content = (page) => page.evaluate(() => [...document.querySelectorAll("#content [data-set]")].map((one) => one.dataset.set));
    await open("", async (page) => {
        await setFen(page, KIWIPETE);
        await square(page, "d2");
        await page.click('[data-choice="hyperbola"]');
        await page.click('[data-key="turnboard"]');
        [link, shown] = [page.url(), await content(page)];
        await square(page, "a1");
        assert.notDeepEqual(await content(page), shown);
        await page.goBack();
        await page.waitForFunction(() => document.querySelector("[data-moveboard]").dataset.moveboard === "B@d2");
        assert.deepEqual(await content(page), shown);
    });
    const hash = new URL(link).hash;
    await open(hash, async (page) => {
        assert.equal(await page.getAttribute("[data-moveboard]", "data-moveboard"), "B@d2");
        assert.deepEqual(await content(page), shown);
        const first = await page.locator("#boardbox [data-square]").first().getAttribute("data-square");
        assert.equal(first, "h1");
        await view(page, "play");
        await view(page, "word");
        await page.goBack();
        await page.waitForSelector('[role="tab"][data-view="play"][aria-selected="true"]');
    });
    await open("#view=play&black=you&moves=e2e4,e7e5,g1f3", async (page) => {
        assert.deepEqual(await texts(page, "[data-played]"), ["e4", "e5", "Nf3"]);
    });
    // What is wrong is said, and is not in the address any more.
    for (const [wrong, said, left] of [
        ["#view=nope", /view=nope/, "#view=moveboard"], ["#view=word&square=z9", /square=z9/, "#view=word"], ["#view=perft&depth=4&colour=x", /colour=x/, "#view=perft&depth=4"],
        ["#view=word&fen=x", /wrong FEN/, "#view=word"], ["#view=play&moves=e2e5&black=you", /wrong move/, "#view=play&black=you"],
    ]) {
        await open(wrong, async (page) => {
            assert.match(await page.textContent("#status"), said);
            assert.equal(await page.evaluate(() => location.hash), left);
        });
    }
    for (const wrong of ["#fen=x", "#view=play&moves=e2e5", "#view=nothing&square=z9&piece=x&form=x&entry=-1", "#view=table&entry=99999999"]) {
        await open(wrong, async (page) => {
            assert.ok((await page.locator("#content h2").count()) === 1, wrong);
        });
    }
});

test("a game that is played has the day", async () => {
    await open("#view=play&white=you&black=you", async (page) => {
        await square(page, "e2");
        await square(page, "e4");
        const now = new Date();
        const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, "0")).join(".");
        assert.ok((await page.inputValue("[data-pgn]")).includes(`[Date "${day}"]`));
        assert.equal(await page.locator("footer a[href*=example]").count(), 0);
    });
});

test("a finger shows a set on the board until it touches another place", async () => {
    await open("#view=moveboard", async (page) => {
        const shown = () => page.locator("#boardbox svg").innerHTML();
        const before = await shown();
        await page.locator("#content [data-highlight]").first().tap();
        await page.waitForTimeout(200);
        assert.notEqual(await shown(), before);
    }, { options: { viewport: { width: 375, height: 740 }, hasTouch: true } });
});

test("a move is played by the keyboard", async () => {
    await open("#view=play", async (page) => {
        await page.locator('#boardbox [tabindex="0"]').focus();
        const at = () => page.evaluate(() => document.activeElement.dataset.square);
        for (let steps = 0; (await at()) !== "d2" && steps < 20; steps += 1) {
            const name = await at();
            await page.keyboard.press(name[0] !== "d" ? (name[0] > "d" ? "ArrowLeft" : "ArrowRight") : name[1] > "2" ? "ArrowDown" : "ArrowUp");
        }
        await page.keyboard.press("Enter");
        await page.keyboard.press("ArrowUp");
        await page.keyboard.press("ArrowUp");
        assert.equal(await at(), "d4");
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => document.querySelectorAll("[data-played]").length === 2);
        assert.equal((await texts(page, "[data-played]"))[0], "d4");
        assert.match(await page.textContent("#status"), /plays/);
    });
});

test("nothing is wider than the window, in light and dark", async () => {
    for (const [width, height] of [[320, 640], [375, 740], [768, 1024], [1280, 900], [1920, 1080]]) {
        for (const colorScheme of ["light", "dark"]) {
            await open("", async (page) => {
                assert.equal(await page.getAttribute("html", "data-theme"), colorScheme);
                for (const name of VIEWS) {
                    await viewAll(page, name);
                    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
                    assert.ok(wide[0] <= wide[1], `${name} at ${width}: ${wide}`);
                    await page.mouse.move(0, 0);
                    await page.evaluate(() => scrollTo(0, 0));
                    await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png`, fullPage: true });
                }
            }, { options: { viewport: { width, height }, colorScheme } });
        }
    }
});

test("the title picture", async () => {
    await open("#view=moveboard", async (page) => {
        await page.locator('[data-go="last"]').first().click();
        await page.evaluate(() => {
            const [board, steps] = [document.querySelector("#boardbox"), document.querySelector("[data-multiply]")];
            steps.querySelector(".stepper").remove();
            const title = document.createElement("h1");
            title.textContent = "Moveboards: one multiplication finds the attacks";
            document.body.replaceChildren(title, board, steps);
            document.body.style = "display: grid; grid-template: auto 1fr / 500px 1fr; gap: 12px 28px; padding: 28px 36px; align-items: start; height: 630px; overflow: hidden";
            title.style = "grid-column: 1 / -1; font-size: 38px";
            board.style = "width: 500px; margin: 0";
            steps.style = "margin: 0";
        });
        await page.waitForTimeout(1200);
        await page.screenshot({ path: `${pictures}/title.png` });
    }, { options: { viewport: { width: 1200, height: 630 }, colorScheme: "light" } });
});
