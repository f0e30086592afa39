import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { type DrivenRun, drive, local, number } from "./node-program.ts";

const place = { function: "end", hit: 1 };

test.each([
  ["exit", 3],
  ["throw", 1],
  ["reject", 1],
  ["kill", "SIGTERM"],
  ["later", 0],
])("a program that ends by %s ends the same after a stop", async (ending, exit) => {
  const free = await drive(["ends.cjs", ending], {});
  const stopped = await drive(["ends.cjs", ending], { place });
  expect(free.exit).toBe(exit);
  expect(stopped).toEqual({ ...free, error: stopped.error });
  // Under a debugger, the excerpt that Node prints marks another column.
  const message = ({ error }: DrivenRun) => /^Error: .*/m.exec(error)?.[0];
  expect(message(stopped)).toBe(message(free));
});

test("the program sees its own environment, standard input and arguments", async () => {
  const { output } = await drive(["ends.cjs", "tell", "word"], { place }, "from outside");
  expect(JSON.parse(output)).toEqual({ input: "from outside", words: ["tell", "word"], culprit: [] });
});

test("a `debugger` statement of the program is not taken for the place", async () => {
  const run = await drive(["ends.cjs", "debugger"], { place, capture: true });
  expect(run).toMatchObject({ exit: 0, output: "debugger\n" });
  expect(run.graph.stack[0]).toMatchObject({ function: "end", line: 5 });
});

test("a program that a launcher starts is found, and its own children are left alone", async () => {
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
  expect(driven).toMatchObject({ exit: 0, output: "2 undefined\n1 undefined\n", error: "" });
});

// Standard output is no file here, which may confuse Node.
test("what is started or loaded by a link finds the files beside it, before and after the place", async () => {
  const folder = temporaryFolder("state");
  for (const name of ["node_modules/tool", "node_modules/.bin"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "node_modules/tool/main.cjs"), 'require("./start.cjs");');
  writeFileSync(join(folder, "node_modules/tool/start.cjs"), "require(process.cwd() + process.argv[2]);");
  writeFileSync(join(folder, "node_modules/tool/late.cjs"), 'require("./later.cjs");');
  writeFileSync(join(folder, "node_modules/tool/later.cjs"), 'console.log("later");');
  writeFileSync(
    join(folder, "app.cjs"),
    'function say(what) {\n  console.log(what);\n}\nsay(1);\nrequire("./late.cjs");',
  );
  symlinkSync("../tool/main.cjs", join(folder, "node_modules/.bin/tool"));
  symlinkSync("node_modules/tool/late.cjs", join(folder, "late.cjs"));
  const plan = { root: folder, place: { function: "say", hit: 1 }, mark: "<mark>" };
  const { exit, output } = await drive(["node_modules/.bin/tool", "/app.cjs"], plan);
  expect({ exit, output: output.replace(/<mark>\d*;/, "") }).toEqual({ exit: 0, output: "1\nlater\n" });
});

test("no process is left behind", async () => {
  const word = `run-of-${process.pid}`;
  for (let run = 0; run < 10; run++) {
    const changes = run % 2 === 0 ? [] : [{ at: local("missing"), to: number(1) }];
    const { exit } = await drive(["ends.cjs", word], { place, changes });
    expect(exit).toBe(run % 2 === 0 ? 0 : 125);
  }
  expect(processesWith(word)).toEqual([]);
});

test.each([
  ["SIGTERM", "stay"],
  ["SIGKILL", "stay"],
  ["SIGKILL", "spin"],
] as const)("a driver that is ended by %s ends a program that would %s", async (signal, ending) => {
  const word = `${ending}-of-${process.pid}`;
  const driving = drive(["ends.cjs", ending, word], { place });
  await expect.poll(() => processesWith(word), { timeout: 120_000 }).toHaveLength(1);
  const [program] = processesWith(word);
  const parent = /^PPid:\t(\d+)/m.exec(readFileSync(`/proc/${program}/status`, "utf8"))![1];
  // The program and the watchdog: before that is running, nothing would end the program.
  const children = () => readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ");
  await expect.poll(children, { timeout: 120_000 }).toHaveLength(2);
  process.kill(Number(parent), signal);
  expect((await driving).exit).toBe(signal);
  await expect.poll(() => processesWith(word), { timeout: 120_000 }).toEqual([]);
});

function processesWith(word: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(word);
    } catch {
      // It has ended in the meantime.
      return false;
    }
  });
}
