import { diffArrays } from "diff";

/** Which syntax comments have. */
export type Syntax = "c" | "python";

export interface Versions {
  readonly correct: string;
  readonly faulty: string;
  /** The lines of the faulty version that carry code. */
  readonly executable: readonly number[];
  readonly syntax: Syntax;
}

/** The lines of the faulty version that have the defect, by the rule at the head of `state-suites.ts`. */
export function defectLines({ correct, faulty, executable, syntax }: Versions): readonly number[] {
  const code = new Set(executable);
  const found = new Set<number>();
  for (const { first, lines, next } of differences(codeLines(correct, syntax), codeLines(faulty, syntax))) {
    const changed = lines.filter(({ line }) => code.has(line)).map(({ line }) => line);
    const used = lines.flatMap(({ text }) => usesOf(text, faulty, executable));
    const around = changed.length + used.length > 0 ? [...changed, ...used] : neighbours(first, next, executable);
    for (const line of around) found.add(line);
  }
  return [...found].sort((one, other) => one - other);
}

interface CodeLine {
  readonly line: number;
  /** Without blanks. */
  readonly text: string;
}

/** Lines without comments; blank ones, includes and prototypes, which do nothing, are left out. */
function codeLines(text: string, syntax: Syntax): readonly CodeLine[] {
  const lines = withoutComments(text, syntax).split("\n");
  return lines.flatMap((each, i) => {
    const rest = syntax === "c" ? each.replace(/\s+/g, "") : each.trimEnd();
    const isIdle = rest === "" || (syntax === "c" && (rest.startsWith("#include") || prototype.test(each)));
    return isIdle ? [] : [{ line: i + 1, text: rest }];
  });
}

/** A calling statement would be indented. */
const prototype = /^(?!return\b|else\b)\w+[\s*]+(?:\w+[\s*]+)*\w+\s*\([^;]*\)\s*;\s*$/;

/** The same number of lines. A string that stands alone is a comment in Python. */
function withoutComments(text: string, syntax: Syntax): string {
  const blank = (comment: string) => comment.replace(/[^\n]/g, "");
  if (syntax === "c") return text.replace(/\/\*[\s\S]*?\*\//g, blank);
  return text.replace(/"""[\s\S]*?"""/g, blank).replace(/(^|\s)#[^\n]*/g, "$1");
}

interface Change {
  /** The last line before it in the faulty version. */
  readonly first: number;
  readonly lines: readonly CodeLine[];
  /** The first line after it. */
  readonly next: number;
}

function differences(correct: readonly CodeLine[], faulty: readonly CodeLine[]): readonly Change[] {
  const changes: Change[] = [];
  let at = 0;
  let open = false;
  let from = 0;
  const close = () => {
    if (!open) return;
    const next = faulty[at]?.line ?? Number.POSITIVE_INFINITY;
    changes.push({ first: faulty[from - 1]?.line ?? 0, lines: faulty.slice(from, at), next });
    open = false;
  };
  for (const part of diffArrays(correct.map(textOf), faulty.map(textOf))) {
    if (part.added || part.removed) {
      if (!open) from = at;
      open = true;
    } else close();
    if (!part.removed) at += part.value.length;
  }
  close();
  return changes;
}

const textOf = ({ text }: CodeLine): string => text;

/** The lines of code next to a gap: the nearest before and the nearest after it. */
function neighbours(before: number, after: number, executable: readonly number[]): readonly number[] {
  const lower = executable.filter((line) => line <= before).at(-1);
  const upper = executable.find((line) => line >= after);
  return [lower, upper].filter((line) => line !== undefined);
}

/** The lines of code that use the name that a line defines. */
function usesOf(text: string, source: string, executable: readonly number[]): readonly number[] {
  const name = definedName(text, source);
  if (name === undefined) return [];
  const lines = source.split("\n");
  return executable.filter((line) => new RegExp(`\\b${name}\\b`).test(lines[line - 1] ?? ""));
}

/** Blanks are gone from the line, so that the name is looked up among all that are defined. */
function definedName(text: string, source: string): string | undefined {
  if (!text.startsWith("#define")) return undefined;
  const names = [...source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)].map((match) => match[1]!);
  return names.filter((name) => text.startsWith(`#define${name}`)).sort((a, b) => b.length - a.length)[0];
}
