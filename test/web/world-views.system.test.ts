import { execFileSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { type Folder, newFolder } from "../cli/culprit.ts";
import { commit as commitAll, NpmProject, type Source } from "../cli/npm-project.ts";
import { commit, repository } from "../cli/repository.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { faintTexts, startBrowser } from "./browser.ts";
import { Started } from "./serve-page.ts";

const options = skippedBecause(missing("chromium"));
const programs = fileURLToPath(new URL("../worlds/programs/", import.meta.url));
const mocha = fileURLToPath(new URL("../../node_modules/mocha/bin/mocha.js", import.meta.url));
const started = new Started();
let browser: Browser;

beforeAll(async () => {
  if (!options.skip) browser = await startBrowser();
});
afterAll(() => browser?.close());
afterEach(() => started.end());

async function run(folder: Folder, ...words: string[]): Promise<void> {
  const { code, stderr } = await folder.start(words, { XDG_CACHE_HOME: inject("sharedFolder") }).ended;
  expect(code, stderr).toBe(0);
}

/** Opens the only run of a folder on a phone, checks that all of it can be read, and returns the page. */
async function openRun(folder: Folder): Promise<Page> {
  const { page, errors } = await started.open(browser, await started.serve(folder), {
    viewport: { width: 400, height: 900 },
  });
  await page.locator(".runs a").first().click();
  await page.locator(".head h1").waitFor();
  expect(errors).toEqual([]);
  return page;
}

/** Goes to the first step of a part of the search. */
async function showPart(page: Page, part: string): Promise<void> {
  await page.locator('[name="part"]').selectOption(part);
  await page.getByRole("button", { name: "First", exact: true }).click();
  await page.locator(".step dd", { hasText: new RegExp(`^${part}$`) }).waitFor();
}

async function isReadable(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect([await faintTexts(page), overflow]).toEqual([[], 0]);
  // Nothing is said to be wrong with its record.
  expect(await page.locator(".state").textContent()).toBe("");
}

/** How many items of the candidate a view shows, as the step counts them. */
async function sizeOfStep(page: Page): Promise<number> {
  const text = await page.locator(".step dt", { hasText: "Size" }).locator("+ dd").textContent();
  return Number(/^\d+/.exec(text!)![0]);
}

const lines = (change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: 20 }, (_, i) => `${change[i] ?? `line ${i}, ${(i + 3) ** 5}`}\n`).join("");

/** A repository in which two lines of the third commit fail together. */
function changedFolder(): Folder {
  const folder = newFolder();
  repository(folder.path, {
    "src/shop/text.txt": lines(),
    "src/other.txt": lines(),
    "check.sh": {
      program: `#!/bin/sh\ngrep -q bad src/shop/text.txt && grep -q worse src/other.txt && { echo "it is bad" >&2; exit 3; }; exit 0\n`,
    },
  });
  commit(folder.path, "harmless", { "src/other.txt": lines({ 2: "harmless" }) });
  commit(folder.path, "a bad one", {
    "src/shop/text.txt": lines({ 3: "bad", 8: "<b>good</b>", 15: "more" }),
    "src/other.txt": lines({ 2: "harmless", 9: "worse" }),
    "new.txt": "new\n",
  });
  commit(folder.path, "the last", { "new.txt": "newer\n" });
  return folder;
}

