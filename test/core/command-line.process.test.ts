import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandLine } from "../../src/core/command-line.ts";

test("a command line gives bash back the words it was made of, on one line", () => {
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
