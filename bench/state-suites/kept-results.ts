import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Result } from "./measure-subject.ts";

interface Named {
  readonly suite: string;
  readonly name: string;
}

/** Results by suite and name; written to the file after each one, so that a run that was stopped continues. */
export function openKeptResults(file: string | undefined) {
  const results: Result[] = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  return {
    results,
    has: (one: Named) => results.some(({ suite, name }) => suite === one.suite && name === one.name),
    /** How many versions of the same program have figures. */
    versionsOf: (one: Named) => results.filter((each) => each.scores && programOf(each) === programOf(one)).length,
    add: (result: Result) => {
      results.push(result);
      if (file !== undefined) writeFileSync(file, `${JSON.stringify(results, undefined, 1)}\n`);
    },
  };
}

const programOf = ({ suite, name }: Named): string => `${suite} ${name.split("/")[0]}`;
