import type { DeltaSet } from "../../src/core/delta-set.ts";

/** Whether a set of deltas has what a formula says. */
export type Formula = (set: DeltaSet) => boolean;

/** Reads a formula over numbers of deltas: `(2 & 8) | (3 & !6)`; `!` binds tighter than `&`, that tighter than `|`. */
export function parseFormula(text: string): Formula {
  const words = text.match(/\d+|[^\s]/g) ?? [];
  const [formula, end] = anyOf(words, 0);
  if (end < words.length) throw new Error(`"${text}": there should be & or | or nothing instead of ${words[end]}`);
  return formula;
}

/** A formula that begins at a word, and the word behind it. */
type Parsed = readonly [formula: Formula, end: number];
type Parser = (words: readonly string[], at: number) => Parsed;

const anyOf = chain(
  "|",
  (left, right) => (set) => left(set) || right(set),
  (words, at) => allOf(words, at),
);
const allOf = chain(
  "&",
  (left, right) => (set) => left(set) && right(set),
  (words, at) => operand(words, at),
);

function chain(operator: string, join: (left: Formula, right: Formula) => Formula, part: Parser): Parser {
  return (words, at) => {
    let [formula, end] = part(words, at);
    while (words[end] === operator) {
      const [right, next] = part(words, end + 1);
      formula = join(formula, right);
      end = next;
    }
    return [formula, end];
  };
}

function operand(words: readonly string[], at: number): Parsed {
  const word = words[at];
  if (word === "!") {
    const [negated, end] = operand(words, at + 1);
    return [(set) => !negated(set), end];
  }
  if (word === "(") {
    const [inner, end] = anyOf(words, at + 1);
    if (words[end] !== ")") throw new Error(`a ) is missing in "${words.join(" ")}"`);
    return [inner, end + 1];
  }
  const delta = Number(word);
  if (word === undefined || !Number.isInteger(delta)) {
    throw new Error(`a delta, ! or ( is missing in "${words.join(" ")}" before ${word ?? "the end"}`);
  }
  return [(set) => set.has(delta), at + 1];
}
