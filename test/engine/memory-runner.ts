import { Actions } from "../../src/engine/action/actions.ts";
import { MappedPaths } from "../../src/engine/action/mapped-paths.ts";
import type { TestAction } from "../../src/engine/action/test-action.ts";
import { ActionRunner, type RunnerParts } from "../../src/engine/action-runner.ts";
import { MootActions } from "../../src/engine/calls/moot-actions.ts";
import { Retrying } from "../../src/engine/calls/retry.ts";
import { Store } from "../../src/engine/calls/store.ts";
import { blobOf } from "../../src/engine/tree/blob.ts";
import { TreeFolder } from "../../src/engine/tree/tree-folder.ts";
import type { MemoryEngine } from "../tools/memory-engine.ts";

export const never = new AbortController().signal;

/** Runs tests on an engine in this process, without a network. */
export function runnerOn(engine: MemoryEngine, more: Partial<RunnerParts> = {}) {
  const notes: string[] = [];
  const note = (sentence: string) => notes.push(sentence);
  const connection = engine.connect();
  const parts: RunnerParts = {
    ...{ connection, store: new Store(connection, 0), actions: new Actions(), moot: new MootActions(1) },
    retrying: new Retrying({ url: "grpc://memory", milliseconds: 60_000, advice: "", note }),
    ...{ platform: [], reuse: false, jobs: 1, margin: 60_000, note, closed: never },
    ...more,
  };
  return { runner: new ActionRunner(parts), notes };
}

/** A test over two files, one of which all tests have: it has the text "shared". */
export function testNamed(id: string, timeLimit = 60_000): TestAction {
  const file = (text: string) => ({ blob: blobOf(Buffer.from(text)), mode: 0o644 });
  const input = TreeFolder.of({
    culprit: TreeFolder.of({ id: file(id) }),
    input: TreeFolder.of({ shared: file("shared") }),
  });
  const command = { argv: ["true"], cwd: "/", stdin: undefined, timeLimit, environment: {} };
  return { id, input, paths: new MappedPaths([]), writes: [], timeLimit, command };
}
