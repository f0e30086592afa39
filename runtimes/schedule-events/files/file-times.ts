/**
 * Shows the times of files by the virtual clock, for programs that compare them with the date, such as locks that expire and
 * caches. A change has the time of the event that made it. A file that existed before the program began is as old as it was then.
 */
import fs from "node:fs";
import { real } from "../replacements/real-functions.ts";
import { type Any, wrap } from "../replacements/replace.ts";
import { clock } from "../scheduler/clock.ts";
import { onReset } from "../scheduler/resets.ts";

export type FileTime = "atime" | "mtime" | "ctime" | "birthtime";
export const fileTimes: readonly FileTime[] = ["atime", "mtime", "ctime", "birthtime"];

type Stats = fs.Stats | fs.BigIntStats;
type ShownTime = { readonly real: number; readonly shown: number };
/** The real times of each file (by device and inode) when they were last read, and what the program sees instead. */
const known = new Map<string, Readonly<Record<FileTime, ShownTime>>>();
onReset(() => known.clear());

/** Maximum number of milliseconds by which the time stamps of files lag behind the clock. */
const maxLag = 10;
const startTime = real.Date.now() - maxLag;

/** Must be called before the functions of `fs` are controlled: what this wraps around them is part of the operation. */
export function useVirtualFileTimes(): void {
  for (const name of ["stat", "lstat", "fstat"]) {
    wrap(
      fs,
      `${name}Sync`,
      (stat) =>
        (...args) =>
          withVirtualTimes(stat(...args)),
    );
    wrap(fs, name, (stat) => (...args) => {
      const callback = args.at(-1);
      if (typeof callback !== "function") return stat(...args);
      return stat(...args.slice(0, -1), (error: unknown, stats?: Stats) => callback(error, withVirtualTimes(stats)));
    });
  }
  for (const name of ["stat", "lstat"]) wrapStat(fs.promises, name);
}

/** The same for open files. */
export function useVirtualHandleTimes(handle: object): void {
  wrapStat(handle, "stat");
}

function wrapStat(owner: object, name: string): void {
  wrap(owner, name, (stat) => {
    return async function (this: Any, ...args: Any[]) {
      return withVirtualTimes(await Reflect.apply(stat, this, args));
    };
  });
}

/** Sets times of a file to now. Those that the program itself has set (`asked`) are shown as they are. */
export function setTimes(stats: Stats, now: readonly FileTime[], asked: readonly FileTime[] = []): void {
  const times = timesOf(stats);
  const present = clock.epoch + clock.now;
  const update = (names: readonly FileTime[], shown: (name: FileTime) => number) =>
    Object.fromEntries(names.map((name) => [name, { real: times[name].real, shown: shown(name) }]));
  known.set(keyOf(stats), {
    ...times,
    ...update(now, () => present),
    ...update(asked, (name) => realTime(stats, name)),
  });
}

function withVirtualTimes<T extends Stats | undefined>(stats: T): T {
  if (!stats) return stats;
  const times = timesOf(stats);
  known.set(keyOf(stats), times);
  const result = stats as Any;
  for (const name of fileTimes) {
    const { shown } = times[name];
    const isBig = typeof result[`${name}Ms`] === "bigint";
    result[`${name}Ms`] = isBig ? BigInt(Math.floor(shown)) : shown;
    if (isBig) result[`${name}Ns`] = BigInt(Math.floor(shown * 1000)) * 1000n;
    result[name] = new real.Date(isBig ? Math.floor(shown) : Math.round(shown));
  }
  return stats;
}

function timesOf(stats: Stats): Readonly<Record<FileTime, ShownTime>> {
  const before = known.get(keyOf(stats));
  const timeOf = (name: FileTime): ShownTime => {
    const time = realTime(stats, name);
    // Without a fraction, since a BigInt has none.
    const whole = Math.floor(time);
    if (before?.[name].real === whole) return before[name];
    return { real: whole, shown: clock.epoch + (time < startTime ? time - startTime : clock.now) };
  };
  return Object.fromEntries(fileTimes.map((name) => [name, timeOf(name)])) as Record<FileTime, ShownTime>;
}

const realTime = (stats: Stats, name: FileTime) => Number(stats[`${name}Ms`]);
const keyOf = ({ dev, ino }: Stats) => `${dev}:${ino}`;
