import type { Conditions } from "../run/conditions.ts";

/** The options with which a command has these conditions again, as far as they decide what it finds. */
export function conditionWords({ failure, repeat, timeout, setup, teardown, sandbox }: Conditions): string[] {
  return [
    ...failureWords(failure),
    ...(repeat === 1 ? [] : ["--repeat", String(repeat)]),
    ...(timeout === undefined ? [] : ["--timeout", `${timeout}ms`]),
    ...(setup === undefined ? [] : ["--setup", setup]),
    ...(teardown === undefined ? [] : ["--teardown", teardown]),
    ...(sandbox ? ["--sandbox"] : []),
  ];
}

function failureWords(failure: Conditions["failure"]): string[] {
  const { mode } = failure;
  if (mode === "same") return [];
  if (mode === "interesting") return ["--interesting"];
  return ["--failure", mode === "match" ? `match:${failure.pattern}` : mode];
}
