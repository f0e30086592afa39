/** Variables whose values may be kept and shown: they say how programs behave, and hold no secrets. docs/why.md lists them. */
const harmless =
  /^(?:TZ|LANG|LANGUAGE|LC_\w+|PATH|NODE_ENV|CI|TERM|COLUMNS|LINES|SHELL|HOME|USER|PWD|TMPDIR|PYTHONHASHSEED|PYTHONPATH|FORCE_COLOR|NO_COLOR|DEBUG|EDITOR)$/;

export function isHarmless(variable: string): boolean {
  return harmless.test(variable);
}
