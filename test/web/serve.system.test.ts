import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { contents, type Folder, newFolder, printer, program, selectLine } from "../cli/culprit.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { faintTexts, type newPage, startBrowser } from "./browser.ts";
import { Started } from "./serve-page.ts";

const options = skippedBecause(missing("chromium"));
let browser: Browser;
const started = new Started();

beforeAll(async () => {
  if (!options.skip) browser = await startBrowser();
});
afterAll(() => browser?.close());
afterEach(() => started.end());

const paragraphs = (word: string) => Array.from({ length: 30 }, (_, i) => `<p>${word} ${i}</p>\n`).join("");

/** A folder with a page on which a printer crashes. */
function printerFolder(): Folder {
  const folder = newFolder();
  folder.write(
    "bug.html",
    `<html><body>\n${paragraphs("before")}${selectLine}\n${paragraphs("after")}</body></html>\n`,
  );
  folder.script("printer.sh", printer);
  return folder;
}

const serve = (folder: Folder, ...words: string[]) => started.serve(folder, ...words);
const open = (address: string, more: Parameters<typeof newPage>[1] = {}) => started.open(browser, address, more);

const stepText = (page: Page) => page.locator(".walk output").textContent();
/** The page draws a step in its next frame. */
const isAt = (page: Page, text: string) => page.locator(".walk output", { hasText: new RegExp(`^${text}$`) }).waitFor();
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe("a run that has ended", options, () => {
  test("is stepped through by slider, buttons, keys, filters, plot and links", async () => {
    const folder = printerFolder();
    await folder.culprit(
      "input",
      "bug.html",
      "--by",
      "characters",
      "--quiet",
      "--jobs",
      "1",
      "--",
      "./printer.sh",
      "{}",
    );
    const before = contents(folder);
    const address = await serve(folder);
    const { page, errors, requests } = await open(address);
    await page.locator(".runs a").first().click();
    await page.locator(".step h2").waitFor();
    expect(page.url()).not.toContain("token");
    const total = Number(/of (\d+)/.exec((await stepText(page))!)![1]);
    expect(total).toBeGreaterThan(5);

    await page.getByRole("button", { name: "First", exact: true }).click();
    await isAt(page, `Step 1 of ${total}`);
    await page.getByRole("button", { name: "Next", exact: true }).click();
    await isAt(page, `Step 2 of ${total}`);
    await page.getByRole("button", { name: "Previous", exact: true }).click();
    await page.getByRole("button", { name: "Next that fails" }).click();
    await page.locator(".step h2", { hasText: /fails/ }).waitFor();
    await page.getByRole("button", { name: "Last", exact: true }).click();
    await isAt(page, `Step ${total} of ${total}`);
    await page.getByRole("button", { name: "Previous that fails" }).click();
    await page.locator(".step h2", { hasText: /fails/ }).waitFor();

    await page.locator(".slider").fill("2");
    await isAt(page, `Step 3 of ${total}`);
    await page.locator(".slider").press("ArrowRight");
    await isAt(page, `Step 4 of ${total}`);
    await page.locator("h1").first().click();
    await page.keyboard.press("ArrowLeft");
    await isAt(page, `Step 3 of ${total}`);
    await page.keyboard.press("p");
    await page.locator(".step h2", { hasText: /passes/ }).waitFor();

    for (const outcome of ["pass", "unresolved"]) await page.locator(`.filters [name="${outcome}"]`).uncheck();
    await page.getByRole("button", { name: "First", exact: true }).click();
    await page.locator(".step h2", { hasText: /fails/ }).waitFor();
    await page.locator('.filters [name="fail"]').uncheck();
    await page.getByText("The filters let no step through.").waitFor();
    // Nothing points to a step then.
    await page.waitForURL(/#run=0\/[\d-]+$/);
    expect(await page.locator(".cursor").isVisible()).toBe(false);
    expect(await page.getByRole("button", { name: "Copy link" }).isDisabled()).toBe(true);
    for (const outcome of ["pass", "fail", "unresolved"]) await page.locator(`.filters [name="${outcome}"]`).check();
    await page.waitForURL(/&step=\d+$/);
    expect(await page.locator(".cursor").isVisible()).toBe(true);
    await page.locator('.filters [name="memory"]').check();
    await page.locator('.filters [name="part"]').selectOption("characters");

    for (const width of [400, 1100]) {
      await page.setViewportSize({ width, height: 900 });
      const [drawing, cursor] = await Promise.all(
        [".plot-drawing svg", ".cursor"].map(async (each) => (await page.locator(each).first().boundingBox())!),
      );
      expect([cursor!.y, cursor!.height]).toEqual([drawing!.y, expect.closeTo(drawing!.height, 0)]);
    }
    const plot = (await page.locator(".plot-drawing svg").first().boundingBox())!;
    await page.mouse.click(plot.x + plot.width * 0.97, plot.y + plot.height / 2);
    await isAt(page, `Step ${total} of ${total}`);

    await page.locator(".slider").fill("3");
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = await copied(page);
    expect(link).toMatch(/#run=0\/[\d-]+&step=4$/);
    await page.goto("about:blank");
    await page.goto(link);
    await page.locator(".step h2").waitFor();
    await isAt(page, `Step 4 of ${total}`);

    await page.locator('.filters [name="fail"]').uncheck();
    await page.evaluate(() => {
      location.hash = location.hash.replace(/step=\d+/, "step=1");
    });
    await isAt(page, `Step 1 of ${total}`);
    await page.goto(link);
    await isAt(page, `Step 4 of ${total}`);

    await page.getByRole("button", { name: "the last passing one before" }).click();
    await page.getByRole("button", { name: "nothing" }).click();
    expect(await page.locator(".step pre").first().textContent()).toContain("SELECT");
    await page.getByRole("button", { name: "the best failing one before" }).click();
    expect(await page.locator(".pair mark").count()).toBeGreaterThan(0);
    // Whoever sees the text has no use for the numbers of its parts.
    expect(await page.locator(".step .set").count()).toBe(0);

    await page.getByRole("button", { name: "Copy as prompt" }).click();
    expect(await copied(page)).toContain("The test: ./printer.sh {}");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const line = await copied(page);
    const status = await page.locator(".step h2 span").getAttribute("class");
    // It can be pasted anywhere.
    const elsewhere = newFolder();
    expect(elsewhere.shell(line.replace("culprit show", `${process.execPath} ${program} show`))).toBe(
      status === "fail" ? 3 : 0,
    );
    expect([elsewhere.names(), folder.names()]).toEqual([[], expect.arrayContaining(["step-4.html"])]);

    await page.getByRole("button", { name: "Finding" }).click();
    expect(await page.locator(".view-finding h1").textContent()).toContain("SELECT");
    await page.waitForURL(/&step=4&view=finding$/);
    await page.goBack();
    await page.locator(".view-finding").waitFor({ state: "hidden" });
    await isAt(page, `Step 4 of ${total}`);
    await page.goForward();
    await page.locator(".view-finding h1").waitFor();
    await page.getByRole("button", { name: "Steps" }).click();
    // A view that is shown already is not another one to go back to.
    await page.getByRole("button", { name: "Steps" }).click();
    expect(await page.locator(".doubts li").count()).toBeGreaterThan(1);
    // Browsers ignore or refuse many changes of the address, unless Playwright runs them.
    const changes = await page.locator(".slider").evaluate((slider: HTMLInputElement) => {
      let calls = 0;
      const { replaceState } = history;
      history.replaceState = function (...how) {
        calls++;
        replaceState.apply(this, how);
      };
      for (let i = 0; i < 500; i++) {
        slider.value = `${i < 499 ? i % 3 : 4}`;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
      return calls;
    });
    expect(changes).toBeLessThan(50);
    await page.waitForURL(/&step=5$/);
    await page.goBack();
    await page.locator(".view-finding h1").waitFor();
    await page.goBack();
    await isAt(page, `Step 4 of ${total}`);
    await page.goBack();
    await isAt(page, "Step 1 of \\d+");
    for (let forward = 0; forward < 3; forward++) await page.goForward();
    await isAt(page, `Step 5 of ${total}`);

    // Whoever has gone elsewhere before a run is loaded stays there.
    await page.getByRole("link", { name: "All runs" }).click();
    await page.locator(".runs").waitFor();
    let letOn = () => {};
    const held = new Promise<void>((resolve) => (letOn = resolve));
    await page.route("**/api/run/0/*", async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest("**/api/run/0/*");
    await page.locator(".runs a").first().click();
    await asked;
    await page.goBack();
    await page.locator(".runs").waitFor();
    const answered = page.waitForResponse("**/api/run/0/*");
    letOn();
    await (await answered).finished();
    await page.getByText("Live").waitFor();
    await page.locator(".runs").waitFor();
    expect(errors).toEqual([]);
    expect(requests.every((url) => url.startsWith(new URL(address).origin) || url === "about:blank")).toBe(true);
    for (const [path, text] of before) expect(contents(folder).get(path)).toBe(text);
  });

  test.each(["light", "dark"] as const)("can be read in %s colours, also on a phone", async (colorScheme) => {
    const folder = printerFolder();
    await folder.culprit("input", "bug.html", "--quiet", "--", "./printer.sh", "{}");
    const address = await serve(folder);
    const { page } = await open(address, { colorScheme, viewport: { width: 400, height: 800 } });
    await page.locator(".runs a").waitFor();
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([await faintTexts(page), await overflow()]).toEqual([[], 0]);
    await page.locator(".runs a").click();
    await page.locator(".step h2").waitFor();
    expect([await faintTexts(page), await overflow()]).toEqual([[], 0]);
    await page.getByRole("button", { name: "Finding" }).click();
    await page.locator(".view-finding h1").waitFor();
    expect([await faintTexts(page), await overflow()]).toEqual([[], 0]);
  });

  test("is in its report, which needs no server", async () => {
    const folder = printerFolder();
    const words = ["input", "bug.html", "--html", "report.html", "--quiet", "--", "./printer.sh", "{}"];
    await folder.culprit(...words);
    const { page, errors, requests } = await open(`file://${folder.path}/report.html#step=2`);
    await page.locator(".step h2").waitFor();
    await page.locator(".walk output", { hasText: /^Step 2 of/ }).waitFor();
    await page.locator("h1").first().click();
    await page.keyboard.press("f");
    await page.locator(".step h2", { hasText: /fails/ }).waitFor();
    expect(await page.locator(".pair mark").count()).toBeGreaterThan(0);
    expect(await page.locator(".doubts li").count()).toBeGreaterThan(1);
    // It is sent by mail: the folder here means nothing there.
    expect(await page.locator(".copyable code").textContent()).toMatch(/^culprit show /);
    const policy = await page.locator("meta[http-equiv]").getAttribute("content");
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; /);
    // Another script does not run there.
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'changed'";
      document.body.append(script);
    });
    expect(await page.title()).not.toBe("changed");
    expect(errors.filter((each) => !each.includes("Content Security Policy"))).toEqual([]);
    expect(requests).toEqual([`file://${folder.path}/report.html`]);
  });
});

describe("a run that works", options, () => {
  test("is followed live, stopped, and resumed with a budget", async () => {
    const folder = printerFolder();
    folder.script("slow.sh", `sleep 0.15\n${printer}`);
    const address = await serve(folder);
    const { page, errors, requests } = await open(address);
    await page.getByText("No run was made").waitFor();
    const run = folder.start([
      "input",
      "bug.html",
      "--by",
      "characters",
      "--jobs",
      "1",
      "--quiet",
      "--",
      "./slow.sh",
      "{}",
    ]);
    await page.locator(".runs .status.running").waitFor();
    await page.locator(".runs a").focus();
    await page.keyboard.press("Enter");
    await page.locator(".step h2").waitFor();
    const first = await stepText(page);
    await page.waitForFunction((text) => document.querySelector(".walk output")?.textContent !== text, first);
    // A step that somebody reads stays as it is while others arrive.
    await page.getByRole("button", { name: "First", exact: true }).click();
    await page
      .locator(".step h2", { hasText: /^Step 1 / })
      .evaluate((heading) => heading.setAttribute("data-seen", ""));
    const count = await stepText(page);
    await page.waitForFunction((text) => document.querySelector(".walk output")?.textContent !== text, count);
    await page.locator(".step h2[data-seen]").waitFor();
    // The address names the step that is shown, and none while that is always the last one.
    await page.waitForURL(/&step=1$/);
    await page.getByRole("button", { name: "Last", exact: true }).click();
    await page.waitForURL(/run=0\/[\d-]+$/);
    await page.locator(".step h2", { hasText: /^Step (?!1 )/ }).waitFor();
    // A second signal would end it at once, without a result.
    await page.getByRole("button", { name: "Stop", exact: true }).dblclick();
    expect((await run.ended).code).toBe(130);
    await page.locator(".status.interrupted").waitFor();

    await page.getByLabel("Budget").fill("nonsense");
    await page.getByRole("button", { name: "Resume" }).click();
    await page.getByText("Give a budget such as 30s, 5m or 1h.").waitFor();
    await page.getByLabel("Budget").fill("1h");
    await page.getByRole("button", { name: "Resume" }).dblclick();
    await page.locator(".status.running").waitFor();
    const sent = (what: string) => requests.filter((url) => url.endsWith(`/${what}`)).length;
    expect([sent("stop"), sent("resume")]).toEqual([1, 2]);
    // More of it is given to a run that works.
    await page.getByLabel("Tests at most").fill("1000");
    await page.getByRole("button", { name: "Stop and go on with this" }).click();
    await page.locator(".status.found").waitFor();
    expect(await page.locator(".head h1").textContent()).toContain("SELECT");
    expect(errors).toEqual(["Failed to load resource: the server responded with a status of 400 (Bad Request)"]);
  });

  test("is followed after it was resumed, also if its state could not be loaded then", async () => {
    const folder = printerFolder();
    await folder.culprit("input", "bug.html", "--max-tests", "3", "--quiet", "--", "./printer.sh", "{}");
    const { page, errors } = await open(await serve(folder));
    await page.locator(".runs a").first().click();
    await page.getByLabel("Tests at most").fill("1000");
    const isState = (url: URL) => /^\/api\/run\/0\/[\d-]+$/.test(url.pathname);
    // What is said is soon replaced by what the events bring.
    const isSaid = page.evaluate((text) => {
      const state = document.querySelector(".state")!;
      return new Promise<void>((resolve) => {
        new MutationObserver((changes) => {
          if (changes.some(({ addedNodes }) => addedNodes[0]?.textContent?.includes(text))) resolve();
        }).observe(state, { childList: true });
      });
    }, "The server does not answer.");
    await page.route(isState, (route) => route.abort());
    await page.getByRole("button", { name: "Resume" }).click();
    await isSaid;
    await page.locator(".status.found").waitFor();
    expect(errors).toEqual(["Failed to load resource: net::ERR_FAILED"]);
  });
});
