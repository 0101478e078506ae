"use strict";
// Drags pieces over the board by mouse, pen or finger.
const Drag = (() => {
    let drag = null;
    let ended = 0;

    const nameAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#boardbox [data-square]")?.dataset.square ?? null;

    /** `can(square)`, `figure(square)`, `lift(square)` when a drag begins, `land()` when it ends, and `drop(from, to)`; `to` is null outside the board. */
    function watch(grid, { can, figure, lift, land, drop }) {
        grid.addEventListener("pointerdown", (event) => {
            const name = event.target.closest("[data-square]")?.dataset.square;
            if (event.button !== 0 || !event.isPrimary || name === undefined || !can(name)) {
                return;
            }
            drag = { from: name, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId, size: event.target.offsetWidth };
        });
        window.addEventListener("pointermove", (event) => {
            if (drag === null || event.pointerId !== drag.pointer) {
                return;
            }
            if (drag.ghost === null) {
                if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) {
                    return;
                }
                drag.ghost = El.h("div", { class: "ghost" }, figure(drag.from));
                drag.ghost.style.width = `${drag.size}px`;
                document.body.append(drag.ghost);
                lift(drag.from);
            }
            drag.ghost.style.transform = `translate(${event.clientX - drag.size / 2}px, ${event.clientY - drag.size / 2}px)`;
            grid.querySelector(".over")?.classList.remove("over");
            const over = nameAt(event);
            if (over !== null) {
                grid.querySelector(`[data-square="${over}"]`).classList.add("over");
            }
        });
        const end = (event) => {
            if (drag === null || event.pointerId !== drag.pointer) {
                return;
            }
            const { from, ghost } = drag;
            drag = null;
            grid.querySelector(".over")?.classList.remove("over");
            if (ghost === null) {
                return;
            }
            ghost.remove();
            land();
            ended = performance.now();
            const to = nameAt(event);
            if (event.type === "pointerup" && to !== from) {
                drop(from, to);
            }
        };
        window.addEventListener("pointerup", end);
        window.addEventListener("pointercancel", end);
    }

    /** Whether a click is only the end of a drag. */
    const justEnded = () => performance.now() - ended < 80;

    return { watch, justEnded };
})();
