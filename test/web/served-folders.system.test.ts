import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { newFolder, selectFolder } from "../cli/culprit.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { startBrowser } from "./browser.ts";
import { Started } from "./serve-page.ts";

const options = skippedBecause(missing("chromium"));
let browser: Browser;
const started = new Started();

beforeAll(async () => {
  if (!options.skip) browser = await startBrowser();
});
afterAll(() => browser?.close());
afterEach(() => started.end());

/** How many steps the page has. */
async function stepCount(page: Page): Promise<number> {
  const text = await page.locator(".walk output", { hasText: /^Step/ }).textContent();
  return Number(/of (\d+)/.exec(text!)![1]);
}

test(
  "runs of several folders are listed; damaged ones, and those of older versions, are shown as far as they go",
  options,
  async () => {
    const [folder, other] = [selectFolder(), newFolder()];
    await folder.culprit("input", "bug.html", "--quiet", "--", "./printer.sh", "{}");
    const [id] = readdirSync(join(folder.path, ".culprit/runs"));
    const runs = join(other.path, ".culprit/runs");
    const old = "20240101-000000";
    for (const name of [id!, old])
      cpSync(join(folder.path, ".culprit/runs", id!), join(runs, name), { recursive: true });
    // A line that is cut, with others behind it, as after a full disk.
    const journal = join(runs, id!, "journal.jsonl");
    const text = readFileSync(journal, "utf8");
    const middle = text.indexOf("\n", text.length / 2);
    writeFileSync(journal, text.slice(0, middle - 30) + text.slice(middle));
    // One that was cut off after the run had ended.
    truncateSync(join(runs, id!, "steps.jsonl"), statSync(join(runs, id!, "steps.jsonl")).size - 5);
    const header = JSON.parse(readFileSync(join(runs, old, "run.json"), "utf8"));
    const begun = { run: old, format: 1, started: "2024-01-01T00:00:00.000Z" };
    writeFileSync(join(runs, old, "run.json"), JSON.stringify({ ...header, ...begun }));
    // Earlier versions had neither.
    for (const name of ["steps.jsonl", "sizes.json"]) rmSync(join(runs, old, name));
    // A run of a later version, of a kind without a test; its log of steps has lost its beginning.
    const [later, broken] = ["20230101-000000", "20220101-000000"];
    cpSync(join(folder.path, ".culprit/runs", id!), join(runs, later), { recursive: true });
    const unknown = { run: later, kind: "unheard-of", started: "2023-01-01T00:00:00.000Z" };
    const laterHeader = { ...header, ...unknown, request: { ...header.request, test: [] } };
    writeFileSync(join(runs, later, "run.json"), JSON.stringify(laterHeader));
    const story = join(runs, later, "story.json");
    writeFileSync(story, readFileSync(story, "utf8").replace('"kind":"input"', '"kind":"unheard-of"'));
    writeFileSync(join(runs, later, "steps.jsonl"), "lost\n");
    mkdirSync(join(runs, broken));
    writeFileSync(join(runs, broken, "run.json"), "");

    const { page, errors } = await started.open(browser, await started.serve(folder, folder.path, other.path));
    await page.locator(".runs a").first().waitFor();
    const rows = page.locator(".runs tbody tr");
    expect(await rows.count()).toBe(4);
    expect(await rows.nth(2).textContent()).toContain(old);
    expect(await page.locator(".list .problem").allTextContents()).toEqual([
      `The record of the run ${broken} is damaged: ${join(runs, broken)} cannot be read; remove that folder if you do not need it.`,
    ]);
    await page.locator(`a[href="#run=0/${id}"]`).click();
    const count = await stepCount(page);
    expect(await page.locator(".state").textContent()).toBe("");
    await page.goBack();
    await page.locator(`a[href="#run=1/${id}"]`).click();
    await page
      .getByText(
        /^The record is damaged: nothing is read from line \d+ of journal\.jsonl on; steps\.jsonl has [\d,]+ of its [\d,]+ bytes\.$/,
      )
      .waitFor();
    expect(await page.locator(".live").textContent()).not.toMatch(/tests used|tested in/);
    expect(await stepCount(page)).toBe(count - 1);
    await page.getByRole("button", { name: "Next that fails" }).click();
    await page.goBack();
    await page.locator(`a[href="#run=1/${old}"]`).click();
    await page.getByText("Another version of culprit recorded this run").waitFor();
    await page.getByText(/worlds were tested, but no steps are recorded: another version/).waitFor();
    expect(await page.getByRole("button", { name: "Resume" }).isVisible()).toBe(false);
    expect(await page.locator(".slider").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Finding" }).click();
    expect(await page.locator(".view-finding h1").textContent()).toContain("SELECT");
    expect(await page.locator("h1:visible").count()).toBe(1);
    await page.getByRole("link", { name: "All runs" }).click();
    await page.locator(`a[href="#run=1/${later}"]`).click();
    await page.getByRole("heading", { name: "This version of culprit cannot show what was found" }).waitFor();
    await page.getByText("The steps of this run cannot be read.").waitFor();
    expect(await page.locator(".head dt").allTextContents()).toEqual(["Run", "Folder"]);
    expect(errors).toEqual([]);
  },
);
