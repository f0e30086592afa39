import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Item } from "./version.ts";

/** Makes a file or a link, with the folders above it. */
export function writeItem(place: string, { kind, executable, bytes }: Item): void {
  mkdirSync(kind === "module" ? place : dirname(place), { recursive: true });
  if (kind === "module") return;
  if (kind === "link") symlinkSync(Buffer.from(bytes()), place);
  else {
    writeFileSync(place, bytes());
    chmodSync(place, executable ? 0o755 : 0o644);
  }
}
