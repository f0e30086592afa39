import { existsSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { wordsForSh } from "../../../../core/command-line.ts";
import type { InstallPlace } from "../manager.ts";

/** Names that the virtual environment of a project usually has. */
export const environmentFolders = [".venv", "venv"];

/** The virtual environment of a copy. */
export function environmentAt({ kept }: Pick<InstallPlace, "kept">): string {
  return join(kept, "venv");
}

/** Programs of that environment come first, as in a shell in which it is activated. */
export function activated(place: Pick<InstallPlace, "kept">): Record<string, string> {
  const folder = environmentAt(place);
  const others = (process.env.PATH ?? "").split(":").filter((each) => each !== join(usersActive() ?? "", "bin"));
  return { PATH: [join(folder, "bin"), ...others].join(":"), VIRTUAL_ENV: folder };
}

/** The environment that the user works in: the active one or, where none is, that of the project. */
export function usersEnvironment(home: string): string | undefined {
  const all = [usersActive(), ...environmentFolders.map((name) => join(home, name))];
  return all.find((folder) => folder !== undefined && isEnvironment(folder));
}

function usersActive(): string | undefined {
  return process.env.VIRTUAL_ENV || undefined;
}

/** The interpreter of an environment; without one, what PATH has. */
export function pythonIn(folder: string | undefined): string {
  return folder === undefined ? "python3" : join(folder, "bin/python");
}

/** A program of the user's environment is that of the copy's. */
export function inEnvironment(word: string, place: Pick<InstallPlace, "kept" | "home">): string {
  const folder = dirname(dirname(word));
  if (basename(dirname(word)) !== "bin" || folder === "/") return word;
  const isUsers = isAbsolute(word)
    ? isEnvironment(folder)
    : environmentFolders.includes(basename(folder)) || isEnvironment(resolve(place.home, folder));
  return isUsers ? join(environmentAt(place), "bin", basename(word)) : word;
}

/** A command that puts the environment of a copy where the project has one of the user's: a script may name it. */
export function standIns({ kept, home, folder }: Pick<InstallPlace, "kept" | "home" | "folder">): string {
  const names = environmentFolders.filter((name) => isEnvironment(join(home, name)));
  const files = `${wordsForSh([environmentAt({ kept })])}/*`;
  return [
    "true",
    ...names.map((name) => {
      const place = wordsForSh([join(folder, name)]);
      return `rm -rf ${place} && mkdir -p ${place} && ln -s ${files} ${place}/`;
    }),
  ].join(" && ");
}

function isEnvironment(folder: string): boolean {
  return existsSync(join(folder, "pyvenv.cfg"));
}
