import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shapes } from "../../bench/changes/generated.ts";
import { until } from "../until.ts";
import { type Folder, newFolder } from "./culprit.ts";

/** Two versions of a bundle, of which nearly every function was changed; one of them brings the failure. */
function bundles(bytes: number): Folder {
  const folder = newFolder();
  const { path, old, new: now } = shapes["one bundle"]!(bytes);
  for (const version of ["old", "new"]) mkdirSync(join(folder.path, version));
  folder.write(`old/${path}`, old);
  const text = Buffer.from(now).toString();
  const middle = text.indexOf("return options.limit", text.length / 2);
  folder.write(`new/${path}`, `${text.slice(0, middle)}report("bad"); ${text.slice(middle)}`);
  return folder;
}

const isBad = "grep -q 'report(\"bad\")' bundle.js && { echo 'it is bad' >&2; exit 3; }; exit 0";

describe("a large generated file", () => {
  test("is narrowed to the statement that decides", async () => {
    const folder = bundles(800_000);
    const check = folder.script("check", isBad);
    const { code, json, stderr } = await folder.culprit("changes", "old", "new", "--json", "--", check);
    expect(code, stderr).toBe(0);
    expect(json).toMatchObject({ verdict: "found", deltas: { cause: 1 } });
    expect(json.stages!.find(({ name }) => name === "changes")!.deltas.total).toBeGreaterThan(3000);
    expect(json.cause[0]!.text).toContain('report("bad")');
  });

  test("names no cause if it was stopped while the versions were compared", async () => {
    const folder = bundles(4_000_000);
    const check = folder.script("check", isBad);
    const child = folder.start(["changes", "old", "new", "--json", "--", check]);
    let printed = "";
    child.stderr!.on("data", (text) => (printed += text));
    await until(() => printed.includes("comparing bundle.js"));
    child.kill("SIGINT");
    const { code, json } = await child.ended;
    expect(code).toBe(130);
    expect(json).toMatchObject({ verdict: "interrupted", cause: [], files: {} });
    expect(json.tests.needed).toBe(0);
  });

  test("names no cause, and writes no patch, if no candidate could be judged within the budget", async () => {
    const folder = bundles(800_000);
    const isEnd = "cmp -s bundle.js $CULPRIT_CWD/old/bundle.js && exit 0; cmp -s bundle.js $CULPRIT_CWD/new/bundle.js";
    const check = folder.script("check", `${isEnd} && { echo 'it is bad' >&2; exit 3; }; exit 125`);
    const { code, json } = await folder.culprit("changes", "old", "new", "--max-tests", "5", "--json", "--", check);
    expect(code).toBe(1);
    expect(json).toMatchObject({ verdict: "exhausted", cause: [], files: {}, minimal: false });
    expect(json.deltas.cause).toBe(json.deltas.total);
    const { stdout } = await folder.culprit("show", "last");
    expect(stdout).toContain("Not narrowed: of 5 tests 0 failed, 0 passed, and 5 could not be judged");
    expect(stdout).not.toContain("not proved minimal");
  });
});
