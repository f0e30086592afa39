import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { AnyFinding } from "../../test/any-finding.ts";
import { figure, table } from "../table.ts";
import type { Programs, Workshop } from "./workshop.ts";

/** How many tests the lecture's sorting takes at each place. AskIgor is said to have taken 8 at shell_sort. */
export function placeCosts(workshop: Workshop): void {
  const rows = workshop.programs.flatMap((programs) => costs(workshop, programs));
  console.log("\n## Tests for each place of the sorting program; published: 8 at shell_sort\n");
  console.log(table(["", "place", "differences → cause", "tests", "cause", "seconds"], rows));
}

function costs({ folder }: Workshop, { language, sort }: Programs): string[][] {
  const ways = ["--pass", `${sort.join(" ")} 7 8 9`, "--fail", `${sort.join(" ")} 11 14`, "--at", "main,shell_sort"];
  const words = [resolve("dist/src/cli/main.js"), "state", "--json", "--quiet", "--jobs", "1", "--language", language];
  const test = ["--", "sh", "-c", '! grep -q "Output: 0"'];
  const {
    stages,
    chain = [],
    tests,
    seconds,
  }: AnyFinding = JSON.parse(
    execFileSync(process.execPath, [...words, ...ways, ...test], { cwd: folder, encoding: "utf8" }),
  );
  const rows = chain.map(({ place, cause }) => {
    const stage = stages.find(({ name }) => name === place);
    const deltas = stage ? `${stage.deltas.total} → ${stage.deltas.cause}` : "-";
    return [language, place, deltas, String(stage?.needed ?? "-"), cause.map(({ variable }) => variable).join(" "), ""];
  });
  return [...rows, [language, "all, with transitions", "", String(tests.needed), "", figure(seconds)]];
}
