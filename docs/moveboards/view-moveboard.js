"use strict";
// The view "Moveboard": a board to set up, and the moveboard of a piece step by step.
const MoveboardView = (() => {
    const { h, p } = El;
    const LETTERS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

    /** Why anybody does this, in one sentence. */
    const HOOKS = {
        slider: "A program that walks square by square until a piece stands in the way is slow: one multiplication finds the same set.",
        leaper: "Nothing can stand in its way, so a program looks the set up in a table with one entry for each square.",
        pawn: "A program asks this for all pawns at once, and one shift of a number answers.",
    };

    /** The square and the piece of the lesson. The piece may be another one than stands there. */
    function subject(state, board) {
        const square = state.square ?? (state.fen === null ? null : Bits.SQUARES.find((_, index) => board.squares[index] !== null)) ?? "d4";
        const stands = board.squares[Bits.SQUARES.indexOf(square)];
        const asked = /^[KQRBNPkqrbnp]$/.test(state.piece ?? "") ? state.piece : null;
        return { square, stands, piece: asked ?? stands ?? (board.turn === "w" ? "R" : "r") };
    }

    function options(state) {
        const board = App.board();
        const { square, piece } = subject(state, board);
        const given = { attacker: `${piece}@${square}` };
        if (board.legal) {
            given.lines = state.lines === "1";
            given.danger = state.danger === "1";
        }
        return { board, options: given, selected: square };
    }

    function pieceChoice(state, stands, piece) {
        const white = piece === piece.toUpperCase();
        return El.choice("Piece of the lesson", [..."rbqnkp"].map((letter) => [white ? letter.toUpperCase() : letter, LETTERS[letter]]), piece,
            (letter) => App.update({ piece: letter === stands ? null : letter }, true), "piece");
    }

    function render(container, state) {
        const { lessons, Game } = App.chess;
        const board = App.board();
        const { square, stands, piece } = subject(state, board);
        const data = lessons.moveboard(board.fen, piece, square);
        const safety = board.legal ? lessons.safety(board.fen) : null;
        const kind = LETTERS[piece.toLowerCase()];
        const form = SliderLesson.FORMS.some(([id]) => id === state.form) ? state.form : "classic";
        const slider = data.lookups.length > 0;
        const real = stands === piece;
        const parts = [
            h("h2", {}, `Which squares does the ${kind} on ${square} attack?`),
            h("p", { class: "hook" }, HOOKS[slider ? "slider" : kind === "pawn" ? "pawn" : "leaper"]),
            !slider ? null : p("A knight is simpler: its attacks depend on its square alone, so ", El.button("a table of 64 entries", () => App.update({ piece: piece === piece.toUpperCase() ? "N" : "n" }, true), { class: "link" }),
                ` has them all. Those of a ${kind} depend on the pieces in its way as well, its blockers, and so need more.`),
            p("A board has 64 squares, and a number in a computer 64 bits, each 0 or 1: one bit for each square, which is 1 if the square is in the set. So a set of squares is one number, a ", h("dfn", {}, "bitboard"), ", and the set that a piece attacks is its ", h("dfn", {}, "moveboard"), "."),
            pieceChoice(state, stands, piece),
            real ? null : p(stands === null ? `The square ${square} is empty. This is what a ${kind} would attack from there.`
                : `This is what a ${kind} would attack from ${square}, in the place of the piece there.`),
            h("section", { class: "lookup" }, h("h3", {}, "Before the first step"),
                Bits.figures(Bits.grid({ name: "occupancy", set: data.occupancy, caption: "occupancy", kind: "occupancy", mark: square, toggles: true }),
                    h("div", { class: "aside" },
                        p("This grid is the occupancy: a bit for each piece on the board. Click a square of it to put a piece there or to take it away."),
                        p(`Point at or touch a grid to see its set on the board. The frame marks ${square}, the square of the piece.`),
                        p("Bit 0 is a1, bit 7 is h1, bit 63 is h8. Below each grid is its number in hexadecimal: each digit stands for four bits."))),
                Bits.ends(), Bits.row({ name: "occupancy", set: data.occupancy, caption: "the same as a number of 64 bits", kind: "occupancy", repeat: true }),
                El.choice("Order of bits in rows", [["msb", "Highest bit first"], ["lsb", "Lowest bit first"]], state.bits === "lsb" ? "lsb" : "msb",
                    (bits) => App.update({ bits: bits === "lsb" ? "lsb" : null }), "bits")),
        ];
        if (slider) {
            parts.push(SliderLesson.draw(data, form, (id) => App.update({ form: id }, true)));
            if (data.lookups.length > 1) {
                parts.push(Bits.figures(Bits.grid({ name: "attacks", set: data.attacks, caption: "queen attacks", kind: "attacks", mark: square })));
            }
        } else if (kind === "pawn") {
            parts.push(PieceLesson.pawn(data, board, safety));
        } else {
            parts.push(PieceLesson.leaper(data, kind, safety));
        }
        parts.push(PieceLesson.targets(data, slider));
        if (board.legal && real && (piece === piece.toUpperCase()) === (board.turn === "w")) {
            const game = new Game(board.fen);
            parts.push(PieceLesson.legal(game.moves({ square }), square, safety.pins.find((pin) => pin.square === square), safety.checks.length > 0));
            game.free();
        }
        if (safety !== null && state.lines === "1") {
            parts.push(SafetyLesson.lines(safety));
        }
        if (safety !== null && state.danger === "1") {
            parts.push(SafetyLesson.danger(safety, kind === "king" && safety.king === square));
        }
        container.replaceChildren(h("div", { "data-moveboard": `${piece}@${square}` }, parts.flat(Infinity).filter((part) => part !== null)));
    }

    function tools(state) {
        const board = App.board();
        return [Editor.draw(
            h("div", { class: "checks" },
                El.checkbox("Checks and pins", state.lines === "1", (on) => { App.update({ lines: on ? "1" : null }, true); App.say(on ? SafetyLesson.told(App.chess.lessons.safety(board.fen)) : ""); }, { "data-key": "lines", disabled: !board.legal }),
                El.checkbox("Danger squares of the king", state.danger === "1", (on) => App.update({ danger: on ? "1" : null }, true), { "data-key": "danger", disabled: !board.legal })))];
    }

    function onSquare(square) {
        if (!Editor.apply(square)) {
            App.update({ square, piece: null }, true);
        }
    }

    function onDrag(from, to) {
        const { lessons } = App.chess;
        const fen = App.fen();
        const board = to === null ? lessons.put(fen, from) : lessons.carry(fen, from, to);
        App.update({ fen: board.fen, square: to ?? from, piece: null }, true);
    }

    /** A square of a small grid was clicked: a piece that stands there is taken away, otherwise one is put there. */
    function onToggle(square) {
        const { lessons } = App.chess;
        const board = App.board();
        if (square === subject(App.state, board).square) {
            App.say(`On ${square} stands the piece of the lesson.`);
            return;
        }
        const stands = board.squares[Bits.SQUARES.indexOf(square)] !== null;
        // A pawn cannot stand on the first or the last rank.
        const piece = /[18]/.test(square) ? "n" : "p";
        const { square: kept, piece: letter } = subject(App.state, board);
        App.update({ fen: lessons.put(App.fen(), square, stands ? undefined : piece).fen, square: kept, piece: letter }, true);
        App.say(stands ? `${square} is empty now.` : `A piece is on ${square} now.`);
    }

    /** Delete empties a square, and a letter of FEN puts a piece. */
    function onKey(square, event) {
        const { lessons } = App.chess;
        if (event.key === "Delete" || event.key === "Backspace") {
            App.update({ fen: lessons.put(App.fen(), square).fen, square, piece: null }, true);
        } else if (/^[KQRBNPkqrbnp]$/.test(event.key)) {
            App.update({ fen: lessons.put(App.fen(), square, event.key).fen, square, piece: null }, true);
        }
    }

    return {
        id: "moveboard", title: "Moveboard", options, render, tools, onSquare, onDrag, onKey, onToggle, leave: MultiplyLesson.leave,
        onEscape: () => { Editor.reset(); App.render(); },
        draggable: () => Editor.tool() === "",
    };
})();
