import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandLine, wordsForSh } from "../../src/core/command-line.ts";

const nasty = fc.constantFrom(..."a{},'\"$`\\!*~# \n\t\r\x1b\u0085\u202eé€😀=-");
const anyWords = fc.array(fc.string({ unit: nasty, maxLength: 12 }), { maxLength: 6 });

function wordsIn(shell: string, line: string): string[] {
  const printed = execFileSync(shell, ["-c", `for word in ${line}; do printf '%s\\0' "$word"; done`], {
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    encoding: "utf8",
  });
  return printed.split("\0").slice(0, -1);
}

test("a command line gives bash back the words it was made of, on one line", () => {
  fc.assert(
    fc.property(anyWords, (given) => {
      const line = commandLine(given);
      expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
      expect(wordsIn("bash", line)).toEqual(given);
    }),
    { numRuns: 100 },
  );
});

test("words for sh are those that it was given, lines and all", () => {
  fc.assert(
    fc.property(anyWords, (given) => {
      expect(wordsIn("sh", wordsForSh(given))).toEqual(given);
    }),
    { numRuns: 100 },
  );
});
