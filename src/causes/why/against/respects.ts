import { spawnSync } from "node:child_process";
import { listText } from "../../../core/list-text.ts";
import { falseClock } from "../circumstances/clock.ts";
import { processors } from "../circumstances/place.ts";
import type { Kind } from "../kind.ts";
import { differenceFrom } from "../surroundings/environment-record.ts";
import type { Machine } from "../surroundings/machine.ts";
import type { ToolVersions } from "../surroundings/tool-versions.ts";
import type { Difference } from "../worlds/tested-command.ts";
import type { Capture } from "./capture.ts";

/** One thing that is other there than here, and how to make it so here. */
export interface Respect {
  readonly kind: Kind;
  /** As in "with TZ as there". */
  readonly how: string;
  readonly difference: Difference;
}

/** This machine, as the other one is described. */
export interface Here {
  readonly machine: Machine;
  readonly tools: ToolVersions;
  readonly now: number;
}

/** What is other there, and can be tried here; and what cannot, as sentences. */
export interface Respects {
  readonly tried: readonly Respect[];
  readonly untried: readonly string[];
}

/** All but the files. The likeliest come last: these are tried first. */
export function respectsOf(there: Capture, here: Here): Respects {
  const parts = [limits(there.machine, here), cores(there.machine, here), clock(there, here), variables(there, here)];
  return {
    tried: parts.flatMap(({ tried }) => tried),
    untried: [...parts.flatMap(({ untried }) => untried), ...otherMachine(there, here)],
  };
}

const none: Respects = { tried: [], untried: [] };

/** They say where things are on a machine: with those of another one nothing would start. */
const ofMachine = /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|TEMP|TMP|PYTHONPATH)$/;

/** A machine may have a time zone without a variable: to unset the one here would give that of this machine. */
function variables({ environment, machine }: Capture, here: Here): Respects {
  const { known, unknown, unset } = differenceFrom(environment, process.env);
  const isOtherZone = environment.values.TZ === undefined && machine.timeZone !== here.machine.timeZone;
  const set = Object.entries(known).filter(([name]) => !ofMachine.test(name));
  const all = { ...Object.fromEntries(set), ...(isOtherZone ? { TZ: machine.timeZone } : {}) };
  const names = Object.keys(all);
  return {
    tried:
      names.length === 0
        ? []
        : [
            {
              kind: "environment",
              how: `with ${listText(names, { max: 3 })} as there`,
              difference: { environment: all },
            },
          ],
    untried: [
      ...(known.PATH === undefined ? [] : ["PATH: the programs of there are not here."]),
      ...(unset.length === 0
        ? []
        : [`${listText(unset, { max: 8 })}: set there and not here; the file has only a hash of the value.`]),
      ...(unknown.length === 0
        ? []
        : [`${listText(unknown, { max: 8 })}: another value there, of which the file has only a hash.`]),
    ],
  };
}

function clock({ date }: Capture, { now }: Here): Respects {
  const at = Math.floor(Date.parse(date) / 1000);
  const start = falseClock();
  if (Math.abs(now / 1000 - at) < 60) return none;
  if (!start) return { tried: [], untried: [`The time there, ${date}: there is no false clock here.`] };
  const difference: Difference = { start: (kept) => start({ at }, kept) };
  return { tried: [{ kind: "clock", how: `at ${date}, by a false clock`, difference }], untried: [] };
}

function cores({ cores }: Machine, { machine }: Here): Respects {
  if (cores === machine.cores) return none;
  if (cores > machine.cores || machine.platform !== "linux")
    return { tried: [], untried: [`${cores} processors there, ${machine.cores} here.`] };
  const words = ["taskset", "-c", processors().slice(0, cores).join(",")];
  const how = cores === 1 ? "on one processor, as there" : `on ${cores} processors, as there`;
  return { tried: [{ kind: "parallelism", how, difference: { start: () => ({ words }) } }], untried: [] };
}

function limits(there: Machine, { machine }: Here): Respects {
  const differing = Object.entries(there.limits).filter(
    ([name, value]) => machine.limits[name] !== undefined && machine.limits[name] !== value,
  );
  const optionOf = ([name, value]: readonly [string, string]) => `--${name}=${value}:`;
  const possible = differing.filter((each) => spawnSync("prlimit", [optionOf(each), "true"]).status === 0);
  const textOf = (all: typeof differing) => all.map(([name, value]) => `${name} ${value}`).join(", ");
  const words = ["prlimit", ...possible.map(optionOf)];
  const impossible = differing.filter((each) => !possible.includes(each));
  return {
    tried:
      possible.length === 0
        ? []
        : [
            {
              kind: "limits",
              how: `with the limits of there (${textOf(possible)})`,
              difference: { start: () => ({ words }) },
            },
          ],
    untried: impossible.length === 0 ? [] : [`Limits of there that cannot be set here: ${textOf(impossible)}.`],
  };
}

/** What cannot be made the same. */
function otherMachine({ machine, tools }: Capture, here: Here): string[] {
  const system = (of: Machine) => `${of.platform} ${of.release} on ${of.arch}`;
  const names = Object.keys(tools).filter((name) => tools[name] !== here.tools[name]);
  return [
    ...(system(machine) === system(here.machine)
      ? []
      : [`The system: ${system(machine)} there, ${system(here.machine)} here.`]),
    ...(machine.hasCase === here.machine.hasCase
      ? []
      : [
          `Names of files: ${machine.hasCase ? "a and A are two files" : "a and A are the same file"} there, not here.`,
        ]),
    ...names.map((name) => `${name}: ${tools[name]} there, ${here.tools[name] ?? "not installed"} here.`),
  ];
}

/** Several respects at once. */
export function combined(respects: readonly Respect[]): Difference {
  const differences = respects.map(({ difference }) => difference);
  const instead = differences.find((each) => each.instead)?.instead;
  return {
    environment: Object.assign({}, ...differences.map(({ environment }) => environment)),
    start: (kept) => {
      const starts = differences.flatMap(({ start }) => start?.(kept) ?? []);
      return {
        words: starts.flatMap(({ words }) => words),
        environment: Object.assign({}, ...starts.map(({ environment }) => environment)),
      };
    },
    ...(instead ? { instead } : {}),
  };
}
