import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { orderPage } from "../../cases/order-page.ts";
import { compilePrinter } from "../../cases/printing.ts";
import { ends } from "../../cases/tools.ts";
import { newFolder } from "../cli/culprit.ts";

const built = mkdtempSync(join(tmpdir(), "culprit-printer-"));
const printer = compilePrinter(built);
afterAll(() => rmSync(built, { recursive: true }));

const page = orderPage();

describe("the page", () => {
  test("has 896 lines with three lists, which alone crash the printer", () => {
    const lines = page.split("\n").slice(0, -1);
    expect(lines).toHaveLength(896);
    expect(lines.filter((line) => line.startsWith("<SELECT "))).toHaveLength(3);
    expect(ends(printer, Buffer.from(page))).toBe("SIGABRT");
    expect(ends(printer, Buffer.from(page.replaceAll(/<SELECT .*>/g, "")))).toBe("exit 0");
  });
});

describe("the printer", () => {
  test.each([
    "",
    "SELECT",
    "<SELECT",
    "<SELECTION>",
    "</SELECT>",
    "<!-- > <SELECT> -->",
    "<SCRIPT>'<SELECT>'</SCRIPT>",
  ])("prints %j", (text) => {
    expect(ends(printer, Buffer.from(text))).toBe("exit 0");
  });

  test.each(["<SELECT>", "<select multiple>", "<B>a <SELECT>b", "<!-- --><SELECT>"])("crashes on %j", (text) => {
    expect(ends(printer, Buffer.from(text))).toBe("SIGABRT");
  });
});

describe("the page, as a user would have it", () => {
  const list = /^<SELECT NAME="(region|season|soil)" MULTIPLE SIZE=\d>\n$/;

  test.each([
    { how: [], left: /^<SELECT>$/, enough: 105 },
    { how: ["--passes", "lines,characters"], left: /^<SELECT>$/, enough: 105 },
    { how: ["--by", "lines", "--search", "ddmin"], left: list, enough: 57 },
  ])("simplified with $how: at most $enough tests, the published number", async ({ how, left, enough }) => {
    const folder = pageFolder();
    const { json } = await folder.culprit("input", "a.html", ...how, "--output", "min.html", "--json", "--", printer);
    expect(folder.read("min.html")).toMatch(left);
    expect(json).toMatchObject({ verdict: "found", minimal: true, failure: expect.stringContaining("draw_list") });
    expect(json.tests.needed).toBeLessThanOrEqual(enough);
  });

  test.each([
    { how: [], cause: "<", enough: 40 },
    { how: ["--by", "characters"], cause: "<", enough: 18 },
  ])("isolated with $how: one character, in at most $enough tests", async ({ how, cause, enough }) => {
    const folder = pageFolder();
    const { json } = await folder.culprit("input", "a.html", ...how, "--isolate", "--json", "--", printer);
    expect(json.cause.map(({ text }) => text)).toEqual([cause]);
    expect(json.tests.needed).toBeLessThanOrEqual(enough);
  });

  function pageFolder() {
    const folder = newFolder();
    folder.write("a.html", page);
    return folder;
  }
});
