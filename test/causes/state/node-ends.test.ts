import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MemoryGraph } from "../../../runtimes/protocol/state.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { type Driven, drive, local, number, read } from "./node-program.ts";

const place = { function: "end", hit: 1 };

test.each([
  ["exit", 3],
  ["throw", 1],
  ["reject", 1],
  ["kill", "SIGTERM"],
  ["later", 0],
])("a program that ends by %s ends the same after a stop", async (way, end) => {
  const free = await drive(["ends.cjs", way], {});
  const stopped = await drive(["ends.cjs", way], { place, changes: [] });
  expect(free.end).toBe(end);
  expect({ ...stopped, folder: "" }).toEqual({ ...free, folder: "", errors: stopped.errors });
  // Under a debugger the mark below the line stands elsewhere.
  const message = ({ errors }: Driven) => /^Error: .*/m.exec(errors)?.[0];
  expect(message(stopped)).toBe(message(free));
});

test("the program sees its own environment, standard input and arguments", async () => {
  const { output } = await drive(["ends.cjs", "tell", "word"], { place, changes: [] }, "from outside");
  expect(JSON.parse(output)).toEqual({ input: "from outside", words: ["tell", "word"], culprit: [] });
});

test("a place that is not reached is said, and so is a program that cannot be started", async () => {
  const unreached = await drive(["ends.cjs", "later"], { place: { ...place, hit: 2 } });
  expect(unreached).toMatchObject({ end: 125, errors: "culprit: end#2 was reached 1 time\n" });
});

test("a `debugger` statement of the program is no place", async () => {
  const driven = await drive(["ends.cjs", "debugger"], { place, capture: "graph.json" });
  expect(driven).toMatchObject({ end: 0, output: "debugger\n" });
  expect(read<MemoryGraph>(driven, "graph.json").stack[0]).toMatchObject({ function: "end", line: 5 });
});

test("a program that a launcher starts is found, and its children run free", async () => {
  const folder = temporaryFolder("state");
  mkdirSync(join(folder, "node_modules"));
  const run = (what: string) =>
    `require("node:child_process").execFileSync(process.execPath, ${what}, { stdio: "inherit" });\n`;
  writeFileSync(join(folder, "node_modules/launcher.cjs"), run("process.argv.slice(2)"));
  const child = `if (!process.argv[2]) ${run('[__filename, "child"]')}`;
  writeFileSync(
    join(folder, "app.cjs"),
    `function say(what) {\n  console.log(what, process.env.NODE_OPTIONS);\n}\nsay(1);\n${child}`,
  );
  const changes = [{ at: local("what"), to: number(2) }];
  const driven = await drive(["node_modules/launcher.cjs", "app.cjs"], {
    root: folder,
    place: { function: "say", hit: 1 },
    changes,
  });
  expect(driven).toMatchObject({ end: 0, output: "2 undefined\n1 undefined\n", errors: "" });
});

test("100 runs leave no process and no file behind", async () => {
  const word = `run-of-${process.pid}`;
  for (let run = 0; run < 100; run++) {
    const changes = run % 2 === 0 ? [] : [{ at: local("missing"), to: number(1) }];
    const driven = await drive(["ends.cjs", word], { place, changes });
    expect(driven.end).toBe(run % 2 === 0 ? 0 : 125);
    expect(readdirSync(driven.folder)).toEqual(["plan.json"]);
  }
  expect(processesWith(word)).toEqual([]);
});

test.each([
  ["SIGTERM", "stay"],
  ["SIGKILL", "stay"],
  ["SIGKILL", "spin"],
] as const)("a driver that ends by %s takes a program with it that would %s", async (signal, way) => {
  const word = `${way}-of-${process.pid}`;
  const driving = drive(["ends.cjs", way, word], { place, changes: [] });
  await expect.poll(() => processesWith(word), { timeout: 120_000 }).toHaveLength(1);
  const [program] = processesWith(word);
  const parent = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${program}/status`, "utf8"))![1];
  // The program, and what watches it: before that only culprit itself would clear it away.
  const children = () => readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ");
  await expect.poll(children, { timeout: 120_000 }).toHaveLength(2);
  process.kill(Number(parent), signal);
  expect((await driving).end).toBe(signal);
  await expect.poll(() => processesWith(word), { timeout: 120_000 }).toEqual([]);
});

function processesWith(word: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(word);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}
