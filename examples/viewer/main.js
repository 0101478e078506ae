// A viewer of games: loads PGN, steps through it, plays variations, comments and draws arrows, and saves.
import { load } from "chess-wasm";
import { Chessground } from "chessground";
import "chessground/assets/chessground.base.css";
import "chessground/assets/chessground.brown.css";
import "chessground/assets/chessground.cburnett.css";

const { Game } = await load();
const at = (id) => document.getElementById(id);
const shapeOf = ({ from, to, color }) => ({ orig: from, dest: from === to ? undefined : to, brush: color });
const arrowOf = ({ orig, dest = orig, brush }) => ({ from: orig, to: dest, color: brush });
let game = new Game();

const board = Chessground(at("board"), {
    movable: { free: false, events: { after: (from, to) => act(() => game.play({ from, to, promotion: "q" })) } },
    drawable: { onChange: (shapes) => game.setArrows(shapes.map(arrowOf)) },
});

/** Does something, shows the game, and says what was wrong. */
function act(work) {
    at("fault").textContent = "";
    try {
        work();
    } catch (error) {
        at("fault").textContent = error.message;
    }
    show();
}

function show() {
    const color = game.turn === "w" ? "white" : "black";
    const last = game.history().at(-1);
    board.set({ fen: game.fen(), turnColor: color, check: game.isCheck(), lastMove: last && [last.from, last.to], movable: { color, dests: game.dests() } });
    board.setShapes(game.arrows().map(shapeOf));
    at("comment").value = game.comments().join(" ");
    at("moves").replaceChildren(...lineOf(game.tree().moves, []));
}

/** The moves of a line as buttons, with its variations in parentheses. */
function lineOf(moves, path) {
    return moves.flatMap(({ san, variations, comments }, index) => {
        const before = [...path, ...moves.slice(0, index).map((move) => move.san)];
        const button = Object.assign(document.createElement("button"), { textContent: san, onclick: () => act(() => game.goto([...before, san])) });
        if (game.history({ verbose: false }).join() === [...before, san].join()) {
            button.setAttribute("aria-current", "true");
        }
        return [button, ...comments.map((text) => ` ${text} `), ...variations.flatMap((line) => [" (", ...lineOf(line, before), ") "])];
    });
}

const path = () => game.history({ verbose: false });
const actions = {
    start: () => game.toStart(), back: () => game.back(), forward: () => game.forward(), end: () => game.toEnd(),
    promote: () => game.promote(path()), remove: () => game.removeVariation(path()),
    load: () => { game = Game.fromPgn(at("pgn").value); }, save: () => { at("pgn").value = game.pgn(); },
};
Object.entries(actions).forEach(([id, action]) => at(id).addEventListener("click", () => act(action)));
at("comment").addEventListener("change", () => act(() => game.setComment(at("comment").value)));
show();
