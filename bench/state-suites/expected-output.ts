import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes what the failing run has to print; the words of the test that compares with it. The other failing runs have to
 * print something else: when `culprit state` takes what they should print, their `expected` belongs here too.
 */
export function writeExpected(folder: string, text: string): readonly string[] {
  const file = join(folder, "expected-output.txt");
  writeFileSync(file, text, "latin1");
  return ["cmp", "-s", "-", file];
}

/** Only whether the program ends well, as one who has nothing to compare with would test. */
export const weakTest: readonly string[] = ["sh", "-c", '[ "$CULPRIT_STATUS" = "exit 0" ]'];
