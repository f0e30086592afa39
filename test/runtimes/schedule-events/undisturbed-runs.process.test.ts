import { expect, test } from "vitest";
import { controlled, plainly } from "./event-programs.ts";

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
