import type { Outcome } from "../../core/outcome.ts";
import { runStage } from "../../run/stage.ts";
import { type WalkedBack, walkBack } from "../../search/walk-back.ts";
import { type Carried, carry, effective } from "./series.ts";
import { type Branch, type Task, worldOf } from "./task.ts";

/** A walk back with the same patches all the way. */
export interface Walked extends WalkedBack {
  readonly complete: boolean;
  /** The patches as they are on a version. */
  readonly carriedAt: (version: number) => Carried;
  /** What the version that neither fails nor passes shows. */
  readonly shown?: Shown | undefined;
}

/** What a version shows. */
export interface Shown {
  readonly outcome: Outcome;
  /** Equal for what is of the same kind. */
  readonly kind?: string;
  /** For people. */
  readonly said?: string;
}

/** Walks back from where a branch stands, as far as its patches make the versions fail. */
export async function walk(task: Task, branch: Branch): Promise<Walked> {
  const { run, past, listener, steps, stages } = task;
  const { start, series } = branch;
  const known = new Map<number, Carried>([[start, { ...series, conflicts: [] }]]);
  const carriedAt = (version: number) => {
    const carried = known.get(version) ?? carry(series, past.treeOf(past.commitAt(version)), past);
    known.set(version, carried);
    return carried;
  };
  const name = `walk ${stages.filter((stage) => stage.search === "walk-back").length + 1}`;
  const end = await runStage<number, WalkedBack, Shown>(
    run,
    {
      search: walkBack(start, past.oldest),
      answer: ({ outcome, ended, kind = ended, said = kind }) =>
        outcome === "unresolved" ? { outcome, kind, said } : { outcome },
      key: String,
      world: (version) => worldOf(task, past.versionOf(carriedAt(version), past.commitAt(version))),
      shown: (version) => ({ stage: name, set: past.nameAt(version), size: version }),
      total: past.oldest + 1,
      unit: "versions",
      sizes: ({ failing }) => ({ failing: past.oldest - failing }),
      start: { failing: past.oldest - start },
    },
    { onStep: (row) => steps.push(row), onProgress: listener.onProgress },
  );
  for (const [key, { outcome, said }] of end.answers) {
    const version = Number(key);
    const { conflicts, ...carried } = carriedAt(version);
    const commit = past.commitAt(version);
    task.seen.push({
      version,
      ...(commit === undefined ? {} : { commit }),
      outcome,
      ...(said === undefined ? {} : { shows: said }),
      carried: effective(carried).cures.map(({ number }) => number),
      ...(conflicts.length > 0 ? { conflicts } : {}),
      branch: branch.number,
    });
  }
  const back = end.result ?? { failing: start };
  stages.push({
    name,
    search: "walk-back",
    deltas: { total: past.oldest - start, cause: past.oldest - back.failing },
    needed: end.needed,
  });
  const shown = back.masked === undefined ? undefined : end.answers.get(String(back.masked));
  return { ...back, complete: end.complete, carriedAt, shown };
}
