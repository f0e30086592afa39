import { existsSync, openSync, readFileSync, writeSync } from "node:fs";

/** A list on disk that grows line by line: what was added is there however the process ends. */
export class JsonLinesFile {
  #file: number | undefined;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  add(item: object): void {
    this.#file ??= openSync(this.#path, "a");
    writeSync(this.#file, `${JSON.stringify(item)}\n`);
  }
}

/** The items of such a list, without one that was written in part. */
export function readJsonLines<Item>(path: string): Item[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
