import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { DeltaSet } from "../../core/delta-set.ts";
import type { BrokenAssumption, CauseEntry } from "../../core/finding.ts";
import { listText } from "../../core/list-text.ts";
import { ask, type DeltaSearch } from "../../core/search.ts";
import { UserError } from "../../core/user-error.ts";
import { confirm } from "../../run/confirm.ts";
import { runStage, stageOf } from "../../run/stage/stage.ts";
import { ddmax } from "../../search/ddmax.ts";
import type { Explanation } from "../../search/explain.ts";
import { skipping } from "../../search/skipping.ts";
import { upgradeDetails } from "../../versions/packages/upgrade-details.ts";
import { writeFileAtomically } from "../../world/files/write-atomically.ts";
import { type Composed, lockfileWith } from "../../world/packages/composed-lockfile.ts";
import { installPackages, overridesOf } from "../../world/packages/install.ts";
import { allInstalled, packagesOf } from "../../world/packages/installed-upgrades.ts";
import { readLockfile } from "../../world/packages/lockfile.ts";
import { entriesFor } from "../../world/packages/upgrade-entries.ts";
import type { PackagesContext } from "./context.ts";

/** What the search for the largest passing set of upgrades found. */
export interface GoodUpgrades {
  readonly complete: boolean;
  readonly heldBack: readonly CauseEntry[];
  readonly notes: readonly string[];
  readonly broken: readonly BrokenAssumption[];
}

/** Finds the largest set of upgrades under which the test passes, and writes a lockfile with them. */
export async function keepGood(context: PackagesContext, found: Explanation, path: string): Promise<GoodUpgrades> {
  const { run, stock, worlds, sides } = context;
  const { upgrades } = stock;
  const total = upgrades.deltas.length;
  const write = (passing: DeltaSet) => {
    const composed = lockfileWith(sides, upgrades, passing);
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomically(path, composed.text);
    return composed;
  };
  const end = await runStage(
    run,
    {
      ...stageOf({
        name: "good",
        search: largestPassing(context, found),
        total,
        world: (set) => worlds.world({ packages: packagesOf(stock, set) }),
        start: { failing: total },
        sizes: (passing) => ({ failing: total - passing.size }),
        logging: { details: () => upgradeDetails(upgrades) },
      }),
      unit: "packages",
    },
    { onBest: write },
  );
  const passing = end.result ?? DeltaSet.empty;
  const leftOut = upgrades.all.minus(passing);
  run.stages.push({ name: "good", search: "ddmax", deltas: { total, cause: leftOut.size }, needed: end.needed });
  const composed = write(passing);
  const heldBack = entriesFor(sides, upgrades, leftOut);
  const broken = end.complete ? await confirmLockfile(context, composed, path) : [];
  return {
    complete: end.complete,
    heldBack,
    broken,
    notes: notesFor(context, composed, { heldBack, kept: passing.size, total }),
  };
}

/** Starts from all upgrades but those that make the test fail or, if that does not pass, from none. */
function largestPassing({ stock }: PackagesContext, { failing, causes }: Explanation): DeltaSearch {
  const { upgrades, compatibility } = stock;
  const { all } = upgrades;
  const without = all.minus(compatibility.dependencies.withDependents(causes.isEmpty ? failing : causes));
  const search = ask<DeltaSet, DeltaSet>(without, DeltaSet.empty, (outcome) =>
    ddmax(outcome === "pass" ? without : DeltaSet.empty, all),
  );
  return skipping<DeltaSet>(search, (set) => (compatibility.answerWithoutTest(set) ? "unresolved" : undefined));
}

/** Installs the lockfile as the user would, and runs the test with it. */
async function confirmLockfile(
  context: PackagesContext,
  { text, overrides }: Composed,
  path: string,
): Promise<BrokenAssumption[]> {
  const { run, stock, worlds, sides, home } = context;
  const folder = join(dirname(stock.stores.new), "good");
  const lockfile = readLockfile(text, path);
  const read = (file: string) => sides.new.read(file) ?? sides.old.read(file);
  try {
    const keep = (output: string) => run.record.keep("npm-good.txt", output);
    await installPackages({ name: path, text, lockfile, read, overrides }, { folder, home, signal: run.stopped, keep });
  } catch (error) {
    if (run.stopped.aborted) return [];
    if (!(error instanceof UserError)) throw error;
    return [{ assumption: "consistent", seen: error.message }];
  }
  const world = worlds.freshWorld({ packages: allInstalled(lockfile, folder) });
  return confirm(run, [{ world, outcome: "pass", name: "lockfile with the good upgrades" }]);
}

/** Maximum number of packages that are named in a sentence. */
const maxNamed = 10;

interface Counts {
  readonly heldBack: readonly CauseEntry[];
  readonly kept: number;
  readonly total: number;
}

function notesFor(
  { sides }: PackagesContext,
  { ranges, overrides }: Composed,
  { heldBack, kept, total }: Counts,
): string[] {
  const names = heldBack.map(({ text = "" }) => text.replace(/ \(.*\)$/, ""));
  const all = `${kept} of the ${total} upgrades ${kept === 1 ? "passes" : "pass together"}; held back: ${listText(names, { max: maxNamed })}.`;
  const now = overridesOf(sides.new);
  const other = Object.keys({ ...now, ...overrides }).filter((name) => now[name] !== overrides[name]);
  const requirements = [
    ...[...ranges].map(([name, range]) => (range === undefined ? `no ${name}` : `"${name}": "${range}"`)),
    ...other.map((name) =>
      overrides[name] === undefined
        ? `no override of ${name}`
        : `${JSON.stringify(overrides[name])} as override of ${name}`,
    ),
  ];
  return requirements.length === 0
    ? [all]
    : [all, `For that lockfile package.json must have ${listText(requirements)}.`];
}
