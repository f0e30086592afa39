import { copyFileSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { culpritSchedule } from "../cases/culprit.ts";
import { races } from "../cases/races.ts";
import { Workshop } from "../cases/workshop.ts";
import { count, table } from "./table.ts";

/**
 * What isolating takes, stage by stage, against the least that telling one of n apart takes: ⌈log2 n⌉. Switches are left out
 * until none can be; places are two ends to be found for each switch that is left; of orders there is one stage.
 */
export async function isolation(words: readonly string[]): Promise<void> {
  const workshop = new Workshop();
  const rows: string[][] = [];
  try {
    for (const { kind, path, options } of races) {
      if (words.length > 0 && !words.some((word) => `${kind} ${path}`.includes(word))) continue;
      const file = basename(path);
      const folder = join(workshop.path, `${kind}-${file}`.replaceAll(" ", "-"));
      mkdirSync(folder);
      copyFileSync(path, join(folder, file));
      const { stages = [] } = await culpritSchedule(workshop, folder, { file, options });
      const [first, ...places] = stages;
      if (!first) continue;
      rows.push([
        `${kind}: ${file}`,
        count(first.deltas.total),
        String(bits(first.deltas.total)),
        `${first.needed} → ${first.deltas.cause}`,
        places.map(({ deltas }) => bits(deltas.total)).join(" + "),
        places.map(({ needed }) => needed).join(" + "),
      ]);
    }
  } finally {
    workshop.remove();
  }
  console.log("\n## Isolation: tests, and what is left, against ⌈log2 n⌉\n");
  console.log(table(["", "n", "log2", "tests → left", "places, log2 each", "tests each"], rows));
}

function bits(total: number): number {
  return Math.ceil(Math.log2(Math.max(1, total)));
}
