import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { holderOf, takeLock } from "./lock.ts";
import type { RunRecord } from "./record.ts";

/** Acts on a copy of a record, which is gone afterwards: the record stays as it is. */
export async function withScratchCopy<T>(record: RunRecord, act: (copy: RunRecord) => Promise<T>): Promise<T> {
  const scratch = join(record.folder, "..", "..", "scratch");
  mkdirSync(scratch, { recursive: true });
  removeLeftovers(scratch);
  const own = join(scratch, `${process.pid}`);
  takeLock(`${own}.lock`);
  try {
    return await act(record.copyTo(join(own, "runs", record.header.run)));
  } finally {
    remove(own);
  }
}

/** What killed processes left. */
function removeLeftovers(scratch: string): void {
  for (const name of readdirSync(scratch)) {
    const path = join(scratch, name);
    if (name.endsWith(".lock") && holderOf(path) === undefined) remove(path.slice(0, -".lock".length));
  }
}

function remove(path: string): void {
  for (const each of [path, `${path}.lock`]) rmSync(each, { recursive: true, force: true });
}
