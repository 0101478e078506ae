"use strict";
// The view "Perft": the number of leaves below each move, counted in a worker.
const PerftView = (() => {
    const { h, p, number, button } = El;
    const helper = new Helpers.Helper();
    let running = null;
    let result = null;

    function cancel() {
        helper.cancel();
        running = null;
    }

    async function start(depth) {
        cancel();
        const job = { fen: App.fen(), depth };
        running = job;
        App.render();
        App.say(`Counting to depth ${depth}.`);
        try {
            const answer = await helper.call("perft", job);
            if (running === job) {
                running = null;
                result = { ...job, ...answer };
                App.say("Counted.");
            }
        } catch (error) {
            running = null;
            App.say(error.message);
        }
        if (App.state.view === "perft") {
            App.render();
        }
    }

    function table() {
        const rows = Object.entries(result.divide);
        const total = rows.reduce((sum, [, nodes]) => sum + nodes, 0);
        const rate = result.seconds > 0 ? Math.round(total / result.seconds) : 0;
        return h("section", { "data-perft": result.depth }, h("h3", {}, `Leaves at depth ${result.depth}`),
            h("dl", { class: "facts" },
                h("dt", {}, "Total"), h("dd", {}, number("perft.total", total)),
                h("dt", {}, "Seconds"), h("dd", {}, result.seconds.toFixed(3)),
                h("dt", {}, "Nodes per second"), h("dd", { "data-rate": rate }, El.grouped(rate))),
            h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Move"), h("th", { class: "right" }, "Leaves"))),
                h("tbody", {}, rows.map(([uci, nodes]) => h("tr", { "data-uci": uci, "data-nodes": nodes }, h("td", {}, uci), h("td", { class: "right number" }, String(nodes)))))));
    }

    function render(container, state) {
        const board = App.board();
        const depth = /^[1-6]$/.test(state.depth ?? "") ? state.depth : "4";
        container.replaceChildren(h("h2", {}, "Perft"),
            p("Perft counts the leaves of the tree of legal moves: how many different games so many moves long there are from here. The numbers of many positions are known, so every move generator can be tested with them. ",
                "Divide shows the count below each first move."),
            board.legal ? h("div", { class: "controls" },
                El.select("Depth", ["1", "2", "3", "4", "5", "6"].map((value) => [value, value]), depth, (value) => App.update({ depth: value }), { "data-key": "depth" }),
                button("Count", () => start(Number(depth)), { disabled: running !== null, class: "primary", "data-key": "count", "data-count": true }),
                button("Cancel", () => { cancel(); App.say("Cancelled."); App.render(); }, { disabled: running === null, "data-key": "cancel-perft" }))
                : p("This board is not a legal position: ", board.faults.join("; "), "."),
            running !== null ? p("The worker counts.") : "",
            result !== null && result.fen === App.fen() ? table() : "");
    }

    return { id: "perft", title: "Perft", options: () => ({ board: App.board() }), render, leave: cancel };
})();
