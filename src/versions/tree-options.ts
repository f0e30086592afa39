import { readList, readShellCommand } from "../application/options.ts";
import type { Option, Words } from "../application/words.ts";
import type { VersionsRequest } from "./request.ts";

/** Options of commands whose tests run in trees of versions. */
export const treeOptions: readonly Option[] = [
  { name: "build", value: "CMD", about: "run this before each test; where it fails, the candidate cannot be judged" },
  { name: "keep", value: "GLOB,…", about: "files that every candidate has as they are here" },
  {
    name: "fresh",
    about: "use a new tree for each test, for tests that leave something behind that the next one would see",
  },
  {
    name: "copy",
    about:
      "make trees by copying, at other paths (default: they take the place of your folder, if the system allows it)",
  },
];

type TreeRequest = Pick<VersionsRequest, "build" | "keep" | "fresh" | "copy">;

export function readTreeOptions(words: Words): TreeRequest {
  const build = readShellCommand(words, "build");
  return {
    ...(build === undefined ? {} : { build }),
    keep: readList(words, "keep"),
    fresh: words.has("fresh"),
    ...(words.has("copy") ? { copy: true } : {}),
  };
}
