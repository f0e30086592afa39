import { basename } from "node:path";
import { blockTree } from "./blocks.ts";
import { csvTree } from "./csv.ts";
import { iniTree } from "./ini.ts";
import { languages } from "./languages.ts";
import type { Node } from "./node.ts";
import { xmlTree } from "./xml.ts";

/** A format with rules of its own, for which we need no grammar. */
interface Format {
  readonly name: string;
  readonly parse: (bytes: Uint8Array) => Node;
  readonly files: readonly string[];
}

export const formats: readonly Format[] = [
  {
    name: "xml",
    parse: xmlTree,
    files: [
      ".xml",
      ".svg",
      ".xsd",
      ".xsl",
      ".xslt",
      ".rss",
      ".atom",
      ".plist",
      ".pom",
      ".csproj",
      ".rdf",
      ".kml",
      ".gpx",
    ],
  },
  { name: "csv", parse: csvTree, files: [".csv", ".tsv"] },
  {
    name: "ini",
    parse: iniTree,
    files: [".ini", ".cfg", ".conf", ".properties", ".env", ".desktop", ".service", ".editorconfig", ".gitconfig"],
  },
  { name: "text", parse: blockTree, files: [".txt", ".log"] },
];

/** Every name that `--language` takes. */
export const languageNames: readonly string[] = [...languages, ...formats].map(({ name }) => name).sort();

/** What a text is written in, by its file's name, or else by how it begins. */
export function detectLanguage(path: string, bytes: Uint8Array): string {
  const name = basename(path);
  const byName = [...languages, ...formats].find(({ files }) => files.some((each) => matches(name, each)));
  return byName?.name ?? byContent(Buffer.from(bytes.subarray(0, 4096)).toString("latin1")) ?? "text";
}

/** `.c` is how a name ends, and the case counts only where nothing else tells two languages apart. */
function matches(name: string, ending: string): boolean {
  if (!ending.startsWith(".")) return name === ending;
  return name.endsWith(ending) || (ending !== ".C" && name.toLowerCase().endsWith(ending));
}

function byContent(start: string): string | undefined {
  const text = start.replace(/^\xef\xbb\xbf/, "").trimStart();
  const interpreter = /^#!\s*\S*?([^\s/]+)(?:[ \t]+(\S+))?/.exec(text);
  if (interpreter) {
    const program = (interpreter[1] === "env" ? interpreter[2] : interpreter[1])?.replace(/[\d.]+$/, "");
    return languages.find(({ interpreters }) => interpreters?.includes(program ?? ""))?.name;
  }
  if (/^<!doctype html|^<html/i.test(text)) return "html";
  if (/^<\?php/.test(text)) return "php";
  if (/^<[?!a-z]/i.test(text)) return "xml";
  if (/^[[{]\s*(?:["[{\]}]|-?\d|true\b|false\b|null\b)/.test(text)) return "json";
  return undefined;
}
