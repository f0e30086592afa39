import { NotReproduced } from "../../run/ends.ts";
import type { Execution } from "../../trial/execution.ts";
import { firstDifference, type Ran, type Realised, scheduleOf, stepsOf } from "./log.ts";
import { type Plan, type Policy, policyText, type Schedule } from "./schedule.ts";
import { planOf, realisedUnder, type Task, worldOf } from "./task.ts";

/** A schedule that fails and one that passes. */
export interface Explored {
  readonly failing: Schedule;
  readonly passing: Schedule;
  /** Which of them nobody has to do anything for. */
  readonly byDefault: "fails" | "passes";
  readonly uncontrolled: readonly string[];
  /** How many schedules were tried. */
  readonly tried: number;
}

/** So often the default schedule is run to see that it is always the same. */
const sameRuns = 3;
const firstTimeLimit = 60_000;

/** Runs the program as it comes, and then by ever other schedules until one comes out otherwise. */
export async function explore(task: Task): Promise<Explored> {
  const { listener, request } = task;
  const plan = planOf(task, []);
  const first = await tryPlan(task, plan);
  for (let i = 1; i < sameRuns; i++) await requireSame(task, first, await tryPlan(task, plan));
  for (const what of first.realised.uncontrolled)
    listener.onNote(`The program uses ${what}, which is not controlled: what comes of it may differ from run to run.`);
  const fails = isFailure(first.execution);
  const policies = portfolio(request.seed, stepsOf(first.realised), task.kind.threads);
  let tried = 1;
  for (const policy of policies) {
    if (tried >= request.explore || task.run.stopped.aborted) break;
    const jobs = task.run.conditions.jobs;
    tried += jobs;
    const batch = [policy, ...Array.from({ length: jobs - 1 }, () => policies.next().value as Policy)];
    const ends = await Promise.all(batch.map((each) => tryPlan(task, { ...plan, policy: each })));
    const other = ends.find(({ execution }) => isFailure(execution) !== fails);
    if (!other) continue;
    const found = scheduleOf(other.realised);
    const own = scheduleOf(first.realised);
    const uncontrolled = [...new Set([...first.realised.uncontrolled, ...other.realised.uncontrolled])];
    return fails
      ? { failing: own, passing: found, byDefault: "fails", uncontrolled, tried }
      : { failing: found, passing: own, byDefault: "passes", uncontrolled, tried };
  }
  throw new NotReproduced(
    `The test ${fails ? "fails" : "passes"} under each of ${tried} schedules: there is no other one to compare with.\n` +
      "--explore N tries more, --seed N others; a native program is seen only at calls of pthreads unless it is built by culprit schedule build.",
  );
}

interface Tried {
  readonly execution: Execution;
  readonly realised: Realised;
}

async function tryPlan(task: Task, plan: Plan): Promise<Tried> {
  const { run } = task;
  const { execution } = await run.execute(worldOf(task, plan), run.conditions.timeout ?? firstTimeLimit);
  const realised = realisedUnder(task, plan);
  if (!realised || realised.ran.length === 0)
    throw new NotReproduced(
      `The program was not put under control: it left no log under the policy ${policyText(plan.policy)}. ` +
        "Name the program itself as the test, not a script around it; --kind says of which kind it is.",
    );
  return { execution, realised };
}

function isFailure({ exit, timedOut }: Execution): boolean {
  return timedOut || exit !== 0;
}

async function requireSame(task: Task, first: Tried, again: Tried): Promise<void> {
  const difference = firstDifference(first.realised, again.realised);
  if (!difference) return;
  const [a, b] = await task.kind.places([difference.a, difference.b].map((ran) => ran?.where ?? ""));
  const told = (ran: Ran | undefined, place: { text: string } | undefined) =>
    ran ? `lane ${ran.lane} at step ${ran.count} (${place?.text})` : "nothing";
  throw new NotReproduced(
    `The program does not do the same again under the same schedule: switch ${difference.number} was by ${told(difference.a, a)}, ` +
      `then by ${told(difference.b, b)}.\nSomething decides there that is not controlled: time, randomness, addresses, other processes.`,
  );
}

/** Ever other ways to choose who runs next: no one of them finds every failure. */
function* portfolio(seed: number, steps: number, threads: boolean): Generator<Policy> {
  // Steps of threads are small, and most switches do nothing; each event is one.
  const [often, sometimes, seldom] = threads ? [10, Math.max(2, Math.round(steps / 10)), 1000] : [1, 2, 5];
  for (let i = seed; ; i++) {
    yield { name: "pct", seed: i, depth: 2, steps };
    yield { name: "uniform", seed: i, quantum: often! };
    yield { name: "biased", seed: i, quantum: threads ? 100 : 2 };
    yield { name: "pct", seed: i, depth: 3, steps };
    yield { name: "uniform", seed: i, quantum: sometimes! };
    yield { name: "uniform", seed: i, quantum: seldom! };
  }
}
