import { newBlock } from "./blocks.ts";
import type { Flaw, MaskKind } from "./flaws.ts";
import type { Maker } from "./maker.ts";
import { type Fn, type Module, moduleOf, type Program, withFn, withModule } from "./program.ts";
import { callOf, newFn } from "./root.ts";

/** A flaw that a program can have, and the program, without it yet, which has a place for it. */
export interface Planned {
  readonly program: Program;
  readonly flaw: Flaw;
}

export interface Around {
  readonly maker: Maker;
  /** Places that have a flaw already. */
  readonly taken: Set<string>;
  /** The module in which nothing may throw. */
  readonly spare: string | undefined;
}

export function planFlaw(program: Program, kind: MaskKind, around: Around): Planned {
  const planned = { syntax, exception, missing, build }[kind](program, around);
  around.taken.add(planned.flaw.place);
  if (planned.flaw.missing === undefined) around.maker.hot.push(planned.flaw.place);
  return planned;
}

/** The program with the flaw. */
export function flawIn(program: Program, flaw: Flaw): Program {
  return touched({ ...program, flaws: [...program.flaws.filter((each) => each !== flaw), flaw] }, flaw);
}

/** The program without it. */
export function cured(program: Program, flaw: Flaw): Program {
  return touched({ ...program, flaws: program.flaws.filter((each) => each !== flaw) }, flaw);
}

function touched(program: Program, { place, missing }: Flaw): Program {
  return withModule(program, missing === "module" ? place : moduleOf(program, place)?.name);
}

/** Every module is read, so any function will do; one that matters, more often. */
function syntax(program: Program, { maker, taken }: Around): Planned {
  const all = program.modules.flatMap(({ functions }) => functions.filter(isPlain));
  const free = all.map(({ name }) => name).filter((name) => !taken.has(name));
  const hot = maker.hot.filter((name) => free.includes(name));
  const place = maker.pick(maker.chance(0.3) && hot.length > 0 ? hot : free);
  return { program, flaw: { kind: "syntax", place, variant: maker.below(60) } };
}

function exception(program: Program, { maker, taken, spare }: Around): Planned {
  const used = program.modules
    .filter(({ name }) => name !== spare)
    .flatMap((module) => module.functions.filter((fn) => isPlain(fn) && isUsed(fn.name, module)));
  const place = maker.pick(used.map(({ name }) => name).filter((name) => !taken.has(name)));
  const variant = maker.below(60);
  const guard = newBlock("guard", maker.id(), maker.next);
  const guarded = withFn(program, place, (fn) => ({ ...fn, blocks: [guard, ...fn.blocks] }));
  return { program: variant % 6 === 0 ? guarded : program, flaw: { kind: "exception", place, variant } };
}

/** Whether it can have a flaw, which it cannot where it is missing for a time itself. */
const isPlain = ({ gives, short }: Fn) => gives === undefined && !short;

/** The entry of a module, or what that calls. */
function isUsed(fn: string, { functions: [entry] }: Module): boolean {
  return entry!.name === fn || entry!.blocks.some(({ calls }) => calls === fn);
}

function missing(program: Program, around: Around): Planned {
  return around.maker.pick([missingFunction, missingModule, missingStage])(program, around);
}

function shortFn(maker: Maker): Fn {
  const kind = maker.pick(["loop", "sum", "descent"] as const);
  return { ...newFn(maker, 0), blocks: [newBlock(kind, maker.id(), maker.next)], short: true };
}

/** A helper that an entry calls. */
function missingFunction(program: Program, { maker, spare }: Around): Planned {
  const fn = shortFn(maker);
  const home = maker.pick(program.modules.filter(({ name, closed }) => name !== spare && !closed));
  const call = callOf(fn.name, maker);
  const entry = home.functions[0]!.name;
  const called = withFn(program, entry, (each) => ({ ...each, blocks: [...each.blocks, call] }));
  return {
    program: withModule(called, home.name, (module) => ({ ...module, functions: insert(module.functions, fn, maker) })),
    flaw: { kind: "missing", place: fn.name, variant: 0, missing: "function" },
  };
}

/** A module of one function, which app.js requires and calls. */
function missingModule(program: Program, { maker }: Around): Planned {
  const fn = shortFn(maker);
  const name = `${fn.name}s`;
  const module: Module = {
    name,
    path: `lib/${fn.name.toLowerCase()}.js`,
    comment: maker.sentence(),
    functions: [fn],
    exports: "below",
    closed: true,
  };
  const at = maker.below(program.stages.length);
  const stages = program.stages.map((stage, i) => (i === at ? { ...stage, steps: [fn.name, ...stage.steps] } : stage));
  return {
    program: { ...program, modules: [module, ...program.modules], stages },
    flaw: { kind: "missing", place: name, variant: 0, missing: "module" },
  };
}

/** A function of app.js that the check calls. */
function missingStage(program: Program, { maker }: Around): Planned {
  const name = maker.name();
  const stage = { name, comment: maker.sentence(), steps: [maker.pick(program.stages.slice(0, -1)).steps[0]!] };
  return {
    program: { ...program, stages: [stage, ...program.stages] },
    flaw: { kind: "missing", place: name, variant: 0, missing: "stage" },
  };
}

/** Not as the first, which is the entry of the module. */
function insert(functions: readonly Fn[], fn: Fn, maker: Maker): Fn[] {
  return functions.toSpliced(1 + maker.below(functions.length), 0, fn);
}

/** A setting that cannot be read or is not there, or a wrong name in build.sh. */
function build(program: Program, { maker, taken }: Around): Planned {
  const free = ["build.sh", ...program.settings.map(({ name }) => name)].filter((name) => !taken.has(name));
  const place = maker.pick(free);
  const canLack = place === "depth" || place === "margin";
  return { program, flaw: { kind: "build", place, variant: canLack ? maker.below(2) : 0 } };
}
