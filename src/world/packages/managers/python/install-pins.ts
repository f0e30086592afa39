import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wordsForSh } from "../../../../core/command-line.ts";
import type { InstallPlace } from "../manager.ts";
import { environmentAt, pythonIn, standIns } from "./environment.ts";

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
  const place = `${script("place.py", knownPython(at), { file, at })} && ${standIns(at)}`;
  if (!at.network) return place;
  const fetch = script("fetch.py", wordsForSh([pythonIn(environmentOf(at.home))]), { file, at, more: [at.home] });
  return `${fetch} && ${place}`;
}

/** The same by pip itself, into a new environment, from what was fetched before. */
export function installPinsAnew(file: string, at: InstallPlace): string {
  return `${script("install.py", knownPython(at), { file, at })} && ${standIns(at)}`;
}

/** A command that makes a new environment with nothing in it. */
export function newEnvironment(at: InstallPlace): string {
  const system = wordsForSh([join(at.shared, "system-packages")]);
  const options = `--clear --without-pip $(test ! -e ${system} || echo --system-site-packages)`;
  return `${knownPython(at)} -E -m venv ${options} ${wordsForSh([environmentAt(at)])}`;
}

/** The interpreter that the first installation has written down. */
function knownPython({ shared }: InstallPlace): string {
  return `"$(cat ${wordsForSh([join(shared, "python")])})"`;
}

interface ScriptWords {
  readonly file: string;
  readonly at: InstallPlace;
  readonly more?: readonly string[];
}

function script(name: string, python: string, { file, at, more = [] }: ScriptWords): string {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return `${python} -E -S -B ${wordsForSh([path, at.shared, at.kept, file, ...more])}`;
}
