import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { Roots } from "../../src/mcp/roots.ts";
import { Runs } from "../../src/mcp/runs.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const name = "20260101-000000";
const lock = new URL("../../dist/src/run/record/lock.js", import.meta.url).href;

/** Stands for culprit: works on a run for a moment, and leaves no record of it if that is asked for. */
const program = `
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { takeLock } from ${JSON.stringify(lock)};
const folder = ".culprit/runs/${name}";
const request = { cwd: process.cwd(), test: ["t"] };
mkdirSync(folder, { recursive: true });
writeFileSync(folder + "/run.json", JSON.stringify({ run: "${name}", kind: "input", started: "2026-01-01", request }));
takeLock(folder + "/lock");
setTimeout(() => rmSync(process.argv[2] === "forget" ? folder : folder + "/lock", { recursive: true }), 200);
`;

test("a run has the name of one that could not start in the same second", async () => {
  const [folder, elsewhere] = [temporaryFolder("runs"), temporaryFolder("program")];
  writeFileSync(join(elsewhere, "program.mjs"), program);
  const runs = new Runs({ roots: new Roots([folder]), program: join(elsewhere, "program.mjs"), maxRuns: 4 });
  const first = await runs.processes.start({ folder, words: ["forget"] });
  expect(first.run).toBe(name);
  await vi.waitFor(() => expect(first.isAlive).toBe(false));
  const second = await runs.processes.start({ folder, words: ["keep"] });
  expect(second.run).toBe(name);
  expect(runs.find({ run: name }).process).toBe(second);
  expect(() => runs.find({ run: "x" })).toThrow(`There is no run x in ${folder}. `);
  await vi.waitFor(() => expect(second.isAlive).toBe(false));
});
