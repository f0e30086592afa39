import type { Words } from "../../src/application/words.ts";

/** The words of a call as the command line would parse them. */
export function madeWords(
  positionals: readonly string[],
  { test = ["true"], ...options }: { readonly test?: readonly string[] } & Readonly<Record<string, unknown>> = {},
): Words {
  return {
    positionals,
    test,
    value: (option) => (typeof options[option] === "string" ? options[option] : undefined),
    values: (option) => (Array.isArray(options[option]) ? options[option] : []),
    has: (option) => options[option] === true,
    isGiven: (option) => options[option] !== undefined,
  };
}
