/** What this process and those that it starts see again: the options that the user gave. */
export function restoreOptions(): void {
  const given = process.env.CULPRIT_SUITE_NODE_OPTIONS;
  if (given === undefined) return;
  delete process.env.CULPRIT_SUITE_NODE_OPTIONS;
  if (given === "") delete process.env.NODE_OPTIONS;
  else process.env.NODE_OPTIONS = given;
}
