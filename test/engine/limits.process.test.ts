import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Code, ConnectError } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noOwnEngine } from "../tools/buildbox.ts";
import { proxyOf } from "../tools/engine-proxy.ts";
import { closing, engineHere, type Opened, open, runOn, script } from "./open-engine.ts";

/** Runs a test over 100 kB that the engine does not have. */
async function exitOverNewFiles(opened: Opened, exit: number): Promise<number | undefined> {
  const project = join(temporaryFolder("engine-full"), "project");
  mkdirSync(project);
  for (const name of ["a", "b", "c", "d", "e"]) writeFileSync(join(project, name), randomBytes(20_000));
  return (await runOn(opened, script(`exit ${exit}`, { cwd: project }))).exit;
}

describe("a full store", skippedBecause(noOwnEngine), () => {
  test("that drops files which tests need changes no outcome", async () => {
    const engine = await engineHere({ words: ["--quota-high=300K", "--reserved=1K"] });
    const opened = await open(engine.url);
    for (const exit of [5, 6, 7, 8, 9]) expect(await exitOverNewFiles(opened, exit)).toBe(exit);
  });

  test("that takes nothing more is named, with what to do", async () => {
    const engine = await engineHere({ words: ["--quota-high=300K", "--reserved=1K", "--protect-session-blobs"] });
    const opened = await open(engine.url, { patience: 1500 });
    const exits: (number | undefined)[] = [];
    const filling = (async () => {
      for (const exit of [5, 6, 7, 8, 9]) exits.push(await exitOverNewFiles(opened, exit));
    })();
    await expect(filling).rejects.toThrow(
      /has had problems for 2 s \(.*\)\. It is full: make room in its store, or allow it more\. .*culprit resume last/,
    );
    expect(exits).toEqual([5, 6, 7, 8, 9].slice(0, exits.length));
  });
});

describe("an engine that cannot cancel", skippedBecause(noOwnEngine), () => {
  test("is not given ever more tests while those that nobody needs go on", async () => {
    const engine = await engineHere({ slots: 8 });
    let started = 0;
    const proxy = await proxyOf(engine.url, (real) => ({
      execution: {
        execute: (request, { signal }) => {
          started++;
          return real.execution.execute(request, { signal });
        },
      },
      operations: {
        cancelOperation: () => {
          throw new ConnectError("not here", Code.Unimplemented);
        },
      },
    }));
    closing.push(proxy.close);
    const opened = await open(proxy.url, { jobs: 1 });
    const begin = async (text: string) => {
      const stop = new AbortController();
      const before = started;
      const running = runOn(opened, script(text), stop.signal).catch(() => "aborted");
      for (let waited = 0; started === before && waited < 20; waited++) await sleep(50);
      await sleep(300); // the engine says which operation it is
      stop.abort(new Error("no longer needed"));
      await running;
      await sleep(100); // it answers that it cannot cancel
    };
    for (let i = 0; i < 10; i++) await begin(`sleep 1000; ${i}`);
    // The first one shows that it cannot; four more are allowed for one job.
    expect(started).toBe(5);
    expect(opened.notes.filter((note) => note.startsWith("The engine cannot cancel"))).toHaveLength(1);
  });
});
