import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wordsForSh } from "../../../../core/command-line.ts";
import type { InstallPlace } from "../manager.ts";
import { pythonIn, standIns } from "./environment.ts";

/**
 * A command that makes the environment of a copy what a file with pins asks for. pip fetches, once; each distribution is
 * unpacked into a folder of its own, and the environment is made of their files. The interpreter is that of the user's
 * environment, which a test may not see: the first installation writes down its path.
 */
export function installPins(
  file: string,
  at: InstallPlace,
  environmentOf: (home: string) => string | undefined,
): string {
  const { kept, shared, home, network } = at;
  const run = (python: string, name: string, ...words: string[]) => {
    const script = fileURLToPath(new URL(name, import.meta.url));
    return `${python} -E -S -B ${wordsForSh([script, shared, kept, file, ...words])}`;
  };
  const place = `${run(`"$(cat ${wordsForSh([join(shared, "python")])})"`, "place.py")} && ${standIns(at)}`;
  return network ? `${run(wordsForSh([pythonIn(environmentOf(home))]), "fetch.py", home)} && ${place}` : place;
}
