import { damagedMessage } from "../../run/record/damaged-message.ts";
import { type AppendedFile, appendedFiles } from "../../run/record/file-sizes.ts";
import { maskForRun, maskLines } from "../../run/record/mask-record.ts";
import { answerQuestion, type GivenAnswer } from "../../run/record/question-file.ts";
import type { RunRecord } from "../../run/record/record.ts";
import type { FindingView, RunOverview, ServedRuns } from "../steps/overview.ts";
import type { Refusal } from "./access.ts";
import { type NewLimits, resumeRun, stopRun } from "./control.ts";
import type { EventStream } from "./event-stream.ts";
import { readTail } from "./file-tail.ts";
import { findingView } from "./finding-view.ts";
import { damagedRuns, findRun, listRuns, overviewOf, type RunPlace } from "./served-run.ts";

/** How often files are looked at for what is new, in milliseconds. */
const interval = 300;
const listInterval = 1000;

/** What the page can ask for. It knows nothing of HTTP. */
export class RunsApi {
  readonly #folders: readonly string[];
  readonly #program: string;
  /** What resumed runs could not do, by the folder of their record, until they are resumed again. */
  readonly #problems = new Map<string, string>();
  /** The folders of records whose resumed process does not work on them yet: a second one would be in its way. */
  readonly #resuming = new Set<string>();

  constructor(folders: readonly string[], program: string) {
    this.#folders = folders;
    this.#program = program;
  }

  async list(): Promise<ServedRuns> {
    const runs = await Promise.all(this.#folders.map(listRuns));
    return {
      folders: this.#folders,
      runs: runs.flat().sort((a, b) => b.started.localeCompare(a.started)),
      damaged: this.#folders.flatMap(damagedRuns).map(damagedMessage),
    };
  }

  find({ folder, id }: RunPlace): RunRecord | undefined {
    const served = this.#folders[folder];
    return served === undefined ? undefined : findRun(served, id);
  }

  async overview(record: RunRecord, place: RunPlace): Promise<RunOverview> {
    const problem = this.#problems.get(record.folder);
    const path = this.#folders[place.folder]!;
    return {
      ...(await overviewOf(record, { ...place, path })),
      ...(problem === undefined ? {} : maskForRun(record, { problem })),
    };
  }

  finding(record: RunRecord): Promise<FindingView> {
    return findingView(record);
  }

  /** The whole lines of a file from a place on. */
  file(record: RunRecord, file: AppendedFile, from: number): { readonly text: string; readonly next: number } {
    const { text, next } = readTail(record[appendedFiles[file]], from);
    return { text: maskLines(record, text), next };
  }

  stop(record: RunRecord): Refusal | undefined {
    return stopRun(record);
  }

  async resume(record: RunRecord, limits: NewLimits): Promise<Refusal | undefined> {
    const { folder } = record;
    if (this.#resuming.has(folder)) return { status: 409, message: "The run is being resumed." };
    this.#resuming.add(folder);
    this.#problems.delete(folder);
    try {
      return await resumeRun(record, limits, this.#program, (message) => this.#problems.set(folder, message));
    } finally {
      this.#resuming.delete(folder);
    }
  }

  /** Tells a run what a person says about the candidate that it asks about. */
  answer(record: RunRecord, { id = "", judgement = "cannot tell" }: Partial<GivenAnswer>): Refusal | undefined {
    if (answerQuestion(record, { id, judgement })) return undefined;
    return { status: 409, message: "That is no longer the question: it was answered, or the run has ended." };
  }

  /** Sends the list of runs whenever it changes. */
  async watchList(stream: EventStream): Promise<void> {
    let sent = "";
    await repeat(stream, listInterval, async () => {
      const list = await this.list();
      const text = JSON.stringify(list);
      if (text !== sent) stream.send("runs", list);
      sent = text;
    });
  }

  /** Sends what is appended to the files of a run, and its status when it changes. */
  async watchRun(stream: EventStream, place: RunPlace, from: Readonly<Record<AppendedFile, number>>): Promise<void> {
    const next = { ...from };
    let sent = "";
    await repeat(stream, interval, async () => {
      const record = this.find(place);
      if (!record) {
        if (sent !== "gone") stream.send("gone", {});
        sent = "gone";
        return;
      }
      // Asked first: the files of a run that has ended by then are complete when they are read.
      const overview = await this.overview(record, place);
      if (!sendNew(stream, record, next)) {
        // The reader forgets both files, and gets them again from here.
        Object.assign(next, { journal: 0, steps: 0 });
        return stream.send("cut", {});
      }
      const text = JSON.stringify(overview);
      if (text !== sent) stream.send("overview", overview);
      sent = text;
    });
  }
}

/** Sends what was appended to both files, all of the journal first: steps name its trials. False: one of them was cut. */
function sendNew(stream: EventStream, record: RunRecord, next: Record<AppendedFile, number>): boolean {
  for (const file of ["journal", "steps"] as const) {
    const path = record[appendedFiles[file]];
    for (let part = readTail(path, next[file]); ; part = readTail(path, next[file])) {
      if (part.isCut) return false;
      next[file] = part.next;
      if (part.text === "") break;
      stream.send(file, { text: maskLines(record, part.text), next: part.next });
    }
  }
  return true;
}

/** Does something now and then until the reader is gone; waits while the reader does not keep up. */
async function repeat(stream: EventStream, milliseconds: number, act: () => Promise<void>): Promise<void> {
  let isOpen = true;
  let wake = () => {};
  // Once for the whole stream: a reaction for each round would be kept for as long as the page is open.
  void stream.closed.then(() => {
    isOpen = false;
    wake();
  });
  while (isOpen) {
    if (stream.isReady) await act();
    if (!isOpen) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
