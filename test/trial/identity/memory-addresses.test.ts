import { expect, test } from "vitest";
import { withoutAddresses } from "../../../src/trial/identity/memory-addresses.ts";

const blanked = (text: string) => withoutAddresses(Buffer.from(text)).toString();

test("addresses are blanked, and other numbers stay", () => {
  expect(blanked("<generator object f at 0x7f8e5c0d2e50>")).toBe("<generator object f at 0x…>");
  expect(blanked("color 0xff00ff00, mask 0x1f, 7f8e5c0d2e50")).toBe("color 0xff00ff00, mask 0x1f, 7f8e5c0d2e50");
});

test("output without addresses stays as it is, byte by byte", () => {
  const bytes = Buffer.from([0xff, 0x00, 0x30, 0x78]);
  expect(withoutAddresses(bytes)).toBe(bytes);
});
