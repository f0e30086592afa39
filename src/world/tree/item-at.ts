import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { reasonOf } from "../../core/reason.ts";
import { UserError } from "../../core/user-error.ts";
import { blobId } from "../git/repository.ts";
import type { Item } from "./version.ts";

/** Undefined if there is nothing, or neither a file nor a link: a device, a socket. */
export function itemAt(
  path: string | Buffer,
  known: { id?: string | undefined; executable?: boolean | undefined } = {},
): Item | undefined {
  const stat = lookAt(path);
  if (!stat) return undefined;
  if (stat.isDirectory())
    return { kind: "module", executable: false, id: known.id ?? "", bytes: () => new Uint8Array() };
  const link = stat.isSymbolicLink();
  if (!stat.isFile() && !link) return undefined;
  let read: Uint8Array | undefined;
  // Read only once: the user may keep working on the file.
  const bytes = () => {
    read ??= readAt(path, link);
    return read;
  };
  let { id } = known;
  return {
    kind: link ? "link" : "file",
    executable: !link && (known.executable ?? (stat.mode & 0o100) !== 0),
    get id() {
      id ??= blobId(read ?? readAt(path, link));
      return id;
    },
    bytes,
  };
}

function lookAt(path: string | Buffer): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}

function readAt(path: string | Buffer, link: boolean): Uint8Array {
  try {
    return link ? readlinkSync(path, { encoding: "buffer" }) : readFileSync(path);
  } catch (error) {
    throw new UserError(`Cannot read ${path}: ${reasonOf(error)}.`);
  }
}
