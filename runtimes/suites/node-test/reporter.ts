/** `node --test --test-reporter=THIS` reports each test, and prints as the usual reporter does. */
import { Readable } from "node:stream";
import { spec, type TestEvent } from "node:test/reporters";
import type { TestEnded } from "../../protocol/suite.ts";
import { TestNames } from "../node/chosen-tests.ts";
import { errorText } from "../node/error-text.ts";
import { readPlan, reportEvent } from "../node/plan.ts";
import { sharesProcess } from "./commands.ts";

const plan = readPlan();

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const printing = new spec();
  const watched = watch(source);
  yield* Readable.from(watched).pipe(printing) as AsyncIterable<string>;
}

/** A test that is known to have ended, while the groups around it have not. */
interface Waiting extends Pick<TestEnded, "outcome" | "error" | "at"> {
  readonly file: string;
  /** The outermost group first. */
  readonly names: readonly string[];
  /** What kind of failure Node says it is. */
  readonly failure?: string;
}

async function* watch(source: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const counted = new TestNames();
  /** By their levels, those whose group is still to come. */
  const waiting = new Map<number, Waiting[]>();
  for await (const event of source) {
    if (event.type === "test:pass" || event.type === "test:fail") {
      addTest(event, waiting);
      if (event.data.nesting === 0) for (const each of waiting.get(0) ?? []) write(each, counted);
      if (event.data.nesting === 0) waiting.delete(0);
    }
    yield event;
  }
}

/** A group comes after its tests. Tests inside of a test cannot be selected, so it counts as a whole. */
function addTest(
  { type, data }: Extract<TestEvent, { type: "test:pass" | "test:fail" }>,
  waiting: Map<number, Waiting[]>,
): void {
  const { name, nesting, file = "", details, skip, todo } = data;
  const isLeftOut = (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false);
  const inside = waiting.get(nesting + 1) ?? [];
  waiting.delete(nesting + 1);
  const own: Waiting = {
    file,
    names: [name],
    outcome: isLeftOut ? "skipped" : type === "test:pass" ? "passed" : "failed",
    at: Date.now(),
    ...("error" in details ? failureOf(details.error) : {}),
  };
  const isGroup = details.type === "suite";
  const ended = isGroup ? endsIn(own, inside) : [own];
  waiting.set(nesting, [...(waiting.get(nesting) ?? []), ...ended]);
}

/** A hook of a group fails for all of its tests. If it comes first, Node says of the tests only that they were cancelled. */
function endsIn({ names, outcome, error, failure }: Waiting, inside: readonly Waiting[]): Waiting[] {
  const hasFailed = outcome === "failed" && failure !== "subtestsFailed";
  return inside.map((each) => {
    const isHit =
      hasFailed && each.outcome !== "skipped" && (each.outcome === "passed" || each.failure === "cancelledByParent");
    const how = isHit ? { outcome: "failed" as const, ...(error === undefined ? {} : { error }) } : {};
    return { ...each, ...how, names: [...names, ...each.names] };
  });
}

function failureOf(error: Error & { failureType?: string }): Pick<Waiting, "error" | "failure"> {
  const { failureType } = error;
  return { error: errorText(error.cause ?? error), ...(failureType === undefined ? {} : { failure: failureType }) };
}

function write({ file, names, at, failure: _, ...how }: Waiting, counted: TestNames): void {
  // Where the file itself could not be run, its path is the name.
  const isFile = names.length === 1 && file.endsWith(names[0]!.replace(/^.*\//s, "")) && names[0]!.includes(".");
  const name = counted.name(file, isFile ? [] : names);
  if (!plan) return;
  const process = processOf(file);
  if (how.outcome !== "skipped") reportEvent(plan, { event: "began", ...name, process, at });
  reportEvent(plan, { event: "ended", ...name, ...how, process, at });
}

const files: string[] = [];

/** Node does not say in which process a test ran. Without `--test-isolation=none` each file has its own; any number will do for it. */
function processOf(file: string): number {
  if (sharesProcess(process.execArgv)) return process.pid;
  if (!files.includes(file)) files.push(file);
  return process.pid + (files.indexOf(file) + 1) / 1000;
}
