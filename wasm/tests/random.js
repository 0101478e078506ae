/** Numbers that look random and are the same in every run. */
export class Random {
    #state;

    constructor(seed) {
        this.#state = seed;
    }

    /** A number from 0, below `limit`. */
    below(limit) {
        this.#state = (this.#state + 0x9e3779b9) | 0;
        let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad);
        mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
        return ((mixed ^ (mixed >>> 15)) >>> 0) % limit;
    }

    of(list) {
        return list[this.below(list.length)];
    }
}
