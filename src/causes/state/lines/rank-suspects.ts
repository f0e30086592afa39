import { kinds } from "./candidate-changes.ts";
import type { LineCoverage } from "./coverage.ts";
import type { Rescue } from "./try-changes.ts";

/** A line that may be the defect, with the evidence. */
export interface Suspect {
  readonly file: string;
  readonly line: number;
  readonly coverage: LineCoverage;
  /** The change there that makes the failing run pass and leaves most of the passing runs as they are. */
  readonly rescue?: Rescue;
}

/** The likeliest line first: what can be mended there, then which runs execute it. */
export function rankSuspects(rescues: readonly Rescue[], coverage: readonly LineCoverage[]): Suspect[] {
  const best = new Map<string, Rescue>();
  for (const rescue of rescues) {
    const key = `${rescue.site.file}:${rescue.site.line}`;
    const known = best.get(key);
    if (!known || isBetter(rescue, known)) best.set(key, rescue);
  }
  return coverage
    .map((each): Suspect => {
      const { file, line } = each;
      const rescue = best.get(`${file}:${line}`);
      return { file, line, coverage: each, ...(rescue ? { rescue } : {}) };
    })
    .sort(
      (a, b) => scoreOf(b.rescue) - scoreOf(a.rescue) || b.coverage.suspicion - a.coverage.suspicion || a.line - b.line,
    );
}

/** The share of the runs that are right with a change; 0: none makes the failing run pass. */
export function scoreOf(rescue: Rescue | undefined): number {
  if (!rescue) return 0;
  const { rescued, failing, kept, passing, instance } = rescue;
  return instance === undefined ? (rescued + kept) / (failing + passing) : 0;
}

function isBetter(one: Rescue, other: Rescue): boolean {
  const difference = scoreOf(one) - scoreOf(other);
  return difference !== 0 ? difference > 0 : kinds.indexOf(one.change.kind) < kinds.indexOf(other.change.kind);
}
