/**
 * Repositories in which the newest defect hides behind older ones: a program whose check fails now, and fails in another
 * way in every version before the one that brought the failure. Each is made of a seed, with the truth about it.
 */

import { type Defect, planDefect } from "./histories/defect.ts";
import { checkText, evaluate } from "./histories/evaluate.ts";
import type { Made } from "./histories/fast-import.ts";
import type { Flaw, MaskKind } from "./histories/flaws.ts";
import { Line, type Point } from "./histories/line.ts";
import { Maker } from "./histories/maker.ts";
import { cured, flawIn, planFlaw } from "./histories/masks.ts";
import { type Change, move, rename } from "./histories/noise.ts";
import type { Program } from "./histories/program.ts";
import { rootProgram } from "./histories/root.ts";
import { type Span, timeline } from "./histories/timeline.ts";

export { Checkout } from "./histories/checkout.ts";
export type { MaskKind } from "./histories/flaws.ts";
export { twoCures } from "./histories/two-cures.ts";

/** Something that is wrong for a time; commits are ids of the first-parent line. */
export interface Mask {
  readonly kind: MaskKind;
  /** The commit that brought it; nothing: it is there from the root on. */
  readonly since: string | undefined;
  readonly cured: string;
  /** Upon the version before the cure, all that was cured later: this mask is what shows. */
  readonly alone: string;
}

export interface History {
  readonly folder: string;
  readonly test: readonly string[];
  /** The command that is to be run before the test. */
  readonly build?: string;
  /** Commits on the first-parent line. */
  readonly versions: number;
  /** What the error says. */
  readonly failure: string;
  /** The version that brought the defect, and the commit within if that is a merge. */
  readonly culprit: { readonly commit: string; readonly subject: string; readonly within?: string };
  /** The version before it. */
  readonly before: string;
  /** The one that is cured last comes first: so they are met on the way back. */
  readonly masks: readonly Mask[];
  /** Runs of versions that cannot be tested, and heal. */
  readonly stretches: readonly Omit<Mask, "alone">[];
  /** The cures, one commit each in the order of the masks, upon `before`, which then passes, and upon the culprit. */
  readonly cures: { readonly before: readonly string[]; readonly culprit: readonly string[] };
}

export interface HistoryOptions {
  readonly seed: number;
  /** On the first-parent line. */
  readonly commits: number;
  readonly masks: number;
  /** Of which kinds the masks may be: all, unless told. */
  readonly kinds?: readonly MaskKind[];
  /** How many files get another name, and how many functions another file: none to two, unless told. */
  readonly renames?: number;
  readonly moves?: number;
  /** How many runs of versions cannot be tested: none, unless told. */
  readonly stretches?: number;
  /** A part of the versions are merges, some of which cross. */
  readonly merges?: boolean;
  /** Which version brings the defect, counted from the root, 0. */
  readonly culprit?: number;
}

/** The shape of the case study in Artho, Shibayama, Honiden, "Iterative Delta Debugging", but with an end. */
export function paperShape(folder: string): History {
  return makeHistory(folder, { seed: 208, commits: 208, masks: 10, stretches: 5, renames: 2, moves: 2, culprit: 12 });
}

/** Makes a repository of a program whose `node check.js` fails at HEAD; the same one for the same options. */
export function makeHistory(folder: string, options: HistoryOptions): History {
  const maker = new Maker(options.seed);
  const plan = planned(options, maker);
  const line = new Line(plan.root, maker);
  const merges = options.merges ? mergesOf(plan, options.commits, maker) : undefined;
  while (line.versions.length < options.commits) {
    const at = line.versions.length;
    const changes = plan.at(at).map((change) => change(line.tip.program));
    if (merges?.crossing.has(at)) line.crissCross();
    else if (merges?.merged.has(at)) line.merge(changes);
    else line.add(changes);
  }
  return written(folder, line, plan);
}

interface Wrong {
  readonly span: Span;
  readonly flaw: Flaw;
}

interface Plan {
  readonly root: Program;
  readonly defect: Defect;
  readonly culprit: number;
  readonly masks: readonly Wrong[];
  readonly stretches: readonly Wrong[];
  /** What happens in a version, given the program before. */
  readonly at: (version: number) => ((program: Program) => Change)[];
}

