import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evaluate } from "./histories/evaluate.ts";
import { Maker } from "./histories/maker.ts";
import { cured, flawIn } from "./histories/masks.ts";
import { planned } from "./histories/plan.ts";
import {
  Checkout,
  confirmed,
  type History,
  type HistoryOptions,
  makeHistory,
  paperShape,
  twoCures,
} from "./histories.ts";

const home = mkdtempSync(join(tmpdir(), "culprit-histories-"));
let made = 0;
const newHome = () => join(home, `${made++}`);
const checkouts: Checkout[] = [];
afterAll(() => {
  for (const checkout of checkouts) checkout.remove();
  rmSync(home, { recursive: true, force: true });
});

/** The truth about a history, seen with git and node alone. */
class Seen {
  readonly history: History;
  readonly checkout: Checkout;
  /** The first-parent line, the root first. */
  readonly line: readonly string[];

  constructor(history: History) {
    this.history = history;
    this.checkout = new Checkout(history);
    checkouts.push(this.checkout);
    this.line = this.checkout.git("rev-list", "--first-parent", "--reverse", "origin/main").split("\n");
  }

  /** What may be shown by a version: one of the things that are wrong with it then, or else the failure. */
  expected(i: number): string[] {
    const { masks, stretches } = this.history;
    const [at, last] = [(id: string | undefined) => this.line.indexOf(id ?? this.line[0]!), [...masks, ...stretches]];
    const wrong = last.filter(({ since, cured }) => at(since) <= i && i < at(cured)).map(({ kind }) => kind);
    return wrong.length > 0 ? wrong : [i < at(this.history.culprit.commit) ? "pass" : "failure"];
  }

  /** That every so many versions show what they should, and none passes. */
  expectVersions(every: number): void {
    for (let i = this.line.length - 1; i >= 0; i -= every) {
      const shown = this.checkout.at(this.line[i]!);
      expect(this.expected(i), `version ${i} of ${this.history.folder}`).toContain(shown);
      expect(shown).not.toBe("pass");
    }
  }

  expectCures(): void {
    const { before, culprit, cures, masks } = this.history;
    expect(this.line[this.line.indexOf(culprit.commit) - 1]).toBe(before);
    expect(this.checkout.at(cures.before.at(-1)!)).toBe("pass");
    expect(this.checkout.at(cures.culprit.at(-1)!)).toBe("failure");
    const upon = this.checkout.git("rev-list", "--reverse", `${before}..${cures.before.at(-1)}`).split("\n");
    expect(upon).toEqual(masks.length === 0 ? [""] : cures.before);
    for (const cure of cures.before.slice(0, -1)) expect(this.checkout.at(cure)).not.toBe("pass");
    expect(masks.map(({ alone }) => this.checkout.at(alone))).toEqual(masks.map(({ kind }) => kind));
  }
}

const histories: readonly HistoryOptions[] = [
  { seed: 1, commits: 20, masks: 1 },
  { seed: 2, commits: 30, masks: 4, merges: true },
  { seed: 3, commits: 30, masks: 3, kinds: ["missing"], renames: 3, moves: 3 },
  { seed: 4, commits: 45, masks: 3, stretches: 3, merges: true },
];

describe.each(histories)("the history of $seed: $commits commits, $masks masks", (options) => {
  let seen: Seen;
  beforeAll(() => {
    seen = new Seen(makeHistory(newHome(), options));
  });

  test("every version fails, with the failure since it came unless something older hides it", () => {
    expect(seen.line.length).toBe(options.commits);
    expect(seen.checkout.at("origin/main")).toBe("failure");
    seen.expectVersions(1);
  });

  test("with the cures the version before the culprit passes, the culprit fails, and each mask shows alone", () => {
    seen.expectCures();
  });
});

test("a finding is confirmed with all of its patches, and not without one of them", () => {
  const history = makeHistory(newHome(), { seed: 9, commits: 30, masks: 3 });
  const { checkout } = new Seen(history);
  const [before, culprit] = [history.cures.before.at(-1)!, history.cures.culprit.at(-1)!];
  const carried = newHome();
  mkdirSync(carried);
  checkout.git("format-patch", "-q", "-o", carried, `${history.before}..${before}`);
  const cause = join(carried, "cause");
  writeFileSync(cause, `${checkout.git("diff", before, culprit)}\n`);
  const finding = {
    verdict: "found",
    cause: [{ commit: history.culprit.commit }],
    files: { cause, carried },
    history: { passing: { commit: history.before }, failing: { commit: history.culprit.commit } },
    tests: { needed: 1 },
  };
  const bad = { ...finding, cause: [{ commit: history.before }] };
  expect(confirmed(history, finding)).toEqual({ commit: true, passes: true, fails: true });
  expect(confirmed(history, bad)).toMatchObject({ commit: false });
  rmSync(join(carried, readdirSync(carried).sort()[1]!));
  expect(confirmed(history, finding)).toMatchObject({ passes: false });
});

