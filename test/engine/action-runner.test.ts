import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { Code } from "@connectrpc/connect";
import { afterEach, expect, test, vi } from "vitest";
import type { ActionRunner } from "../../src/engine/action-runner.ts";
import { MootActions } from "../../src/engine/calls/moot-actions.ts";
import { OperationSchema } from "../../src/engine/protocol/operations_pb.ts";
import { ActionResultSchema } from "../../src/engine/protocol/remote_execution_pb.ts";
import { fileBlob, sha256 } from "../../src/engine/tree/blob.ts";
import { TreeFolder } from "../../src/engine/tree/tree-folder.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { MemoryEngine, operationAt, operationWith, recordOf, resultOf } from "../tools/memory-engine.ts";
import { never, runnerOn, testNamed } from "./memory-runner.ts";

afterEach(() => {
  vi.useRealTimers();
});

/** Waits until it is aborted, as a handler does whose client has gone. */
function hang({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

/** Starts a test, and aborts it when the engine has what `began` waits for. */
async function abandon(runner: ActionRunner, id: string, began: Promise<unknown>): Promise<void> {
  const stop = new AbortController();
  const running = runner.run(testNamed(id), stop.signal).catch(() => {});
  await began;
  stop.abort(new Error("no longer needed"));
  await running;
}

test("a test that is no longer needed does not make the engine look through all files again", async () => {
  let begin = () => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const engine: MemoryEngine = new MemoryEngine(resultOf, {
    execution: {
      async *execute({ actionDigest }, at) {
        if (engine.tasks.length !== 1) return yield* engine.execute(actionDigest);
        yield* engine.begin(actionDigest);
        begin();
        await hang(at);
      },
    },
  });
  const { runner } = runnerOn(engine);
  await runner.run(testNamed("first"), never);
  await abandon(runner, "moot", began);
  await runner.run(testNamed("last"), never);
  expect(engine.asked.filter((hash) => hash === sha256(Buffer.from("shared")))).toHaveLength(1);
});

test("with --reuse, a result whose files the engine has lost is made anew", async () => {
  const engine: MemoryEngine = new MemoryEngine(resultOf, {
    cache: {
      getActionResult: () =>
        create(ActionResultSchema, {
          outputFiles: [{ path: "output/record", digest: { hash: "0".repeat(64), sizeBytes: 9n } }],
        }),
    },
  });
  const { runner } = runnerOn(engine, { reuse: true });
  expect(await runner.run(testNamed("a"), never)).toMatchObject({ id: "a" });
  expect(engine.tasks).toHaveLength(1);
});

test("with --reuse, a result of another test is made anew", async () => {
  const contents = recordOf({ id: "other", root: "/w", test: Buffer.alloc(27) });
  const digest = { hash: sha256(contents), sizeBytes: BigInt(contents.length) };
  const engine = new MemoryEngine(resultOf, {
    cache: {
      getActionResult: () => create(ActionResultSchema, { outputFiles: [{ path: "output/record", digest, contents }] }),
    },
  });
  const { runner } = runnerOn(engine, { reuse: true });
  expect(await runner.run(testNamed("a"), never)).toMatchObject({ id: "a" });
});

test("a test that waits longer than it may take, and is ended early by the engine, has not timed out", async () => {
  const engine = new MemoryEngine(resultOf, {
    execution: {
      async *execute() {
        yield operationAt("x", 2);
        await new Promise((resolve) => setTimeout(resolve, 250));
        yield operationAt("x", 3);
        yield operationWith("x", create(ActionResultSchema), Code.DeadlineExceeded);
      },
    },
  });
  const { runner } = runnerOn(engine);
  await expect(runner.run(testNamed("a", 200), never)).rejects.toThrow(/the engine has a lower limit of its own/);
});

test("a file that cannot be read any more is no fault of the engine", async () => {
  const { runner, notes } = runnerOn(new MemoryEngine(resultOf));
  const gone = { blob: fileBlob("/no/such/file", "0".repeat(64), 3), mode: 0o644 };
  const test = { ...testNamed("a"), input: TreeFolder.of({ gone }) };
  await expect(runner.run(test, never)).rejects.toThrow(
    "/no/such/file cannot be uploaded to the engine: no such file or directory.",
  );
  expect(notes.filter((note) => note.includes("problem"))).toEqual([]);
});

test.each([10, 4_000_000])(
  "a file of %i bytes that changes while it is uploaded is no fault of the engine",
  async (size) => {
    const path = join(temporaryFolder("engine-upload"), "file");
    writeFileSync(path, "a".repeat(size));
    const { runner, notes } = runnerOn(new MemoryEngine(resultOf));
    const blob = fileBlob(path, sha256(Buffer.from("b".repeat(size))), size);
    const test = { ...testNamed("a"), input: TreeFolder.of({ file: { blob, mode: 0o644 } }) };
    await expect(runner.run(test, never)).rejects.toThrow(`${path} changed while it was uploaded to the engine.`);
    expect(notes.filter((note) => note.includes("problem"))).toEqual([]);
  },
);

test("an operation that nobody needs is cancelled", async () => {
  let begin = () => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const engine: MemoryEngine = new MemoryEngine(resultOf, {
    execution: {
      async *execute(_, at) {
        yield operationAt("the-one", 3);
        begin();
        await hang(at);
      },
    },
  });
  await abandon(runnerOn(engine).runner, "moot", began);
  await expect.poll(() => engine.cancelled).toEqual(["the-one"]);
});

test("a test that is left before the engine names it counts as one that goes on there", async () => {
  let begin = () => {};
  const began = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const engine: MemoryEngine = new MemoryEngine(resultOf, {
    execution: {
      // biome-ignore lint/correctness/useYield: it says nothing
      async *execute(_, at) {
        begin();
        await hang(at);
      },
    },
  });
  const moot = new MootActions(1);
  await abandon(runnerOn(engine, { moot }).runner, "moot", began);
  const noRoom = moot.room(AbortSignal.abort(new Error("there is no room")));
  await expect(noRoom).rejects.toThrow();
});

test.each([
  ["nothing at all", []],
  ["which operation it is, and no more", [create(OperationSchema, { name: "x" })]],
])("an engine that takes a test and says %s is given up", async (_, operations) => {
  const engine = new MemoryEngine(resultOf, {
    execution: {
      async *execute(_request, at) {
        yield* operations;
        await hang(at);
      },
    },
  });
  const { runner } = runnerOn(engine, { margin: 10 });
  await expect(runner.run(testNamed("a", 1), never)).rejects.toThrow(
    /The engine took a test that may take 0 s, and after 0 s it had not said whether the test waits or runs/,
  );
});

test.each([
  ["waits", 2, ["No worker has begun the test"]],
  ["is at no stage that we know", 0, []],
])("the user hears of a test that %s for a minute only if it waits", async (_, stage, expected) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const engine: MemoryEngine = new MemoryEngine(resultOf, {
    execution: {
      async *execute({ actionDigest }) {
        yield operationAt("x", stage);
        await vi.advanceTimersByTimeAsync(61_000);
        yield* engine.execute(actionDigest);
      },
    },
  });
  const { runner, notes } = runnerOn(engine, { jobs: 10 });
  await runner.run(testNamed("a"), never);
  expect(notes.slice(1)).toEqual(expected.map((text) => expect.stringContaining(text)));
});

test("a test that waits is not given up, however long", async () => {
  const engine: MemoryEngine = new MemoryEngine(resultOf, {
    execution: {
      async *execute({ actionDigest }) {
        yield operationAt("x", 2);
        await new Promise((resolve) => setTimeout(resolve, 700));
        yield* engine.execute(actionDigest);
      },
    },
  });
  const { runner } = runnerOn(engine, { margin: 500 });
  expect(await runner.run(testNamed("a", 1), never)).toMatchObject({ id: "a" });
});
