/** The instructions with which visits to lines begin, by the disassembly of a function. */
import { type CodeStep, lineVisits } from "../../shared/line-visits.ts";

export interface CodeLine {
  readonly address: number;
  readonly file: string;
  readonly line: number;
  /** Its name; undefined: not known. */
  readonly function?: string;
  /** As text: `jmp 0x4be1c5`. */
  readonly text: string;
}

/** `start` is where the function begins after it has set up its call. */
export function lineEntries(
  code: readonly CodeLine[],
  start: number,
  { file, line }: Pick<CodeLine, "file" | "line">,
): number[] {
  return lineVisits(code.map(codeStep), start, `${file}:${line}`);
}

/** Where the first statement begins, after the parameters were written to memory. Without one on a line of its own, the start. */
export function bodyStart(code: readonly CodeLine[], start: number): number {
  const [first, ...rest] = code.filter(({ address }) => address >= start);
  for (const each of rest) {
    if (each.line !== first?.line) return each.address;
    if (/^(?:j|call|ret|b)/.test(each.text)) break;
  }
  return start;
}

/** The lines of a function at which a visit can begin. */
export function linesWithCode(code: readonly CodeLine[], start: number): Pick<CodeLine, "file" | "line">[] {
  const lines = new Map(code.map(({ file, line }) => [`${file}:${line}`, { file, line }]));
  const steps = code.map(codeStep);
  return [...lines].flatMap(([key, each]) => (each.line > 0 && lineVisits(steps, start, key).length > 0 ? [each] : []));
}

function codeStep({ address, file, line, text }: CodeLine): CodeStep {
  const target = jumpTarget(text);
  const targets = target === undefined ? [] : [target];
  return { address, line: `${file}:${line}`, targets, fallsThrough: !endsFlow(text) };
}

/** Where a jump leads, if it is one. */
export function jumpTarget(text: string): number | undefined {
  const target = /^(?:j|b|cb|tb)\S*\s.*?(0x[0-9a-f]+)$/.exec(text)?.[1];
  return target === undefined ? undefined : Number(target);
}

/** Control does not continue with the next instruction. */
export function endsFlow(text: string): boolean {
  return /^(?:jmp|ret|b|ud2|int3?)(?:\s|$)|^(?:call|bl) runtime\.(?:panic|gopanic|goPanic|throw|fatal)/.test(text);
}
