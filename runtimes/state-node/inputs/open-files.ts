/** The files that this process has open, by their descriptors. */
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The descriptors of regular files that are open only for reading. */
export function readableFiles(): number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => {
      try {
        const isReadOnly = (fieldOf(descriptor, "flags", 8) & accessModes) === constants.O_RDONLY;
        // Plain numbers of a pipe would keep `require` from following links (nodejs/node#51142).
        return isReadOnly && statSync(pathOf(descriptor), { bigint: true }).isFile();
      } catch {
        // The folder itself, which is closed by now.
        return false;
      }
    })
    .sort((a, b) => a - b);
}

const accessModes = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR;

export function positionOf(descriptor: number): number {
  return fieldOf(descriptor, "pos", 10);
}

/** A way to the file that has a position of its own. */
export function pathOf(descriptor: number): string {
  return `/proc/self/fd/${descriptor}`;
}

function fieldOf(descriptor: number, name: string, base: number): number {
  const text = readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1");
  return Number.parseInt(new RegExp(`^${name}:\\s*(\\w+)`, "m").exec(text)![1]!, base);
}

/** Puts a new file, which has no name, in the place of an open one. Node has no `dup2`: the lowest free descriptor is the next one. */
export function replaceFile(descriptor: number, content: Buffer, position: number): void {
  const folder = mkdtempSync(join(tmpdir(), "culprit-input-"));
  const path = join(folder, "input");
  const lower: number[] = [];
  try {
    writeFileSync(path, content);
    closeSync(descriptor);
    let opened = openSync(path, "r");
    for (; opened < descriptor; opened = openSync(path, "r")) lower.push(opened);
    if (opened !== descriptor) throw new Error("another file was opened at the same time");
    if (position > 0) readSync(descriptor, Buffer.alloc(position), 0, position, null);
  } finally {
    for (const each of lower) closeSync(each);
    rmSync(folder, { recursive: true, force: true });
  }
}
