import { create, fromBinary } from "@bufbuild/protobuf";
import { anyPack } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { describe, expect, test } from "vitest";
import type { Connection } from "../../src/engine/calls/connection.ts";
import { type Operation, OperationSchema } from "../../src/engine/protocol/operations_pb.ts";
import {
  type ActionResult,
  ExecuteOperationMetadataSchema,
  ExecuteResponseSchema,
  type OutputFile,
} from "../../src/engine/protocol/remote_execution_pb.ts";
import { sha256 } from "../../src/engine/tree/blob.ts";
import { skippedBecause } from "../tiers/skipped-because.ts";
import { noOwnEngine } from "../tools/buildbox.ts";
import { type Instead, proxyOf } from "../tools/engine-proxy.ts";
import { closing, engineHere, exitOf, open, script } from "./open-engine.ts";

/** An engine that does nonsense, and what comes of a test there that would exit with 5. */
async function endOn(instead: (real: Connection) => Instead): Promise<unknown> {
  const engine = await engineHere();
  const proxy = await proxyOf(engine.url, instead);
  closing.push(proxy.close);
  const opened = await open(proxy.url, { patience: 3000 });
  return exitOf(opened, "exit 5").catch((error: unknown) => String(error));
}

/** An engine whose results are changed. */
function withResults(change: (result: ActionResult) => void): (real: Connection) => Instead {
  return (real) => ({
    execution: {
      async *execute(request, { signal }) {
        for await (const operation of real.execution.execute(request, { signal })) {
          yield changed(operation, change);
        }
      },
    },
  });
}

function changed(operation: Operation, change: (result: ActionResult) => void): Operation {
  if (operation.result.case !== "response") return operation;
  const response = fromBinary(ExecuteResponseSchema, operation.result.value.value);
  if (response.result) change(response.result);
  return { ...operation, result: { case: "response", value: anyPack(ExecuteResponseSchema, response) } };
}

function changeRecord(change: (file: OutputFile) => OutputFile): (result: ActionResult) => void {
  return (result) => {
    result.outputFiles = result.outputFiles.map(change);
  };
}

/** The record replaced by these bytes, with a digest that is right. */
function withRecord(contents: Buffer): (result: ActionResult) => void {
  return changeRecord((file) => ({
    ...file,
    contents,
    digest: { ...file.digest!, hash: sha256(contents), sizeBytes: BigInt(contents.length) },
  }));
}

function field(text: string | Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

const notOurs = /records that are not of the test that it was to run/;
const otherBytes =
  /has had problems for 3 s \(.*a file of \d+ bytes came with other bytes than its digest says.*resume last/;

describe("an engine that answers nonsense gives no outcome, but a clear error", skippedBecause(noOwnEngine), () => {
  test("without nonsense, the test ends as it should", async () => {
    expect(await endOn(() => ({}))).toBe(5);
  });

  const results: [string, (result: ActionResult) => void, RegExp][] = [
    ["no result", (result) => result.outputFiles.splice(0), /cannot run a test: .* wrote no record/],
    ["something else as a record", withRecord(Buffer.from("<html>502 Bad Gateway</html>")), notOurs],
    ["a record with no reply in it", withRecord(Buffer.concat(["root", "/w", "test", ""].map(field))), notOurs],
    [
      "a reply that is cut off",
      withRecord(Buffer.concat([field("root"), field("/w"), field("test"), field(Buffer.alloc(26))])),
      notOurs,
    ],
    [
      "a size that is wrong",
      changeRecord((file) => ({ ...file, digest: { ...file.digest!, sizeBytes: file.digest!.sizeBytes + 7n } })),
      /has had problems for 3 s/,
    ],
    [
      "contents that their digest does not fit",
      changeRecord((file) => ({ ...file, contents: Buffer.from("other") })),
      otherBytes,
    ],
  ];
  test.each(results)("%s", async (_, change, message) => {
    expect(await endOn(withResults(change))).toMatch(message);
  });

  test("a record of another test", async () => {
    const engine = await engineHere();
    let first: OutputFile | undefined;
    const proxy = await proxyOf(
      engine.url,
      withResults(({ outputFiles }) => {
        first ??= outputFiles[0]!;
        outputFiles[0] = first;
      }),
    );
    closing.push(proxy.close);
    const opened = await open(proxy.url);
    expect(await exitOf(opened, "exit 5")).toBe(5);
    await expect(exitOf(opened, "exit 6")).rejects.toThrow(notOurs);
  });

  test("other bytes than those that were asked for", async () => {
    const readNonsense = (real: Connection): Instead => ({
      ...withResults(changeRecord((file) => ({ ...file, contents: Buffer.alloc(0) })))(real),
      streams: {
        async *read(request, { signal }) {
          for await (const { data } of real.streams.read(request, { signal }))
            yield { data: data.map((byte) => byte ^ 1) };
        },
      },
    });
    expect(await endOn(readNonsense)).toMatch(otherBytes);
  });

  test("an operation with nothing in it", async () => {
    const empty = () => ({
      execution: {
        async *execute() {
          yield create(OperationSchema, { name: "x", done: true });
        },
      },
    });
    expect(await endOn(empty)).toMatch(/has had problems for 3 s \(the engine's answer is empty\)/);
  });

  test("its own time limit is not the test's", async () => {
    const hurried = () => ({
      execution: {
        async *execute() {
          const response = create(ExecuteResponseSchema, { status: { code: Code.DeadlineExceeded } });
          const value = anyPack(ExecuteResponseSchema, response);
          yield create(OperationSchema, { name: "x", done: true, result: { case: "response", value } });
        },
      },
    });
    expect(await endOn(hurried)).toMatch(
      /ended a test after 0 s, but the test may take 120 s: .* Give a lower --timeout/,
    );
  });
});

test("an operation that never ends is given up", skippedBecause(noOwnEngine), async () => {
  const engine = await engineHere();
  const metadata = anyPack(ExecuteOperationMetadataSchema, create(ExecuteOperationMetadataSchema, { stage: 3 }));
  const hanging = {
    async *execute(_: unknown, { signal }: { signal: AbortSignal }) {
      yield create(OperationSchema, { name: "x", metadata });
      await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  };
  const proxy = await proxyOf(engine.url, () => ({ execution: hanging }));
  closing.push(proxy.close);
  const opened = await open(proxy.url, { margin: 300 });
  await expect(
    opened.laboratory.execute(script("exit 5"), { test: 200 }, new AbortController().signal),
  ).rejects.toThrow(/does not end a test that may take 0 s: after 1 s .* Are its workers alive/);
});
