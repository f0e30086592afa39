import { guarded } from "./blocks.ts";

export type MaskKind = "syntax" | "missing" | "exception" | "build";

/** What is wrong with a program at one place, until it is cured. */
export interface Flaw {
  readonly kind: MaskKind;
  /** A function, a module, a function of app.js, a setting or build.sh. */
  readonly place: string;
  /** Which of the ways there are. */
  readonly variant: number;
  readonly missing?: "function" | "module" | "stage";
}

/** The lines of a function with the flaws that it has. */
export function flawed(flaws: readonly Flaw[], fn: string, lines: readonly string[]): readonly string[] {
  return flaws
    .filter(({ place, missing }) => place === fn && missing === undefined)
    .reduce<readonly string[]>((left, { kind, variant }) => {
      const ways = kind === "syntax" ? syntax : exceptions;
      return ways[variant % ways.length]!(left, fn);
    }, lines);
}

type Way = (lines: readonly string[], fn: string) => readonly string[];

/** Where a function's lines have what: the comment, the header, the variable, …, the result, the end. */
const [header, variable, body] = [1, 2, 3];

const syntax: readonly Way[] = [
  (lines) => lines.with(header, lines[header]!.replace(")", "")),
  (lines) => lines.with(-2, lines.at(-2)!.replace("return", "retrun")),
  (lines) => lines.slice(0, -1),
  (lines) => lines.with(variable, lines[variable]!.replace("9973", "")),
  (lines) => [...lines.slice(0, body), "<<<<<<< HEAD", ...lines.slice(body, -2), ">>>>>>> topic", ...lines.slice(-2)],
  (lines) => lines.with(header, lines[header]!.replace(")", "")).with(-2, `${lines.at(-2)!.slice(0, -1)});`),
];

const exceptions: readonly Way[] = [
  // The guard, which every function has that may get this flaw.
  (lines) => lines.map((line) => line.replace(guarded.from, guarded.to)),
  (lines) => lines.toSpliced(variable, 1),
  (lines) => lines.toSpliced(body, 0, "  const unit = units.find((each) => each.step === step);"),
  (lines) => lines.with(variable, lines[variable]!.replace("value", "value.net.amount")),
  (lines) => lines.toSpliced(-2, 0, "  const rows = undefined;", "  rows.push(step);"),
  (lines, fn) =>
    lines.toSpliced(body, 0, "  if (step > 1) {", `    throw new Error("${fn} is not implemented");`, "  }"),
];
