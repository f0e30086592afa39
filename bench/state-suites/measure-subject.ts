import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { countRescues, type Rescues } from "./false-rescues.ts";
import { middleRanking } from "./middle-line.ts";
import { ochiaiRanking } from "./ochiai.ts";
import type { SuiteOptions } from "./options.ts";
import { type Score, scoreOf } from "./scores.ts";
import { type Answer, askState, rankingOf, shownRanking } from "./state-command.ts";
import type { Line, Prepared, Subject } from "./subject.ts";

export interface Result {
  readonly suite: string;
  readonly name: string;
  /** Why it could not be run; then nothing else is set. */
  readonly notRun?: string;
  readonly verdict?: string;
  readonly scores?: {
    readonly state?: Score;
    readonly shown?: Score;
    readonly ochiai?: Score;
    readonly middle: Score;
  };
  readonly answers?: readonly Line[];
  readonly defect?: readonly Line[];
  /** How many lines are executable. */
  readonly lines?: number;
  readonly runs?: { readonly pass: number; readonly fail: number };
  readonly tests?: number;
  readonly seconds?: number;
  readonly rescues?: Rescues;
  /** The failing run's command and the passing one's. */
  readonly commands?: readonly [string, string];
}

export interface Setting {
  readonly options: SuiteOptions;
  /** The options of `culprit state`. */
  readonly known: string;
  /** For work files. */
  readonly folder: string;
}

export async function measureSubject(subject: Subject, { options, known, folder }: Setting): Promise<Result> {
  const { suite, name } = subject;
  const own = join(folder, suite, name);
  mkdirSync(own, { recursive: true });
  try {
    const prepared = subject.prepare(own);
    if (typeof prepared === "string") return { suite, name, notRun: prepared };
    if (prepared.defect.length === 0) return { suite, name, notRun: "no line of code has the defect" };
    return { suite, name, ...(await measure(prepared, options, known)) };
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function measure(prepared: Prepared, options: SuiteOptions, known: string) {
  const { defect, executable, choice } = prepared;
  const began = performance.now();
  const answer: Answer = options.baselines ? { verdict: "not asked" } : await askState(prepared, options, known);
  const ranking = rankingOf(answer);
  const shown = shownRanking(answer);
  const spectra = spectraOf(prepared);
  return {
    verdict: answer.verdict,
    scores: {
      ...(options.baselines ? {} : { state: scoreOf(ranking, prepared) }),
      ...(shown ? { shown: scoreOf(shown, prepared) } : {}),
      ...(spectra ? { ochiai: scoreOf(ochiaiRanking(executable, spectra), prepared) } : {}),
      middle: scoreOf(middleRanking(executable), prepared),
    },
    answers: ranking.flat().slice(0, 10),
    defect,
    lines: executable.length,
    runs: { pass: choice.alsoPass.length + 1, fail: choice.alsoFail.length + 1 },
    tests: answer.tests?.run ?? 0,
    seconds: answer.seconds ?? (performance.now() - began) / 1000,
    ...(answer.suspects ? { rescues: countRescues(answer.suspects, defect) } : {}),
    commands: [choice.fail.command, choice.pass.command] as const,
  };
}

function spectraOf({ choice, coverage }: Prepared) {
  if (!coverage) return undefined;
  const { pass, fail, alsoPass, alsoFail } = choice;
  const failing = [fail, ...alsoFail].map((run) => ({ lines: coverage(run), fails: true }));
  return [...failing, ...[pass, ...alsoPass].map((run) => ({ lines: coverage(run), fails: false }))];
}
