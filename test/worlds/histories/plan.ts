import { type Defect, isRight, planDefect } from "./defect.ts";
import { checkText, evaluate } from "./evaluate.ts";
import type { Flaw, MaskKind } from "./flaws.ts";
import type { HistoryOptions } from "./history.ts";
import type { Maker } from "./maker.ts";
import { cured, flawIn, planFlaw } from "./masks.ts";
import { type Change, move, rename } from "./noise.ts";
import type { Program } from "./program.ts";
import { rootProgram } from "./root.ts";
import { type Span, type Timeline, timeline } from "./timeline.ts";

export interface Wrong {
  readonly span: Span;
  readonly flaw: Flaw;
}

/** What happens in the versions of a history. */
export interface Plan {
  readonly root: Program;
  readonly defect: Defect;
  readonly culprit: number;
  readonly masks: readonly Wrong[];
  readonly stretches: readonly Wrong[];
  /** What happens in a version, given the program before. */
  readonly at: (version: number) => readonly Event[];
}

type Event = (program: Program) => Change;

const allKinds: readonly MaskKind[] = ["syntax", "missing", "exception", "build"];

export function planned(options: HistoryOptions, maker: Maker): Plan {
  const { commits, masks, kinds = allKinds, stretches = 0 } = options;
  const times = timeline({ commits, masks, kinds, stretches, culprit: options.culprit }, maker);
  const { defect, clean, wrong } = programWith(times, maker);
  const results = evaluate(clean);
  if (results instanceof Error) throw results;
  const check = checkText(clean, results);
  const late = maker.chance(0.5);
  const root = wrong
    .filter(({ span }) => span.since === undefined)
    .reduce((program, { flaw }) => flawIn(program, flaw), withCheck(clean, late ? older(check) : check));
  const events = new Events();
  events.add(times.culprit, () => ({ subject: subjectOf(defect, maker), apply: defect.bring }));
  for (const { span, flaw } of wrong) {
    if (span.since !== undefined) events.add(span.since, () => begins(flaw));
    events.add(span.cured, () => ends(flaw));
  }
  const [renames, moves] = [options.renames ?? maker.below(3), options.moves ?? maker.below(3)];
  for (let i = 0; i < renames + moves; i++) {
    const change = i < renames ? rename : move;
    events.add(1 + maker.below(commits - 2), (program) => change(program, maker));
  }
  if (late)
    events.add(commits - 1, () => ({ subject: "check: the total too", apply: (from) => withCheck(from, check) }));
  return {
    root,
    defect,
    culprit: times.culprit,
    masks: wrong.slice(0, masks),
    stretches: wrong.slice(masks),
    at: (version) => events.at(version),
  };
}

class Events {
  readonly #all = new Map<number, Event[]>();

  at(version: number): readonly Event[] {
    return this.#all.get(version) ?? [];
  }

  add(version: number, event: Event): void {
    this.#all.set(version, [...this.at(version), event]);
  }
}

/** A program, still right, that has a place for all that will be wrong. */
function programWith(times: Timeline, maker: Maker) {
  const spans = [...times.masks, ...times.stretches];
  const built = spans.some(({ kind }) => kind === "build");
  for (;;) {
    maker.hot.length = 0;
    const defect = planDefect(rootProgram(maker, { built }), maker);
    const around = { maker, taken: new Set<string>(), spare: defect.throwsIn };
    let clean = defect.program;
    const wrong = spans.map((span): Wrong => {
      const { program, flaw } = planFlaw(clean, span.kind, around);
      clean = program;
      return { span, flaw };
    });
    // Now that it computes more, the wrong number may have stopped to matter.
    if (!isRight(defect.bring(clean), clean)) return { defect, clean, wrong };
  }
}

function withCheck(program: Program, check: string): Program {
  return { ...program, files: { ...program.files, "check.js": check } };
}

/** The check before it looked at the total. */
function older(check: string): string {
  return check.replace(/^expectSame\("the total.*\n/m, "");
}

function subjectOf({ failure }: Defect, maker: Maker): string {
  return failure.includes("range") ? "refuse shares out of range" : `tune: ${maker.sentence()}`;
}

function begins(flaw: Flaw): Change {
  return { subject: `${flaw.place}: work in progress`, apply: (program) => flawIn(program, flaw) };
}

function ends(flaw: Flaw): Change {
  const subject = flaw.missing === undefined ? `${flaw.place}: repair` : `${flaw.place}: new`;
  return { subject, apply: (program) => cured(program, flaw) };
}

/** Every sixth version or so is a merge; where nothing is planned for four versions, two lines may cross. */
export function mergesOf({ at }: Plan, commits: number, maker: Maker) {
  const crossing = new Set<number>();
  const merged = new Set<number>();
  for (let version = 1; version < commits - 1; version++) {
    const free = version + 4 < commits && [0, 1, 2, 3].every((i) => at(version + i).length === 0);
    if (free && (crossing.size === 0 || maker.chance(0.02))) {
      crossing.add(version);
      version += 3;
    } else if (maker.chance(0.16)) merged.add(version);
  }
  return { crossing, merged };
}
