/**
 * Repositories in which the newest defect hides behind older ones: a program whose check fails now, and fails in another
 * way in every version before the one that brought the failure. Each is made of a seed, with the truth about it.
 *
 * A version is a program (histories/program.ts), of which its files are drawn: functions made of blocks, and flaws that
 * are drawn into them. So any version can be had with or without any flaw, whatever else has changed, been renamed or
 * moved meanwhile; that is how the true cures are made. They stand in the repository as refs/truth/….
 */

import type { History, HistoryOptions } from "./histories/history.ts";
import { Line } from "./histories/line.ts";
import { Maker } from "./histories/maker.ts";
import { mergesOf, planned } from "./histories/plan.ts";
import { written } from "./histories/written.ts";

export { Checkout } from "./histories/checkout.ts";
export { confirmed, type HistoryFinding } from "./histories/confirmed.ts";
export type { History, HistoryOptions } from "./histories/history.ts";
export { twoCures } from "./histories/two-cures.ts";

/** The shape of the case study in Artho, Shibayama, Honiden, "Iterative Delta Debugging", but with an end. */
export function paperShape(folder: string): History {
  return makeHistory(folder, { seed: 206, commits: 208, masks: 10, stretches: 5, renames: 2, moves: 2, culprit: 12 });
}

/** Makes a repository of a program whose `node check.js` fails at HEAD; the same one for the same options. */
export function makeHistory(folder: string, options: HistoryOptions): History {
  const maker = new Maker(options.seed, options.commits);
  const plan = planned(options, maker);
  const line = new Line(plan.root, maker);
  const merges = options.merges ? mergesOf(plan, options.commits, maker) : undefined;
  while (line.versions.length < options.commits) {
    const at = line.versions.length;
    const changes = plan.at(at).map((change) => change(line.tip.program));
    if (merges?.crossing.has(at)) line.crissCross();
    else if (merges?.merged.has(at)) line.merge(changes);
    else line.add(changes);
  }
  return written(folder, line, plan);
}
