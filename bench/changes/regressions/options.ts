import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { list } from "./list.ts";
import type { RealRegression } from "./real-regression.ts";

export interface Options {
  readonly chosen: readonly RealRegression[];
  /** Holds the repositories, each under its name. */
  readonly from: string | undefined;
  /** What is fetched and printed stays here, outside of this repository. */
  readonly cache: string;
  readonly budget: string;
  /** Our command line; another build of it may be named. */
  readonly program: string;
  /** Only check that the old version passes and the new one fails; culprit is not run. */
  readonly endsOnly: boolean;
}

/** `regressions --only qs,zod --from DIR --cache DIR --budget 10m --program FILE --ends`. */
export function regressionOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: { type: "string" },
      from: { type: "string" },
      cache: { type: "string", default: join(tmpdir(), "culprit-regressions") },
      budget: { type: "string", default: "10m" },
      program: { type: "string", default: "dist/src/cli/main.js" },
      ends: { type: "boolean", default: false },
    },
  });
  return {
    chosen: named(values.only?.split(",")),
    from: values.from && resolve(values.from),
    cache: resolve(values.cache),
    budget: values.budget,
    program: resolve(values.program),
    endsOnly: values.ends,
  };
}

function named(names: readonly string[] | undefined): readonly RealRegression[] {
  const unknown = names?.filter((name) => !list.some((each) => each.name === name)) ?? [];
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(", ")}; there are ${list.map(({ name }) => name).join(", ")}.`);
    process.exit(2);
  }
  return names ? list.filter(({ name }) => names.includes(name)) : list;
}
