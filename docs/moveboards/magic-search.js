"use strict";
// The search for a magic factor, live, in a worker.
const MagicSearch = (() => {
    const { h, p, number, button } = El;
    const SPEEDS = [["1", "1"], ["10", "10"], ["100", "100"], ["1000", "1 000"], ["10000", "10 000"]];
    const helper = new Helpers.Helper();
    /** "idle", "running", "paused" or "found". */
    let phase = "idle";
    let begun = null;
    let tries = "10";
    let seed = "moveboards";
    let last = null;
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
        verified = null;
        await helper.call("begin", { slider, square, seed });
    }

    /** So many more tries. */
    async function run(count) {
        const mine = round;
        busy = true;
        try {
            const attempt = await helper.call("run", { tries: count });
            if (mine !== round) {
                return;
            }
            last = attempt;
            if (last.found) {
                phase = "found";
                verified = await helper.call("verify", { slider: last.slider, square: last.square, factor: last.factor });
                if (mine !== round) {
                    return;
                }
                App.say(`A magic is found after ${last.tries} tries: ${last.factor}.`);
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
            await run(Number(tries));
            await new Promise((resolve) => { setTimeout(resolve, 30); });
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
            h("label", { class: "field" }, h("span", {}, "Seed"), h("input", {
                value: seed, size: 12, "data-key": "seed", "data-seed": true, disabled: begun !== null && phase !== "found", oninput: (event) => { seed = event.target.value; },
            })),
            El.select("Tries per frame", SPEEDS, tries, (value) => { tries = value; }, { "data-key": "tries" }),
            button(phase === "paused" ? "Go on" : "Start", start, { disabled: running, class: "primary", "data-key": "search-start", "data-search": "start" }),
            button("One step", step, { disabled: running, "data-key": "search-step", "data-search": "step" }),
            button("Pause", () => { phase = "paused"; App.say("The search pauses."); drawControls(); }, { disabled: !running, "data-key": "search-pause", "data-search": "pause" }),
            button("Cancel", () => { cancel(); last = null; App.say("The search is cancelled."); drawControls(); show(); },
                { disabled: begun === null, "data-key": "search-cancel", "data-search": "cancel" }));
        if (key !== undefined && document.activeElement === document.body) {
            controls.querySelector(`[data-key="${key}"]:not(:disabled)`)?.focus();
        }
    }

    function show() {
        if (last === null) {
            output.replaceChildren(p("Start the search, or try one factor at a time."));
            return;
        }
        const { collision } = last;
        output.replaceChildren(
            p(`The ${last.slider} on ${last.square} has `, number("search.sets", last.sets), " sets of blockers. The table of this search has ",
                number("search.entries", last.entries), " entries, and the shift is ", number("search.shift", last.shift), "."),
            h("dl", { class: "facts" },
                h("dt", {}, "Factors tried"), h("dd", {}, number("search.tries", last.tries)),
                h("dt", {}, "Placed by the last one"), h("dd", {}, number("search.placed", last.placed)),
                h("dt", {}, "Best so far"), h("dd", {}, number("search.best", last.best))),
            h("progress", { max: last.sets, value: last.best, "aria-label": "Best number of sets placed" }),
            Bits.row({ name: "search.factor", set: last.factor, caption: last.found ? "magic factor" : "last factor" }),
            collision === null ? "" : h("div", { "data-collision": true },
                p("Collision: these two sets of blockers have the same index ", number("search.index", collision.index), ", but different attacks. The factor is of no use."),
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
        return h("section", { "data-search-of": `${slider}@${square}` }, h("h3", {}, `Search for a magic: ${slider} on ${square}`),
            p("A factor is a magic if no two sets of blockers with different attacks get the same index. Nobody knows a formula for such factors. ",
                "A program tries random numbers with few bits, one after another, until one puts every set into the table without a collision that matters."),
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
