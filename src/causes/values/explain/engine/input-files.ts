import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import { recordsFolder } from "../../../../run/record/records-folder.ts";
import { isText } from "../../../../world/text/text.ts";
import type { BodyFailure, InputContent } from "../body-failure.ts";
import { languageOf } from "./simplify-input.ts";
import { valueText } from "./value/value-text.ts";

/** A name for people and the path of an input that was kept. */
export interface KeptFile {
  readonly name: string;
  readonly path: string;
}

/** How many failures of each test file this process has kept: a later process starts again and writes over them. */
const failures = new Map<string, number>();

/**
 * Writes the whole input and those that were found into `.culprit/explain/`, below the name of the test's file. Empty if there is
 * no place to write to.
 */
export function keepInputs(
  { cwd, caller, input }: Pick<BodyFailure, "cwd" | "caller" | "input">,
  found: Readonly<Record<string, unknown>>,
): KeptFile[] {
  const test = caller === undefined || relative(cwd, caller).startsWith("..") ? "test" : relative(cwd, caller);
  const number = (failures.get(test) ?? 0) + 1;
  failures.set(test, number);
  const extension = extensionOf(input);
  const original = input.kind === "bytes" ? input.path : undefined;
  try {
    const folder = join(makeRecordsFolder(cwd), "explain", test);
    const write = (name: string, content: unknown): KeptFile => {
      const path = join(folder, `${number}-${name}${extension}`);
      writeChanged(path, fileContent(content));
      return { name, path: shortest(path, cwd) };
    };
    const full =
      original === undefined ? write("full", input.content) : { name: "full", path: shortest(original, cwd) };
    return [full, ...Object.entries(found).map(([name, content]) => write(name, content))];
  } catch {
    return [];
  }
}

/** Git ignores what is in it. */
function makeRecordsFolder(cwd: string): string {
  const folder = recordsFolder(cwd);
  mkdirSync(folder, { recursive: true });
  writeChanged(join(folder, ".gitignore"), "*\n");
  return folder;
}

/** A test runner that watches files would run the tests again for each file that is written. */
function writeChanged(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function shortest(path: string, cwd: string): string {
  const short = relative(cwd, resolve(path));
  return short.startsWith("..") ? path : short;
}

const extensions: Readonly<Record<string, string>> = { json: ".json", html: ".html", xml: ".xml", php: ".php" };

function extensionOf(input: InputContent): string {
  if (input.kind === "value") return ".json";
  if (input.kind === "bytes" && input.path !== undefined) return extname(input.path);
  if (input.kind === "bytes" && !isText(input.content)) return ".bin";
  return extensions[languageOf(input)] ?? ".txt";
}

function fileContent(content: unknown): string | Uint8Array {
  if (typeof content === "string" || content instanceof Uint8Array) return content;
  try {
    return `${JSON.stringify(content, null, 2) ?? valueText(content)}\n`;
  } catch {
    return `${valueText(content)}\n`;
  }
}
