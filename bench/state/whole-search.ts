import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { AnyFinding } from "../../test/any-finding.ts";
import { figure, table } from "../table.ts";
import { measuring, processorTimeIn } from "./processor-time.ts";
import type { Programs, Workshop } from "./workshop.ts";

/** How long the lecture's program takes from its input to its output, with no place named. */
export function wholeSearch(workshop: Workshop): void {
  const rows = workshop.programs.map((programs) => searched(workshop, programs));
  console.log("\n## The sorting program as a whole: bar 10 s\n");
  console.log(table(["", "runs of the program", "needed tests", "seconds", "of processor time", "cause"], rows));
}

function searched({ folder }: Workshop, { language, sort }: Programs): string[] {
  const ways = ["--pass", `${sort.join(" ")} 7 8 9`, "--fail", `${sort.join(" ")} 11 14`, "--language", language];
  const words = [resolve("dist/src/cli/main.js"), "state", "--json", "--quiet", ...ways];
  const test = ["--", "sh", "-c", '! grep -q "Output: 0"'];
  const file = join(folder, "processor-time");
  const [program, ...rest] = measuring(file, [process.execPath, ...words, ...test]);
  const printed = execFileSync(program, rest, { cwd: folder, encoding: "utf8" });
  const { tests, seconds, cause = [] }: AnyFinding = JSON.parse(printed);
  const variables = cause.map(({ variable }) => variable).join(" ");
  return [language, String(tests.run), String(tests.needed), figure(seconds), figure(processorTimeIn(file)), variables];
}
