import { join } from "node:path";
import { commandLine } from "../../../core/command-line.ts";
import { UserError } from "../../../core/user-error.ts";
import type { InstallPlace, LockDifference, Manager, SideFiles } from "./manager.ts";

/** Files with pins, as pip freeze, pip-compile and uv export write them. */
export const pip: Manager = {
  name: "pip",
  lockfiles: ["requirements.txt"],
  installed: [".venv", "venv"],
  compare,
  install,
  environment: ({ kept }) => ({
    PATH: `${join(kept, "venv/bin")}:${process.env.PATH ?? ""}`,
    VIRTUAL_ENV: join(kept, "venv"),
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  }),
};

interface Pin {
  readonly name: string;
  readonly version: string;
  /** The whole requirement, with its hashes. */
  readonly text: string;
}

/** The pins of a file by their names, as pip compares them, and its other lines. */
interface Requirements {
  readonly pins: ReadonlyMap<string, Pin>;
  readonly rest: readonly string[];
}

function compare(old: SideFiles, now: SideFiles): LockDifference {
  const [before, after] = [readRequirements(old), readRequirements(now)];
  const keys = [...new Set([...before.pins.keys(), ...after.pins.keys()])].sort();
  const moved = keys.filter((key) => before.pins.get(key)?.version !== after.pins.get(key)?.version);
  return {
    packages: moved.map((name) => ({
      ...{ name, old: before.pins.get(name)?.version, new: after.pins.get(name)?.version, requiredBy: [] },
    })),
    compose: (isUpgraded) => {
      const pins = keys.map((key) => (isUpgraded(key) || !moved.includes(key) ? after : before).pins.get(key)?.text);
      const lines = [...after.rest, ...pins.filter((text) => text !== undefined)];
      return new Map([[now.lockfile, `${lines.join("\n")}\n`]]);
    },
  };
}

function readRequirements({ name, lockfile, read }: SideFiles): Requirements {
  const pins = new Map<string, Pin>();
  const rest: string[] = [];
  for (const line of logicalLines(read(lockfile) ?? "")) {
    if (/^(?:-r|--requirement|-c|--constraint|-e|--editable)\b/.test(line))
      throw new UserError(`${lockfile} of ${name} refers to something else (${line}): write all pins into one file.`);
    const [, named, version] = /^([\w.-]+)(?:\[[^\]]*\])?\s*==\s*([^\s;#]+)/.exec(line) ?? [];
    if (named === undefined || version === undefined) {
      if (!line.startsWith("-"))
        throw new UserError(`${lockfile} of ${name} has a line without a pinned version: ${line}`);
      rest.push(line);
    } else pins.set(named.toLowerCase().replace(/[-_.]+/g, "-"), { name: named, version, text: line });
  }
  return { pins, rest };
}

/** Lines without comments; one that ends with a backslash goes on. */
function logicalLines(text: string): string[] {
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines.map((line) => line.replace(/(?:^|\s)#.*$/, "").trim()).filter((line) => line !== "");
}

function install({ kept, shared, lockfile, network }: InstallPlace): string {
  const venv = join(kept, "venv");
  const python = join(venv, "bin/python");
  const make = `{ [ -x ${commandLine([python])} ] || python3 -m venv ${commandLine([venv])}; }`;
  const pip = commandLine([python, "-m", "pip"]);
  const wheels = commandLine([join(shared, "wheels")]);
  const file = commandLine([lockfile]);
  if (network) return `${make} && ${pip} wheel --quiet --no-deps --wheel-dir ${wheels} --requirement ${file}`;
  const plain = `sed 's/ --hash=[^ ]*//g' ${file} > ${commandLine([join(kept, "pins.txt")])}`;
  return `${make} && ${plain} && ${pip} install --quiet --no-deps --no-index --find-links ${wheels} --requirement ${commandLine([join(kept, "pins.txt")])}`;
}
