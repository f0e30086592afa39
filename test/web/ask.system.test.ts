import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFolder, selectLine } from "../cli/culprit.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { until } from "../until.ts";
import { faintTexts, newPage, startBrowser } from "./browser.ts";

const options = skippedBecause(missing("chromium"));
let browser: Browser;

beforeAll(async () => {
  if (!options.skip) browser = await startBrowser();
});
afterAll(() => browser?.close());

test("what a run asks is answered on the page, with the candidate in front of you", options, async () => {
  const folder = newFolder();
  folder.write("bug.html", `<p>before</p>\n${selectLine}\n<p>after</p>\n`);
  const server = folder.start(["serve"]);
  let address = "";
  server.stdout!.on("data", (text) => (address += text));
  const run = folder.start(["input", "bug.html", "--by", "lines", "--ask", "--json", "--", "true"]);
  try {
    await until(() => address.includes("\n"));
    await folder.hasLearned(1);
    const { page, errors } = await newPage(browser);
    await page.goto(address.trim());
    await page.locator(".runs a").first().click();
    let answers = 0;
    let isOver = false;
    void run.ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      // Text and buttons are read at once: the next question may come in between.
      const text = await page.evaluate(() => {
        const button = document.querySelector<HTMLButtonElement>('.question [data-judgement="fails"]');
        return button && !button.disabled ? document.querySelector(".question pre")!.textContent : undefined;
      });
      if (text === undefined) continue;
      if (answers++ === 0) {
        expect(await faintTexts(page)).toEqual([]);
        // An answer that does not arrive can be given again.
        await page.route("**/answer", (route) => route.abort(), { times: 1 });
        await page.getByRole("button", { name: "Cannot tell" }).click();
        await page.getByText("The server does not answer.").waitFor();
        expect(await page.locator("[data-judgement]:disabled").count()).toBe(0);
      }
      await page.locator(`[data-judgement="${text?.includes("SELECT") ? "fails" : "passes"}"]`).click();
    }
    expect((await run.ended).json).toMatchObject({ verdict: "found", cause: [{ text: `${selectLine}\n` }] });
    expect(answers).toBeGreaterThan(3);
    await page.locator(".question").waitFor({ state: "hidden" });
    await page.locator(".doubts li", { hasText: "single answers of a person" }).waitFor();
    expect(await page.locator(".doubts").textContent()).not.toContain("--repeat");
    expect(errors).toEqual(["Failed to load resource: net::ERR_FAILED"]);
    await page.context().close();
  } finally {
    run.kill("SIGKILL");
    server.kill("SIGINT");
    await server.ended;
  }
});
