import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Choice } from "./subject.ts";

/** Writes what the failing run should print, and the other failing runs: the files for `--expect`. */
export function writeExpected(folder: string, { fail, alsoFail }: Choice): readonly string[] {
  return [fail, ...alsoFail].map(({ expected }, i) => {
    const file = join(folder, `expected-output-${i}.txt`);
    writeFileSync(file, expected, "latin1");
    return file;
  });
}

/** Only whether the program ends well, as one who has nothing to compare with would test. */
export const weakTest: readonly string[] = ["sh", "-c", '[ "$CULPRIT_STATUS" = "exit 0" ]'];
