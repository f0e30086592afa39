import { realpathSync } from "node:fs";
import { originalPosition, type Position } from "../../shared/source-maps.ts";
import type { Callee } from "../../shared/stack-frames.ts";
import { pathOf, stackText } from "./frames.ts";

const known = new Map<string, string>();

/** The place of a frame, number `at` on the stack, in the file that the user wrote. Looked up once, since it is slow. */
export function placeText(frame: NodeJS.CallSite, at: number, callee: Callee): string {
  const position = {
    file: pathOf(frame.getFileName() ?? ""),
    line: frame.getLineNumber() ?? 0,
    column: frame.getColumnNumber() ?? 0,
  };
  const key = `${position.file}:${position.line}:${position.column}`;
  const text = known.get(key) ?? writtenText(position, at, callee);
  known.set(key, text);
  return text;
}

function writtenText(position: Position, at: number, callee: Callee): string {
  const { file, line, column } = positionInErrors(position, at, callee) ?? originalPosition(position) ?? position;
  return `${relativePath(file)}:${line}:${column}`;
}

/** The position that an error would show: loaders that compile files, such as those of test runners, change it to the original. */
function positionInErrors(position: Position, at: number, callee: Callee): Position | undefined {
  const line = stackText(callee).split("\n    at ")[at + 1] ?? "";
  const [, file, row, column] = /(?:^(?:async )?|\()([^()\n]+):(\d+):(\d+)\)?$/.exec(line) ?? [];
  if (file === undefined) return undefined;
  const shown = { file: pathOf(file), line: Number(row), column: Number(column) };
  const isSame = shown.file === position.file && shown.line === position.line && shown.column === position.column;
  return !isSame && shown.file.startsWith("/") ? shown : undefined;
}

const folder = process.env.CULPRIT_FOLDER ?? process.cwd();
const prefixes = [`${folder}/`, `${realPath(folder)}/`];

function relativePath(path: string): string {
  const prefix = prefixes.find((each) => path.startsWith(each)) ?? "";
  return path.slice(prefix.length);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
