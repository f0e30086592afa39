import { basename, join } from "node:path";
import { isOneFile } from "../input.ts";
import { needCommand } from "../on-path.ts";
import type { Command, Job, Tool } from "../tool.ts";

export const cReduce: Tool = {
  name: "C-Reduce",
  inPlace: true,
  takes: () => true,
  install: () => needCommand("creduce"),
  commands: (job) => [command(job, "creduce")],
};

export const cVise: Tool = {
  name: "C-Vise",
  inPlace: true,
  takes: () => true,
  install: () => needCommand("cvise"),
  commands: (job) => [command(job, "cvise", "--skip-key-off")],
};

/** What they have in common. They take several files, but all of one folder. */
function command({ folder, input, files, test, jobs }: Job, ...program: [string, ...string[]]): Command {
  const isC = input.language === "c" || input.language === "c++";
  const options = ["--tidy", "--n", `${jobs}`, ...(isC ? [] : ["--not-c"])];
  return {
    argv: [...program, ...options, test, ...files.map((file) => basename(file))],
    cwd: isOneFile(input) ? folder : join(folder, input.candidate),
  };
}
