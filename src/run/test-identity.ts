import { readFileSync } from "node:fs";
import { filesNamed } from "../trial/command/test-words.ts";
import { contentHash } from "../world/files/content-hash.ts";

/** What outcomes depend on besides the world: the words of the test, and the content of the files that they name. */
export function testIdentity(words: readonly string[], cwd: string): unknown {
  return [words, filesNamed(words, cwd).map((path) => contentHash(readFileSync(path)))];
}
