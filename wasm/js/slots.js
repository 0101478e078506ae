// The slots of a module.

/** Slots of a module, each with the object that has taken it last: an object finds its slot taken by another one, and takes one again. */
export class Slots {
    #count;
    #owners = [];
    #free = [];
    #next = 0;
    #leaving;

    /** `leaving` is called with a slot and the object whose slot another one takes. */
    constructor(count, leaving = () => {}) {
        this.#count = count;
        this.#leaving = leaving;
    }

    /** A slot for an object. If all are taken, that is the one that was taken first. */
    take(owner) {
        const slot = this.#free.pop() ?? this.#next;
        if (slot === this.#next) {
            this.#next = (slot + 1) % this.#count;
        }
        const before = this.#owners[slot];
        if (before !== undefined) {
            this.#leaving(slot, before);
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
