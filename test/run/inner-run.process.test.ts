import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runInside } from "../../src/run/inner-run.ts";
import { RunRecord } from "../../src/run/record/record.ts";
import { Run } from "../../src/run/run.ts";
import type { World } from "../../src/trial/laboratory.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const conditions = { jobs: 1, failure: { mode: "same" }, repeat: 1 } as const;

function outerRun(): Run {
  const cwd = temporaryFolder("inner-run");
  const request = { cwd, test: ["sh"], conditions };
  const run = new Run(RunRecord.create(cwd, { kind: "input", version: "1", request }), conditions);
  onTestFinished(() => run.close());
  return run;
}
const search = { kind: "state", request: { cwd: "/", test: [], conditions }, isDone: () => true };
const world = (script: string): World => ({
  content: script,
  make: () => ({ argv: ["sh", "-c", script], environment: {}, stdin: undefined, candidate: [] }),
});

test("a run inside of another has a record of its own, which is gone afterwards; its tests count", async () => {
  const outer = outerRun();
  const exit = await runInside(outer, search, async (inner) => {
    expect(inner.record.folder).toBe(join(outer.record.folder, "inner", "state"));
    return (await inner.execute(world("exit 3"), 60_000)).execution.exit;
  });
  expect(exit).toBe(3);
  expect(outer.counts.run).toBe(1);
  expect(existsSync(join(outer.record.folder, "inner", "state"))).toBe(false);
});

test("one that was done is not begun anew, and one that was stopped goes on", async () => {
  const outer = outerRun();
  const named = { ...search, name: "first" };
  expect(await runInside(outer, named, async () => "done")).toBe("done");
  expect(await runInside(outer, named, async () => expect.fail("it was done"))).toBe("done");
  const stopped = { ...search, name: "second" };
  const begin = (innerSearch: typeof stopped) =>
    runInside(outer, innerSearch, async (inner) => {
      const before = inner.record.load("note.json") ?? "new";
      inner.record.save("note.json", "kept");
      inner.stop("interrupted");
      return before;
    });
  expect(await begin(stopped)).toBe("new");
  expect(await begin(stopped)).toBe("kept");
  expect(await begin({ ...stopped, request: { ...search.request, cwd: "/tmp" } })).toBe("new");
  const unfinished = { ...search, name: "third", isDone: () => false };
  expect(await runInside(outer, unfinished, async () => 1)).toBe(1);
  expect(await runInside(outer, unfinished, async () => 2)).toBe(2);
});

test("it stops with the outer run, for the same reason", async () => {
  const outer = outerRun();
  const stopped = runInside(outer, search, async (inner) => {
    const running = inner.execute(world("sleep 300"), undefined);
    outer.stop("interrupted");
    await running.catch(() => {});
    return inner.stopped.reason;
  });
  expect(await stopped).toBe("interrupted");
  expect(await runInside(outer, search, async ({ stopped: { aborted } }) => aborted)).toBe(true);
});
