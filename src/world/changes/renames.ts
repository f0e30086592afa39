import { isText } from "../text/text.ts";
import type { Version } from "../tree/version.ts";

/** Minimum share of equal lines for a rename, as in git. */
const minLikeness = 0.5;

/** With more pairs than this, only files with identical content are recognised as renamed. */
const maxPairs = 10_000;

/** Which of the removed files were added again under another name. */
export function renamesAmong(
  gone: readonly string[],
  come: readonly string[],
  old: Version,
  now: Version,
): Map<string, string> {
  const renames = new Map<string, string>();
  const free = new Set(come);
  const rename = (from: string, to: string) => {
    renames.set(from, to);
    free.delete(to);
  };
  for (const path of gone) {
    const item = old.items.get(path)!;
    const same = [...free].find((other) => now.items.get(other)!.id === item.id && item.kind === "file");
    if (same !== undefined && item.bytes().length > 0) rename(path, same);
  }
  const left = gone.filter((path) => !renames.has(path));
  if (left.length * free.size > maxPairs) return renames;
  const lines = new Map<string, Map<string, number>>();
  const linesOf = (version: Version, path: string) => {
    const key = `${version === old ? "old" : "new"} ${path}`;
    const known = lines.get(key) ?? countedLines(version.items.get(path)!.bytes());
    lines.set(key, known);
    return known;
  };
  const sizeOf = (version: Version, path: string) => version.items.get(path)!.bytes().length;
  const pairs = left.flatMap((from) =>
    [...free]
      .filter((to) => mayBeAlike(sizeOf(old, from), sizeOf(now, to)))
      .map((to) => ({ from, to, share: shareOf(linesOf(old, from), linesOf(now, to)) })),
  );
  for (const { from, to, share } of pairs.sort((a, b) => b.share - a.share)) {
    if (share >= minLikeness && free.has(to) && !renames.has(from)) rename(from, to);
  }
  return renames;
}

/** Files of very different sizes have too little in common, whatever is in them; indentation is not counted. */
function mayBeAlike(a: number, b: number): boolean {
  return Math.max(a, b) < 100_000 || Math.min(a, b) > (minLikeness / 4) * Math.max(a, b);
}

function countedLines(bytes: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>();
  if (bytes.length === 0 || !isText(bytes)) return counts;
  for (const line of Buffer.from(bytes).toString("utf8").split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function shareOf(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const weight = (line: string, count: number) => count * (line.trim().length + 1);
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts].reduce((total, [line, count]) => total + weight(line, count), 0);
  const common = [...a].reduce((total, [line, count]) => total + weight(line, Math.min(count, b.get(line) ?? 0)), 0);
  const larger = Math.max(sum(a), sum(b));
  return larger === 0 ? 0 : common / larger;
}
