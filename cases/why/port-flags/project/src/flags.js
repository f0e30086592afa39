import { createHash } from "node:crypto";

/** Flags by name; each is on for a share of the users, from 0 to 1. */
export class Flags {
  #shares = new Map();

  set(name, share) {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new RangeError(`not a name of a flag: ${name}`);
    if (!(share >= 0 && share <= 1)) throw new RangeError(`not a share: ${share}`);
    this.#shares.set(name, share);
  }

  names() {
    return [...this.#shares.keys()].sort();
  }

  /** Whether a flag is on for a user; always the same answer for the same user. */
  isOn(name, user) {
    const share = this.#shares.get(name) ?? 0;
    const hash = createHash("sha256").update(`${name}/${user}`).digest();
    return hash.readUInt32BE(0) / 2 ** 32 < share;
  }
}
