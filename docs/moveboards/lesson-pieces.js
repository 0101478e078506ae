"use strict";
// The lessons of pawns, knights and kings, and what follows for every piece: captures, quiet squares, legal moves.
const PieceLesson = (() => {
    const { h, p, number, code } = El;
    const { grid, sign, figures } = Bits;
    const { step, formula } = SliderLesson;

    const EXPLAINED = {
        "single push": "Every pawn goes one rank forward if the square there is empty.",
        "double push": "A pawn of the home rank goes on if the next square is empty as well.",
        "captures to the west": "Every pawn goes one rank forward and one file towards the a-file. Pawns of the a-file are left out first, because the shift would carry them to the other edge of the board. What remains are the squares of the other side's pieces, and the en passant square.",
        "captures to the east": "The same towards the h-file. Here the pawns of the h-file are left out.",
    };

    /** All pawns of the side to move at once. */
    function shifts(pawns, mark) {
        return h("section", { class: "lookup", "data-shifts": true }, h("h3", {}, "Shifts for all pawns at once"),
            p("Pawns need no table. The set of all pawns of the side to move is one number. One shift moves all of them at the same time: ", code("<<"), " is a shift to the left, that is up the board, ", code(">>"),
                " one to the right, ", code("&"), " keeps the bits that both numbers have, and ", code("~"), " turns every bit of a number over."),
            h("ol", { class: "steps" }, pawns.shifts.map((shift, index) => step(shift.name[0].toUpperCase() + shift.name.slice(1),
                p(EXPLAINED[shift.name] ?? ""),
                formula(code(shift.formula), " ", h("span", { class: "note" }, "shift by ", number(`pawns.shifts.${index}.by`, shift.by))),
                figures(
                    grid({ name: `pawns.shifts.${index}.source`, set: shift.source, caption: shift.source_name, kind: "occupancy", mark }), sign(shift.by > 0 ? "<<" : ">>"),
                    grid({ name: `pawns.shifts.${index}.shifted`, set: shift.shifted, caption: "shifted", kind: "rays", mark }), sign("&"),
                    grid({ name: `pawns.shifts.${index}.mask`, set: shift.mask, caption: shift.mask_name, kind: "mask", mark }), sign("="),
                    grid({ name: `pawns.shifts.${index}.result`, set: shift.result, caption: shift.name, kind: "attacks", mark }))))));
    }

    function pawn(data, board, safety) {
        const parts = [h("section", { class: "lookup" }, h("h3", {}, `A pawn on ${data.square}`),
            p("A pawn attacks one square ahead on each neighbouring file. Its moves straight ahead attack nothing."),
            figures(grid({ name: "attacks", set: data.attacks, caption: "attacks", kind: "attacks", mark: data.square })))];
        if (safety !== null) {
            const own = (data.piece === "P") === (board.turn === "w");
            if (!own) {
                parts.push(p("This pawn is not of the side to move. The shifts below are those of the other pawns."));
            }
            parts.push(shifts(safety.pawns, own ? data.square : undefined));
        } else {
            parts.push(p("The shifts of all pawns are shown if the board is a legal position."));
        }
        return parts;
    }

    /** Knights and kings: a table with an entry for each square. */
    function leaper(data, name, safety) {
        const king = name === "king";
        return [h("section", { class: "lookup", "data-table": name }, h("h3", {}, `The table of the ${name}`),
            p(king ? "A king goes to any neighbouring square. " : "A knight jumps. Nothing can stand in its way. ",
                "So the attacks depend on its square only. A table has one entry for each of the 64 squares."),
            formula(code(`attacks = ${name}_table[${data.square}]`)),
            figures(grid({ name: "attacks", set: data.attacks, caption: `${name} attacks`, kind: "attacks", mark: data.square }))),
        king && safety !== null && safety.king === data.square ? h("section", { class: "lookup" }, h("h3", {}, "Danger squares of the king"),
            p("The king may not go where the other side attacks. For this set the king is taken off the board. ",
                "Otherwise it could hide behind itself from a slider. In the formula, ", code("&"), " keeps the bits that both numbers have, and ", code("~"),
                " turns every bit of a number over. This is an ", h("dfn", {}, "x-ray"), " through the king."),
            formula(code("moves = attacks & ~ours & ~danger")),
            figures(grid({ name: "danger", set: safety.danger, caption: "danger", kind: "danger", mark: data.square }))) : null];
    }

    /** The pieces of both sides, as the lesson has them: its piece stands on its square. */
    function sides(data) {
        const white = data.piece === data.piece.toUpperCase();
        const board = App.chess.lessons.put(App.fen(), data.square, data.piece);
        const of = (own) => setOf(board.squares.map((piece) => piece !== null && (piece === piece.toUpperCase()) === (own === white)));
        return { ours: of(true), theirs: of(false) };
    }

    const setOf = (flags) => flags.reduce((set, flag, index) => (flag ? set | (1n << BigInt(index)) : set), 0n).toString(16).padStart(16, "0");
    const complement = (...sets) => BigInt.asUintN(64, ~sets.reduce((all, set) => all | BigInt(`0x${set}`), 0n)).toString(16).padStart(16, "0");

    /** What every moveboard ends with. */
    function targets(data, slider) {
        const mark = data.square;
        const pawn = data.piece.toLowerCase() === "p";
        const { ours, theirs } = sides(data);
        const neither = complement(ours, theirs);
        const attacks = () => grid({ name: "attacks", set: data.attacks, caption: "attacks", kind: "attacks", mark, repeat: true });
        const operand = (name, set, caption) => grid({ name, set, caption, kind: "occupancy", mark, repeat: true });
        return h("section", { class: "lookup", "data-result": true }, h("h3", {}, "From attacks to moves"),
            p("The attacks are split by what stands on the squares: ", code("theirs"), " are the pieces of the other side, ", code("ours"), " those of the piece's own side with the piece itself. The sign ", code("&"), " keeps the bits that both numbers have, ", code("|"), " takes those that either has, and ",
                code("~"), " turns every bit of a number over. ",
                pawn ? "A pawn can capture on some of them. It goes to an empty one only if that is the en passant square. " : "The piece can capture on some of them, and move to the empty ones. ",
                "Pieces of its own side are defended."),
            h("ol", { class: "steps" },
                step("Captures", formula(code("captures = attacks & theirs")),
                    figures(attacks(), sign("&"), operand("theirs", theirs, "theirs"), sign("="), grid({ name: "enemy_pieces", set: data.enemy_pieces, caption: "captures", kind: "blockers", mark }))),
                step(pawn ? "Empty squares" : "Quiet squares", formula(code(pawn ? "attacks & ~(ours | theirs)" : "quiet = attacks & ~(ours | theirs)")),
                    figures(attacks(), sign("&"), operand("neither", neither, "~(ours | theirs)"), sign("="), grid({ name: "attacked", set: data.attacked, caption: pawn ? "empty squares" : "quiet squares", kind: "attacks", mark }))),
                step("Defended pieces", formula(code("defended = attacks & ours")),
                    figures(attacks(), sign("&"), operand("ours", ours, "ours"), sign("="), grid({ name: "own_pieces", set: data.own_pieces, caption: "defended", kind: "occupancy", mark }))),
                slider ? step("Cut off", p("These squares would be attacked if the board were empty."), formula(code("cut off = rays & ~attacks")),
                    figures(grid({ name: "cut_off", set: data.cut_off, caption: "cut off", kind: "mask", mark }))) : null));
    }

    /** The legal moves of the piece that stands there. */
    function legal(moves, square, pinned, checked) {
        return h("section", { class: "lookup" }, h("h3", {}, "Legal moves"),
            pinned ? p(`The ${pinned.piece} is pinned by the ${pinned.pinner} on ${pinned.pinner_square}. It may move along the line only.`) : null,
            checked ? p("The king is in check. Only moves that end the check are legal.") : null,
            moves.length === 0 ? p(`The piece on ${square} has no legal move.`) : h("ul", { class: "chips" }, moves.map((move) =>
                h("li", {}, El.button(move.san, () => App.update({ view: "word", move: move.uci, square: move.from }, true), { class: "chip", title: "Show the move word", "data-legal": move.uci })))));
    }

    return { pawn, leaper, targets, legal };
})();
