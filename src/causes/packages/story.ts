import { basename } from "node:path";
import type { DeltaSet } from "../../core/delta-set.ts";
import type { CauseEntry, Finding, Story } from "../../core/finding.ts";
import { type Concluded, storyOf } from "../../run/conclude.ts";
import type { Run } from "../../run/run.ts";
import type { Explanation } from "../../search/explain.ts";
import { chainsIn } from "./chain.ts";
import { type LockEntry, nameAt } from "./lockfile.ts";
import type { PackagesRequest } from "./request.ts";
import type { Sides } from "./sides.ts";
import type { Move, Upgrades } from "./upgrades.ts";

/** How a run over packages came out. */
export interface Told extends Concluded {
  readonly sides: Sides;
  /** Undefined where it ended before they were installed. */
  readonly upgrades?: Upgrades;
  readonly found?: Explanation;
  readonly notes?: readonly string[];
  readonly files?: Finding["files"];
  readonly heldBack?: readonly CauseEntry[];
  readonly deeper?: Finding["deeper"];
}

export function tell(run: Run, request: PackagesRequest, told: Told): Story {
  const { verdict, reason, upgrades, found, minimal, steps, stages, assumptions, notes = [], files = {} } = told;
  const { heldBack, deeper } = told;
  const total = upgrades?.deltas.length ?? 0;
  return storyOf(run, request, {
    finding: {
      kind: "packages",
      verdict,
      search: "explain",
      deltas: { total, cause: found?.failing.size ?? total },
      minimal,
      by: "packages",
      cause: found ? entriesOf(told, found) : [],
      causes: [],
      files,
      assumptions,
      stages,
      ...(notes.length > 0 ? { notes } : {}),
      ...(heldBack ? { heldBack } : {}),
      ...(deeper ? { deeper } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
    excerpts: [],
    steps,
  });
}

/** What makes the difference first, then what it needs. */
function entriesOf({ sides, upgrades }: Told, { failing, causes }: Explanation): CauseEntry[] {
  const needed = causes.isEmpty ? failing : causes;
  const context = entriesFor(sides, upgrades!, failing.minus(needed));
  return [...entriesFor(sides, upgrades!, needed), ...context.map((each) => ({ ...each, context: true as const }))];
}

/** Upgrades for people, those that the project itself requires before the rest. */
export function entriesFor(sides: Sides, { deltas }: Upgrades, set: DeltaSet): CauseEntry[] {
  const distance = ({ text = "" }: CauseEntry) => text.split(between).length;
  return [...set]
    .flatMap((delta) => deltas[delta]!)
    .map(entryMaker(sides))
    .sort((a, b) => distance(a) - distance(b));
}

const between = " › ";

/** Makes entries such as `leftpad 1.1.2 → 1.2.0 (app › table › leftpad)`. */
function entryMaker({ old, new: now, project }: Sides): (move: Move) => CauseEntry {
  const [before, after] = [old, now].map(({ lockfile }) =>
    chainsIn(lockfile, lockfile.root.name ?? basename(project.home ?? project.version.root ?? "project")),
  );
  return ({ path, ...move }) => {
    const name = nameAt(path, move.new ?? move.old);
    const chain = (move.new ? after! : before!).get(path);
    return {
      text: `${name} ${whatHappens(move)}${chain ? ` (${chain.join(between)})` : ""}`,
      file: path,
      package: name,
      ...(move.old ? { old: versionText(move.old) } : {}),
      ...(move.new ? { new: versionText(move.new) } : {}),
    };
  };
}

function whatHappens({ old, new: now }: Omit<Move, "path">): string {
  if (!old) return `${versionText(now!)} added`;
  if (!now) return `${versionText(old)} removed`;
  const [before, after] = [versionText(old), versionText(now)];
  return before === after ? `${after} with other content` : `${before} → ${after}`;
}

function versionText({ version, link, resolved }: LockEntry): string {
  return version ?? (link ? `linked to ${resolved}` : "of no version");
}