const allKinds: readonly MaskKind[] = ["syntax", "missing", "exception", "build"];

function planned(options: HistoryOptions, maker: Maker): Plan {
  const { commits, masks, kinds = allKinds, stretches = 0 } = options;
  const times = timeline({ commits, masks, kinds, stretches, culprit: options.culprit }, maker);
  const all = [...times.masks, ...times.stretches];
  const built = all.some(({ kind }) => kind === "build");
  const defect = planDefect(rootProgram(maker, { built }), maker);
  const around = { maker, taken: new Set<string>(), spare: defect.throwsIn };
  let clean = defect.program;
  const wrong = all.map((span): Wrong => {
    const { program, flaw } = planFlaw(clean, span.kind, around);
    clean = program;
    return { span, flaw };
  });
  const results = evaluate(clean);
  if (results instanceof Error) throw results;
  const check = checkText(clean, results);
  const eternal = wrong.filter(({ span }) => span.since === undefined);
  const late = maker.chance(0.5);
  const root = eternal.reduce(
    (program, { flaw }) => flawIn(program, flaw),
    withCheck(clean, late ? older(check) : check),
  );
  const events = new Map<number, ((program: Program) => Change)[]>();
  const on = (version: number, change: (program: Program) => Change) =>
    events.set(version, [...(events.get(version) ?? []), change]);
  on(times.culprit, () => ({ subject: subjectOf(defect, maker), apply: defect.bring }));
  for (const { span, flaw } of wrong) {
    if (span.since !== undefined) on(span.since, () => begins(flaw));
    on(span.cured, () => ends(flaw));
  }
  for (let i = options.renames ?? maker.below(3); i > 0; i--) {
    on(1 + maker.below(commits - 2), (program) => rename(program, maker));
  }
  for (let i = options.moves ?? maker.below(3); i > 0; i--) {
    on(1 + maker.below(commits - 2), (program) => move(program, maker));
  }
  if (late) on(commits - 1, () => ({ subject: "check: the total too", apply: (from) => withCheck(from, check) }));
  return {
    root,
    defect,
    culprit: times.culprit,
    masks: wrong.slice(0, masks),
    stretches: wrong.slice(masks),
    at: (version) => events.get(version) ?? [],
  };
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
function mergesOf({ at }: Plan, commits: number, maker: Maker) {
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

function written(folder: string, line: Line, plan: Plan): History {
  const { repository, versions } = line;
  const { culprit, masks, defect } = plan;
  const point = (version: number) => versions[version]!.point;
  const flaws = masks.map(({ flaw }) => flaw);
  const upon = (from: Point, cures: readonly Flaw[], name: string) => {
    const chain: Made[] = [];
    let tip = from;
    for (const flaw of cures) {
      tip = line.made([tip], `cure ${flaw.place}`, cured(tip.program, flaw));
      chain.push(tip);
    }
    repository.name(`refs/truth/${name}`, tip);
    return chain.length === 0 ? [from] : chain;
  };
  const before = upon(point(culprit - 1), flaws, "before");
  const failing = upon(point(culprit), flaws, "culprit");
  const alone = masks.map(({ span }, i) => upon(point(span.cured - 1), flaws.slice(0, i), `mask-${i + 1}`).at(-1)!);
  const every = Math.max(5, Math.ceil(versions.length / 12));
  for (let i = every; i < versions.length; i += every) repository.name(`refs/tags/v0.${i / every}`, point(i));
  repository.name("refs/heads/main", line.tip);
  const id = repository.into(folder);
  const spanOf = ({ span: { kind, since, cured } }: Wrong) => ({
    kind,
    since: since === undefined ? undefined : id(point(since)),
    cured: id(point(cured)),
  });
  const { within } = versions[culprit]!;
  return {
    folder,
    test: ["node", "check.js"],
    ...(plan.root.built ? { build: "sh build.sh" } : {}),
    versions: versions.length,
    failure: defect.failure,
    culprit: { commit: id(point(culprit)), subject: point(culprit).subject, ...(within ? { within: id(within) } : {}) },
    before: id(point(culprit - 1)),
    masks: masks.map((mask, i) => ({ ...spanOf(mask), alone: id(alone[i]!) })),
    stretches: plan.stretches.map(spanOf),
    cures: { before: before.map(id), culprit: failing.map(id) },
  };
}
