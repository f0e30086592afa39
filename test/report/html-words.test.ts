import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commandLine } from "../../src/core/command-line.ts";
import { hexView } from "../../src/report/html/hex-view.ts";
import { duration } from "../../src/report/quantity.ts";

describe("a command line", () => {
  test("gives bash back the words it was made of, on one line", () => {
    const nasty = fc.constantFrom(..."a{},'\"$`\\!*~# \n\t\r\x1b\u0085\u202eé€😀=-");
    const words = fc.array(fc.string({ unit: nasty, maxLength: 12 }), { maxLength: 6 });
    fc.assert(
      fc.property(words, (given) => {
        const line = commandLine(given);
        expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
        const printed = execFileSync("bash", ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`], {
          env: { ...process.env, LC_ALL: "C.UTF-8" },
          encoding: "utf8",
        });
        expect(printed.split("\0").slice(0, -1)).toEqual(given);
      }),
      { numRuns: 100 },
    );
  });

  test("quotes no more than it has to", () => {
    const words = ["gcc", "-O3", "--std=c99", "{}", "a b", "it's", "{a,b}", "$HOME's"];
    expect(commandLine(words)).toBe(`gcc -O3 --std=c99 {} 'a b' "it's" '{a,b}' '$HOME'\\''s'`);
  });
});

describe("the hexadecimal view", () => {
  test("shows every byte, sixteen a line", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const lines = hexView(Buffer.from(bytes).toString("base64")).split("\n");
        const hex = lines.map((line) => line.slice(8, 57).replaceAll(" ", "")).join("");
        expect(hex).toBe(Buffer.from(bytes).toString("hex"));
      }),
    );
  });

  test("is cut after four kilobytes and says so", () => {
    const lines = hexView(Buffer.alloc(5000).toString("base64")).split("\n");
    expect(lines.length).toBe(257);
    expect(lines.at(-1)).toBe("… 904 bytes more");
    expect(hexView(Buffer.alloc(4096).toString("base64")).split("\n").length).toBe(256);
  });

  test("shows what is not base64 as it is", () => {
    expect(hexView("<not base64>")).toBe("<not base64>");
  });
});

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 0 s"],
  [725_000, "12 min 5 s"],
  [3_599_600, "1 h 0 min"],
])("%d milliseconds are %s", (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
