import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { Retrying } from "../../src/engine/calls/retry.ts";
import { ActionResultSchema } from "../../src/engine/protocol/remote_execution_pb.ts";
import { sha256 } from "../../src/engine/tree/blob.ts";
import { type MemoryAnswers, MemoryEngine, recordOf, resultOf } from "../tools/memory-engine.ts";
import { never, runnerOn, testNamed } from "./memory-runner.ts";

test("if the engine has lost one file, it is sent again, and no other one that the engine has", async () => {
  const shared = sha256(Buffer.from("shared"));
  const engine = new MemoryEngine(resultOf);
  const { runner } = runnerOn(engine);
  await runner.run(testNamed("a"), never);
  engine.blobs.delete(shared);
  expect(await runner.run(testNamed("b"), never)).toMatchObject({ id: "b" });
  expect(engine.sent.filter((hash) => hash === shared)).toHaveLength(2);
  expect(engine.sent).toHaveLength(new Set(engine.sent).size + 1);
});

const other = { hash: "nonsense", sizeBytes: -7n };

/** What the engine says of a result that it has. */
function cached(result: MessageInitShape<typeof ActionResultSchema>): MemoryAnswers {
  return { cache: { getActionResult: () => create(ActionResultSchema, result) } };
}

function cachedRecord(contents: Buffer, hash = sha256(contents)): MemoryAnswers {
  const digest = { hash, sizeBytes: BigInt(contents.length) };
  return cached({ outputFiles: [{ path: "output/record", digest, contents }] });
}

const harmless: [string, MemoryAnswers][] = [
  [
    "a store that lacks files which nobody asked about",
    { storage: { findMissingBlobs: ({ blobDigests }) => ({ missingBlobDigests: [other, ...blobDigests, other] }) } },
  ],
  ["a cached result with nothing in it", cached({})],
  ["a cached result with another file", cached({ outputFiles: [{ path: "/etc/passwd", contents: Buffer.from("x") }] })],
  ["a cached record that is none", cachedRecord(Buffer.from("<html>502 Bad Gateway</html>"))],
  ["a cached record that is cut off", cachedRecord(recordOf({ root: "/w", test: Buffer.alloc(27) }).subarray(0, 20))],
  ["a cached record that its digest does not fit", cachedRecord(Buffer.from("x"), "0".repeat(64))],
];

test.each(harmless)("%s does not matter", async (_, answers) => {
  const engine = new MemoryEngine(resultOf, answers);
  const { runner } = runnerOn(engine, { reuse: true });
  expect(await runner.run(testNamed("a"), never)).toMatchObject({ id: "a", test: { ending: "ended", status: 0 } });
  expect(engine.tasks).toHaveLength(1);
});

const faulty: [string, MemoryAnswers, string][] = [
  ["has all files, and has none", { storage: { findMissingBlobs: () => ({}) } }, "there is no blob"],
  ["takes files, and keeps none", { storage: { batchUpdateBlobs: () => ({}) } }, "there is no blob"],
  [
    "takes some of the files",
    { storage: { batchUpdateBlobs: () => ({ responses: [{}, { status: { code: Code.Internal, message: "no" } }] }) } },
    "no",
  ],
  [
    "cannot read its cache",
    {
      cache: {
        getActionResult: () => {
          throw new ConnectError("the cache is damaged", Code.Internal);
        },
      },
    },
    "the cache is damaged",
  ],
];

test.each(faulty)("an engine that %s gives no outcome, but a clear error", async (_, answers, reason) => {
  const retrying = new Retrying({ url: "grpc://memory", milliseconds: 1, advice: "", note: () => {} });
  const { runner } = runnerOn(new MemoryEngine(resultOf, answers), { reuse: true, retrying });
  await expect(runner.run(testNamed("a"), never)).rejects.toThrow(
    `The engine grpc://memory has had problems for 0 s (${reason}`,
  );
});
