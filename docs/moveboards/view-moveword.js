"use strict";
// The view "Move word": the legal moves, and the bits that a program keeps of one.
const MoveWordView = (() => {
    const { h, p } = El;
    /** A move that is pointed at; the chosen one is in the state. */
    let pointed = null;

    function moves() {
        const game = new App.chess.Game(App.fen());
        const list = game.moves();
        game.free();
        return list;
    }

    const current = (state, list) => list.find((move) => move.uci === (pointed ?? state.move)) ?? list[0];

    /** The square that a click on the board has chosen, if a move begins there. */
    const from = (state, list) => (list.some((move) => move.from === state.square) ? state.square : null);

    function options(state) {
        const board = App.board();
        if (!board.legal) {
            return { board };
        }
        const list = moves();
        const move = current(state, list);
        const square = from(state, list);
        return {
            board, options: move === undefined ? {} : { last: move.uci }, selected: square,
            targets: list.filter((one) => one.from === square).map((one) => one.to),
        };
    }

    /** The bits of a code, highest first, by field. */
    function codeOf(code) {
        return h("section", { class: "code-word" }, h("h4", {}, `${code.name}: `, El.number(code.name, code.value)),
            h("div", { class: "fields", "data-code": code.name, "data-value": code.value }, code.fields.map((field, index) => {
                const cells = [];
                for (let bit = field.low + field.bits - 1; bit >= field.low; bit -= 1) {
                    const on = (BigInt(code.value) >> BigInt(bit)) & 1n;
                    cells.push(h("i", { class: on ? "on" : "", "data-bit": bit, title: `bit ${bit}` }, String(on)));
                }
                const last = field.low + field.bits - 1;
                return h("div", { class: `fieldbox hue-${index % 6}`, "data-field": field.name },
                    h("div", { class: "cells", role: "img", "aria-label": `${field.name}: ${field.value}, ${field.meaning}` }, cells),
                    h("div", { class: "name" }, field.name),
                    h("div", { class: "note" }, field.bits === 1 ? `bit ${last}` : `bits ${field.low} to ${last}`),
                    h("div", {}, h("span", { class: "number", "data-number": `${code.name}.${field.name}` }, String(field.value)),
                        field.meaning === "" ? "" : `: ${field.meaning}`));
            })));
    }

    function detail(move) {
        const word = App.chess.lessons.moveWord(App.fen(), move.word);
        return [
            h("dl", { class: "facts" },
                h("dt", {}, "SAN, as in books"), h("dd", { "data-text": "san" }, word.san),
                h("dt", {}, "UCI, between programs"), h("dd", { "data-text": "uci" }, word.uci),
                h("dt", {}, "Kind"), h("dd", { "data-text": "kind" }, word.kind)),
            word.codes.map(codeOf),
        ].flat();
    }

    function render(container, state) {
        const board = App.board();
        const head = [h("h2", {}, "The move word"),
            p("A chess program keeps a move in 16 bits: the square it comes from, the square it goes to, and four bits of flags. ",
                "Point at or touch a move to see its bits. The longer form has the pieces as well.")];
        if (!board.legal) {
            container.replaceChildren(...head, p("This board is not a legal position, so it has no moves. ", board.faults.join("; "), "."),
                El.button("Take the start position", () => App.update({ fen: Editor.START, move: null }, true)));
            return;
        }
        pointed = null;
        const list = moves();
        const square = from(state, list);
        const chosen = current(state, list);
        const panel = h("div", { "data-word": true }, chosen === undefined ? p("There is no legal move.") : detail(chosen));
        const show = (uci) => {
            if (pointed === uci) {
                return;
            }
            pointed = uci;
            App.drawBoard();
            panel.replaceChildren(...detail(current(state, list)));
        };
        const shown = square === null ? list : list.filter((move) => move.from === square);
        container.replaceChildren(...head,
            h("h3", {}, square === null ? `Legal moves: ${list.length}` : `Legal moves from ${square}`),
            square === null ? "" : El.button("Show all moves", () => App.update({ square: null }), { "data-key": "all-moves" }),
            h("div", { class: "moves", role: "group", "aria-label": "Legal moves" }, shown.map((move) => El.button(move.san, () => App.update({ move: move.uci }), {
                "data-uci": move.uci, "data-key": `move.${move.uci}`, "aria-pressed": String(move === chosen),
                onpointerenter: () => show(move.uci), onfocus: () => show(move.uci), onpointerleave: () => show(null), onblur: () => show(null),
            }))),
            h("h3", {}, "Its bits"), panel);
    }

    function onSquare(square) {
        const list = App.board().legal ? moves() : [];
        const start = from(App.state, list);
        const move = list.find((one) => one.from === start && one.to === square);
        if (move !== undefined) {
            App.update({ move: move.uci, square: null });
        } else {
            App.update({ square: list.some((one) => one.from === square) && square !== start ? square : null });
        }
    }

    return { id: "word", title: "Move word", options, render, onSquare, onEscape: () => App.update({ square: null }), leave: () => { pointed = null; } };
})();
