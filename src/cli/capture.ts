import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readConditions, readTest, testingOptions } from "../application/options.ts";
import { commandLine } from "../core/command-line.ts";
import { UserError } from "../core/user-error.ts";
import { count } from "../report/quantity.ts";
import { checkWritableFile } from "../world/files/writable-path.ts";
import { writeFileAtomically } from "../world/files/write-atomically.ts";
import type { Command } from "./command.ts";
import { withSession } from "./session.ts";

const defaultFile = "culprit-capture.json";
const kept = ["timeout", "failure", "interesting"];

export const captureCommand: Command = {
  name: "capture",
  usage: "culprit capture [options] -- TEST…",
  about: "write down how a test ends here and what may decide it, for culprit why --against on another machine",
  options: [
    { name: "output", value: "FILE", about: `the file to write (default: ${defaultFile})` },
    { name: "whole", about: "put all files into it, also those that the last commit has" },
    ...testingOptions.filter(({ name }) => kept.includes(name)),
    { name: "quiet", about: "show no progress" },
    { name: "help", about: "show this" },
  ],
  example: [
    "For a test that fails in CI and passes at your desk, or the other way round. The file has the outcome, the files that differ from",
    "the last commit, the versions of tools, limits, cores, time zone and locale. Of variables it has the values of a short list",
    "that hold no secrets, and of all others a hash.",
    "",
    "  npm test || npx culprit capture -- npm test                    there, for example in CI",
    "  culprit why --against culprit-capture.json -- npm test         here",
  ].join("\n"),
  run: async (words) => {
    const cwd = process.cwd();
    const test = readTest(words, "capture -- npm test");
    if (words.positionals.length > 0)
      throw new UserError(`Put the test after --: culprit capture -- ${words.positionals.join(" ")}`);
    const file = resolve(cwd, words.value("output") ?? defaultFile);
    checkWritableFile(file, "--output", { inputs: [], test, cwd });
    const request = { cwd, test, conditions: readConditions(words) };
    const { takeCapture } = await import("../causes/why/against/take-capture.ts");
    return withSession(request, words, async (run) => {
      const capture = await takeCapture(run, request, { isWhole: words.has("whole") });
      if (run.stopped.aborted) return 1;
      writeFileAtomically(file, `${JSON.stringify(capture)}\n`);
      const shown = words.value("output") ?? defaultFile;
      process.stdout.write(
        `The test ${capture.outcome === "fail" ? "fails" : "passes"} here (${capture.ended}). Written to ${shown} (${count(Math.ceil(statSync(file).size / 1024))} KiB).\n` +
          `On the other machine: culprit why --against ${shown} -- ${commandLine(capture.test)}\n`,
      );
      return 0;
    });
  },
};
