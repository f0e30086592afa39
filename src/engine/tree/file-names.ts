import { isUtf8 } from "node:buffer";
import { readdirSync } from "node:fs";
import { listText } from "../../core/list-text.ts";

/** Maximum number of files that a message names. */
const maxNamed = 3;
/** What Node puts in the place of bytes that are not UTF-8. */
const replacement = "\ufffd";

interface FileNames {
  readonly names: readonly string[];
  /** As a person can read them: there is no path of text that leads to them. */
  readonly notUtf8: readonly string[];
}

export function namesIn(folder: string): FileNames {
  const names = readdirSync(folder);
  if (!names.some((name) => name.includes(replacement))) return { names, notUtf8: [] };
  const all = readdirSync(folder, { encoding: "buffer" });
  return {
    names: all.filter((name) => isUtf8(name)).map((name) => name.toString("utf8")),
    notUtf8: all.filter((name) => !isUtf8(name)).map(withEscapes),
  };
}

function withEscapes(name: Buffer): string {
  return name.toString("latin1").replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

/** Tells the user of files and folders that no engine takes: the protocol has names as text. */
export function notUtf8Note(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const [are, them] = paths.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${listText(paths, { max: maxNamed })} ${are} not sent to the engine, which takes only names in UTF-8: tests run without ${them}.`;
}
