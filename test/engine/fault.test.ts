import { create } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { faultError } from "../../src/engine/fault.ts";
import { ActionResultSchema } from "../../src/engine/protocol/remote_execution_pb.ts";

const needs = "A worker needs perl, cp and the programs of your test: are they in its image";

test.each([
  [127, "env: 'perl': No such file or directory", ` (env: 'perl': No such file or directory). ${needs}?`],
  [1, "", `. ${needs}, or did the test kill the process that runs it?`],
  [
    255,
    "the supervisor has ended",
    ` (the supervisor has ended). ${needs}, or did the test kill the process that runs it?`,
  ],
  [137, "", ". Did the test kill it, or did the worker run out of memory?"],
  [-1, "", ". Did the test kill it, or did the worker run out of memory?"],
  [28, "No space left on the worker: 3 kB", /A worker has no space left: make room on its disk\.$/],
])("a first process that ends with %i and the words %j", (exitCode, printed, advice) => {
  const end = create(ActionResultSchema, { exitCode, stderrRaw: Buffer.from(printed) });
  const { message } = faultError({ end, took: 10, timeLimit: undefined });
  if (typeof advice !== "string") expect(message).toMatch(advice);
  else {
    const fact = `The engine's workers cannot run a test: its first process ended with exit ${exitCode} and wrote no record`;
    expect(message).toBe(fact + advice);
  }
});
