import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { arch, availableParallelism, platform, release } from "node:os";
import { join } from "node:path";

/** What a machine is like, as far as tests may notice. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly release: string;
  readonly cores: number;
  readonly timeZone: string;
  readonly locale: string;
  /** Whether `a` and `A` are two files. */
  readonly hasCase: boolean;
  /** By the option of `prlimit`, the soft limit; undefined in JSON: the system has none such. */
  readonly limits: Readonly<Record<string, string>>;
}

/** Limits that tests reach, by the options of `prlimit` and `ulimit`. */
const limits = { nofile: "n", stack: "s", nproc: "u", as: "v", fsize: "f" } as const;

/** `ulimit` counts these in blocks of so many bytes, `prlimit` in bytes. */
const units: Readonly<Record<string, number>> = { stack: 1024, as: 1024, fsize: 512 };

/** `folder` has a folder `.culprit`. */
export function describeMachine(folder: string): Machine {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return {
    platform: platform(),
    arch: arch(),
    release: release(),
    cores: availableParallelism(),
    timeZone,
    locale,
    hasCase: !existsSync(join(folder, ".CULPRIT")),
    limits: readLimits(),
  };
}

function readLimits(): Record<string, string> {
  const names = Object.keys(limits) as (keyof typeof limits)[];
  const script = names.map((name) => `ulimit -S -${limits[name]} 2>/dev/null || echo`).join("; ");
  const { stdout = "" } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
  const values = stdout.split("\n");
  return Object.fromEntries(
    names.flatMap((name, i) => {
      const value = values[i]?.trim() ?? "";
      return value === "" ? [] : [[name, inBytes(name, value)]];
    }),
  );
}

function inBytes(name: string, value: string): string {
  return /^\d+$/.test(value) ? String(Number(value) * (units[name] ?? 1)) : value;
}
