// The slots of a module, and the texts of PGN whose games are read one by one.

/** Slots of a module, each with the object that has taken it last: an object finds its slot taken by another one, and takes one again. */
export class Slots {
    #count;
    #owners = [];
    #free = [];
    #next = 0;

    constructor(count) {
        this.#count = count;
    }

    /** A slot for an object. If all are taken, that is the one that was taken first. */
    take(owner) {
        const slot = this.#free.pop() ?? this.#next;
        if (slot === this.#next) {
            this.#next = (slot + 1) % this.#count;
        }
        this.#owners[slot] = owner;
        return slot;
    }

    has(slot, owner) {
        return this.#owners[slot] === owner;
    }

    /** Leaves a slot. False if the object does not have it. */
    leave(slot, owner) {
        const had = slot >= 0 && this.has(slot, owner);
        if (had) {
            this.#owners[slot] = undefined;
            this.#free.push(slot);
        }
        return had;
    }
}

/** An iterator over the games of a text. A game that is wrong is thrown, and the next step goes on behind it. */
export class Games {
    #pgn;
    #slot = -1;
    /** The games, lines and bytes that have been read. */
    #read = [0, 0, 0];
    #module;

    /** `module` has the exports `wasm`, the slots `texts`, `writeBytes`, `text`, `checked`, and `game`, which reads a game into a new slot. */
    constructor(pgn, module) {
        this.#pgn = new TextEncoder().encode(pgn);
        this.#module = module;
    }

    [Symbol.iterator]() {
        return this;
    }

    next() {
        if (this.#pgn === undefined) {
            return { done: true, value: undefined };
        }
        const { wasm, texts, writeBytes, text, checked, game } = this.#module;
        if (!texts.has(this.#slot, this)) {
            const bytes = writeBytes("pgn", this.#pgn.subarray(this.#read[2]));
            this.#slot = texts.take(this);
            checked(wasm.pgn_open(this.#slot, bytes, ...this.#read));
        }
        try {
            const value = game((slot) => text(wasm.pgn_next(this.#slot, slot)));
            if (value !== undefined) {
                return { done: false, value };
            }
        } finally {
            this.#read = text(wasm.pgn_place(this.#slot)).split(" ").map(Number);
        }
        return this.return();
    }

    /** Ends the reading, and gives back the memory of the text. */
    return(value) {
        this.#pgn = undefined;
        if (this.#module.texts.leave(this.#slot, this)) {
            this.#module.wasm.pgn_close(this.#slot);
        }
        return { done: true, value };
    }
}
