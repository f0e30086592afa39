import type { StageSummary, StepRow } from "../core/finding.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Ask } from "../trial/asking-engine.ts";
import type { Engine } from "../trial/engine.ts";
import type { Failure } from "../trial/failure.ts";
import { Sandbox } from "../trial/isolation/sandbox.ts";
import { Journal } from "../trial/journal.ts";
import { type Executed, Laboratory, type World } from "../trial/laboratory.ts";
import type { Observation } from "../trial/observation.ts";
import { NotBegun } from "../trial/process/supervisor.ts";
import { contentHash } from "../world/files/content-hash.ts";
import { type Conditions, placeOf } from "./conditions.ts";
import { Counts } from "./counts.ts";
import { type LearnedFromEnds, observeWorld } from "./observe-world.ts";
import { OtherFailures } from "./other-failures.ts";
import type { EndsEvent, RunEvent } from "./record/events.ts";
import { forgetSizes, saveSizes } from "./record/file-sizes.ts";
import { journalTotals } from "./record/journal-totals.ts";
import { KnownOutcomes } from "./record/known-outcomes.ts";
import type { RunRecord } from "./record/record.ts";
import { SecretsSeen } from "./record/secrets-in-record.ts";
import { changedVariables, sessionVariables } from "./record/session-variables.ts";
import { StepLog } from "./record/step-log.ts";
import { RunInUse } from "./run-in-use.ts";
import { RunServices } from "./services.ts";
import type { Listener } from "./stage/listener.ts";

export interface RunOptions {
  readonly listener?: Listener;
  readonly engine?: Engine | undefined;
  /** Asks a person what a test shows. */
  readonly ask?: Ask | undefined;
  /** Besides that of this process: their secrets are in no report either. */
  readonly environments?: readonly NodeJS.ProcessEnv[] | undefined;
}

/**
 * A run in progress: the record on disk, the laboratory, and what is known so far. Only here are the layers around a test
 * put together: remember (by content) around record (in the journal) around repeat around execute.
 */
export class Run {
  readonly record: RunRecord;
  readonly conditions: Conditions;
  readonly counts = new Counts();
  readonly otherFailures: OtherFailures;
  readonly listener: Listener;
  /** Where its tests run; undefined: on this machine. */
  readonly engine: Engine | undefined;
  /** The tests whose outcomes the searches used, in their order. */
  readonly steps: StepRow[] = [];
  /** The same on disk, for whoever looks at the run. */
  readonly stepLog: StepLog;
  /** How far each search got. */
  readonly stages: StageSummary[] = [];
  /** Changes every world before it is executed, as a run around this one wants it: how it is made, but not what it is. */
  dress: (world: World) => World = (world) => world;
  /** Called with each world that a search asks for, and its outcome. */
  onTrial: ((world: World, observation: Observation) => void) | undefined;
  /** How many bytes at the end of the journal could not be read, and were cut off. */
  readonly damaged: number;
  /** Aborted to end the run early; its reason says why. */
  readonly #stop = new AbortController();
  readonly #environments: readonly NodeJS.ProcessEnv[];
  readonly #journal: Journal;
  readonly #laboratory: Laboratory;
  readonly #services: RunServices;
  readonly #known = new KnownOutcomes();
  readonly #began = performance.now();
  readonly #budget: NodeJS.Timeout | undefined;
  readonly #secondsBefore: number;
  #ends: EndsEvent | undefined;
  #step = 0;

