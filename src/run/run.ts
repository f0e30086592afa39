import type { StageSummary, StepRow } from "../core/finding.ts";
import { UserError } from "../core/user-error.ts";
import { type Failure, judge } from "../trial/failure.ts";
import { Journal } from "../trial/journal.ts";
import { type Executed, Laboratory, type World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import { combineOutcomes } from "../trial/repeat.ts";
import { Sandbox } from "../trial/sandbox.ts";
import { NotBegun, StartError } from "../trial/supervisor.ts";
import { contentHash } from "../world/files/content-hash.ts";
import type { Conditions } from "./conditions.ts";
import { Counts } from "./counts.ts";
import type { EndsEvent, RunEvent } from "./events.ts";
import type { Listener } from "./listener.ts";
import { OtherFailures } from "./other-failures.ts";
import type { RunRecord } from "./record.ts";

/**
 * A run at work: the record on disk, the laboratory, and what is known so far. The layers around a test are put together
 * here and nowhere else: remember (by content) around record (in the journal) around repeat around execute.
 */
export class Run {
  readonly record: RunRecord;
  readonly conditions: Conditions;
  readonly counts = new Counts();
  readonly otherFailures: OtherFailures;
  readonly listener: Listener;
  /** The tests that the searches went by, in their order. */
  readonly steps: StepRow[] = [];
  /** What each search came to. */
  readonly stages: StageSummary[] = [];
  /** Bytes at the end of the journal that could not be read and were cut off. */
  readonly damaged: number;
  /** Aborted when the run is to end early; the reason says why. */
  readonly #stop = new AbortController();
  readonly #journal: Journal;
  readonly #laboratory: Laboratory;
  readonly #memory = new Map<string, Observation>();
  readonly #began = performance.now();
  readonly #budget: NodeJS.Timeout | undefined;
  readonly #secondsBefore: number;
  /** Outcomes that earlier runs of the same test found. */
  readonly #reused = new Map<string, Observation>();
  #store: Journal | undefined;
  #ends: EndsEvent | undefined;
  #step = 0;

  constructor(record: RunRecord, conditions: Conditions, listener: Listener = silent) {
    if (!record.lock())
      throw new UserError(
        `The run ${record.header.run} is in use by process ${record.lockedBy()}: wait for it, or stop it first.`,
      );
    this.record = record;
    this.conditions = conditions;
    this.listener = listener;
    this.otherFailures = new OtherFailures(record);
    const { journal, events, damaged } = Journal.open<RunEvent>(record.journalPath);
    this.#journal = journal;
    this.damaged = damaged;
    for (const event of events) this.#recall(event);
    this.#secondsBefore = secondsOf(events);
    this.counts.run = executionsOf(events);
    journal.append({ event: "session", started: new Date().toISOString() } satisfies RunEvent);
    this.#laboratory = new Laboratory(
      conditions.jobs,
      conditions.sandbox ? Sandbox.open(record.header.cwd) : undefined,
    );
    if (conditions.budget !== undefined) {
      this.#budget = setTimeout(() => this.stop("exhausted"), conditions.budget).unref();
    }
  }

  /** Shows the user something worth knowing before, or while, the search runs. */
  note(sentence: string): void {
    this.listener.onNote(sentence);
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends the run early: what was found so far stands. */
  stop(why: "exhausted" | "interrupted"): void {
    this.#stop.abort(why);
  }

  get ends(): EndsEvent | undefined {
    return this.#ends;
  }

  get failure(): Failure | undefined {
    return this.#ends?.failure;
  }

  /** The number of steps taken from an earlier session's journal. */
  get remembered(): number {
    return this.#memory.size;
  }

  /** Over all sessions. */
  get seconds(): number {
    return this.#secondsBefore + this.#now;
  }

  get #now(): number {
    return Math.round(performance.now() - this.#began) / 1000;
  }

  settleEnds(ends: Omit<EndsEvent, "event" | "stage" | "at">): void {
    this.#ends = { event: "ends", stage: "ends", ...ends, at: this.#now };
    this.#journal.append(this.#ends);
    this.#recall(this.#ends);
  }

  /**
   * Takes over what earlier runs found by the same test, and leaves to later ones what this one finds. `test` is all
   * that the outcomes depend on besides the world and the failure.
   */
  reuse(test: unknown): void {
    const sandbox = this.conditions.sandbox ? ["sandbox"] : [];
    const { journal, events } = Journal.open<Observation>(
      this.record.reusePath(contentHash(JSON.stringify([this.record.header.kind, test, this.failure, ...sandbox]))),
    );
    this.#store = journal;
    for (const each of events) if (!this.#memory.has(each.content)) this.#reused.set(each.content, each);
  }

  /** Whether a world's outcome was known without the search asking for it: an end, or reused. */
  knewAlready(content: string): boolean {
    return (
      content === this.#ends?.failing.content || content === this.#ends?.other.content || this.#reused.has(content)
    );
  }

  /** One execution, neither judged nor remembered. */
  async execute(world: World, timeLimit: number | undefined, signal = this.stopped): Promise<Executed> {
    this.counts.run++;
    try {
      // Builds are measured with the tests; a limit of the user's own is for the test alone.
      const build = this.conditions.timeout === undefined ? this.#ends?.timeLimit : undefined;
      return await this.#laboratory.execute(world, { test: timeLimit, build }, signal);
    } catch (error) {
      if (error instanceof NotBegun) this.counts.run--;
      throw error;
    }
  }

  /** The world's outcome by executing it, as often as the run repeats tests. */
  async observe(world: World, signal = this.stopped, ends = this.#ends!): Promise<Observation> {
    const judgements = [];
    let hint: string | undefined;
    let details: string | undefined;
    let milliseconds = 0;
    const limit = Math.min(ends.timeLimit, world.timeLimit ?? Number.POSITIVE_INFINITY);
    while (judgements.length < ends.repeat) {
      const executed = await this.#executeIfThere(world, limit, signal);
      if (!executed)
        return { outcome: "unresolved", content: world.content, ended: "not there", milliseconds, runs: 1 };
      const { execution, candidate } = executed;
      const judgement = judge(execution, ends.failure, candidate);
      judgements.push(judgement);
      milliseconds += execution.milliseconds;
      if (judgement.outcome === "unresolved") hint = world.hint?.(execution);
      details = world.details?.(execution);
      if (judgement.outcome === "fail") break;
    }
    const outcome = combineOutcomes(judgements.map((each) => each.outcome));
    const { ended, otherFailure, kind, outputLine } =
      judgements.findLast((each) => each.outcome === outcome) ?? judgements.at(-1)!;
    const other = {
      ...(otherFailure === undefined ? {} : { otherFailure }),
      ...(kind === undefined ? {} : { kind }),
      ...(outputLine === undefined ? {} : { outputLine }),
    };
    return {
      outcome,
      content: world.content,
      ended,
      milliseconds: Math.round(milliseconds),
      runs: judgements.length,
      ...other,
      ...(hint === undefined || outcome !== "unresolved" ? {} : { hint }),
      ...(details === undefined ? {} : { details }),
    };
  }

  /** Undefined where the program is part of the world and this one has none. */
  async #executeIfThere(world: World, timeLimit: number, signal: AbortSignal): Promise<Executed | undefined> {
    try {
      return await this.execute(world, timeLimit, signal);
    } catch (error) {
      if (error instanceof StartError && world.ownProgram) return undefined;
      throw error;
    }
  }

  /** The world's outcome: from memory, or by executing it and writing that down. */
  async trial(stage: string, world: World, signal: AbortSignal): Promise<Observation> {
    const known = this.#memory.get(world.content) ?? this.#reused.get(world.content);
    if (known) return known;
    try {
      const observation = await this.observe(world, signal);
      this.#write({ event: "trial", stage, step: ++this.#step, ...observation, at: this.#now });
      this.otherFailures.keep(observation, world);
      this.#store?.append(observation);
      return observation;
    } catch (error) {
      if (signal.aborted && !(error instanceof NotBegun)) this.#write({ event: "moot", stage, at: this.#now });
      throw error;
    }
  }

  /** Ends what runs and closes the record; the run can be resumed. */
  async close(): Promise<void> {
    clearTimeout(this.#budget);
    await this.#laboratory.close();
    this.#journal.close();
    this.#store?.close();
    this.record.unlock();
  }

  #write(event: RunEvent): void {
    this.#journal.append(event);
    if (event.event === "trial") this.#recall(event);
  }

  /** Takes in what an event says; the first recorded outcome of a world stands. */
  #recall(event: RunEvent): void {
    const learn = (observation: Observation) => {
      if (!this.#memory.has(observation.content)) this.#memory.set(observation.content, observation);
    };
    if (event.event === "ends") {
      this.#ends = event;
      learn(event.failing);
      learn(event.other);
    }
    if (event.event === "trial") {
      this.#step = Math.max(this.#step, event.step);
      this.otherFailures.count(event);
      learn(event);
    }
  }
}

const silent: Listener = { onNote: () => {}, onProgress: () => {} };

/** The sessions' lengths added up, each as far as its last event. */
function secondsOf(events: readonly RunEvent[]): number {
  let sum = 0;
  let last = 0;
  for (const event of events) {
    if (event.event === "session") sum += last;
    last = event.event === "session" ? 0 : event.at;
  }
  return sum + last;
}

function executionsOf(events: readonly RunEvent[]): number {
  const each = (event: RunEvent) =>
    event.event === "trial" ? event.runs : event.event === "ends" ? event.executions : event.event === "moot" ? 1 : 0;
  return events.reduce((sum, event) => sum + each(event), 0);
}
