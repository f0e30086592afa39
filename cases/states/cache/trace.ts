/** A step of a trace: `put k 3`, `add k 2`, `get k`, `pin k`, `unpin k`, `wait 10`. */
export type Step =
  | { readonly kind: "put" | "add"; readonly key: string; readonly value: number }
  | { readonly kind: "get" | "pin" | "unpin"; readonly key: string }
  | { readonly kind: "wait"; readonly time: number };

export class TraceError extends Error {}

export function parseTrace(text: string): Step[] {
  const steps: Step[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    const words = line.replace(/#.*/, "").trim().split(/\s+/);
    if (words[0] !== "") steps.push(parseStep(words, i + 1));
  }
  return steps;
}

function parseStep([kind = "", first, second]: readonly string[], line: number): Step {
  switch (kind) {
    case "put":
    case "add":
      return { kind, key: word(first, line), value: figure(second, line) };
    case "get":
    case "pin":
    case "unpin":
      return { kind, key: word(first, line) };
    case "wait":
      return { kind, time: figure(first, line) };
    default:
      throw new TraceError(`line ${line}: there is no step ${kind}`);
  }
}

function word(text: string | undefined, line: number): string {
  if (text === undefined) throw new TraceError(`line ${line}: a key is missing`);
  return text;
}

function figure(text: string | undefined, line: number): number {
  const value = Number(text);
  if (text === undefined || !Number.isFinite(value)) throw new TraceError(`line ${line}: a number is missing`);
  return value;
}
