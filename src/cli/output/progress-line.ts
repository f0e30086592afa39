import { count, counted, duration } from "../../report/quantity.ts";
import type { Preparation, Progress } from "../../run/stage/progress.ts";
import { Throttle } from "../../run/stage/throttle.ts";
import { paintFor } from "./terminal.ts";

/** Shows how far a run has got: on a terminal one line that changes, elsewhere a line now and then. */
export interface ProgressLine {
  readonly note: (sentence: string) => void;
  readonly show: (progress: Progress) => void;
  /** Shows what is done between two tests, once it takes longer than a moment. */
  readonly prepare: (preparation: Preparation) => void;
  /** Removes the line. */
  readonly end: () => void;
}

const silent: ProgressLine = { note: () => {}, show: () => {}, prepare: () => {}, end: () => {} };

export function progressLine({ quiet }: { readonly quiet: boolean }): ProgressLine {
  if (quiet) return silent;
  return process.stderr.isTTY ? changingLine(process.stderr) : plainLines(process.stderr);
}

function changingLine(stream: NodeJS.WriteStream): ProgressLine {
  const { dim } = paintFor(stream);
  const clear = "\r\u001b[2K";
  const shown = new Throttle<Progress | Preparation>(100, (progress) => {
    stream.write(clear + dim(`⏳ ${progressText(progress)}`.slice(0, (stream.columns ?? 80) - 2)));
  });
  return {
    note: (sentence) => stream.write(`${clear}${dim(sentence)}\n`),
    show: (progress) => shown.offer(progress),
    prepare: (preparation) => shown.offer(preparation),
    end: () => {
      shown.cancel();
      stream.write(clear);
    },
  };
}

function plainLines(stream: NodeJS.WriteStream): ProgressLine {
  const shown = new Throttle<Progress | Preparation>(5000, (progress) => stream.write(`${progressText(progress)}\n`));
  return {
    note: (sentence) => stream.write(`${sentence}\n`),
    show: (progress) => shown.offer(progress),
    prepare: (preparation) => shown.offer(preparation),
    end: () => shown.cancel(),
  };
}

function progressText(progress: Progress | Preparation): string {
  if ("doing" in progress) return `${progress.doing} · ${duration(1000 * progress.seconds)}`;
  const { stage, left, total, unit, needed, pass, fail, unresolved, run, seconds, estimate } = progress;
  const rate = run / Math.max(seconds, 0.001);
  const toGo = estimate ? `, about ${estimate} to go (${duration((1000 * estimate) / Math.max(rate, 0.001))})` : "";
  const outcomes = `${fail} ✘ ${pass} ✔ ${unresolved} ?`;
  const size = `${count(left)} of ${count(total)} ${unit} left${stage === unit ? "" : ` · ${stage}`}`;
  return `${size} · ${counted(needed, "tests")}: ${outcomes} · ${rate.toFixed(rate < 10 ? 1 : 0)}/s · ${duration(1000 * seconds)}${toGo}`;
}
