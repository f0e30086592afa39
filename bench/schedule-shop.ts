import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { races } from "../cases/races.ts";
import { compileRuntimeLibrary } from "../src/causes/schedule/native/runtime-library.ts";
import { BenchProgram } from "./schedule-programs.ts";

interface Chosen {
  readonly words: readonly string[];
  readonly kind?: "threads" | "events";
}

/** Does something with each of the racy programs whose name contains one of the words, two at a time, in their order. */
export async function forPrograms<R>(
  { words, kind }: Chosen,
  act: (program: BenchProgram) => Promise<R>,
): Promise<R[]> {
  const folder = mkdtempSync(join(tmpdir(), "culprit-bench-"));
  try {
    const { library } = await compileRuntimeLibrary(join(folder, "runtime"));
    const chosen = races.filter(
      ({ kind: bug, path }) =>
        (kind === undefined || kind === (/\.[cm]js$/.test(path) ? "events" : "threads")) &&
        (words.length === 0 || words.some((word) => `${bug} ${path}`.includes(word))),
    );
    const results: R[] = [];
    let next = 0;
    const work = async () => {
      for (let i = next++; i < chosen.length; i = next++)
        results[i] = await act(new BenchProgram(chosen[i]!, { folder, library }));
    };
    await Promise.all([work(), work()]);
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
