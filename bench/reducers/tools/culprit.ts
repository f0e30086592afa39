import { join } from "node:path";
import { us } from "../report.ts";
import type { Tool } from "../tool.ts";

export const culprit: Tool = {
  name: us,
  takes: () => true,
  inPlace: false,
  install() {},
  commands: ({ input, out, test, jobs, program }) => {
    const options = ["--jobs", `${jobs}`, "--interesting", "--quiet", "--output", join(out, input.candidate)];
    return [{ argv: [process.execPath, program, "input", input.candidate, ...options, "--", test] }];
  },
};
