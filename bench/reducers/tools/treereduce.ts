import { join } from "node:path";
import { isOneFile, type Language } from "../input.ts";
import { crate } from "../packages.ts";
import type { Tool } from "../tool.ts";

/** One program for each of tree-sitter's grammars. */
const programs: Partial<Record<Language, string>> = { c: "treereduce-c", javascript: "treereduce-javascript" };

const program = (name: string) => join(crate(name, "0.4.1"), name);

export const treereduce: Tool = {
  name: "treereduce",
  inPlace: false,
  takes: (input) => input.language in programs && isOneFile(input),
  install: () => Object.values(programs).forEach(program),
  commands: ({ input, files, out, test, jobs }) => {
    const options = ["--quiet", "--jobs", `${jobs}`, "--source", files[0]!, "--output", join(out, input.candidate)];
    return [{ argv: [program(programs[input.language]!), ...options, test, "@@"] }];
  },
};
