import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { state } from "../../../../src/causes/state/application.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { madeWords } from "../../made-words.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** A folder with the programs whose tests are run, and the installed runners. */
function projectFolder(): string {
  const folder = temporaryFolder("partner");
  cpSync(join(root, "test/worlds/programs/state/runners"), folder, { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** From what was built: a part of it is started as a program. */
async function findPartner(cwd: string, command: readonly string[]) {
  const built = (path: string) => import(join(root, "dist/src", path));
  const [{ findPartner }, { Run }, { RunRecord }] = await Promise.all([
    built("causes/state/partner/find-partner.js"),
    built("run/run.js"),
    built("run/record/record.js"),
  ]);
  const request = state.readRequest(madeWords([], { test: command }), cwd);
  const record = RunRecord.create(cwd, { kind: "state", version: "", request });
  const run = new Run(record, request.conditions);
  try {
    return await findPartner(run, request);
  } finally {
    await run.close();
  }
}

// Its configuration wants threads, which cannot be watched.
test("the passing test of Vitest that is nearest to the failing one is found", async () => {
  expect(await findPartner(projectFolder(), ["npx", "vitest", "run", "-t", "no book"])).toEqual({
    test: "cart.spec.ts > a cart names the first book",
    command: ["npx", "vitest", "run", "cart.spec.ts", "-t", "^a cart names the first book$"],
    failing: {
      test: "cart.spec.ts > a cart names no book",
      command: ["npx", "vitest", "run", "cart.spec.ts", "-t", "^a cart names no book$"],
      narrowed: true,
    },
    others: [],
    tried: 1,
    passing: 1,
    lines: { failing: 5, shared: 5, others: 0 },
  });
});

test("the passing test of Mocha may be in another file of the same folder", async () => {
  const folder = projectFolder();
  const write = (name: string, lines: readonly string[]) => {
    const start = ['import assert from "node:assert";', 'import { firstBook } from "../books.mjs";'];
    writeFileSync(join(folder, "spec", name), [...start, ...lines].join("\n"));
  };
  mkdirSync(join(folder, "spec"));
  write("none.test.mjs", ['it("no book", () => assert.equal(firstBook([{ kind: "toy" }]), ""));']);
  write("first.test.mjs", [
    'describe("a book", () => {',
    '  it("is nothing", () => assert.ok(true));',
    '  it("is first", () => assert.equal(firstBook([{ name: "emma", kind: "book" }]), "EMMA"));',
    "});",
  ]);
  expect(await findPartner(folder, ["npx", "mocha", "spec/none.test.mjs", "-g", "no"])).toEqual({
    test: "spec/first.test.mjs > a book is first",
    command: ["npx", "mocha", "spec/first.test.mjs", "--grep", "^a book is first$"],
    failing: { test: "spec/none.test.mjs > no book", command: ["npx", "mocha", "spec/none.test.mjs", "-g", "no"] },
    others: [],
    tried: 2,
    passing: 2,
    lines: { failing: 2, shared: 2, others: 0 },
  });
});

test("a name that is no pattern of itself gets the command that selects it", async () => {
  const folder = projectFolder();
  writeFileSync(join(folder, "one.test.cjs"), 'it("names (one)", () => {});');
  await expect(findPartner(folder, ["npx", "mocha", "one.test.cjs", "-g", "names (one)"])).rejects.toThrow(
    "To run that test: culprit state -- npx mocha one.test.cjs --grep '^names \\(one\\)$'",
  );
});
