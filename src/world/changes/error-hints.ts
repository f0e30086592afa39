import { DeltaSet } from "../../core/delta-set.ts";
import type { Execution } from "../../trial/process/execution.ts";
import type { NamedChanges } from "./name-index.ts";
import type { Change, Changes } from "./version-diff.ts";

/** A name mentioned by more changes than this is no hint. */
const maxMentions = 60;

/** Lines in which compilers, linkers and interpreters report something missing, wrong or unknown. */
const complaint =
  /\b(error|undefined|undeclared|undeclared|unresolved|unknown|missing|cannot|can't|could not|not (found|defined|declared|exist|exported|a (function|member|constructor))|no (such|member|module|rule|symbol|matching|field|method)|has no|does not|duplicate|redefin\w*|conflicting|implicit|expected|unexpected)\b|\b\w*(Error|Exception)\b/i;

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Maximum number of error lines read: the first ones matter most. */
const maxLines = 2000;

/** The changes that the errors of an execution seem to be about: they contain the names, or add or remove the files. */
export function aboutChanges({ output }: Execution, changes: Changes, named: NamedChanges): DeltaSet {
  const lines = `${output.stderr}\n${output.stdout}`.split("\n").filter((line) => complaint.test(line));
  const found = new Set<number>();
  const seen = new Set<string>();
  for (const line of lines.slice(0, maxLines)) {
    for (const [name] of line.matchAll(word)) {
      if (seen.has(name)) continue;
      seen.add(name);
      const places = named.mentioning(name);
      if (places.length <= maxMentions) for (const place of places) found.add(place);
    }
    for (const place of changesOfFile(line, changes)) found.add(place);
  }
  return DeltaSet.from(Array.from(found, (n) => [n, n + 1] as const));
}

/** Changes that add, remove or rename a file that the line mentions. */
function changesOfFile(line: string, changes: Changes): number[] {
  const names = new Set(line.match(/[\w@.\-/]*\w[\w-]*\w/g) ?? []);
  return [...names].flatMap((name) => wholeFiles(changes).get(stem(name)) ?? []);
}

const known = new WeakMap<Changes, Map<string, number[]>>();

/** Files added, deleted or renamed, by the last part of their names. */
function wholeFiles(changes: Changes): Map<string, number[]> {
  const before = known.get(changes);
  if (before) return before;
  const files = new Map<string, number[]>();
  changes.changes.forEach((change: Change, i) => {
    if (change.kind === "edited" || change.kind === "mode") return;
    for (const path of new Set([change.oldPath, change.newPath])) {
      if (path === undefined) continue;
      const name = stem(path);
      const known = files.get(name);
      if (known) known.push(i);
      else files.set(name, [i]);
    }
  });
  known.set(changes, files);
  return files;
}

/** `lib/parse.js` and `./parse` are both `parse`. */
function stem(path: string): string {
  return path
    .split("/")
    .at(-1)!
    .replace(/(?<=.)\.\w+$/, "");
}
