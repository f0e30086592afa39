import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import type { InstallPlace } from "../manager.ts";
import { environmentAt, inEnvironment } from "./environment.ts";

/**
 * A program in Python that is not in the environment of the candidates would run with packages from elsewhere, and the test
 * would tell nothing about them.
 */
export function unreadyTest(
  test: readonly string[],
  place: InstallPlace,
  advice: (name: string) => string,
): string | undefined {
  const [name] = commandsIn(test).flatMap((words) => missingIn(words, place) ?? []);
  if (name === undefined) return undefined;
  return `${name} is not among them, and a ${name} from elsewhere would use other packages.\n${advice(name)}`;
}

/** What a command needs, and the environment does not have. */
function missingIn([program, ...words]: readonly string[], place: InstallPlace): string | undefined {
  if (program === undefined) return undefined;
  const name = basename(program);
  const isOfEnvironment = inEnvironment(program, place) !== program;
  if (program.includes("/") && !isOfEnvironment) return undefined;
  if (existsSync(join(environmentAt(place), "bin", name)))
    return /^python[\d.]*$/.test(name) ? missingModule(words, place) : undefined;
  return isOfEnvironment || isPythonProgram(name) ? name : undefined;
}

/** As in: env NAME=VALUE pytest; sh -c 'cd lib && pytest -x'. */
function commandsIn(test: readonly string[]): string[][] {
  const [program = "", ...words] = test;
  const isShell = /^(?:ba|da|z)?sh$/.test(basename(program)) && words[0] === "-c";
  const commands = isShell ? (words[1] ?? "").split(/[;&|\n()]+/).map((text) => text.trim().split(/\s+/)) : [test];
  return commands.map((each) => {
    const words = /^(?:uv|poetry)$/.test(each[0] ?? "") && each[1] === "run" ? each.slice(2) : each;
    const start = words.findIndex((word) => !/^\w+=|^-|^(?:env|exec|time)$/.test(word));
    return start === -1 ? [] : words.slice(start);
  });
}

/** The module after -m, if it is neither in the environment nor in the project. */
function missingModule(words: readonly string[], place: InstallPlace): string | undefined {
  const at = words.findIndex((word) => !/^-[a-ln-zA-Z]$/.test(word));
  const [top] = (words[at] === "-m" ? (words[at + 1] ?? "") : "").split(".");
  if (!top || [place.home, process.cwd()].some((folder) => hasModule(folder, top))) return undefined;
  const code = "import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)";
  const python = join(environmentAt(place), "bin/python");
  const { status } = spawnSync(python, ["-c", code, top], { cwd: place.folder, stdio: "ignore" });
  return status === 1 ? top : undefined;
}

function hasModule(folder: string, name: string): boolean {
  return existsSync(join(folder, name)) || existsSync(join(folder, `${name}.py`));
}

/** Whether PATH has a program of that name which starts with a line for Python; those of pyenv choose one of several. */
function isPythonProgram(name: string): boolean {
  const folders = (process.env.PATH ?? "").split(":");
  const path = folders.map((folder) => join(folder, name)).find((each) => existsSync(each));
  return path !== undefined && /^#!.*python|^#!.*\bsh\n(?:.*\n)*.*\bpyenv\b/.test(startOf(path));
}

function startOf(path: string): string {
  const bytes = Buffer.alloc(400);
  try {
    const file = openSync(path, "r");
    const size = readSync(file, bytes);
    closeSync(file);
    return bytes.toString("latin1", 0, size);
  } catch {
    return "";
  }
}