test("in every program the defect makes a difference, and so does each mask alone", () => {
  for (let seed = 0; seed < 150; seed++) {
    const commits = 60;
    const { root, masks, defect } = planned({ seed, commits, masks: seed % 6 }, new Maker(seed, commits));
    const clean = masks.reduce((program, { flaw }) => cured(program, flaw), root);
    const [right, wrong] = [evaluate(clean), evaluate(defect.bring(clean))];
    expect(right).toBeInstanceOf(Array);
    if (wrong instanceof Error) expect(wrong.message).toBe(defect.failure);
    // Only the last result is another one, which is the last that the check looks at.
    else expect(wrong.findIndex((each, i) => each !== (right as number[])[i])).toBe(wrong.length - 1);
    for (const { flaw } of masks) {
      const masked = evaluate(flawIn(defect.bring(clean), flaw));
      expect(masked, `${flaw.kind} in ${flaw.place}, seed ${seed}`).toBeInstanceOf(Error);
      expect((masked as Error).message).not.toBe(defect.failure);
    }
  }
});

test("whatever the seed, the cures make the difference", () => {
  for (let seed = 100; seed < 110; seed++) {
    const folder = newHome();
    const options = { seed, commits: seed, masks: seed % 7, stretches: seed % 3, merges: seed % 2 === 0 };
    const seen = new Seen(makeHistory(folder, options));
    const { masks, stretches } = seen.history;
    expect([masks.length, seen.line.length]).toEqual([options.masks, options.commits]);
    expect(stretches.length).toBe(options.stretches);
    const { before, culprit } = seen.history.cures;
    expect(seen.checkout.at(before.at(-1)!), `seed ${seed}`).toBe("pass");
    expect(seen.checkout.at(culprit.at(-1)!), `seed ${seed}`).toBe("failure");
    for (const commit of stretches.flatMap(({ since, cured }) => [since!, cured])) {
      expect(seen.expected(seen.line.indexOf(commit)), `seed ${seed}`).toContain(seen.checkout.at(commit));
    }
    rmSync(folder, { recursive: true });
  }
});

test("merges are there when asked for, one of them across another", () => {
  const { checkout, line } = new Seen(makeHistory(newHome(), { seed: 5, commits: 60, masks: 2, merges: true }));
  const merges = checkout.git("rev-list", "--merges", "origin/main").split("\n");
  const bases = merges.map((id) => checkout.git("merge-base", "--all", `${id}^1`, `${id}^2`).split("\n").length);
  expect(line.length).toBe(60);
  expect(merges.length).toBeGreaterThan(5);
  expect(Math.max(...bases)).toBe(2);
});

test("files are renamed and functions move when asked for", () => {
  const seen = new Seen(makeHistory(newHome(), { seed: 6, commits: 40, masks: 1, renames: 2, moves: 2 }));
  const renamed = seen.checkout.git("log", "-M", "--diff-filter=R", "--format=%s", "origin/main", "--", "lib");
  const moved = seen.checkout.git("log", "--grep=moves here", "--format=%s", "origin/main");
  expect(renamed.split("\n").length).toBe(2);
  expect(moved.split("\n").length).toBe(2);
});

test("the same seed makes the same repository, another one another", () => {
  const heads = [7, 7, 8].map((seed) => {
    const options = { seed, commits: 50, masks: 2, stretches: 1, merges: true };
    const { checkout } = new Seen(makeHistory(newHome(), options));
    const head = checkout.git("rev-parse", "origin/main");
    return head;
  });
  expect(heads[1]).toBe(heads[0]);
  expect(heads[2]).not.toBe(heads[0]);
});

test("the published shape: 208 versions, ten nested masks, and an end", () => {
  const seen = new Seen(paperShape(newHome()));
  const { history, line, checkout } = seen;
  expect([line.length, history.masks.length]).toEqual([208, 10]);
  expect(history.stretches.some(({ kind }) => kind === "build")).toBe(true);
  expect(checkout.at("origin/main")).toBe("failure");
  seen.expectVersions(10);
  seen.expectCures();
});

describe.each(["with the cure", "before it"] as const)("two cures, the ledger %s", (ledger) => {
  test("either brings the failure back, but only with the right one an older version passes", () => {
    const history = twoCures(newHome(), { ledger });
    const seen = new Seen(history);
    seen.expectVersions(4);
    seen.expectCures();
    expect(history.deadEnd.map((commit) => seen.checkout.at(commit))).toEqual(["failure", "failure", "failure"]);
  });
});