  constructor(record: RunRecord, conditions: Conditions, options: RunOptions = {}) {
    const { listener = silentListener, engine, ask, environments = [] } = options;
    if (!record.lock()) throw new RunInUse(record.header.run, record.lockedBy());
    this.record = record;
    this.conditions = conditions;
    this.listener = listener;
    this.engine = engine;
    this.otherFailures = new OtherFailures(record);
    this.#environments = environments;
    forgetSizes(record);
    const secrets = new SecretsSeen(record, [process.env, ...environments]);
    const lookForSecrets = (text: string) => secrets.look(text);
    record.beforeWrite = lookForSecrets;
    lookForSecrets(JSON.stringify(record.header.request));
    this.stepLog = new StepLog(record.stepsPath, lookForSecrets);
    const { journal, events, damaged } = Journal.open<RunEvent>(record.journalPath, lookForSecrets);
    this.#journal = journal;
    this.damaged = damaged;
    for (const event of events) this.#recall(event);
    this.#known.keepAsRecord();
    const { seconds, executions } = journalTotals(events);
    this.#secondsBefore = seconds;
    this.counts.run = executions;
    journal.append({ event: "session", started: new Date().toISOString() } satisfies RunEvent);
    const sandbox = conditions.sandbox ? Sandbox.open(record.header.cwd) : undefined;
    this.#laboratory = new Laboratory(conditions.jobs, { sandbox, engine, ask });
    this.#services = new RunServices(conditions, record.header.cwd, (sentence) => this.note(sentence));
    if (conditions.budget !== undefined) {
      this.#budget = setTimeout(() => this.stop("exhausted"), conditions.budget).unref();
    }
  }

