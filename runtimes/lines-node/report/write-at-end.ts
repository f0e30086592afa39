import fs from "node:fs";
import type { LinesReport } from "../../protocol/lines.ts";

// Taken before the program can replace them.
const { writeFileSync, mkdirSync } = fs;

/**
 * Writes the report when the process ends: also by an exception, `process.exit`, or SIGTERM, by which test runners end their workers.
 * Returns a function that writes what there is so far.
 */
export function writeAtEnd(folder: string, report: () => LinesReport | undefined): () => void {
  const write = () => {
    const made = report();
    if (made === undefined) return;
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/${process.pid}.json`, JSON.stringify(made));
    } catch {
      // The program must not fail because nobody wants the report any more.
    }
  };
  process.on("exit", write);
  process.on("SIGTERM", function onTerminate() {
    write();
    if (process.listenerCount("SIGTERM") > 1) return;
    process.off("SIGTERM", onTerminate);
    process.kill(process.pid, "SIGTERM");
  });
  return write;
}
