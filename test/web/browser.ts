import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Debian's Chromium, without anything that talks to other machines. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
      ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
    ],
  });
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors of scripts, and what the content policy has refused. */
  readonly errors: string[];
  /** Addresses that were asked for. */
  readonly requests: string[];
}

/** A page in a window of its own. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, ...options });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // As for all tests: it ends what hangs, and is no statement about speed.
  context.setDefaultTimeout(200_000);
  const page = await context.newPage();
  const [errors, requests]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("request", (request) => requests.push(request.url()));
  return { page, errors, requests };
}

/** Texts whose colour differs from what is behind them by less than WCAG's level AA asks for. */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = readonly [number, number, number, number];
    const parse = (text: string): Colour => {
      const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [r, g, b, a];
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (i: 0 | 1 | 2) => top[i] * top[3] + below[i] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = (colour: Colour) => {
      const [r, g, b] = colour.slice(0, 3).map((value) => {
        const part = value / 255;
        return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const around = (element: Element | null): Element[] => (element ? [...around(element.parentElement), element] : []);
    const faint: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement!;
      // Drawings have no background of their own; line numbers and glyphs are decoration that the report dims on purpose.
      if (!node.textContent?.trim() || element.closest("svg, script, style, noscript, i, .n, .lines, option")) continue;
      if (!element.checkVisibility({ visibilityProperty: true }) || (element as HTMLButtonElement).disabled) continue;
      const chain = around(element);
      const background = chain.reduce<Colour>(
        (below, each) => over(parse(getComputedStyle(each).backgroundColor), below),
        [255, 255, 255, 1],
      );
      const style = getComputedStyle(element);
      const opacity = chain.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
      const [r, g, b, a] = parse(style.color);
      const [light, dark] = [luminance(over([r, g, b, a * opacity], background)), luminance(background)].sort(
        (x, y) => y - x,
      );
      const contrast = (light! + 0.05) / (dark! + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (contrast < (isLarge ? 3 : 4.5)) faint.push(`${contrast.toFixed(2)} ${node.textContent.trim().slice(0, 40)}`);
    }
    return [...new Set(faint)];
  });
}
