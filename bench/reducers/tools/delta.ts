import { isOneFile } from "../input.ts";
import { needCommand } from "../on-path.ts";
import type { Command, Job, Tool } from "../tool.ts";

/** Levels of nesting that topformflat keeps on a line each, as its guide recommends: from coarse to fine, each twice. */
const levels = [0, 0, 1, 1, 2, 2, 10, 10];

/** Wilkerson's delta, one test at a time. It goes by lines; multidelta first breaks those of languages with braces. */
export const delta: Tool = {
  name: "delta",
  inPlace: true,
  takes: isOneFile,
  install: () => needCommand("multidelta", "delta"),
  commands: (job) => (hasBraces(job) ? levels.map((level) => byNesting(job, level)) : [byLines(job)]),
};

function hasBraces({ input }: Job): boolean {
  return ["c", "c++", "javascript"].includes(input.language);
}

function byNesting({ files, test }: Job, level: number): Command {
  return { argv: ["multidelta", `-level=${level}`, test, ...files] };
}

function byLines({ files, test }: Job): Command {
  return { argv: ["singledelta", "-quiet", "-in_place", `-test=${test}`, ...files] };
}
