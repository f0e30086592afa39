import { join } from "node:path";
import { npmPackage } from "../packages.ts";
import type { Tool } from "../tool.ts";

const word = "interesting";

const program = () => join(npmPackage("jsdelta", "1.0.0"), "delta.js");

/** One test at a time. It goes by what the test prints. */
export const jsDelta: Tool = {
  name: "jsdelta",
  inPlace: false,
  takes: ({ language }) => language === "javascript" || language === "json",
  install: () => void program(),
  commands: ({ input, out, test }) => [
    {
      argv: [
        process.execPath,
        program(),
        "--cmd",
        test,
        "--msg",
        word,
        "--out",
        join(out, input.candidate),
        input.candidate,
      ],
      env: { COUNT_SAY: word },
    },
  ],
};
