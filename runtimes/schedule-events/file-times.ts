/**
 * The times of files on the virtual clock, for programs that compare them with the date: locks that grow old, caches. A change
 * has the time of the event that made it; what was there before the program began is as old as it was then.
 */
import fs from "node:fs";
import { clock } from "./clock.ts";
import { real } from "./real.ts";
import { type Any, wrap } from "./replace.ts";
import { afresh } from "./scope.ts";

export type Field = "atime" | "mtime" | "ctime" | "birthtime";
export const fields: readonly Field[] = ["atime", "mtime", "ctime", "birthtime"];

type Stats = fs.Stats | fs.BigIntStats;
type Time = { readonly real: number; readonly told: number };
/** Of each file, by device and number: its real times as they were seen last, and what the program is told instead. */
const seen = new Map<string, Readonly<Record<Field, Time>>>();
afresh(() => seen.clear());

/** The clock that the system has for files may be some milliseconds behind. */
const behind = 10;
const began = real.Date.now() - behind;

/** To be called before the functions of `fs` are gated: what is put around them here is part of the operation. */
export function tellFileTimes(): void {
  for (const name of ["stat", "lstat", "fstat"]) {
    wrap(
      fs,
      `${name}Sync`,
      (stat) =>
        (...args) =>
          virtual(stat(...args)),
    );
    wrap(fs, name, (stat) => (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== "function") return stat(...args);
      return stat(...args.slice(0, -1), (error: unknown, stats?: Stats) => callback(error, virtual(stats)));
    });
  }
  for (const name of ["stat", "lstat"]) tellOf(fs.promises, name);
}

/** The same for open files. */
export function tellHandleTimes(handle: object): void {
  tellOf(handle, "stat");
}

function tellOf(owner: object, name: string): void {
  wrap(owner, name, (stat) => {
    return async function (this: Any, ...args: Any[]) {
      return virtual(await Reflect.apply(stat, this, args));
    };
  });
}

/** These times of a file are now; `asked` are told as they are, since the program has set them. */
export function changed(stats: Stats, now: readonly Field[], asked: readonly Field[] = []): void {
  const times = timesOf(stats);
  const moment = clock.epoch + clock.now;
  const update = (names: readonly Field[], told: (field: Field) => number) =>
    Object.fromEntries(names.map((field) => [field, { real: times[field].real, told: told(field) }]));
  seen.set(nameOf(stats), {
    ...times,
    ...update(now, () => moment),
    ...update(asked, (field) => realTime(stats, field)),
  });
}

function virtual<T extends Stats | undefined>(stats: T): T {
  if (!stats) return stats;
  const times = timesOf(stats);
  seen.set(nameOf(stats), times);
  const shown = stats as Any;
  for (const field of fields) {
    const { told } = times[field];
    const isBig = typeof shown[`${field}Ms`] === "bigint";
    shown[`${field}Ms`] = isBig ? BigInt(Math.floor(told)) : told;
    if (isBig) shown[`${field}Ns`] = BigInt(Math.floor(told * 1000)) * 1000n;
    shown[field] = new real.Date(isBig ? Math.floor(told) : Math.round(told));
  }
  return stats;
}

function timesOf(stats: Stats): Readonly<Record<Field, Time>> {
  const before = seen.get(nameOf(stats));
  const timeOf = (field: Field): Time => {
    const time = realTime(stats, field);
    // As a big number it has no fraction.
    const whole = Math.floor(time);
    if (before?.[field].real === whole) return before[field];
    return { real: whole, told: clock.epoch + (time < began ? time - began : clock.now) };
  };
  return Object.fromEntries(fields.map((field) => [field, timeOf(field)])) as Record<Field, Time>;
}

const realTime = (stats: Stats, field: Field) => Number(stats[`${field}Ms`]);
const nameOf = ({ dev, ino }: Stats) => `${dev}:${ino}`;
