import type { Words } from "../application/words.ts";
import { type ApplicationName, applicationOf } from "../causes/applications.ts";
import type { Story } from "../core/finding.ts";
import { maskSecrets, secretsIn } from "../core/mask-secrets.ts";
import { UserError } from "../core/user-error.ts";
import type { RunEvent } from "../run/record/events.ts";
import { RunRecord } from "../run/record/record.ts";
import { secretsInRecord } from "../run/record/secrets-in-record.ts";
import type { RunRequest } from "../run/request.ts";
import { Run } from "../run/run.ts";
import { RunInUse } from "../run/run-in-use.ts";
import { NotBegun } from "../trial/process/supervisor.ts";
import { askPerson } from "./ask-person.ts";
import { openEngine } from "./open-engine.ts";
import { isForAgent, isQuiet } from "./output/for-agent.ts";
import { checkReporting, exitCodeFor, printStory } from "./output/print-story.ts";
import { type ProgressLine, progressLine } from "./output/progress-line.ts";
import { isUserMistake } from "./output/report-error.ts";
import { type SignalHandlers, stopOnSignals } from "./stop-on-signals.ts";
import { version } from "./version.ts";

/** Starts a new run, searches until it is done or stopped, prints the finding, and returns the exit code. */
export async function startRun(application: ApplicationName, request: RunRequest, words: Words): Promise<number> {
  await checkReporting(words, application, request);
  if (request.conditions.ask && isForAgent(words))
    throw new UserError(
      "--ask waits for a person. Write a test that tells by its exit status whether a candidate fails.",
    );
  const record = RunRecord.create(request.cwd, { kind: application, version, request });
  return withoutEmptyRecord(record, () => continueRun(record, request, words));
}

/** Removes the record if nothing was learned that a resumed run could continue from: it would only be in the way. */
export async function withoutEmptyRecord<T>(record: RunRecord, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isRefused = isUserMistake(error) && !(error instanceof RunInUse);
    if (isRefused && !record.readEvents<RunEvent>().some(({ event }) => event === "ends")) record.remove();
    throw error;
  }
}

/** Does the same with a run that has a record already; `deeper` if from now on it goes deeper than before. */
export async function continueRun(
  record: RunRecord,
  request: RunRequest,
  words: Words,
  how: { readonly deeper: boolean } = { deeper: false },
): Promise<number> {
  const { story, exitCode } = await findStory(record, request, { ...how, quiet: isQuiet(words) });
  if (!story) return exitCode ?? 1;
  await printStory(story, words, record);
  return exitCode ?? (await exitCodeFor(story.finding));
}

/** What a session of a run came to. */
export interface SessionEnd {
  /** Undefined: it was stopped before anything was known. */
  readonly story?: Story;
  /** Of the signal that stopped it. */
  readonly exitCode?: number;
}

interface SessionOptions {
  readonly deeper?: boolean;
  readonly quiet: boolean;
  /** Hides what else nobody should read in the log, besides the secrets that the run knows. */
  readonly mask?: (text: string) => string;
}

/** Searches until a run is done or stopped, and saves what was found. */
export async function findStory(
  record: RunRecord,
  request: RunRequest,
  { deeper = false, quiet, mask = (text) => text }: SessionOptions,
): Promise<SessionEnd> {
  const application = await applicationOf(record.header.kind);
  const environments = application.environments?.(request) ?? [];
  const hide = <T>(data: T): T => {
    const others = [...environments.flatMap((each) => secretsIn(each)), ...secretsInRecord(record)];
    return maskSecrets(data, process.env, others);
  };
  const progress = withMask(progressLine({ quiet }), (text) => mask(hide(text)));
  if (process.env.CULPRIT_ENGINE && !request.conditions.engine) {
    const isPossible = application.options.some(({ name }) => name === "engine");
    const why = isPossible
      ? "The tests of this run stay on this machine"
      : `culprit ${record.header.kind} runs on this machine only`;
    progress.note(`${why}: CULPRIT_ENGINE is not used.`);
  }
  const remote = await openEngine(request, progress.note);
  const run = new Run(record, request.conditions, {
    listener: { onNote: progress.note, onProgress: progress.show, onPreparing: progress.prepare },
    engine: remote?.engine,
    ask: request.conditions.ask ? askPerson(record, progress) : undefined,
    environments,
  });
  if (run.damaged > 0) {
    progress.note(
      `The last ${run.damaged} bytes of the journal could not be read; the run goes on from the point before them.`,
    );
  }
  if (deeper) run.goDeeper();
  const signals = stopOnSignals(run, progress);
  try {
    const story = hide(await application.find(run, request));
    record.save("story.json", story);
    return { story, ...exitCodeBy(signals) };
  } catch (error) {
    if (!run.stopped.aborted || !(error === run.stopped.reason || error instanceof NotBegun)) throw error;
    process.stderr.write(`It was stopped before anything was known; go on with: culprit resume ${record.header.run}\n`);
    return exitCodeBy(signals);
  } finally {
    progress.end();
    await run.close();
    remote?.close();
    signals.release();
  }
}

function exitCodeBy({ exitCode }: SignalHandlers): Pick<SessionEnd, "exitCode"> {
  return exitCode === undefined ? {} : { exitCode };
}

/** What a test prints may contain secrets, and notes cite it. */
function withMask(progress: ProgressLine, mask: (text: string) => string): ProgressLine {
  return { ...progress, note: (sentence) => progress.note(mask(sentence)) };
}
