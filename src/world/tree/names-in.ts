import { join } from "node:path";
import type { Version } from "./version.ts";

/** The names of what is in a folder of a version; "" is its root. */
export function namesIn({ items }: Pick<Version, "items">, folder: string): string[] {
  const start = join(folder, "/").replace(/^\.?\//, "");
  const names = new Set<string>();
  for (const path of items.keys()) if (path.startsWith(start)) names.add(path.slice(start.length).split("/")[0]!);
  return [...names];
}
