"use strict";
// Checks and pins of the side to move, and the danger squares of its king.
const SafetyLesson = (() => {
    const { h, p } = El;
    const { grid } = Bits;
    const { figures } = SliderLesson;

    function lines(safety) {
        const side = safety.turn === "w" ? "White" : "Black";
        return h("section", { class: "lookup", "data-safety": "lines" }, h("h3", {}, `Checks and pins against ${side}`),
            p("A ", h("dfn", {}, "check"), " can be ended on its line: by a capture of the checking piece, or by a piece in between. A ",
                h("dfn", {}, "pin"), " is a line from a slider through one piece to the king. The pinned piece may move along this line only."),
            safety.checks.length + safety.pins.length === 0 ? p("There is no check and no pin.") : null,
            figures(
                safety.checks.map((check, index) => h("div", { class: "named" },
                    grid({ name: `checks.${index}.line`, set: check.line, caption: `check: ${check.piece} ${check.square}`, kind: "blockers", mark: safety.king }))),
                safety.pins.map((pin, index) => h("div", { class: "named" },
                    grid({ name: `pins.${index}.line`, set: pin.line, caption: `pin: ${pin.piece} ${pin.square} by ${pin.pinner} ${pin.pinner_square}`, kind: "index", mark: safety.king })))));
    }

    function danger(safety, repeat) {
        return h("section", { class: "lookup", "data-safety": "danger" }, h("h3", {}, "Danger squares"),
            p(`The king on ${safety.king} may not go to these squares. They are attacked by the other side if the king is taken off the board.`),
            figures(grid({ name: "danger", set: safety.danger, caption: "danger", kind: "danger", mark: safety.king, repeat })));
    }

    return { lines, danger };
})();
