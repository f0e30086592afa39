import { expect, test } from "vitest";
import { controlled, plainly, programs } from "./controlled.ts";

const same = ({ code, output }: { code: unknown; output: string }) => ({ code, output });

test.each([
  ["everything.mjs"],
  ["worker.mjs"],
  ["never.mjs"],
  ["polling.mjs"],
  ["file-times.mjs"],
  ["uncontrolled.mjs"],
  ["messages.mjs"],
  ...["exit", "throw", "reject", "kill", "abort", "code", "caught"].map((way) => ["exits.cjs", way]),
])("%s %s ends as it does without control, and says the same", async (...words) => {
  const [plain, ran] = await Promise.all([plainly(["node", ...words]), controlled(["node", ...words])]);
  expect(same(ran)).toEqual(same(plain));
  expect(ran.log).toMatch(/end (exit \d+|signal SIG[A-Z]+)\n$/);
  const thrown = /^Error: .*/m.exec(plain.errors)?.[0];
  if (thrown) expect(ran.errors).toContain(thrown);
});

test("a program that uses everything does the same under other orders", async () => {
  const plain = await plainly(["node", "everything.mjs"]);
  for (const policy of ["uniform 7 3", "pct 7 3 300"]) {
    const ran = await controlled(["node", "everything.mjs"], `policy ${policy}\n`);
    const sorted = (text: string) => text.split("\n").sort();
    expect(ran.errors).toBe("");
    expect(sorted(ran.output)).toEqual(sorted(plain.output));
  }
});

test("virtual time takes no time", async () => {
  const ran = await controlled([
    "node",
    "-e",
    "setTimeout(() => console.log(Date.now() - began), 3_600_000), began = Date.now()",
  ]);
  expect(ran.output).toMatch(/^360000\d\n$/);
});

test("files grow old on the virtual clock", async () => {
  const text = `const fs = require("fs"), folder = fs.mkdtempSync(os.tmpdir() + "/old-"), path = folder + "/file";
    fs.writeFileSync(path, "");
    setTimeout(() => { console.log(Date.now() - fs.statSync(path).ctimeMs); fs.rmSync(path); fs.rmdirSync(folder) }, 60_000)`;
  const ran = await controlled(["node", "-e", text]);
  expect(ran.output).toMatch(/^600\d\d(\.\d+)?\n$/);
});

test("what is not controlled is said once", async () => {
  const { log } = await controlled(["node", "worker.mjs"]);
  expect(log.match(/^unc .*/gm)).toEqual(["unc worker", "unc child process"]);
  const other = await controlled(["node", "uncontrolled.mjs"]);
  const said = other.log.match(/^unc .*/gm)?.map((line) => line.slice(4));
  expect(said).toEqual(["fs.watch", "signal", "message port", "random bytes", "network", "standard input"]);
  const addon = await controlled(["node", "-e", "try { process.dlopen({ exports: {} }, 'none.node') } catch {}"]);
  expect(addon.log.match(/^unc .*/gm)).toEqual(["unc native addon"]);
});

test("of two test files that run at the same time one is scheduled, and the log says so", async () => {
  const { code, log } = await controlled(["node", "--test", "sample.test.mjs", "empty.test.cjs"]);
  expect(code).toBe(0);
  expect(log).toMatch(/^unc other process$/m);
});

test("a program given as text is scheduled, and its dynamic imports are no events", async () => {
  const text = "setImmediate(async () => { await import('./polling.mjs'); console.log('imported') })";
  const ran = await controlled(["node", "-e", text]);
  expect(ran).toMatchObject({ code: 0, output: "ends true true\nimported\n" });
  expect(ran.log).not.toMatch(/fs\./);
});

test("node --test: the process of the file is scheduled", async () => {
  const ran = await controlled(["node", "--test", "sample.test.mjs"]);
  expect(ran.code).toBe(0);
  expect(ran.log).toContain("run 0.1 1 timeout sample.test.mjs:7:9\n");
});

test.each(["forks", "threads"])("vitest: of its %s one is scheduled", async (pool) => {
  const vitest = `${programs}/../../../../node_modules/vitest/vitest.mjs`;
  const ran = await controlled([
    "node",
    vitest,
    "run",
    "--config",
    "sample.vitest.config.mjs",
    "--root",
    ".",
    "--pool",
    pool,
  ]);
  expect(ran.output + ran.errors).toMatch(/1 passed/);
  expect(ran.code).toBe(0);
  expect(ran.log).toMatch(/run \S+ 1 fs\.open sample\.vitest\.mjs:8:/);
  expect(ran.log).toMatch(/run \S+ 1 timeout sample\.vitest\.mjs:13:/);
});

test("a stream opens its file, reads and closes it where it was made", async () => {
  const { log } = await controlled(["node", "stream-place.cjs"]);
  const places = [...log.matchAll(/^run \S+ 1 (fs\.\S+ .*)$/gm)].map(([, where]) => where);
  expect(new Set(places.map((where) => where!.replace(/:\d+$/, "")))).toEqual(
    new Set(["fs.open stream-place.cjs:4", "fs.read stream-place.cjs:4", "fs.close stream-place.cjs:4"]),
  );
});
