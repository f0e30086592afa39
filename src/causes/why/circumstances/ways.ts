import { canHaveOwnNetwork, ownNetworkWords } from "../../../trial/isolation/own-network.ts";
import type { Context } from "../context.ts";
import type { Factor } from "../diagnosis/factors.ts";
import type { Experiment } from "../experiment.ts";
import type { Kind } from "../kind.ts";
import type { Started } from "../started.ts";
import { plannedTests } from "../worlds/planned-tests.ts";
import { type Difference, worldOf } from "../worlds/tested-command.ts";
import { alone } from "./as-is.ts";
import { falseClock } from "./clock.ts";
import { firstProcessor, hasSeveralProcessors } from "./place.ts";

/** A factor with the experiments that hold it still. */
export interface HeldFactor extends Factor {
  readonly kind: Kind;
  readonly experiments: readonly Experiment[];
}

/** What may decide about a test that comes and goes, the cheapest first. */
export function factorsOf(started: Started, context: Context): HeldFactor[] {
  return [
    ...orders(started, context),
    ...seeds(started, context),
    ...processors(context),
    ...instants(context),
    ...networks(context),
  ].filter(({ ways }) => ways.length > 0);
}

function factor(id: string, kind: Kind, experiments: readonly Experiment[]): HeldFactor {
  return { id, kind, experiments, ways: experiments.map((each) => each.id), needsBoth: experiments.length > 1 };
}

/** The test as it is, with one thing held still. */
function way(
  { tested }: Context,
  kind: Kind,
  { id, how }: Pick<Experiment, "id" | "how">,
  difference: Difference,
): Experiment {
  return { id, kind, how, world: (nth) => worldOf(tested, { id, nth }, difference) };
}

/** The order in which the tests ran when it failed, and no other tests at all. */
function orders({ first, failing }: Started, context: Context): HeldFactor[] {
  const { tested } = context;
  if (!failing.test || tested.isAlone || tested.known.length < 2) return [];
  const names = first.tests.map(({ test }) => test);
  const upTo = names.slice(
    0,
    first.tests.findLastIndex(
      ({ test }) => test === failing.test || JSON.stringify(test) === JSON.stringify(failing.test),
    ) + 1,
  );
  const inOrder: Experiment = {
    id: "failing order",
    kind: "tests",
    how: "with the tests in the order in which it failed",
    world: (nth) => plannedTests(context, upTo, { nth, parallel: false }),
  };
  const again: Experiment = {
    ...alone(tested),
    id: "alone, again",
    world: (nth) => worldOf({ ...tested, isAlone: true }, { id: "alone, again", nth }),
  };
  return [factor("order", "tests", [inOrder, again])];
}

const hashSeeds = [0, 1, 2, 3, 4, 5, 6, 7];

/** Python puts texts into sets in an order that differs from process to process, unless it is told. */
function seeds({ first }: Started, context: Context): HeldFactor[] {
  const isPython = first.started?.runner === "pytest" || context.words.some((word) => /python/.test(word));
  if (!isPython || process.env.PYTHONHASHSEED !== undefined) return [];
  const experiments = hashSeeds.map((seed) =>
    way(
      context,
      "seed",
      { id: `hash seed ${seed}`, how: `with PYTHONHASHSEED=${seed}` },
      { environment: { PYTHONHASHSEED: String(seed) } },
    ),
  );
  return [factor("hash seed", "seed", experiments)];
}

function processors(context: Context): HeldFactor[] {
  if (!hasSeveralProcessors()) return [];
  const words = ["taskset", "-c", firstProcessor()];
  const one = way(
    context,
    "parallelism",
    { id: "one processor", how: "on one processor" },
    { start: () => ({ words }) },
  );
  return [factor("processors", "parallelism", [one])];
}

const hours = [0, 7, 13, 19];

/** At several times of the day: the clock begins there, and runs on. */
function instants(context: Context): HeldFactor[] {
  const start = falseClock();
  if (!start) return [];
  const midnight = Math.floor(context.now / 86_400_000) * 86_400;
  const experiments = hours.map((hour) => {
    const at = midnight + hour * 3600 + 1800;
    const how = `at ${String(hour).padStart(2, "0")}:30 UTC, by a false clock`;
    return way(context, "clock", { id: `hour ${hour}`, how }, { start: (kept) => start({ at }, kept) });
  });
  return [factor("time of day", "clock", experiments)];
}

function networks(context: Context): HeldFactor[] {
  if (!canHaveOwnNetwork()) return [];
  const own = way(
    context,
    "network",
    { id: "own network, held", how: "in a network of its own" },
    { start: () => ({ words: ownNetworkWords() }) },
  );
  return [factor("network", "network", [own])];
}
