import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { holderOf, takeLock } from "../../../src/run/record/lock.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { until } from "../../until.ts";

const lock = pathToFileURL(join(import.meta.dirname, "../../../dist/src/run/record/lock.js")).href;
const rounds = 200;
/** Takes one lock after the other as soon as it is told to, says which it got, and keeps them until the others are done. */
const taker = `
  import { existsSync, writeFileSync } from "node:fs";
  import { takeLock } from ${JSON.stringify(lock)};
  for (let round = 0; round < ${rounds}; round++) {
    while (!existsSync("go-" + round));
    if (takeLock("lock-" + round)) console.log(round);
  }
  writeFileSync("done-" + process.pid, "");
  while (!existsSync("stop"));
`;

test("of several processes that take a dead process's lock at the same moment, one gets it", async () => {
  const folder = temporaryFolder("locks");
  for (let round = 0; round < rounds; round++) writeFileSync(join(folder, `lock-${round}`), "4194399 1");
  const takers = [0, 1, 2, 3].map(() =>
    spawn(process.execPath, ["--input-type=module", "-e", taker], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const outputs = takers.map(({ stdout }) => text(stdout));
  const ends = takers.map((child) => once(child, "exit"));
  for (let round = 0; round < rounds; round++) {
    writeFileSync(join(folder, `go-${round}`), "");
    await sleep(1);
  }
  const filesNamed = (start: string) => readdirSync(folder).filter((name) => name.startsWith(start));
  await until(() => filesNamed("done-").length === takers.length);
  writeFileSync(join(folder, "stop"), "");
  await Promise.all(ends);
  const taken = (await Promise.all(outputs)).flatMap((output) => output.trim().split("\n").filter(Boolean).map(Number));
  expect(taken.sort((a, b) => a - b)).toEqual([...Array(rounds).keys()]);
  expect(filesNamed("lock-")).toHaveLength(rounds);
});

test("a process that was killed and that nobody has waited for holds no lock", async () => {
  const folder = temporaryFolder("locks");
  const path = join(folder, "lock");
  const take = `import { takeLock } from ${JSON.stringify(lock)}; takeLock(${JSON.stringify(path)}); process.kill(process.pid, "SIGKILL");`;
  // The shell becomes a program that never waits for its children.
  const script = `"$0" --input-type=module -e "$1" & exec sleep 1000`;
  const parent = spawn("sh", ["-c", script, process.execPath, take], { stdio: "ignore" });
  await until(() => existsSync(path) && holderOf(path) === undefined);
  const [pid] = readFileSync(path, "utf8").split(" ");
  expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z ");
  expect(takeLock(path)).toBe(true);
  parent.kill("SIGKILL");
  await once(parent, "exit");
});
