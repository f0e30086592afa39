/** Harmless variables on which many outcomes depend; all others travel only by --pass-env. */
const alwaysPassed = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/** The variables of this process that a test gets; `names` are those of --pass-env. */
export function passedVariables(names: readonly string[]): Record<string, string> {
  const all = [...alwaysPassed, ...names].map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(all.filter((each): each is [string, string] => each[1] !== undefined));
}
