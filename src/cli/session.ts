import type { Words } from "../application/words.ts";
import { maskSecrets } from "../core/mask-secrets.ts";
import { RunRecord } from "../run/record/record.ts";
import type { RunRequest } from "../run/request.ts";
import { Run } from "../run/run.ts";
import { isQuiet } from "./output/for-agent.ts";
import { type ProgressLine, progressLine } from "./output/progress-line.ts";
import { stopOnSignals } from "./stop-on-signals.ts";
import { version } from "./version.ts";

/** Acts with a run that is no search: nobody can resume it, so its record is gone afterwards. Returns the exit code. */
export async function withSession(
  request: RunRequest,
  words: Words,
  act: (run: Run, progress: ProgressLine) => Promise<number>,
): Promise<number> {
  const record = RunRecord.create(request.cwd, { kind: "why", version, request });
  const progress = progressLine({ quiet: isQuiet(words) });
  const run = new Run(record, request.conditions, {
    listener: {
      onNote: (sentence) => progress.note(maskSecrets(sentence, process.env)),
      onProgress: progress.show,
      onPreparing: progress.prepare,
    },
  });
  const signals = stopOnSignals(run, progress);
  try {
    return await act(run, progress);
  } catch (error) {
    if (!run.stopped.aborted) throw error;
    return signals.exitCode ?? 1;
  } finally {
    progress.end();
    await run.close();
    signals.release();
    record.remove();
  }
}
