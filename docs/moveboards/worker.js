"use strict";
// Unpacks the module of module.js and loads it.
const Loader = (() => {
    const MISSING = "The module has not been built. `bash wasm/build.sh page` builds it.";

    /** Bytes of the module, and what it has: { bytes, Game, ChessError, lessons, engine }. */
    async function load() {
        const packed = globalThis.CHESS_MODULE;
        if (packed === undefined) {
            throw new Error(MISSING);
        }
        if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
            throw new Error("This browser is too old for the page. It needs WebAssembly and DecompressionStream.");
        }
        const compressed = Uint8Array.from(atob(packed.wasm), (character) => character.charCodeAt(0));
        const stream = new Blob([compressed]).stream().pipeThrough(new DecompressionStream("gzip"));
        const bytes = await new Response(stream).arrayBuffer();
        const chess = await packed.glue().load(bytes.slice(0));
        return { bytes, ...chess };
    }

    return { load };
})();

// Runs the module in a worker, for what takes long: the engine, the search for a magic, perft.
const Helpers = (() => {
    /** The whole program of a worker. It runs apart from this page, so it may use nothing of it. */
    function workerMain(glue) {
        let ready;
        let search;
        const work = {
            engine: ({ options, fresh }, chess, report) => {
                if (fresh) {
                    chess.engine.newGame();
                }
                return chess.engine.search(options, report);
            },
            perft: ({ fen, depth }, chess) => {
                const game = new chess.Game(fen);
                const start = performance.now();
                const divide = game.divide(depth);
                return { divide, seconds: (performance.now() - start) / 1000 };
            },
            begin: ({ slider, square, seed }, chess) => {
                search = chess.lessons.search(slider, square, seed);
                return null;
            },
            // For some milliseconds, a few more at a time the more there have been; `trace` has what each time came to.
            run: ({ tries, milliseconds }) => {
                const end = performance.now() + milliseconds;
                const trace = [];
                let attempt;
                do {
                    attempt = search.run(milliseconds === 0 ? tries : 1 + Math.floor((trace.at(-1)?.tries ?? tries) / 12));
                    trace.push({ tries: attempt.tries, placed: attempt.placed, best: attempt.best });
                } while (!attempt.found && performance.now() < end);
                return { ...attempt, trace };
            },
            verify: ({ slider, square, factor }, chess) => chess.lessons.verify(slider, square, factor),
        };
        onmessage = async ({ data }) => {
            if (data.bytes) {
                ready = glue().load(data.bytes);
                return;
            }
            const { id, task, options } = data;
            try {
                const chess = await ready;
                const answer = work[task](options, chess, (report) => postMessage({ id, report }));
                postMessage({ id, answer });
            } catch (error) {
                postMessage({ id, error: String(error.message ?? error) });
            }
        };
    }

    let bytes;

    function prepare(moduleBytes) {
        bytes = moduleBytes;
    }

    /** A worker that is started when it is first asked, and can be cancelled. */
    class Helper {
        #worker = null;
        #address = "";
        #waiting = new Map();
        #next = 0;

        #start() {
            const program = `const glue = ${CHESS_MODULE.glue}; (${workerMain})(glue);`;
            const address = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
            const worker = new Worker(address);
            worker.onmessage = ({ data }) => {
                const call = this.#waiting.get(data.id);
                if (call === undefined) {
                    return;
                }
                if ("report" in data) {
                    call.onReport?.(data.report);
                    return;
                }
                this.#waiting.delete(data.id);
                if ("error" in data) {
                    call.reject(new Error(data.error));
                } else {
                    call.resolve(data.answer);
                }
            };
            worker.onerror = (event) => {
                event.preventDefault();
                const calls = [...this.#waiting.values()];
                this.cancel();
                calls.forEach((call) => call.reject(new Error(event.message || "The worker has failed.")));
            };
            worker.postMessage({ bytes: bytes.slice(0) });
            this.#worker = worker;
            this.#address = address;
        }

        /** The answer to a task. It never comes if the helper is cancelled before. */
        call(task, options, onReport) {
            if (this.#worker === null) {
                this.#start();
            }
            const id = this.#next;
            this.#next += 1;
            return new Promise((resolve, reject) => {
                this.#waiting.set(id, { resolve, reject, onReport });
                this.#worker.postMessage({ id, task, options });
            });
        }

        cancel() {
            this.#worker?.terminate();
            URL.revokeObjectURL(this.#address);
            this.#worker = null;
            this.#waiting.clear();
        }
    }

    return { Helper, prepare };
})();
