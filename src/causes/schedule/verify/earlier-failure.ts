import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { parseSchedule, type Schedule, scheduleText } from "../../../../runtimes/protocol/schedule-plan.ts";
import type { Story } from "../../../core/finding.ts";
import { UserError } from "../../../core/user-error.ts";
import type { RunEvent } from "../../../run/record/events.ts";
import { RunRecord } from "../../../run/record/record.ts";
import type { ScheduleFinding } from "../finding.ts";
import type { ScheduleRequest, VerifyRequest } from "../request.ts";
import { loadAnchors } from "./anchors.ts";

/** The failure of an earlier run. */
export interface EarlierFailure extends Omit<VerifyRequest, "exhaustive"> {
  /** The request of the run, if it is one. */
  readonly request?: ScheduleRequest;
}

/** Finds the failing schedule that RUN names: a run here by its name, the folder of a run, a file, or the schedule itself. */
export function findEarlierFailure(name: string, cwd: string): EarlierFailure {
  const path = resolve(cwd, name);
  if (name !== "" && existsSync(path)) return statSync(path).isDirectory() ? ofFolder(name, path) : ofFile(name, path);
  const schedule = parseSchedule(name);
  const isRun = name === "last" || RunRecord.all(cwd).some(({ header }) => header.run === name);
  if (schedule && !isRun) return { name: name === "" ? "the default schedule" : name, schedule, places: {} };
  return ofRecord(name === "last" ? lastSearch(cwd) : RunRecord.find(cwd, name));
}

/** The newest run that searched for a failing schedule; one that verified a fix is none. */
function lastSearch(cwd: string): RunRecord {
  const found = RunRecord.all(cwd).find(
    ({ header }) => header.kind === "schedule" && (header.request as ScheduleRequest).verify === undefined,
  );
  return found ?? RunRecord.find(cwd, "last");
}

function ofFolder(name: string, path: string): EarlierFailure {
  const runs = dirname(path);
  const cwd = dirname(dirname(runs));
  const isRun = basename(runs) === "runs" && existsSync(join(path, "run.json"));
  if (!isRun) throw new UserError(`${name} is not the folder of a run: these are in .culprit/runs.`);
  return ofRecord(RunRecord.find(cwd, basename(path)));
}

function ofFile(name: string, path: string): EarlierFailure {
  const schedule = parseSchedule(readFileSync(path, "utf8"));
  if (!schedule) throw new UserError(`${name} contains no schedule. A schedule is text such as 1@120 1.1@7.`);
  return { name, schedule, places: {} };
}

function ofRecord(record: RunRecord): EarlierFailure {
  const { run, kind, request } = record.header;
  if (kind !== "schedule") throw new UserError(`${run} is a run of culprit ${kind}: name one of culprit schedule.`);
  const { finding } = record.load<Story<ScheduleFinding>>("story.json") ?? {};
  const file = finding?.files.failing;
  const schedule = finding?.everyScheduleFails ? [] : readFile(file);
  if (!finding || !schedule)
    throw new UserError(`${run} has no failing schedule: it did not find one, or its file is gone.`);
  const failure = record.readEvents<RunEvent>().findLast((event) => event.event === "ends")?.failure;
  const anchors = loadAnchors(record);
  const kindOfRun = record.load<ScheduleRequest["kind"]>("kind.json");
  return {
    name: run,
    schedule,
    places: placesIn(finding),
    decisive: finding.cause.flatMap(({ thread, against }) => [thread ?? [], against ?? []].flat()),
    ...(anchors === undefined ? {} : { anchors }),
    ...(failure === undefined ? {} : { failure }),
    request: { ...(request as ScheduleRequest), ...(kindOfRun === undefined ? {} : { kind: kindOfRun }) },
  };
}

function readFile(file: string | undefined): Schedule | undefined {
  return file !== undefined && existsSync(file) ? parseSchedule(readFileSync(file, "utf8")) : undefined;
}

function placesIn({ schedules }: ScheduleFinding): Record<string, string> {
  const rows = schedules?.failing.rows ?? [];
  return Object.fromEntries(rows.map(({ lane, count, to }) => [scheduleText([{ lane, count }]), to]));
}
