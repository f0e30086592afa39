import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface SuiteOptions {
  /** The folder with the suites. */
  readonly from: string;
  /** Suites, programs or versions; all where none is named. */
  readonly only: readonly string[];
  /** Maximum number of versions of a program. */
  readonly perProgram: number;
  readonly jobs?: string | undefined;
  /** The time that one search may take. */
  readonly budget: string;
  /** Whole seconds: of processor time for a plain run, of the clock in a search where the failing run hangs. */
  readonly limit: number;
  readonly json?: string | undefined;
  /** Judge runs only by how they end. */
  readonly weakTest: boolean;
  /** Only Ochiai and the middle line. */
  readonly baselines: boolean;
  readonly program: string;
}

export function suiteOptions(argv: readonly string[]): SuiteOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      from: { type: "string" },
      only: { type: "string", default: "" },
      "per-program": { type: "string", default: "1000" },
      jobs: { type: "string" },
      budget: { type: "string", default: "5m" },
      limit: { type: "string", default: "5" },
      json: { type: "string" },
      "weak-test": { type: "boolean", default: false },
      baselines: { type: "boolean", default: false },
      program: { type: "string", default: "dist/src/cli/main.js" },
    },
  });
  if (values.from === undefined) {
    console.error("Which folder holds the suites? state-suites --from DIR");
    process.exit(2);
  }
  return {
    from: resolve(values.from),
    only: values.only.split(",").filter((name) => name !== ""),
    perProgram: Number(values["per-program"]),
    jobs: values.jobs,
    budget: values.budget,
    limit: Number(values.limit),
    json: values.json,
    weakTest: values["weak-test"],
    baselines: values.baselines,
    program: resolve(values.program),
  };
}

/** Whether `--only` names the suite, the program or this version of it. */
export function isWanted(only: readonly string[], suite: string, name: string): boolean {
  return only.length === 0 || [suite, name, name.split("/")[0]!].some((each) => only.includes(each));
}
