"use strict";
// The search for a magic factor, live, in a worker.
const MagicSearch = (() => {
    const { h, p, number, button } = El;
    const SPEEDS = [["fast", "As many as it can"], ["1", "1 a frame"], ["10", "10 a frame"], ["100", "100 a frame"], ["1000", "1 000 a frame"]];
    /** So many milliseconds of search lie between two pictures of a fast one. */
    const SLICE = 25;
    const helper = new Helpers.Helper();
    /** "idle", "running", "paused" or "found". */
    let phase = "idle";
    let begun = null;
    let tries = "fast";
    let seed = "moveboards";
    let last = null;
    /** The attempts that were shown, for the graph. */
    let seen = [];
    let verified = null;
    let busy = false;
    let round = 0;
    let output = h("div", {});
    let controls = h("div", {});

    function cancel() {
        helper.cancel();
        round += 1;
        busy = false;
        begun = null;
        phase = "idle";
    }

    async function begin(slider, square) {
        begun = { slider, square };
        last = null;
        seen = [];
        verified = null;
        await helper.call("begin", { slider, square, seed });
    }

    /** So many more tries; again and again for some milliseconds. */
    async function run(count, milliseconds = 0) {
        const mine = round;
        busy = true;
        try {
            const attempt = await helper.call("run", { tries: count, milliseconds });
            if (mine !== round) {
                return;
            }
            last = attempt;
            seen.push(...attempt.trace);
            if (last.found) {
                phase = "found";
                verified = await helper.call("verify", { slider: last.slider, square: last.square, factor: last.factor });
                if (mine !== round) {
                    return;
                }
                App.say(`A magic is found after ${El.grouped(last.tries)} tries: 0x${last.factor}.`);
            }
        } catch (error) {
            if (mine === round) {
                cancel();
                App.say(error.message);
            }
        }
        busy = false;
        show();
    }

    async function frames() {
        const mine = round;
        while (phase === "running" && mine === round) {
            await (tries === "fast" ? run(last?.tries ?? 0, SLICE) : run(Number(tries)));
            await new Promise((resolve) => { setTimeout(resolve, 50); });
        }
        drawControls();
    }

    async function start() {
        const { slider, square } = TableView.chosen();
        if (phase !== "paused" || begun === null) {
            cancel();
            await begin(slider, square);
        }
        phase = "running";
        App.say("The search runs.");
        drawControls();
        frames();
    }

    async function step() {
        const { slider, square } = TableView.chosen();
        if (begun === null || phase === "found") {
            cancel();
            await begin(slider, square);
        }
        phase = "paused";
        await run(1);
        drawControls();
    }

    function drawControls() {
        const key = document.activeElement?.dataset?.key;
        const running = phase === "running";
        controls.replaceChildren(
            El.field("Random seed", h("input", {
                value: seed, size: 12, "data-key": "seed", "data-seed": true, disabled: begun !== null && phase !== "found", oninput: (event) => { seed = event.target.value; },
            })),
            El.select("Tries", SPEEDS, tries, (value) => { tries = value; }, { "data-key": "tries" }),
            button(phase === "paused" ? "Go on" : "Start", start, { disabled: running, class: "primary", "data-key": "search-start", "data-search": "start" }),
            button("One step", step, { disabled: running, "data-key": "search-step", "data-search": "step" }),
            button("Pause", () => { phase = "paused"; App.say("The search pauses."); drawControls(); }, { disabled: !running, "data-key": "search-pause", "data-search": "pause" }),
            button("Cancel", () => { cancel(); last = null; App.say("The search is cancelled."); drawControls(); show(); },
                { disabled: begun === null, "data-key": "search-cancel", "data-search": "cancel" }));
        if (key !== undefined && document.activeElement === document.body) {
            controls.querySelector(`[data-key="${key}"]:not(:disabled)`)?.focus();
        }
    }

    const SVG = "http://www.w3.org/2000/svg";
    const drawn = (tag, attributes, text = "") => {
        const element = document.createElementNS(SVG, tag);
        Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
        element.textContent = text;
        return element;
    };

    /** The tries from left to right, each ten times as many as the one before a line, and how many sets they placed. */
    function graph() {
        const [width, height, left, top, bottom] = [640, 200, 64, 16, 28];
        const decades = Math.max(1, Math.ceil(Math.log10(Math.max(2, last.tries))));
        const x = (count) => left + ((width - left - 8) * Math.log10(Math.max(1, count))) / decades;
        const y = (placed) => top + (height - bottom - top) * (1 - placed / last.sets);
        const svg = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "graph", role: "img", "data-graph": seen.length,
            "aria-label": `After ${last.tries} tries, the best factor placed ${last.best} of ${last.sets} sets` });
        for (let decade = 0; decade <= decades; decade += 1) {
            svg.append(drawn("line", { x1: x(10 ** decade), x2: x(10 ** decade), y1: top, y2: height - bottom, class: "rule" }),
                drawn("text", { x: x(10 ** decade), y: height - 9, class: "label", "text-anchor": decade === decades ? "end" : "middle" }, decade < 4 ? El.grouped(10 ** decade) : decade < 6 ? `${10 ** (decade - 3)} k` : `${10 ** (decade - 6)} M`));
        }
        for (const part of [0, 0.5, 1]) {
            const sets = Math.round(last.sets * part);
            svg.append(drawn("line", { x1: left, x2: width - 8, y1: y(sets), y2: y(sets), class: "rule" }),
                drawn("text", { x: left - 6, y: y(sets) + 4, class: "label", "text-anchor": "end" }, El.grouped(sets)));
        }
        let path = "";
        seen.forEach((one, index) => {
            path += index === 0 ? `M${x(one.tries)} ${y(one.best)}` : `H${x(one.tries)}V${y(one.best)}`;
            svg.append(drawn("circle", { cx: x(one.tries), cy: y(one.placed), r: 2, class: "attempt" }));
        });
        svg.append(drawn("path", { d: path, class: "best" }));
        const { tries: end, best } = seen.at(-1);
        svg.append(drawn("circle", { cx: x(end), cy: y(best), r: 4.5, class: last.found ? "found" : "now" }));
        return h("figure", { class: "graphbox" }, svg, h("figcaption", {}, "Sets that a factor placed before its first collision, by the number of the try: the line is the best so far, the dots are the factors that are shown."));
    }

    function show() {
        if (last === null) {
            output.replaceChildren(p("Start the search: a worker tries some hundred thousand factors in a second. Or try one factor at a time, and see why it fails."));
            return;
        }
        const { collision } = last;
        output.replaceChildren(
            p(`The ${last.slider} on ${last.square} has `, number("search.sets", last.sets), " sets of blockers. The table of this search has ",
                number("search.entries", last.entries), " entries, and the shift is ", number("search.shift", last.shift), "."),
            h("dl", { class: "facts" },
                h("dt", {}, "Factors tried"), h("dd", {}, number("search.tries", last.tries)),
                h("dt", {}, "Sets that the last one placed"), h("dd", {}, number("search.placed", last.placed)),
                h("dt", {}, "The most so far"), h("dd", {}, number("search.best", last.best))),
            graph(),
            h("progress", { max: last.sets, value: last.best, "aria-label": "Best number of sets placed" }),
            Bits.row({ name: "search.factor", set: last.factor, caption: last.found ? "magic factor" : "last factor" }),
            collision === null ? "" : h("div", { "data-collision": true },
                p("Collision: these two sets of blockers have the same index ", number("search.index", collision.index), ", but different attacks. The factor is not a magic."),
                h("div", { class: "figures-row" },
                    Bits.grid({ name: "search.one", set: collision.one, caption: "one set", kind: "blockers", mark: last.square }),
                    Bits.grid({ name: "search.one_attacks", set: collision.one_attacks, caption: "its attacks", kind: "attacks", mark: last.square }),
                    Bits.grid({ name: "search.other", set: collision.other, caption: "other set", kind: "blockers", mark: last.square }),
                    Bits.grid({ name: "search.other_attacks", set: collision.other_attacks, caption: "its attacks", kind: "attacks", mark: last.square }))),
            !last.found ? "" : h("div", { class: "success", "data-found": last.factor, "data-verified": verified === null ? false : String(verified.is_magic) },
                p(h("strong", {}, "A magic is found: "), El.code(`0x${last.factor}`), " ", button("Copy", async () => {
                    App.say(await El.copy(`0x${last.factor}`) ? "The factor is copied." : "The factor could not be copied.");
                })),
                verified === null ? "" : p(verified.is_magic ? "It was tested with all " : "It failed the test with all ", number("verify.sets", verified.sets),
                    " sets of blockers against walking along the rays. It uses ", number("verify.used", verified.used), " of ", number("verify.entries", verified.entries), " entries.")));
    }

    /** The search for the piece and the square that are chosen. A search for others ends. */
    function draw() {
        const { slider, square } = TableView.chosen();
        if (begun !== null && (begun.slider !== slider || begun.square !== square)) {
            cancel();
            last = null;
            verified = null;
        }
        controls = h("div", { class: "controls" });
        output = h("div", { "data-attempt": true });
        drawControls();
        show();
        return h("section", { "data-search-of": `${slider}@${square}` },
            p("The lookup of a moveboard multiplies the blockers by a factor and gets an index. A factor is a magic if no two sets of blockers with different attacks get the same index: such a pair is a ", h("dfn", {}, "collision"), ". Nobody knows a formula for such factors. ",
                "A program tries random numbers with few bits, one after another, until one puts every set into the table without a collision."),
            controls, output);
    }

    /** Called when the view is left: a running search pauses. */
    function leave() {
        if (phase === "running") {
            phase = "paused";
        }
    }

    return { draw, leave };
})();

// The view "Search": a magic is looked for, for a piece on a square.
const SearchView = {
    id: "search",
    title: "Search",
    options: () => TableView.lone(),
    render(container) {
        const { slider, square } = TableView.chosen();
        container.replaceChildren(El.h("h2", {}, `Search for a magic: ${slider} on ${square}`), El.h("div", { class: "controls" }, TableView.choosers()), MagicSearch.draw());
    },
    onSquare: (square) => App.update({ square, entry: null }, true),
    leave: MagicSearch.leave,
};
