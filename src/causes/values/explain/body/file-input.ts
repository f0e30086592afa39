import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fs } from "./main-context.ts";

/** A file as the input of a body, which gets the path of a copy. */
export class FileInput {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  read(): Uint8Array {
    return fs.readFileSync(this.path);
  }

  /** Makes a copy of the file, or a file of the same name with other content, and removes it when `use` is done. */
  async withCopy<R>(content: Uint8Array | undefined, use: (path: string) => R): Promise<Awaited<R>> {
    const folder = fs.mkdtempSync(join(tmpdir(), "culprit-explain-"));
    try {
      const copy = join(folder, basename(this.path));
      if (content === undefined) fs.copyFileSync(this.path, copy);
      else fs.writeFileSync(copy, content);
      return await use(copy);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Lets `explain` simplify the content of a file. */
export function file(path: string | URL): FileInput {
  return new FileInput(resolve(typeof path === "string" ? path : fileURLToPath(path)));
}
