"use strict";
// The view "Table": the packed attack table, who shares what, and the search for a magic.
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

    function entryOf(state) {
        const index = Number(state.entry ?? NaN);
        return Number.isInteger(index) && index >= 0 && index < table.users.length ? index : null;
    }

    function options() {
        const { lessons } = App.chess;
        const { slider, square } = chosen();
        const board = lessons.put(Editor.EMPTY, square, slider === "rook" ? "R" : "B");
        const index = table === null ? null : pointed ?? entryOf(App.state);
        const sets = index === null ? undefined : [{ set: lessons.entry(index).attacks, label: `entry ${index}`, color: "#2f9e58" }];
        return { board, options: sets === undefined ? { attacker: `${slider === "rook" ? "R" : "B"}@${square}` } : { sets }, selected: square };
    }

    function entryPanel(index) {
        const entry = App.chess.lessons.entry(index);
        const { square } = chosen();
        return [
            Bits.grid({ name: "entry.attacks", set: entry.attacks, caption: `entry ${entry.index}`, kind: "attacks", mark: square }),
            h("div", { "data-entry": entry.index },
                h("h4", {}, "Entry ", number("entry.index", entry.index)),
                entry.users.length === 0 ? p("No piece reads this entry. It is a gap of the packed table.") : h("div", { class: "scroll" }, h("table", {},
                    h("thead", {}, h("tr", {}, h("th", {}, "Read by"), h("th", { class: "right" }, "Sets of blockers"))),
                    h("tbody", {}, entry.users.map((user) => h("tr", { "data-user": `${user.slider}@${user.square}` },
                        h("td", {}, button(`${user.slider} ${user.square}`, () => App.update({ slider: user.slider, square: user.square }, true), { class: "link", "data-key": `user.${user.slider}.${user.square}` })),
                        h("td", { class: "right" }, number("entry.sets", user.sets)))))))),
        ];
    }

    function sharingPanel(sharing) {
        return h("section", { "data-sharing": `${sharing.slider}@${sharing.square}` }, h("h3", {}, `The part of the ${sharing.slider} on ${sharing.square}`),
            p("It reads ", number("sharing.indexes", sharing.indexes.length), " entries, from ", number("sharing.first", sharing.indexes[0]), " to ",
                number("sharing.last", sharing.indexes.at(-1)), ". They are bright in the picture. Other squares use some of them too, because parts of the table overlap where the attacks are the same."),
            sharing.shared.length === 0 ? p("It shares no entry.") : h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Shared entries" }, h("table", {},
                h("thead", {}, h("tr", {}, h("th", {}, "Shared with"), h("th", { class: "right" }, "Entries"))),
                h("tbody", {}, sharing.shared.map((one) => h("tr", { "data-shared": `${one.slider}@${one.square}` },
                    h("td", {}, button(`${one.slider} ${one.square}`, () => App.update({ slider: one.slider, square: one.square }, true), { class: "link", "data-key": `shared.${one.slider}.${one.square}` })),
                    h("td", { class: "right" }, number("sharing.entries", one.entries))))))));
    }

    function render(container, state) {
        const { lessons } = App.chess;
        table ??= lessons.table();
        const { slider, square } = chosen();
        const sharing = lessons.sharing(slider, square);
        const all = state.whole === "1";
        const index = entryOf(state) ?? sharing.indexes[0];
        const color = state.color === "first" ? "first" : "users";
        const panel = h("div", { class: "figures-row", "data-entry-panel": true }, entryPanel(index));
        const field = h("input", {
            type: "number", min: 0, max: table.users.length - 1, value: String(index), "data-key": "entry",
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
            p("All rooks and bishops of all 64 squares read one table with ", number("table.entries", table.users.length), " entries. Each block of the picture is one entry. ",
                "Point at an entry, choose it by a click, or focus the picture and use the arrow keys."),
            h("div", { class: "controls" },
                El.select("Piece", SLIDERS, slider, (value) => App.update({ slider: value, entry: null }, true), { "data-key": "slider" }),
                El.select("Square", Bits.SQUARES.map((name) => [name, name]), square, (value) => App.update({ square: value, entry: null }, true), { "data-key": "square" }),
                h("label", { class: "field" }, h("span", {}, "Entry"), field),
                El.select("Colour", [["users", "by number of readers"], ["first", "by first reader"]], color, (value) => App.update({ color: value }), { "data-key": "color" }),
                El.checkbox("Show all parts", all, (on) => App.update({ whole: on ? "1" : null }), { "data-key": "whole" })),
            frame, TableMap.legend(color), panel, sharingPanel(sharing), MagicSearch.draw());
        map.paint({ entry: index, marked: all ? null : new Set(sharing.indexes), color });
    }

    return {
        id: "table", title: "Table", options, render, chosen,
        onSquare: (square) => App.update({ square, entry: null }, true),
        leave: MagicSearch.leave,
    };
})();
