import type { Browser } from "playwright-core";
import type { Folder } from "../cli/culprit.ts";
import { until } from "../until.ts";
import { newPage, type WatchedPage } from "./browser.ts";

/** What a test has started, to be ended after it. */
export class Started {
  #ends: (() => Promise<unknown>)[] = [];

  /** Starts the page as a user does; returns the address that it prints. */
  async serve(folder: Folder, ...words: string[]): Promise<string> {
    const child = folder.start(["serve", ...words]);
    let printed = "";
    child.stdout!.on("data", (text) => (printed += text));
    await until(() => printed.includes("\n") || child.exitCode !== null);
    this.atEnd(async () => {
      child.kill("SIGINT");
      await child.ended;
    });
    return printed.trim();
  }

  async open(browser: Browser, address: string, more: Parameters<typeof newPage>[1] = {}): Promise<WatchedPage> {
    const watched = await newPage(browser, more);
    this.atEnd(() => watched.page.context().close());
    await watched.page.goto(address);
    return watched;
  }

  atEnd(act: () => Promise<unknown>): void {
    this.#ends.push(act);
  }

  async end(): Promise<void> {
    for (const end of this.#ends) await end();
    this.#ends = [];
  }
}
