// A program that is tried under hundreds of schedules loads a runtime in each run and in each of its threads. Loading a hundred
// small files would take longer than all the rest, so each runtime is one file: the bundle takes the place of its first module.
import { join } from "node:path";
import { rolldown } from "rolldown";

const root = join(import.meta.dirname, "..");

/** What a preload imports once it knows that the process is to be controlled. Paths in them have to be right for all that is bundled. */
const modules = ["schedule-events/whole-process/install.js", "schedule-workers/control/control-thread.js"];

export async function bundleRuntimes(dist = join(root, "dist")) {
  for (const module of modules) {
    const file = join(dist, "runtimes", module);
    const bundle = await rolldown({ input: file, platform: "node", external: /^node:/, onwarn: fail });
    await bundle.write({ file, format: "esm" });
    await bundle.close();
  }
}

/** One script for the page of `culprit serve` and for reports: it needs no Node module. */
export async function bundlePage(dist = join(root, "dist")) {
  const bundle = await rolldown({ input: join(root, "src/web/page/main.ts"), platform: "browser", onwarn: fail });
  await bundle.write({ file: join(dist, "src/web/page/page.js"), format: "esm", minify: true });
  await bundle.close();
}

function fail(warning) {
  throw new Error(`bundle: ${warning.message}`);
}
