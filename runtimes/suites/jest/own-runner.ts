/** What is used of the configuration of one project. */
export interface JestConfig {
  readonly testRunner: string;
  readonly id?: string;
  /** The id, before Jest 28. */
  readonly name?: string;
}

/** The variable with the test runner of each project. */
export const runnersVariable = "CULPRIT_SUITE_JEST_RUNNERS";

export function idOf({ id, name }: JestConfig): string {
  return id ?? name ?? "";
}

/** The module of the test runner that a project would have without culprit. */
export function ownRunner(config: JestConfig): string {
  return JSON.parse(process.env[runnersVariable]!)[idOf(config)];
}
