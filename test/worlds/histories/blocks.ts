import { below, type Random } from "../../../bench/random.ts";

/** A few lines of a function that work upon its one local variable. */
export interface Block {
  readonly kind: BlockKind;
  /** Unique in the program, so that a change finds it wherever it has moved. */
  readonly id: number;
  /** What it computes with: another number is another result. */
  readonly numbers: readonly number[];
  /** Numbers that never matter. */
  readonly loose: readonly number[];
  readonly formatted: boolean;
  readonly remark?: string;
  /** The function that it calls. */
  readonly calls?: string;
}

export type BlockKind = keyof typeof templates;

/** All that blocks compute with stays far below this, so what happens above it never happens. */
const never = 1_000_000;

type Template = (v: string, block: Block) => readonly string[];

const templates = {
  loop: (v, { numbers: [rounds, factor] }) => [
    `for (let i = 0; i < ${rounds}; i++) {`,
    `  ${v} = (${v} * ${factor} + i) % 9973;`,
    "}",
  ],
  branch: (v, { numbers: [divisor, one, other], formatted }) =>
    formatted
      ? [`if (${v} % ${divisor} === 0) {`, `  ${v} += ${one};`, "} else {", `  ${v} += ${other};`, "}"]
      : [`${v} += ${v} % ${divisor} === 0 ? ${one} : ${other};`],
  table: (v, { id, numbers, formatted }) => [
    ...(formatted
      ? [`const weights${id} = [`, ...numbers.map((each) => `  ${each},`), "];"]
      : [`const weights${id} = [${numbers.join(", ")}];`]),
    `${v} += weights${id}[${v} % weights${id}.length];`,
  ],
  choice: (v, { numbers: [one, other, rest] }) => [
    `switch (${v} % 3) {`,
    "  case 0:",
    `    ${v} += ${one};`,
    "    break;",
    "  case 1:",
    `    ${v} += ${other};`,
    "    break;",
    "  default:",
    `    ${v} += ${rest};`,
    "}",
  ],
  descent: (v, { numbers: [step] }) => [`while (${v} > 5000) {`, `  ${v} -= ${step};`, "}"],
  sum: (v, { numbers, formatted }) =>
    formatted
      ? [`for (const each of [${numbers.join(", ")}]) {`, `  ${v} += each * step;`, "}"]
      : [`${v} = [${numbers.join(", ")}].reduce((sum, each) => sum + each * step, ${v});`],
  clamp: (v, { loose: [limit, most], formatted }) =>
    formatted
      ? [`if (${v} > ${never + limit!}) {`, `  ${v} = ${most};`, "}"]
      : [`if (${v} > ${never + limit!}) ${v} = ${most};`],
  trace: (v, { loose: [level], formatted }) =>
    formatted
      ? [`if (process.env.TRACE > ${level}) {`, `  console.error("${v}", ${v});`, "}"]
      : [`if (process.env.TRACE > ${level}) console.error("${v}", ${v});`],
  guard: (v) => [`if (${v} > ${never}) {`, '  throw new RangeError("the value is too large");', "}"],
  /** The defect that throws. */
  refusal: (v) => [`if (${v} >= step - ${never}) {`, '  throw new RangeError("the share is out of range");', "}"],
  call: (v, { calls, numbers: [step] }) => [`${v} += ${calls}(${v}, ${step});`],
  /** Adds only if the level is above a limit. */
  gate: (v, { calls, numbers: [limit, more] }) => [`if (${calls}() > ${limit}) {`, `  ${v} += ${more};`, "}"],
} satisfies Record<string, Template>;

/** What a guard looks like that lets nothing through. */
export const guarded = { from: ` > ${never}) {`, to: " >= 0) {" };

/** Of these a function may have any number, as they change nothing. */
export const harmless: readonly BlockKind[] = ["clamp", "trace"];

const computing: readonly BlockKind[] = ["loop", "branch", "table", "choice", "descent", "sum"];

const numbersOf: Partial<Record<BlockKind, (next: Random) => number[]>> = {
  loop: (next) => [2 + below(8, next), 2 + below(7, next)],
  branch: (next) => [2 + below(6, next), 1 + below(90, next), 100 + below(90, next)],
  table: (next) => Array.from({ length: 3 + below(4, next) }, () => below(500, next)),
  choice: (next) => [1 + below(90, next), 100 + below(90, next), 200 + below(90, next)],
  descent: (next) => [100 + below(800, next)],
  sum: (next) => Array.from({ length: 2 + below(3, next) }, () => below(90, next)),
};

export function blockLines(v: string, block: Block): readonly string[] {
  const template: Template = templates[block.kind];
  const lines = template(v, block);
  return block.remark === undefined ? lines : [`// ${block.remark}`, ...lines];
}

export function newBlock(kind: BlockKind, id: number, next: Random): Block {
  const numbers = numbersOf[kind]?.(next) ?? [];
  return { kind, id, numbers, loose: [1 + below(900, next), 1 + below(900, next)], formatted: next() < 0.6 };
}

export function computingBlock(id: number, next: Random): Block {
  return newBlock(computing[below(computing.length, next)]!, id, next);
}
