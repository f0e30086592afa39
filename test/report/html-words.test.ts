import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hexView } from "../../src/report/html/hex-view.ts";
import { duration } from "../../src/report/quantity.ts";

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
