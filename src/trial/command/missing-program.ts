/** Why the program of a test, named by a path, cannot be run. `elsewhere`: where it was looked for besides the folder. */
export function missingProgram(program: string, cwd: string, elsewhere = ""): string {
  return `There is no file ${program} in ${cwd} to run as the test${elsewhere}.${shellAdvice(program)}`;
}

/** What to do if the first word of a test is a whole command line: no shell reads it. */
export function shellAdvice(program: string): string {
  const isCommandLine = /[\s&|;<>$`]/.test(program);
  return isCommandLine ? "\nIf it is a command line for a shell: -- sh -c '…'" : "";
}
