import { resolve } from "node:path";
import { statIfThere } from "../world/files/stat-if-there.ts";
import type { ProgramRun } from "./program-run.ts";

/**
 * Recognises values that name a file or folder that only some of the runs are given. In the place of another value, they make a run
 * read what another run reads, whatever the code does with it.
 */
export function inputNameFilter(programs: readonly ProgramRun[], cwd: string): (value: string) => boolean {
  const named = programs.map((each) => new Set(namesOf(each, cwd)));
  const names = named.flatMap((each) => [...each]).filter((name) => !named.every((each) => each.has(name)));
  return (value) => names.some((name) => value.includes(name));
}

function namesOf({ words, stdin, cwd: folder }: ProgramRun, cwd: string): string[] {
  const files = words.filter((word) => statIfThere(resolve(cwd, word))?.isFile());
  return [...files, ...[stdin, folder].filter((path) => path !== undefined)];
}
