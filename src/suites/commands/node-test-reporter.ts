/** `node --test --test-reporter=THIS` writes how each test came out, as one JSON text in a line. */
import type { TestEvent } from "node:test/reporters";

export interface ReportedTest {
  readonly name: string;
  /** How many groups and tests it is in. */
  readonly nesting: number;
  readonly file: string;
  /** It is no test, but has some. */
  readonly isGroup: boolean;
  readonly outcome: "passed" | "failed" | "not run";
}

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { name, nesting, file = "", details, skip, todo } = data;
    const isLeftOut = (skip !== undefined && skip !== false) || (todo !== undefined && todo !== false);
    const outcome = isLeftOut ? "not run" : type === "test:pass" ? "passed" : "failed";
    const reported: ReportedTest = { name, nesting, file, isGroup: details.type === "suite", outcome };
    yield `${JSON.stringify(reported)}\n`;
  }
}
