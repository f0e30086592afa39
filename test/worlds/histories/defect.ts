import { newBlock } from "./blocks.ts";
import { evaluate } from "./evaluate.ts";
import type { Maker } from "./maker.ts";
import { type Fn, type Module, type Program, withBlock, withFn, withModule } from "./program.ts";

type Change = (program: Program) => Program;

/** How the failure comes into a program, and what the program needs for that. */
export interface Defect {
  /** The program, still right, in which it can happen. */
  readonly program: Program;
  readonly bring: Change;
  /** What the error says. */
  readonly failure: string;
  /** The module in which nothing else may throw, as that might be later. */
  readonly throwsIn?: string;
}

/** A wrong number, several of them, two places that need each other, or a check that refuses what is right. */
export function planDefect(program: Program, maker: Maker): Defect {
  return maker.pick([one, one, several, pair, refusal])(program, maker);
}

/** Whether a program computes what the right one does. */
export function isRight(program: Program, right: Program): boolean {
  return String(evaluate(program)) === String(evaluate(right));
}

const total = "the total is wrong";

/** Functions of the last module that it calls itself, in this order, and that nothing else calls. */
function lastUsed({ modules }: Program): Fn[] {
  const { functions } = modules.at(-1)!;
  const called = functions[0]!.blocks.flatMap(({ calls }) => functions.find(({ name }) => name === calls) ?? []);
  return called.filter(({ gives }) => gives === undefined);
}

function one(program: Program, maker: Maker): Defect {
  const fn = maker.pick(lastUsed(program));
  maker.hot.push(fn.name);
  return { program, bring: wrongNumber(fn, maker), failure: total };
}

/** Two or three at once. */
function several(program: Program, maker: Maker): Defect {
  const fns = Array.from({ length: 2 + maker.below(2) }, () => maker.pick(lastUsed(program)));
  maker.hot.push(...fns.map(({ name }) => name));
  const changes = fns.map((fn) => wrongNumber(fn, maker));
  return { program, bring: (from) => changes.reduce((left, change) => change(left), from), failure: total };
}

function wrongNumber(fn: Fn, maker: Maker): Change {
  const { id, numbers } = maker.pick(fn.blocks);
  const at = maker.below(numbers.length);
  const by = 1 + maker.below(3);
  return (from) => withBlock(from, id, (block) => ({ ...block, numbers: numbers.with(at, numbers[at]! + by) }));
}

/** A level that is raised, and a limit for levels that is lowered: each alone is harmless. */
function pair(program: Program, maker: Maker): Defect {
  const level: Fn = { name: maker.name(), comment: maker.sentence(), local: "", blocks: [], gives: 2 };
  const fn = maker.pick(lastUsed(program));
  const id = maker.id();
  const gate = { ...newBlock("gate", id, maker.next), calls: level.name, numbers: [7, 1 + maker.below(90)] };
  maker.hot.push(fn.name, fn.name, level.name);
  const home = maker.pick(program.modules);
  const withLevel = withModule(program, home.name, (module) => withMore(module, level));
  return {
    program: withFn(withLevel, fn.name, (each) => ({ ...each, blocks: [...each.blocks, gate] })),
    bring: (from) =>
      withBlock(
        withFn(from, level.name, (each) => ({ ...each, gives: 5 })),
        id,
        (block) => ({ ...block, numbers: block.numbers.with(0, 3) }),
      ),
    failure: total,
  };
}

function withMore(module: Module, fn: Fn): Module {
  return { ...module, functions: [...module.functions, fn] };
}

/** An exception, thrown by the last function that is called. */
function refusal(program: Program, maker: Maker): Defect {
  const last = program.modules.at(-1)!;
  const fn = lastUsed(program).at(-1)!;
  const block = newBlock("refusal", maker.id(), maker.next);
  maker.hot.push(fn.name);
  return {
    program,
    bring: (from) => withFn(from, fn.name, (each) => ({ ...each, blocks: [...each.blocks, block] })),
    failure: "the share is out of range",
    throwsIn: last.name,
  };
}
