/**
 * Whether a kind of change may be the repair where runs are judged by how they end alone. To leave out the statement that crashes is
 * enough there, and so is a value of a run that passes: they show that a line matters, and no defect.
 */
export function mayBeRepair(kind: string): boolean {
  return kind !== "skip" && kind !== "value";
}
