import { FastImport, type Made } from "./fast-import.ts";
import type { Maker } from "./maker.ts";
import { type Change, noise } from "./noise.ts";
import { type Program, treeOf } from "./program.ts";

/** A commit, and the program in it. */
export interface Point extends Made {
  readonly program: Program;
}

/** How a version came: by a commit of its own, or by a merge of another one. */
export interface Version {
  readonly point: Point;
  /** The commit of the merged branch that brought what was planned. */
  readonly within?: Point;
}

/** How far back a merged branch may begin. */
const longestBranch = 4;

/** The first-parent line of a repository, which grows by one version after the other. */
export class Line {
  readonly repository = new FastImport();
  readonly versions: Version[] = [];
  readonly #maker: Maker;

  constructor(root: Program, maker: Maker) {
    this.#maker = maker;
    this.versions.push({ point: this.made([], "first version", root) });
  }

  get tip(): Point {
    return this.versions.at(-1)!.point;
  }

  made(parents: readonly Point[], subject: string, program: Program): Point {
    return { ...this.repository.commit(parents, subject, treeOf(program)), program };
  }

  /** A version with what is planned, between other changes now and then, or with those alone. */
  add(planned: readonly Change[]): void {
    this.versions.push({ point: this.#upon(this.tip, this.#changes(this.tip.program, planned)) });
  }

  /** The same through a branch that began some versions ago. */
  merge(planned: readonly Change[]): void {
    const maker = this.#maker;
    const age = maker.below(Math.min(longestBranch, this.versions.length));
    let side = this.versions.at(-1 - age)!.point;
    const all: Change[] = [];
    for (let left = maker.below(3); left >= 0; left--) {
      const changes = this.#changes(side.program, left === 0 ? planned : []);
      side = this.#upon(side, changes);
      all.push(...changes);
    }
    const point = this.#merged(this.tip, side, all);
    this.versions.push(planned.length > 0 ? { point, within: side } : { point });
  }

  /** Four versions: a branch and this line merge each other, both go on, and the branch is merged again. */
  crissCross(): void {
    const base = this.tip;
    const [ours, theirs] = [this.#changes(base.program, []), this.#changes(base.program, [])];
    const [a, b] = [this.#upon(base, ours), this.#upon(base, theirs)];
    const [mergedHere, mergedThere] = [this.#merged(a, b, theirs), this.#merged(b, a, ours)];
    const [here, there] = [this.#changes(mergedHere.program, []), this.#changes(mergedThere.program, [])];
    const [c, d] = [this.#upon(mergedHere, here), this.#upon(mergedThere, there)];
    for (const point of [a, mergedHere, c, this.#merged(c, d, there)]) this.versions.push({ point });
  }

  #upon(parent: Point, changes: readonly Change[]): Point {
    return this.made([parent], changes[0]!.subject, applied(parent.program, changes));
  }

  #merged(into: Point, from: Point, changes: readonly Change[]): Point {
    return this.made([into, from], `Merge "${from.subject}"`, applied(into.program, changes));
  }

  /** What is planned, or something else; both in a part of the cases. */
  #changes(program: Program, planned: readonly Change[]): Change[] {
    const maker = this.#maker;
    const more = planned.length > 0 ? (maker.chance(0.4) ? 1 + maker.below(4) : 0) : maker.chance(0.8) ? 1 : 3;
    const changes = [...planned];
    let now = applied(program, planned);
    while (changes.length < planned.length + more) {
      const change = noise(now, maker);
      const then = change.apply(now);
      if (sameTree(now, then)) continue;
      changes.push(change);
      now = then;
    }
    return changes;
  }
}

function applied(program: Program, changes: readonly Change[]): Program {
  return changes.reduce((now, { apply }) => apply(now), program);
}

function sameTree(one: Program, other: Program): boolean {
  const [a, b] = [treeOf(one), treeOf(other)];
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text);
}
