import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isOneFile } from "../input.ts";
import { pythonPackages } from "../packages.ts";
import type { Job, Tool } from "../tool.ts";
import { antlr } from "./antlr.ts";

const python = () =>
  pythonPackages("reducers", [
    "picire==21.8",
    "picireny==21.8",
    "lithium-reducer==4.0.0",
    "pysource-minimize[cli]==0.10.1",
    // The last to bring pkg_resources, which picire imports.
    "setuptools==75.8.0",
  ]);

/** By lines and then by characters, as it is recommended where the result is to be small. */
export const picire: Tool = {
  name: "picire",
  inPlace: false,
  takes: isOneFile,
  install: () => void python(),
  commands: ({ input, out, test, jobs }) => {
    const options = ["--parallel", "--jobs", `${jobs}`, "--atom", "both", "--quiet", "--out", out];
    return [{ argv: [python(), "-m", "picire", "--input", input.candidate, "--test", test, ...options] }];
  },
};

/** picire by a grammar, where one is at hand. */
export const picireny: Tool = {
  name: "picireny",
  inPlace: false,
  takes: ({ language }) => language === "json",
  install: () => void [python(), antlr()],
  commands: ({ input, out, test, jobs }) => {
    const grammar = ["--antlr", antlr(), "--grammar", resolve("bench/reducers/tools/JSON.g4"), "--start", "json"];
    const options = ["--parallel", "--jobs", `${jobs}`, "--quiet", "--out", out];
    return [{ argv: [python(), "-m", "picireny", "--input", input.candidate, "--test", test, ...grammar, ...options] }];
  },
};

/** One test at a time: by lines, then by bytes. */
export const lithium: Tool = {
  name: "lithium",
  inPlace: true,
  takes: isOneFile,
  install: () => void python(),
  commands: (job) => {
    const condition = exitsZero(job);
    return ["--lines", "--char"].map((atoms) => ({
      argv: [python(), "-m", "lithium", atoms, condition, job.test, job.input.candidate],
    }));
  },
};

/** One test at a time. It goes by what the test prints. */
export const pysourceMinimize: Tool = {
  name: "pysource-minimize",
  inPlace: true,
  takes: ({ language }) => language === "python",
  install: () => void python(),
  commands: ({ input, test }) => [
    {
      argv: [python(), "-m", "pysource_minimize", "--file", input.candidate, "--track", word, "--write", "--", test],
      env: { COUNT_SAY: word },
    },
  ],
};

const word = "interesting";

/** lithium's tests are modules of Python; this one runs a program. */
function exitsZero({ out }: Job): string {
  const module = join(out, "exits_zero.py");
  const lines = ["import subprocess", "def interesting(words, prefix):", "    return subprocess.call(words) == 0"];
  writeFileSync(module, `${lines.join("\n")}\n`);
  return module;
}
