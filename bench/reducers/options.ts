import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface Options {
  /** All where none is named. */
  readonly inputs: readonly string[];
  readonly tools: readonly string[];
  readonly limitSeconds: number;
  /** Our command line; another build of it may be named. */
  readonly program: string;
  /** Take peers' figures of an earlier run where there are any. */
  readonly reusePeers: boolean;
}

/** `reducers --input json --tool culprit --limit 60 --reuse-peers --program FILE`; the first two may be repeated. */
export function reducerOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      input: { type: "string", multiple: true, default: [] },
      tool: { type: "string", multiple: true, default: [] },
      limit: { type: "string", default: "300" },
      program: { type: "string", default: "dist/src/cli/main.js" },
      "reuse-peers": { type: "boolean", default: false },
    },
  });
  return {
    inputs: values.input,
    tools: values.tool,
    limitSeconds: Number(values.limit),
    program: resolve(values.program),
    reusePeers: values["reuse-peers"],
  };
}
