import { expect, test } from "vitest";
import { EnginePool } from "../../src/engine/engine-pool.ts";
import { Laboratory } from "../../src/trial/laboratory.ts";
import { MemoryEngine } from "../tools/memory-engine.ts";
import { runTask, serve } from "../tools/memory-server.ts";
import { closing, type Opened, open, runOn, script } from "./open-engine.ts";

/** Several engines as one, with a short patience. */
async function poolOf(urls: readonly string[]): Promise<Pick<Opened, "laboratory" | "notes">> {
  const members = await Promise.all(
    urls.map(async (url) => ({ url, engine: (await open(url, { patience: 500 })).engine })),
  );
  const notes: string[] = [];
  const laboratory = new Laboratory(4, { engine: new EnginePool(members, (sentence) => notes.push(sentence)) });
  closing.push(() => laboratory.close());
  return { laboratory, notes };
}

test("if one of several engines is killed while it runs tests, the others run them, and all further ones", async () => {
  let began = () => {};
  const isBusy = new Promise<void>((resolve) => {
    began = resolve;
  });
  const hangs = new MemoryEngine(() => {
    began();
    return new Promise(() => {});
  });
  const runs = new MemoryEngine(runTask);
  const [lost, other] = [await serve(hangs), await serve(runs)];
  closing.push(other.close);
  const pool = await poolOf([lost.url, other.url]);
  const running = [1, 2, 3, 4].map((exit) => runOn(pool, script(`exit ${exit}`)));
  await isBusy;
  lost.close();
  expect((await Promise.all(running)).map(({ exit }) => exit)).toEqual([1, 2, 3, 4]);
  expect(pool.notes).toEqual([expect.stringContaining(`${lost.url} is given up, the others go on: The engine`)]);
  expect(runs.tasks).toHaveLength(4);
  expect((await runOn(pool, script("exit 5"))).exit).toBe(5);
  expect(runs.tasks).toHaveLength(5);
});
