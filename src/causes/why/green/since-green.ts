import { relative } from "node:path";
import { listText } from "../../../core/list-text.ts";
import { falseClock } from "../circumstances/clock.ts";
import { environmentInstrument } from "../circumstances/environment-instrument.ts";
import { versionExperiments } from "../circumstances/versions.ts";
import type { Context } from "../context.ts";
import type { Experiment } from "../experiment.ts";
import { differenceFrom } from "../surroundings/environment-record.ts";
import type { ToolVersions } from "../surroundings/tool-versions.ts";
import { namedAmong, namedSince } from "../worlds/named-since.ts";
import { worldOf } from "../worlds/tested-command.ts";
import type { Green } from "./green.ts";
import type { SinceGreen } from "./green-memory.ts";

/** As in "when it passed on 17 November, 14:02 UTC". */
function whenItPassed({ date }: Green): string {
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
  return `when it passed on ${day.format(new Date(date))}, ${date.slice(11, 16)} UTC`;
}

/** The test with the variables as they were. */
export function variablesThen(context: Context): Experiment[] {
  const { since } = context;
  if (!since) return [];
  const { known: environment } = differenceFrom(since.green.environment, process.env);
  const names = Object.keys(environment);
  if (names.length === 0) return [];
  const id = "green variables";
  return [
    {
      id,
      kind: "environment",
      how: `${asItWas(environment)} ${whenItPassed(since.green)}`,
      world: (nth) => worldOf(context.tested, { id, nth }, { environment }),
      isolate: { instrument: environmentInstrument(context, { name: id, variables: environment, outcome: "pass" }) },
    },
  ];
}

/** As in "with TZ as it was", "without LIMIT, as". */
function asItWas(environment: Readonly<Record<string, string | undefined>>): string {
  const names = Object.keys(environment);
  const [single] = names;
  if (names.length === 1 && environment[single!] === undefined) return `without ${single}, as`;
  return `with ${listText(names, { max: 3 })} as ${names.length === 1 ? "it was" : "they were"}`;
}

/** The test with the files as they were; and with what it names as it is now, if that has changed, too. */
export function filesThen(context: Context): Experiment[] {
  const { since, repository } = context;
  if (since?.green.tree === undefined || since.treeNow === undefined) return [];
  const { green, memory, treeNow } = since;
  const changed = memory.store.changed(green.tree!, treeNow);
  // What was committed last is tried anyway.
  if (changed.length === 0 || (green.commit && green.commit === repository?.resolveCommit("HEAD"))) return [];
  const how = `with the files as they were ${whenItPassed(green)}`;
  if (repository && green.commit !== undefined && repository.resolveCommit(green.commit) !== undefined) {
    const name = green.commit.slice(0, 12);
    return versionExperiments(context, { name, kind: "commit", how }, namedSince(context, repository, name));
  }
  const folder = memory.filesOf(green.tree!);
  const name = relative(context.request.cwd, folder);
  return versionExperiments(context, { name, kind: "edit", how }, namedAmong(context, changed, folder));
}

/** The test at that time. None: there can be no false clock. */
export function dateThen({ since, tested, words }: Context): Experiment[] {
  const start = since && falseClock();
  if (!start) return [];
  const at = Math.floor(Date.parse(since.green.date) / 1000);
  const id = "green date";
  return [
    {
      id,
      kind: "clock",
      how: `at the time ${whenItPassed(since.green)}, by a false clock`,
      world: (nth) => worldOf(tested, { id, nth }, { start: (kept) => start({ at }, kept) }),
      isolate: { instrument: { command: "clock", words: [since.green.date, "now", "--", ...words] } },
    },
  ];
}

/** What has changed since, and cannot be tried here. */
export function untriedSince({ green }: SinceGreen, tools: ToolVersions): string[] {
  const { unknown, unset } = differenceFrom(green.environment, process.env);
  const others = Object.entries(green.tools).filter(([name, version]) => tools[name] !== version);
  return [
    ...(unset.length === 0
      ? []
      : [
          `${listText(unset, { max: 8 })} had a value ${whenItPassed(green)}, of which only a hash is kept, and has none now.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `${listText(unknown, { max: 8 })} had ${unknown.length === 1 ? "another value" : "other values"} ${whenItPassed(green)}, of which only a hash is kept.`,
        ]),
    ...others.map(([name, version]) => {
      const now = tools[name];
      return `${name} was ${version} ${whenItPassed(green)}, and is ${now === undefined ? "not installed now" : `${now} now`}.`;
    }),
  ];
}
