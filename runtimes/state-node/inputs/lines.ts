/** Lines of a file as values of the protocol. */
import type { NewValue, ValueChange, ValuePath, Vertex } from "../../protocol/state.ts";

const lineFeed = 0x0a;

/** With their ends. */
export function linesOf(content: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < content.length; ) {
    const end = content.indexOf(lineFeed, start);
    const next = end === -1 ? content.length : end + 1;
    lines.push(content.subarray(start, next));
    start = next;
  }
  return lines;
}

export function lineVertex(line: Buffer): Vertex {
  const text = line.toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(line);
  return isText
    ? { type: "line", value: JSON.stringify(text) }
    : { type: "bytes", value: JSON.stringify(line.toString("latin1")) };
}

/** The unread lines of a file, by its descriptor; throws if there are none. */
export type LinesOf = (input: number) => readonly Buffer[];

/** The lines of one file after all changes of it. A line that is no longer the last one gets an end. */
export function changedLines(input: number, changes: readonly ValueChange[], linesBefore: LinesOf): Buffer[] {
  const lines = [...linesBefore(input)];
  const set = changes.filter(({ to }) => !("gone" in to)).map(({ at, to }) => ({ index: indexIn(at), to }));
  for (const { index, to } of set.sort((a, b) => a.index - b.index)) lines.splice(index, 1, newLine(to, linesBefore));
  const gone = changes.filter(({ to }) => "gone" in to).map(({ at }) => indexIn(at));
  for (const index of gone.sort((a, b) => b - a)) lines.splice(index, 1);
  return lines.map((line, i) =>
    i === lines.length - 1 || line.at(-1) === lineFeed ? line : Buffer.concat([line, Buffer.of(lineFeed)]),
  );
}

function indexIn({ steps }: ValuePath): number {
  if (steps.length !== 1 || !/^\d+$/.test(steps[0]!))
    throw new Error("only single lines of unread input can be changed");
  return Number(steps[0]);
}

function newLine(to: NewValue, linesBefore: LinesOf): Buffer {
  if ("scalar" in to) return Buffer.from(JSON.parse(to.scalar), to.type === "bytes" ? "latin1" : "utf8");
  if (!("path" in to) || !("input" in to.path.root)) throw new Error("only a line can take the place of a line");
  const line = linesBefore(to.path.root.input)[indexIn(to.path)];
  if (!line) throw new Error("there is no such unread line");
  return line;
}
