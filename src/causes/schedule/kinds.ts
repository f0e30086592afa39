import { homedir } from "node:os";
import { basename, join } from "node:path";
import { asyncEnvironment } from "../../../runtimes/schedule-events/launch.ts";
import { workersEnvironment } from "../../../runtimes/schedule-workers/launch.ts";
import { shortPath } from "../../world/files/short-path.ts";
import type { Kind, Place } from "./kind.ts";
import { compileRuntimeLibrary, runtimeLibraryEnvironment } from "./native/runtime-library.ts";
import { findSourcePlaces, type SourcePlace } from "./native/source-places.ts";
import type { ScheduleRequest } from "./request.ts";

/** What `Date.now()` says when a program of Node begins: the same in all runs, so that they can be compared. */
const epoch = 1_700_000_000_000;

/** Prepares to put programs of a kind under control. */
export function kindFor(request: ScheduleRequest): Promise<Kind> {
  const kinds = { async: asyncKind, workers: workersKind, native: nativeKind };
  return kinds[request.kind](request);
}

async function asyncKind(request: ScheduleRequest): Promise<Kind> {
  const control = nodeControl(request);
  return {
    name: "async",
    threads: false,
    advice: "",
    environment: (plan, log) => asyncEnvironment(request.test, { plan, log, ...control }),
    places: async (wheres) => wheres.map(eventPlace),
  };
}

async function workersKind(request: ScheduleRequest): Promise<Kind> {
  const control = { ...nodeControl(request), cache: join(libraryFolder(), "workers") };
  return {
    name: "workers",
    threads: true,
    advice: "",
    environment: (plan, log) => workersEnvironment({ plan, log, ...control }),
    places: async (wheres) => wheres.map(stepPlace),
  };
}

function nodeControl({ cwd, packages = [] }: ScheduleRequest) {
  return { folder: cwd, packages, epoch, environment: process.env };
}

async function nativeKind({ cwd }: ScheduleRequest): Promise<Kind> {
  const { library } = await compileRuntimeLibrary(libraryFolder());
  return {
    name: "native",
    threads: true,
    advice: " It is seen only at calls of pthreads unless it is built by culprit schedule build.",
    environment: (plan, log) => runtimeLibraryEnvironment({ library, plan, log }),
    places: async (wheres) => {
      const known = await findSourcePlaces(wheres);
      return wheres.map((where) => threadPlace(where, known.get(where), cwd));
    },
  };
}

/** The library stays there: programs that are built for it name it. */
export function libraryFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "culprit");
}

function threadPlace(where: string, found: SourcePlace | undefined, cwd: string): Place {
  if (found?.file === undefined) return { ...found, text: basename(where.replace(/[<!@].*/, "")) };
  const file = shortPath(found.file, cwd);
  return { ...found, file, text: `${file}:${found.line}` };
}

/** `writes counts[i] app.js:5:6` */
function stepPlace(where: string): Place {
  const [, does, file, line] = /^(?:(.+) )?(\S+?):(\d+)(?::\d+)?$/.exec(where) ?? [];
  if (file === undefined) return { text: where };
  return { file, line: Number(line), text: `${file}:${line}`, ...(does === undefined ? {} : { does }) };
}

/** `fs.open app.js:5:6` */
function eventPlace(where: string): Place {
  const [, file, line] = / (\S+?):(\d+)(?::\d+)?$/.exec(` ${where}`) ?? [];
  return { text: where, ...(file === undefined ? {} : { file, line: Number(line) }) };
}
