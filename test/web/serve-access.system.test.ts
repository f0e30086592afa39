import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newFolder, selectFolder } from "../cli/culprit.ts";
import { missing, skippedBecause } from "../tiers/skipped-because.ts";
import { until } from "../until.ts";
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

describe("strangers", options, () => {
  test("a reader without the token is asked for it", async () => {
    const folder = newFolder();
    const address = await started.serve(folder, "--token", "a-token-of-my-own");
    const { page } = await started.open(browser, address.replace(/#.*/, ""));
    await page.getByLabel("Token").fill("wrong");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("That is not the token of this server.").waitFor();
    await page.getByLabel("Token").fill("a-token-of-my-own");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByText("No run was made").waitFor();
  });

  test("another page in the same browser learns and changes nothing", async () => {
    const folder = newFolder();
    const address = await started.serve(folder, "--token", "a-token-of-my-own");
    const { origin } = new URL(address);
    const { page } = await started.open(browser, address);
    await page.getByText("No run was made").waitFor();
    const other = createServer((_, response) => response.end("<!doctype html><title>other</title>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    started.atEnd(() => new Promise((resolve) => other.close(resolve)));
    await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const tried = await page.evaluate(async (target) => {
      const attempt = (path: string, init: RequestInit) =>
        fetch(target + path, init).then(
          ({ status, type }) => `${type} ${status}`,
          () => "refused",
        );
      return [
        await attempt("/api/runs", { headers: { Authorization: "Bearer a-token-of-my-own" } }),
        await attempt("/api/runs", {}),
        await attempt("/api/run/0/x/stop", { method: "POST", mode: "no-cors", body: "{}" }),
      ];
    }, origin);
    expect(tried).toEqual(["refused", "refused", "refused"]);
  });
});

test("a page whose server has ended says so when another run is opened", options, async () => {
  const folder = selectFolder();
  await folder.culprit("input", "bug.html", "--quiet", "--max-tests", "3", "--", "./printer.sh", "{}");
  const child = folder.start(["serve"]);
  let printed = "";
  child.stdout!.on("data", (text) => (printed += text));
  await until(() => printed.includes("\n"));
  const { page } = await started.open(browser, printed.trim());
  await page.locator(".runs a").waitFor();
  child.kill("SIGINT");
  await child.ended;
  await page.locator(".runs a").click();
  await page.getByText("The server does not answer. Is culprit serve still running?").waitFor();
});

describe("culprit serve", () => {
  test.each([
    [["--host", "0.0.0.0"], /--host 0\.0\.0\.0 lets other machines in: choose a token/],
    [["--token", "short"], /at least 16 characters/],
    [["--token", "has spaces in its words"], /without spaces/],
    [["nowhere"], /nowhere is not a folder/],
    [["--port", "70000"], /up to 65535/],
    [["--host", "192.0.2.1", "--token", "0123456789abcdef"], /192\.0\.2\.1 is not an address of this machine/],
  ])("refuses %o", async (words, message) => {
    const { code, stderr } = await newFolder().culprit("serve", ...words);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test("takes its token from a variable, which other users cannot see, and prints addresses that can be opened", async () => {
    const folder = newFolder();
    const token = "0123456789abcdef";
    const child = folder.start(["serve", "--host", "0.0.0.0"], { CULPRIT_SERVE_TOKEN: token });
    let printed = "";
    child.stdout!.on("data", (text) => (printed += text));
    await until(() => printed.includes("\n"));
    const [first] = printed.split("\n");
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=0123456789abcdef$/);
    expect(printed).not.toContain("0.0.0.0:");
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(new URL("/api/token", first), { headers })).status).toBe(200);
    child.kill("SIGINT");
    expect((await child.ended).code).toBe(0);
    const short = await folder.start(["serve"], { CULPRIT_SERVE_TOKEN: "short" }).ended;
    expect([short.code, short.stderr]).toEqual([2, expect.stringMatching(/CULPRIT_SERVE_TOKEN takes at least 16/)]);
  });

  test("leaves nothing behind when it is killed, and a port in use has a message", async () => {
    const folder = newFolder();
    const child = folder.start(["serve"]);
    let printed = "";
    child.stdout!.on("data", (text) => (printed += text));
    await until(() => printed.includes("\n"));
    const { port } = new URL(printed.trim());
    const second = await folder.culprit("serve", "--port", port);
    expect([second.code, second.stderr]).toEqual([2, `culprit: Port ${port} is in use: choose another with --port.\n`]);
    child.kill("SIGKILL");
    await child.ended;
    expect(folder.names()).toEqual([]);
  });
});
