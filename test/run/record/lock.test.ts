import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { holderOf, takeLock } from "../../../src/run/record/lock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("lock");
let made = 0;
const newPath = () => join(folder, `lock-${made++}`);
/** When a process began, as the kernel counts it: the 22nd field. */
const startOf = (pid: number) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ")[19];

test("a lock is taken once, and says which process has it", () => {
  const path = newPath();
  expect(holderOf(path)).toBeUndefined();
  expect(takeLock(path)).toBe(true);
  expect(holderOf(path)).toBe(process.pid);
  expect(takeLock(path)).toBe(false);
});

test("a lock of another process that is alive is not taken", () => {
  const path = newPath();
  writeFileSync(path, `${process.ppid} ${startOf(process.ppid)}`);
  expect(holderOf(path)).toBe(process.ppid);
  expect(takeLock(path)).toBe(false);
});

test.each([
  ["whose process is gone", "4194399 1"],
  ["whose number now belongs to another process", `${process.ppid} 0`],
  ["that was cut off", ""],
])("a lock %s is taken over", (_, content) => {
  const path = newPath();
  writeFileSync(path, content);
  expect(holderOf(path)).toBeUndefined();
  expect(takeLock(path)).toBe(true);
  expect(holderOf(path)).toBe(process.pid);
});

test("a lock that cannot be written is no lock that another has", () => {
  expect(() => takeLock(join(folder, "no-folder", "lock"))).toThrow("ENOENT");
});
