/**
 * Where a line of an older version is in a newer one, by a diff between them without context (`git diff -U0`). A line that was
 * changed since is where its change begins.
 */
export function movedLine(diff: string, line: number): number {
  let moved = line;
  for (const [, oldStart, oldCount = "1", newStart, newCount = "1"] of diff.matchAll(hunk)) {
    const [start, length] = [Number(oldStart), Number(oldCount)];
    // A hunk that removes nothing stands after the line that it names.
    const end = length === 0 ? start + 1 : start + length;
    if (length > 0 && line >= start && line < end) return Math.max(1, Number(newStart));
    if (line < end) break;
    moved += Number(newCount) - length;
  }
  return moved;
}

const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;