describe("the world of a step", options, () => {
  test("of changes is a diff by files, and of commits a list with what is known of them", async () => {
    const folder = changedFolder();
    await run(folder, "changes", "v1", "--quiet", "--html", "report.html", "--", "./check.sh");
    const page = await openRun(folder);
    await showPart(page, "commits");
    const tested = page.locator(".versions .tested");
    expect(await tested.count()).toBe(1);
    expect(await tested.locator("span").textContent()).toBe((await page.locator(".step h2 span").textContent())!);
    expect(await page.locator(".versions").textContent()).toContain("a bad one");
    expect(await page.locator(".step").textContent()).toContain(
      "commits are left. This is one near their middle, so that either outcome rules out about half.",
    );
    await isReadable(page);

    await showPart(page, "changes");
    expect(await page.locator(".diff .folder").allTextContents()).toEqual(["src/", "shop/"]);
    expect(await page.locator(".diff .file").allTextContents()).toEqual(["text.txt", "other.txt", "new.txt"]);
    expect(await page.locator(".hunk").count()).toBe(5);
    expect(await page.locator(".hunk:not(.out)").count()).toBe(await sizeOfStep(page));
    expect(await page.locator(".step").textContent()).toContain("changes of the failing set");
    expect(await page.locator(".hunk ins").allTextContents()).toContain("+ <b>good</b>");
    await isReadable(page);

    await page.goto(`file://${folder.path}/report.html#step=1`);
    await page.locator(".versions .tested").waitFor();
    await showPart(page, "changes");
    expect(await page.locator(".hunk:not(.out)").count()).toBe(await sizeOfStep(page));
  });

  test("of packages is a table of versions", async () => {
    const plain: Source = { files: { "index.js": "module.exports = 1;\n" } };
    const bad: Source = { files: { "index.js": "module.exports = 2;\n" } };
    const folder = newFolder();
    const project = new NpmProject(folder, {
      ...{ "colour@1.0.0": plain, "colour@1.1.0": plain, "dates@3.0.0": plain, "dates@4.0.0": bad },
      "table@2.0.0": plain,
    });
    folder.write("check.js", 'if (require("dates") === 2) { console.error("Error: two"); process.exit(3); }\n');
    folder.write(".gitignore", "node_modules\n");
    const tree = (colour: string, dates: string) => ({
      "node_modules/colour": `colour@${colour}`,
      "node_modules/dates": `dates@${dates}`,
    });
    const dependencies = { colour: "*", dates: "*" };
    project.lock({ ...tree("1.0.0", "3.0.0"), "node_modules/table": "table@2.0.0" }, { ...dependencies, table: "*" });
    commitAll(folder, "as it was");
    project.lock(tree("1.1.0", "4.0.0"), dependencies);
    commitAll(folder, "upgrade everything");
    await run(folder, "packages", "HEAD~1", "--quiet", "--", process.execPath, "check.js");
    const page = await openRun(folder);
    await showPart(page, "packages");
    const cells = await page.locator(".sides tbody tr").allInnerTexts();
    expect(cells.map((row) => row.split(/\s+/))).toEqual([
      ["colour", "1.0.0", "1.1.0"],
      ["dates", "3.0.0", "4.0.0"],
      ["table", "2.0.0", "none"],
    ]);
    expect(await page.locator(".sides .ins").count()).toBe(await sizeOfStep(page));
    expect(await page.locator(".sides .out").count()).toBe(3);
    await isReadable(page);
  });

  test("of tests is their order, in the run inside", async () => {
    const folder = newFolder();
    const idle = (name: string) => `it("${name}", () => {});`;
    folder.write(
      "a.cjs",
      `globalThis.locale = "en";\n${idle("one")}${idle("two")}
it("in euros", () => { globalThis.locale = "de"; });
${idle("three")}
it("locale", () => { if (locale !== "en") throw new Error("locale is " + locale); });\n`,
    );
    await run(folder, ...["tests", "--quiet", "--failing", "a.cjs › locale", "--", process.execPath, mocha, "a.cjs"]);
    const page = await openRun(folder);
    await page.getByText("The searches of this run are the runs inside of it.").waitFor();
    await page.getByRole("link", { name: "victim-1" }).click();
    await showPart(page, "polluters");
    const rows = page.locator(".order-of li");
    const running = page.locator(".order-of li:not(.out)");
    expect(await rows.count()).toBe(5);
    expect(await running.count()).toBe((await sizeOfStep(page)) + 1);
    expect(await running.evaluateAll((all) => all.map((each) => (each as HTMLLIElement).value))).toEqual(
      Array.from({ length: await running.count() }, (_, i) => i + 1),
    );
    expect(await running.last().textContent()).toBe("a.cjs › locale always runs");
    await isReadable(page);
  });

  test.skipIf(skippedBecause(missing("cc")).skip)("of a schedule is lanes of threads", async () => {
    const folder = newFolder();
    copyFileSync(join(programs, "schedule/native/lost-update.c"), join(folder.path, "lost-update.c"));
    const words = ["cc", "-g", "-O1", "-o", "lost-update", "lost-update.c", "-pthread"];
    await run(folder, "schedule", "build", "--", ...words);
    await run(folder, "schedule", "--quiet", "--", "./lost-update");
    const page = await openRun(folder);
    await showPart(page, "switches");
    const size = await sizeOfStep(page);
    expect(await page.locator(".step .lanes rect.against").count()).toBe(size);
    expect(await page.locator(".step .table td.del").count()).toBe(size);
    const all = await page.locator(".step .lanes rect").count();
    expect(await page.locator(".step .lanes rect.out").count()).toBe(all - size);
    expect(size).toBeLessThan(all);
    await isReadable(page);
  });

  test("of an order of events is that order", async () => {
    const folder = newFolder();
    copyFileSync(join(programs, "schedule/timer-order.mjs"), join(folder.path, "timer-order.mjs"));
    await run(folder, "schedule", "--quiet", "--", process.execPath, "timer-order.mjs");
    const page = await openRun(folder);
    await showPart(page, "order");
    const swaps = await sizeOfStep(page);
    expect(swaps).toBeGreaterThan(0);
    expect(await page.locator(".order-of .moved").count()).toBeGreaterThan(1);
    await isReadable(page);
  });

  test.skipIf(skippedBecause(missing("python3")).skip)("of a state is a table of values", async () => {
    const folder = newFolder();
    copyFileSync(join(programs, "state/sample.py"), join(folder.path, "sample.py"));
    await run(
      folder,
      ...["state", "--quiet", "--pass", "python3 sample.py 7 8 9", "--fail", "env A=1 python3 sample.py 11 14"],
      ...["--at", "shell_sort", "--", "sh", "-c", '! grep -q "Output: 0"'],
    );
    const page = await openRun(folder);
    await showPart(page, "shell_sort");
    const row = page.locator(".sides tr", { hasText: "a[2]" });
    expect(await row.locator("td").allTextContents()).toEqual(["a[2]", "9", "0"]);
    expect(await page.locator(".sides .ins").count()).toBe(await sizeOfStep(page));
    await isReadable(page);
  });

  test.skipIf(skippedBecause(missing("python3")).skip)("of a state without a test has both programs", async () => {
    const folder = newFolder();
    folder.write(
      "s.py",
      `import sys\n\ndef avg(xs):\n    w = len(xs)\n    return sum(xs) - w\n\ndef main():\n    xs = [int(x) for x in sys.argv[1:]]\n    w = len(xs)\n    print("bad" if avg(xs) + w > 3 else "good")\n\nmain()\n`,
    );
    const [pass, fail] = ["python3 s.py 1 2", "python3 s.py 1 2 3"];
    await run(folder, ...["state", "--quiet", "--no-lines", "--at", "s.py:5", "--pass", pass, "--fail", fail]);
    const page = await openRun(folder);
    expect(await page.locator(".head dl").textContent()).toMatch(`Passes${pass}\nFails${fail}`);
    await page.getByRole("button", { name: "First", exact: true }).click();
    await page.locator(".sides").waitFor();
    const names = await page.locator(".sides td:first-child").allTextContents();
    expect(names).toEqual(expect.arrayContaining(["w in avg", "w in main"]));
    await page.getByRole("button", { name: "Copy as prompt" }).click();
    const prompt = await page.evaluate(() => navigator.clipboard.readText());
    expect(prompt).toContain(`This passes: ${pass}\nThis fails: ${fail}\n`);
    await page.getByRole("link", { name: "All runs" }).click();
    expect(await page.locator(".runs .what code").textContent()).toBe(fail);
  });

  test("of a version without the failure is a commit, and of its cure a diff", async () => {
    const folder = newFolder();
    execFileSync("git", ["clone", "--quiet", join(programs, "history/semver.bundle"), "."], { cwd: folder.path });
    copyFileSync(join(programs, "history/lowest.cjs"), join(folder.path, "lowest.cjs"));
    await run(folder, "history", "--quiet", "--", process.execPath, "lowest.cjs");
    const page = await openRun(folder);
    await showPart(page, "walk 1");
    expect(await page.locator(".versions .tested").count()).toBe(1);
    await showPart(page, "cure 1");
    expect(await page.locator(".hunk:not(.out)").count()).toBe(await sizeOfStep(page));
    expect(await page.locator(".step dl").textContent()).toMatch(/of \d+ changes/);
    await isReadable(page);
  });
});
