"use strict";
// The view "Table": the packed attack table, and who shares what.
const TableView = (() => {
    const { h, p, number, button } = El;
    const SLIDERS = [["rook", "rook"], ["bishop", "bishop"]];
    let table = null;
    let map = null;
    let pointed = null;

    /** The piece and the square that are chosen. */
    function chosen() {
        const { slider, square } = App.state;
        return { slider: slider === "bishop" ? "bishop" : "rook", square: square ?? "d4" };
    }

    /** Lists to choose them from. */
    const choosers = () => [
        El.select("Piece", SLIDERS, chosen().slider, (value) => App.update({ slider: value, entry: null }, true), { "data-key": "slider" }),
        El.select("Square", Bits.SQUARES.map((name) => [name, name]), chosen().square, (value) => App.update({ square: value, entry: null }, true), { "data-key": "square" }),
    ];

    /** The piece alone on the board. */
    function lone({ slider, square } = chosen()) {
        const letter = slider === "rook" ? "R" : "B";
        return { board: App.chess.lessons.put(Editor.EMPTY, square, letter), options: { attacker: `${letter}@${square}` }, selected: chosen().square };
    }

    function entryOf(state) {
        const index = Number(state.entry ?? NaN);
        return Number.isInteger(index) && index >= 0 && index < table.readers.length ? index : null;
    }

    /** The entry that is pointed at or chosen, with its reader on the board; otherwise the piece that is chosen. */
    function options() {
        const { lessons } = App.chess;
        const index = table === null ? null : pointed ?? entryOf(App.state);
        const entry = index === null ? null : lessons.entry(index);
        const shown = lone(entry?.readers[0]);
        return entry === null ? shown : { ...shown, options: { sets: [{ set: entry.attacks, label: `entry ${index}`, color: "#2f9e58" }] } };
    }

    /** A button that chooses a pair of piece and square. */
    const link = (one, key) => button(`${one.slider} on ${one.square}`, () => App.update({ slider: one.slider, square: one.square, entry: null }, true),
        { class: "link", "data-key": `${key}.${one.slider}.${one.square}`, "data-pair": `${one.slider}@${one.square}` });

    function entryPanel(index) {
        const entry = App.chess.lessons.entry(index);
        return [
            Bits.grid({ name: "entry.attacks", set: entry.attacks, caption: `entry ${entry.index}`, kind: "attacks", mark: entry.readers[0]?.square }),
            h("div", { "data-entry": entry.index },
                h("h3", {}, "Entry ", number("entry.index", entry.index)),
                entry.readers.length === 0 ? p("No piece reads this entry. It is a gap of the packed table.")
                    : entry.readers.map((reader) => p("Read by the ", link(reader, "reader"), " for ", number("entry.sets", reader.sets), reader.sets === 1 ? " set of blockers." : " sets of blockers.")),
                p("It lies in the span, from the first entry to the last, of:"),
                h("ul", { class: "plain" }, entry.spans.map((span) => h("li", { "data-span": `${span.slider}@${span.square}` },
                    link(span, "span"), ", which reads ", number("entry.entries", span.entries), " entries")))),
        ];
    }

    function sharingPanel(sharing) {
        return h("section", { "data-sharing": `${sharing.slider}@${sharing.square}` }, h("h3", {}, `The part of the ${sharing.slider} on ${sharing.square}`),
            p("It reads ", number("sharing.indexes", sharing.indexes.length), " entries in its span from ", number("sharing.first", sharing.first), " to ",
                number("sharing.last", sharing.last), ". ", El.button("Show only them in the picture", () => App.update({ part: "1" }), { class: "link", "data-key": "only" }), " Where an index does not occur, a span has a gap. ",
                "Entries of other squares fill such gaps, so that spans overlap and the table is small."),
            sharing.shared.length === 0 ? p("No other piece has entries within this span.") : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Others within the span" }, h("table", {},
                h("thead", {}, h("tr", {}, h("th", {}, "Shares the span with"), h("th", { class: "right" }, "Entries in it"))),
                h("tbody", {}, sharing.shared.map((one) => h("tr", { "data-shared": `${one.slider}@${one.square}` },
                    h("td", {}, link(one, "shared")), h("td", { class: "right" }, number("sharing.entries", one.entries))))))));
    }

    function render(container, state) {
        const { lessons } = App.chess;
        table ??= lessons.table();
        const { slider, square } = chosen();
        const sharing = lessons.sharing(slider, square);
        const all = state.part !== "1";
        const index = entryOf(state) ?? sharing.indexes[0];
        const color = state.color === "spans" ? "spans" : "readers";
        const panel = h("div", { class: "figures-row", "data-entry-panel": true }, entryPanel(index));
        const field = h("input", {
            type: "number", min: 0, max: table.readers.length - 1, value: String(index), "data-key": "entry",
            onchange: () => App.update({ entry: field.value }, true),
        });
        pointed = null;
        map = TableMap.create({
            table,
            onPoint: (entry) => {
                if (entry !== pointed) {
                    pointed = entry;
                    App.drawBoard();
                    panel.replaceChildren(...entryPanel(entry ?? index));
                }
            },
            onChoose: (entry) => App.update({ entry: String(entry) }),
        });
        const frame = h("div", {}, map.canvas);
        container.replaceChildren(h("h2", {}, "The packed attack table"),
            p("All rooks and bishops of all 64 squares read one table with ", number("table.entries", table.readers.length), " entries. Each block of the picture is one entry. ",
                "Point at an entry, choose it by a click or a touch, or focus the picture and use the arrow keys."),
            h("div", { class: "controls" },
                choosers(),
                El.field("Entry", field),
                El.select("Colour", [["readers", "by reader"], ["spans", "by number of spans"]], color, (value) => App.update({ color: value }), { "data-key": "color" }),
                El.checkbox("Only this piece's part", !all, (on) => App.update({ part: on ? "1" : null }), { "data-key": "part" })),
            frame, TableMap.legend(color), panel, sharingPanel(sharing),
            p(button("Search for a magic of this square", () => App.update({ view: "search" }, true), { class: "link" })));
        map.paint({ entry: index, marked: all ? null : new Set(sharing.indexes), color });
    }

    return {
        id: "table", title: "Table", options, render, chosen, choosers, lone,
        onSquare: (square) => App.update({ square, entry: null }, true),
    };
})();
