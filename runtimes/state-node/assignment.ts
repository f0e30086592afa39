/** What the driver gives to the processes that it starts, as JSON in an environment variable. */
export interface Assignment {
  readonly planFile: string;
  /** The program's own `NODE_OPTIONS`, which are restored before it begins. */
  readonly nodeOptions?: string;
}

export const assignmentVariable = "CULPRIT_STATE";
