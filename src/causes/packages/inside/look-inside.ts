import { DeltaSet } from "../../../core/delta-set.ts";
import type { BrokenAssumption, PatchEntry } from "../../../core/finding.ts";
import { listText } from "../../../core/list-text.ts";
import type { PackagesFinding } from "../finding.ts";
import type { InsideContext } from "./opened-packages.ts";
import { type InsidePackages, searchInsidePackages } from "./search-inside.ts";

/** What breaks the test: the upgrades that were found and, with `--keep-good`, others that do so by themselves. */
export interface Culprits {
  readonly found: { readonly failing: DeltaSet; readonly causes: DeltaSet };
  readonly further: readonly number[];
  /** The largest set with which the test passes. */
  readonly kept?: DeltaSet;
}

/** What was found inside all of them. */
export interface Inside extends Pick<PackagesFinding, "deeper" | "furtherDeeper"> {
  readonly complete: boolean;
  readonly patches: readonly PatchEntry[];
  readonly broken: readonly BrokenAssumption[];
  readonly notes: readonly string[];
}

/** Maximum number of culprits besides the first that are looked into: each is a search of its own. */
const maxFurther = 4;

/** Finds the lines in each package that breaks the test. */
export async function lookInside(context: InsideContext, { found, further, kept }: Culprits): Promise<Inside> {
  const { causes, failing } = found;
  const first = { number: 1, causes, bases: [failing, context.all], among: kept?.union(causes) };
  const others = further.slice(0, maxFurther).map((delta, i) => {
    const set = DeltaSet.of(delta);
    const among = kept!.union(set);
    return { number: i + 2, causes: set, bases: [among], among };
  });
  const results: InsidePackages[] = [];
  for (const culprit of [first, ...others]) {
    results.push(await searchInsidePackages(context, culprit));
    if (!results.at(-1)!.complete) break;
  }
  return summed(context, results, further);
}

function summed(context: InsideContext, results: readonly InsidePackages[], further: readonly number[]): Inside {
  const [first, ...others] = results;
  const furtherDeeper = others.flatMap(({ found }) => found ?? []);
  const left = [...new Set(context.namesIn(DeltaSet.of(...further.slice(maxFurther))))];
  return {
    complete: results.every(({ complete }) => complete),
    ...(first!.found ? { deeper: first!.found } : {}),
    ...(furtherDeeper.length > 0 ? { furtherDeeper } : {}),
    patches: results.flatMap(({ patches = [] }) => patches),
    broken: results.flatMap(({ broken }) => broken),
    notes: [
      ...results.flatMap(({ notes }) => notes),
      ...(left.length > 0 ? [`No lines were looked for in ${listText(left)}.`] : []),
    ],
  };
}
