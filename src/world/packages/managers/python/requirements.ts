import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { UserError } from "../../../../core/user-error.ts";
import type { SideFiles } from "../manager.ts";
import { withoutPasswords } from "../passwords.ts";
import { canonicalName } from "./names.ts";

/** One requirement of a file, or an option, as it is written there: with what follows it in comments. */
export interface RequirementEntry {
  /** As pip compares names; undefined: an option, or a folder of the project. */
  readonly name: string | undefined;
  readonly version: string;
  /** The lines of the file, without the last line break. */
  readonly text: string;
  /** Without comments, in one line. */
  readonly line: string;
  /** What pip-compile and uv say in comments: the names of those that require it. */
  readonly via: readonly string[];
}

/** The entries of a file with pins. Files to which it refers are read in their place; constraints mean nothing to exact pins. */
export function readRequirements(side: SideFiles, file = side.lockfile): RequirementEntry[] {
  const text = side.read(file) ?? "";
  return splitEntries(text).flatMap((raw): RequirementEntry[] => {
    const line = logicalLine(raw);
    const [, other] = /^(?:-r|--requirement)[\s=]*(.+)$/.exec(line) ?? [];
    if (other !== undefined) return readOther(side, join(dirname(file), other), file);
    if (/^(?:-c|--constraint)[\s=]/.test(line)) return [];
    const entry = { text: raw, line, via: viaIn(raw) };
    if (line === "" || isOption(line)) return [{ ...entry, name: undefined, version: "" }];
    return [{ ...entry, ...readPin(line, file, side) }];
  });
}

function readOther(side: SideFiles, path: string, from: string): RequirementEntry[] {
  if (isAbsolute(path) || path.startsWith("..") || side.read(path) === undefined)
    throw new UserError(`${sourceOf(from, side)} refers to ${path}, which is not there.`);
  return path === from ? [] : readRequirements(side, normalize(path));
}

/** Each entry with the lines that continue it and the comments below it. Comments at the top are an entry of their own. */
function splitEntries(text: string): string[] {
  const entries: string[][] = [];
  let goesOn = false;
  for (const line of text.split(/\r?\n/)) {
    const isMore = goesOn || (entries.length > 0 && /^\s*(?:#|$)/.test(line));
    if (isMore) entries.at(-1)!.push(line);
    else entries.push([line]);
    goesOn = line.endsWith("\\");
  }
  const last = entries.at(-1);
  while (last && last.at(-1)?.trim() === "") last.pop();
  return entries.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
}

function logicalLine(raw: string): string {
  const lines = raw.replace(/\\\n/g, " ").split("\n");
  return lines
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();
}

/** As in: # via flask, or one name in each comment line after # via. What comes from a file is the project's own. */
function viaIn(raw: string): string[] {
  const comments = raw.split("\n").flatMap((line) => /(?:^|\s)#\s*(.*)$/.exec(line)?.[1] ?? []);
  const start = comments.findIndex((comment) => /^via\b/.test(comment));
  if (start === -1) return [];
  const names = [comments[start]!.slice("via".length), ...comments.slice(start + 1)].flatMap((each) => each.split(","));
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

function isOption(line: string): boolean {
  return line.startsWith("-") && !isEditable(line);
}

function isEditable(line: string): boolean {
  return /^(?:-e|--editable)\b/.test(line);
}

type Pin = Pick<RequirementEntry, "name" | "version">;

function readPin(line: string, file: string, side: SideFiles): Pin {
  const [, name, version] = /^([\w.-]+)\s*(?:\[[^\]]*\])?\s*={2,3}\s*([^\s;,]+)\s*(?:;|--|$)/.exec(line) ?? [];
  if (name !== undefined && version !== undefined && !version.includes("*"))
    return { name: canonicalName(name), version };
  const [, named, address] = /^([\w.-]+)\s*(?:\[[^\]]*\])?\s*@\s*([^\s;]+)/.exec(line) ?? [];
  if (named !== undefined && address !== undefined) {
    refuseLostFile(named, address, file, side);
    return { name: canonicalName(named), version: withoutPasswords(address) };
  }
  const [, wheel, of] = /([\w.]+)-([^-/]+)(?:-[^-/]+){3,4}\.whl$/.exec(line.split(" ")[0]!) ?? [];
  if (wheel !== undefined && of !== undefined) return { name: canonicalName(wheel), version: of };
  if (isEditable(line) || /^\.{0,2}\//.test(line) || line === ".") {
    const path = line.replace(/^(?:-e|--editable)[\s=]*/, "").replace(/\[.*$/, "");
    if (!/^[\w+]+:/.test(path) && !isAbsolute(path) && !normalize(path).startsWith(".."))
      return { name: undefined, version: "" };
    throw new UserError(
      `${sourceOf(file, side)} has an editable package from outside of the project: ${withoutPasswords(line)}\n` +
        "Only folders in the project can be so. Name a released version, as in: name==1.2.3",
    );
  }
  throw new UserError(
    `${sourceOf(file, side)} has a line without an exact version: ${withoutPasswords(line)}\n` +
      "In an environment that has the packages of that side, python3 -m pip freeze prints all of them.",
  );
}

/** conda writes where it once built a package. */
function refuseLostFile(name: string, address: string, file: string, side: SideFiles): void {
  if (!address.startsWith("file://")) return;
  const path = fileURLToPath(address.replace(/[#?].*$/, ""));
  if (existsSync(path)) return;
  throw new UserError(
    `${sourceOf(file, side)} takes ${name} from ${path}, which is not here.\n` +
      "python3 -m pip list --format=freeze prints versions instead.",
  );
}

/** For people. The user may have named the file itself. */
function sourceOf(file: string, { name }: SideFiles): string {
  return name.endsWith(file) ? name : `${file} of ${name}`;
}
