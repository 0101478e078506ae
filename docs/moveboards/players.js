"use strict";
// Who moves: a person, the random mover, or the engine in a worker.
const Players = (() => {
    const KINDS = [["you", "You"], ["random", "Random mover"], ["engine", "Engine"]];
    const helper = new Helpers.Helper();
    let round = 0;
    let thinking = false;
    let fresh = true;

    const kind = (state, turn) => {
        const value = turn === "w" ? state.white ?? "you" : state.black ?? "random";
        return KINDS.some(([id]) => id === value) ? value : "you";
    };

    const wait = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

    /** Stops what is thought. */
    function stop() {
        round += 1;
        if (thinking) {
            helper.cancel();
            fresh = true;
        }
        thinking = false;
    }

    /** Forgets what the engine knows of the game before. */
    function newGame() {
        stop();
        fresh = true;
    }

    /** A move in UCI of the player of the side to move; null if it was stopped. */
    async function move({ state, game, start, history, onReport }) {
        const mine = round;
        thinking = true;
        let uci = null;
        if (kind(state, game.status().turn) === "random") {
            const list = game.moves();
            await wait(250);
            uci = list[Math.floor(Math.random() * list.length)].uci;
        } else {
            const options = { fen: start, moves: history.map((one) => one.uci), milliseconds: Number(state.time ?? 500) };
            if (state.elo !== null && state.elo !== undefined) {
                options.elo = Number(state.elo);
            }
            const [answer] = await Promise.all([
                helper.call("engine", { options, fresh }, (given) => mine === round && onReport(given)), wait(200),
            ]);
            fresh = false;
            if (mine === round) {
                if (answer.report !== null) {
                    onReport(answer.report);
                }
                uci = answer.best;
            }
        }
        if (mine !== round) {
            return null;
        }
        thinking = false;
        return uci;
    }

    return { KINDS, kind, move, stop, newGame, busy: () => thinking };
})();
