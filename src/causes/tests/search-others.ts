import { DeltaSet } from "../../core/delta-set.ts";
import { searchFew } from "../../run/stage/search-few.ts";
import type { SuiteMember } from "./suite.ts";
import type { VictimSearch } from "./victim-search.ts";
import { worldOf } from "./world-after.ts";

/** What is looked for among some tests. */
export interface OthersQuestion {
  /** The name of the search for people: polluters, setters, cleaners. */
  readonly name: string;
  /** In the order in which they run. */
  readonly candidates: readonly SuiteMember[];
  /** They run first, whatever is chosen of the candidates. */
  readonly always: readonly SuiteMember[];
  /** What the test does after all candidates, and not without them. */
  readonly outcome: "fail" | "pass";
  /** Whether that was seen under the same conditions. */
  readonly isKnown: boolean;
}

export interface OthersFound {
  /** Undefined: none of them decides it, or the search was stopped before it knew any. */
  readonly others: readonly SuiteMember[] | undefined;
  readonly complete: boolean;
  /** They were the only ones left before they were tried. */
  readonly wasExpected: boolean;
  /** Without one of them, it was seen to end in yet another way. */
  readonly endsOtherwise: boolean;
  /** Files that were loaded in runs with the other outcome. */
  readonly harmlessFiles: ReadonlySet<string>;
}

/** Finds as few of the candidates as possible after which the test has the outcome. */
export async function searchOthers(search: VictimSearch, question: OthersQuestion): Promise<OthersFound> {
  const { name, candidates, always, outcome, isKnown } = question;
  const chosen = (set: DeltaSet) => candidates.filter((_, i) => set.has(i));
  const guess = DeltaSet.from(
    candidates.flatMap(({ id }, i) => (search.guess.some((each) => each.id === id) ? [[i, i + 1] as const] : [])),
  );
  const asked = new Map<string, readonly SuiteMember[]>();
  const { few, complete, wasExpected } = await searchFew(search.run, {
    ...{ name, outcome, isKnown, guess, cut: cutAtFile(candidates) },
    total: candidates.length,
    labels: () => candidates.map(({ id }) => id),
    details: () => ({
      kind: "order",
      before: always.map(({ id }) => id),
      items: candidates.map(({ id }) => id),
      after: [search.victim.id],
    }),
    world: (set) => {
      const world = worldOf(search, [...always, ...chosen(set)]);
      asked.set(world.content, chosen(set));
      return world;
    },
  });
  const without = [...asked].filter(([content]) => search.run.outcomeOf(content) === otherThan(outcome));
  const harmlessFiles = new Set(without.flatMap(([, tests]) => tests.map(({ test }) => test.file)));
  const isSeen = (set: DeltaSet) => search.run.outcomeOf(worldOf(search, [...always, ...chosen(set)]).content);
  const endsOtherwise = [...(few ?? [])].some((i) => isSeen(few!.minus(DeltaSet.of(i))) === "unresolved");
  return { others: few && chosen(few), complete, wasExpected, endsOtherwise, harmlessFiles };
}

/** A file is loaded for any of its tests, so a set is cut between files if that makes it hardly more uneven. */
function cutAtFile(candidates: readonly SuiteMember[]): (set: DeltaSet) => number {
  return (set) => {
    const files = [...set].map((i) => candidates[i]!.test.file);
    const half = Math.floor(files.length / 2);
    const reach = Math.floor(files.length / 16);
    for (let distance = 0; distance <= reach; distance++)
      for (const at of [half + distance, half - distance]) if (files.at(-at) !== files.at(-at - 1)) return at;
    return half;
  };
}

function otherThan(outcome: "fail" | "pass"): "fail" | "pass" {
  return outcome === "fail" ? "pass" : "fail";
}
