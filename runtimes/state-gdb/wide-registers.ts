import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The library that gdb needs on this processor to write registers (`wide-registers.c`), compiled when it is first needed.
 * Undefined: gdb needs none, or there is no C compiler.
 */
export function wideRegistersLibrary(): string | undefined {
  if (!hasWideRegisters()) return undefined;
  const here = import.meta.dirname;
  const library = join(isWritable(here) ? here : tmpdir(), "wide-registers.so");
  if (existsSync(library)) return library;
  // Another process may be about to do the same.
  const own = `${library}.${process.pid}`;
  const words = ["-shared", "-fPIC", "-O1", "-o", own, join(here, "wide-registers.c"), "-ldl"];
  const { status } = spawnSync("cc", words, { stdio: "ignore" });
  if (status === 0) renameSync(own, library);
  else rmSync(own, { force: true });
  return status === 0 ? library : undefined;
}

/** Intel's tile registers make the state larger than gdb 13 knows. */
function hasWideRegisters(): boolean {
  try {
    return /^flags\s*:.*\bamx_tile\b/m.test(readFileSync("/proc/cpuinfo", "latin1"));
  } catch {
    return false;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
