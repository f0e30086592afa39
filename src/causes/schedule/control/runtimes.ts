import { homedir } from "node:os";
import { basename, join } from "node:path";
import { asyncEnvironment } from "../../../../runtimes/schedule-events/launch.ts";
import { workersEnvironment } from "../../../../runtimes/schedule-workers/launch.ts";
import { shortPath } from "../../../world/files/short-path.ts";
import { compileRuntimeLibrary, runtimeLibraryEnvironment } from "../native/runtime-library.ts";
import { findSourcePlaces, type SourcePlace } from "../native/source-places.ts";
import type { ScheduleRequest } from "../request.ts";
import type { Place } from "./place.ts";
import type { ScheduleRuntime } from "./schedule-runtime.ts";

/** `Date.now()` at the start of a Node program: the same in all runs, so that they can be compared. */
const epoch = 1_700_000_000_000;

/** Prepares the runtime that a request asks for; that of native programs is compiled first. */
export async function prepareRuntime(request: ScheduleRequest): Promise<ScheduleRuntime> {
  if (request.kind === "native") return nativeRuntime(request);
  return request.kind === "workers" ? workersRuntime(request) : eventsRuntime(request);
}

function eventsRuntime(request: ScheduleRequest): ScheduleRuntime {
  const control = nodeControl(request);
  return {
    name: "async",
    lanes: "events",
    advice: "",
    environment: (plan, log) => asyncEnvironment(request.test, { plan, log, ...control }),
    findPlaces: async (logged) => logged.map(eventPlace),
  };
}

function workersRuntime(request: ScheduleRequest): ScheduleRuntime {
  const control = { ...nodeControl(request), cache: join(libraryFolder(), "workers") };
  return {
    name: "workers",
    lanes: "threads",
    advice: "",
    environment: (plan, log) => workersEnvironment({ plan, log, ...control }),
    findPlaces: async (logged) => logged.map(stepPlace),
  };
}

function nodeControl({ cwd, packages = [] }: ScheduleRequest) {
  return { folder: cwd, packages, epoch, environment: process.env };
}

async function nativeRuntime({ cwd }: ScheduleRequest): Promise<ScheduleRuntime> {
  const { library } = await compileRuntimeLibrary(libraryFolder());
  return {
    name: "native",
    lanes: "threads",
    advice:
      "The program has no yield points before memory accesses, so its threads switch only at calls of pthread functions. To have more, build all of it with: culprit schedule build -- make",
    environment: (plan, log) => runtimeLibraryEnvironment({ library, plan, log }),
    findPlaces: async (logged) => {
      const known = await findSourcePlaces(logged);
      return logged.map((word) => nativePlace(word, known.get(word), cwd));
    },
  };
}

/** Where the native runtime is kept: programs built with it contain its path. */
export function libraryFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "culprit");
}

function nativePlace(logged: string, found: SourcePlace | undefined, cwd: string): Place {
  if (found?.file === undefined) return { ...found, text: basename(logged.replace(/[<!@].*/, "")) };
  const file = shortPath(found.file, cwd);
  return { ...found, file, text: `${file}:${found.line}` };
}

/** `writes counts[i] app.js:5:6` */
function stepPlace(logged: string): Place {
  const [, does, file, line, column] = /^(?:(.+) )?(\S+?):(\d+)(?::(\d+))?$/.exec(logged) ?? [];
  if (file === undefined) return { text: logged };
  const position = { file, line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
  return { ...position, text: `${file}:${line}`, ...(does === undefined ? {} : { does }) };
}

/** `fs.open app.js:5:6`, or `fs.open app.js:5:6 from line 9:3` */
function eventPlace(logged: string): Place {
  const [, file, line, column] = / (\S+?):(\d+)(?::(\d+))?(?: from .*)?$/.exec(` ${logged}`) ?? [];
  if (file === undefined) return { text: logged };
  return { file, line: Number(line), ...(column === undefined ? {} : { column: Number(column) }), text: logged };
}
