import { innermost } from "../frames.ts";
import { functionName } from "../function-name.ts";
import type { Recogniser } from "../recogniser.ts";

/**
 * `assert()` of C and C++. The expression is a piece of the program's text, so it is kept as it is; the function is
 * the only frame.
 */
export const assertion: Recogniser = (lines, candidate) => {
  for (const line of lines) {
    const failed = parse(line);
    if (failed === undefined) continue;
    const frame = { name: functionName(failed.function), file: failed.file };
    const expression = failed.expression.replace(/\s+/g, " ").trim();
    return {
      kind: "assertion failed",
      message: expression,
      printed: expression,
      frames: innermost([frame], candidate),
    };
  }
  return undefined;
};

interface FailedAssertion {
  readonly expression: string;
  readonly function: string;
  readonly file: string;
}

function parse(line: string): FailedAssertion | undefined {
  if (!/assertion/i.test(line)) return undefined;
  return gnu(line) ?? others(line);
}

/** ``prog: file.c:12: func: Assertion `x > 0' failed.``; libstdc++ quotes with two straight apostrophes. */
function gnu(line: string): FailedAssertion | undefined {
  const [, head, expression] = /^(.*?): Assertion [`'‘](.*)['’] failed\.?$/.exec(line) ?? [];
  if (head === undefined || expression === undefined) return undefined;
  const [, file = "", name = ""] = /(?:^|\s)(\S+):\d+(?:: (.*))?$/.exec(head) ?? [];
  return { expression, file, function: name };
}

const shapes: readonly RegExp[] = [
  /^Assertion failed: (?<expression>.*) \((?<file>.*): (?<function>[^:]*): \d+\)$/, // musl
  /^Assertion failed: \((?<expression>.*)\), function (?<function>.*), file (?<file>.*), line \d+\.?$/, // macOS
  /^Assertion failed: (?<expression>.*), file (?<file>.*), line \d+$/, // Windows
  /^ERROR:(?<file>.*):\d+:(?<function>\w+): assertion failed:? (?<expression>.*)$/, // GLib
];

function others(line: string): FailedAssertion | undefined {
  for (const shape of shapes) {
    const found = shape.exec(line)?.groups;
    if (found === undefined) continue;
    return { expression: found.expression ?? "", function: found.function ?? "", file: found.file ?? "" };
  }
  return undefined;
}