  /** A run inside of this one. */
  inside(record: RunRecord, conditions: Conditions, options: RunOptions): Run {
    return new Run(record, conditions, { environments: this.#environments, ...options });
  }

  /** Shows the user something worth knowing before or during the search. */
  note(sentence: string): void {
    this.listener.onNote(sentence);
  }

  get stopped(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends the run early, with what was found so far. */
  stop(why: "exhausted" | "interrupted"): void {
    this.#stop.abort(why);
  }

  /** Variables of the environment that are not as they were when the run began. */
  get changedVariables(): readonly string[] {
    const { variables, started } = this.record.header;
    return variables === undefined ? [] : changedVariables(variables, sessionVariables(process.env, started));
  }

  /** Whether no test can run yet, because `--setup` has not ended. */
  get isSettingUp(): boolean {
    return this.#services.settingUp.length > 0;
  }

  get ends(): EndsEvent | undefined {
    return this.#ends;
  }

  get failure(): Failure | undefined {
    return this.#ends?.failure;
  }

  /** Of all sessions together. */
  get seconds(): number {
    return this.#secondsBefore + this.#now;
  }

  /** Until the budget of this session ends; undefined: it has none. */
  get secondsLeft(): number | undefined {
    const { budget } = this.conditions;
    return budget === undefined ? undefined : Math.max(0, budget / 1000 - this.#now);
  }

  get #now(): number {
    return Math.round(performance.now() - this.#began) / 1000;
  }

  recordEnds(ends: Omit<EndsEvent, "event" | "stage" | "at">): void {
    this.#ends = { event: "ends", stage: "ends", ...ends, at: this.#now };
    this.#journal.append(this.#ends);
    this.#recall(this.#ends);
  }

  /**
   * Uses the outcomes that earlier runs of the same test found, and leaves its own to later ones. `test` is everything
   * that outcomes depend on besides the world and the failure.
   */
  reuse(test: unknown): void {
    const place = placeOf(this.conditions);
    const identity = contentHash(JSON.stringify([this.record.header.kind, test, this.failure, ...place]));
    this.#known.reuse(this.record.prepareReuseFile(identity));
  }

  /** Whether the outcome of a world was known before the search asked for it: it is one of the ends, or reused. */
  knewAlready(content: string): boolean {
    const { failing, other } = this.#ends ?? {};
    return content === failing?.content || content === other?.content || this.#known.isReused(content);
  }

  /** Whether an earlier session of the run has found the outcome of a world. */
  isOnRecord(content: string): boolean {
    return this.#known.isOnRecord(content);
  }

  /** Whether the outcome of a world is known by now. */
  knows(content: string): boolean {
    return this.outcomeOf(content) !== undefined;
  }

  /** The outcome of a world, if it is known by now. */
  outcomeOf(content: string): Outcome | undefined {
    return this.#known.of(content)?.outcome;
  }

  /** A folder outside the user's, for files of several tests. Undefined: tests cannot reach one. */
  get sharedFolder(): string | undefined {
    return this.#laboratory.shared;
  }

  /** Executes a world once, without judging or remembering the outcome. */
  async execute(world: World, timeLimit: number | undefined, signal = this.stopped): Promise<Executed> {
    await this.#services.ready(this.stopped);
    this.counts.run++;
    try {
      // The time limit was learned from builds and tests together; a limit that the user sets is for the test alone.
      const isLimited = this.conditions.timeout === undefined && !world.buildsLonger;
      const build = isLimited ? this.#ends?.timeLimit : undefined;
      return await this.#laboratory.execute(this.dress(world), { test: timeLimit, build }, signal);
    } catch (error) {
      if (error instanceof NotBegun) this.counts.run--;
      throw error;
    }
  }

  /** The outcome of a world that confirms what was found, by executing it as often as the run repeats tests. */
  async observe(world: World): Promise<Observation> {
    const observation = await this.#observe(world, this.stopped);
    this.#write({ event: "confirmation", runs: observation.runs, at: this.#now });
    return observation;
  }

  /** The outcome of a world that shows more about the ends, once these are known. */
  async observeEnd(world: World): Promise<Observation> {
    const observation = await this.#observe(world, this.stopped);
    this.#write({ event: "confirmation", of: "ends", runs: observation.runs, at: this.#now });
    return observation;
  }

  #observe(world: World, signal: AbortSignal, ends: LearnedFromEnds = this.#ends!): Promise<Observation> {
    return observeWorld(world, ends, (timeLimit, each) => this.execute(each, timeLimit, signal));
  }

  /** The outcome of a world: known already, or by executing it and recording that. */
  async runTrial(stage: string, world: World, signal: AbortSignal): Promise<Observation> {
    const observation = this.#known.of(world.content) ?? (await this.#executeTrial(stage, world, signal));
    this.onTrial?.(world, observation);
    return observation;
  }

  async #executeTrial(stage: string, world: World, signal: AbortSignal): Promise<Observation> {
    try {
      const observation = await this.#observe(world, signal);
      this.#write({ event: "trial", stage, step: ++this.#step, ...observation, at: this.#now });
      this.otherFailures.keep(observation, world);
      this.#known.share(observation);
      return observation;
    } catch (error) {
      if (signal.aborted && !(error instanceof NotBegun)) this.#write({ event: "moot", stage, at: this.#now });
      throw error;
    }
  }

  /** A trial that no search asks for: one that comes before or after it. */
  async tryWorld(stage: string, world: World): Promise<Observation> {
    const observation = await this.runTrial(stage, world, this.stopped);
    this.counts.confirmBy(observation);
    return observation;
  }

  /** Remembers that the run goes deeper than it was first asked to, also when it is resumed. */
  goDeeper(): void {
    this.#write({ event: "deeper", at: this.#now });
  }

  /** Ends running tests and closes the record; the run can be resumed. */
  async close(): Promise<void> {
    clearTimeout(this.#budget);
    await this.#laboratory.close();
    await this.#services.close();
    this.#journal.close();
    this.stepLog.close();
    this.#known.close();
    saveSizes(this.record);
    this.record.unlock();
  }

  #write(event: RunEvent): void {
    this.#journal.append(event);
    this.#recall(event);
  }

  /** Learns from an event of this session or an earlier one. */
  #recall(event: RunEvent): void {
    if (event.event === "ends") {
      this.#ends = event;
      this.counts.ends += event.executions;
      this.#known.learn(event.failing);
      this.#known.learn(event.other);
    }
    if (event.event === "trial") {
      this.#step = Math.max(this.#step, event.step);
      this.otherFailures.count(event);
      this.counts.ran(event);
      this.#known.learn(event);
    }
    if (event.event === "moot") this.counts.abort();
    if (event.event === "confirmation" && event.of === "ends") this.counts.ends += event.runs;
    else if (event.event === "confirmation") this.counts.confirm(event.runs);
  }
}

const silentListener: Listener = { onNote: () => {}, onProgress: () => {} };
