/**
 * What a test finds in its tree of what earlier tests left there. `reused`: all that they added, such as what was built.
 * `cleaned`: nothing, as after `git clean`. `fresh`: the tree is new.
 */
export type ReuseMode = "reused" | "cleaned" | "fresh";

/** Whether the trees of a run can be reused. That is assumed until a test shows that it is not so. */
export class TreeReuse {
  readonly first: ReuseMode;
  #mode: ReuseMode;

  constructor(mode: ReuseMode) {
    this.first = mode;
    this.#mode = mode;
  }

  get mode(): ReuseMode {
    return this.#mode;
  }

  /** Goes on in the mode of an earlier session. */
  resume(mode: ReuseMode): void {
    this.#mode = mode;
  }

  /** Changes to a mode in which earlier tests matter less; false: none is left. */
  tighten(): boolean {
    if (this.#mode === "fresh") return false;
    this.#mode = this.#mode === "reused" ? "cleaned" : "fresh";
    return true;
  }
}
