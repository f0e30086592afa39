/**
 * Which code is controlled: that of the whole process, or that of a test's body only, while the rest of the process runs as
 * usual. The functions ask about the code that is running now.
 */
export const scope = {
  wholeProcess: true,
  isControlled: (): boolean => true,
  /** Whether the code belongs to a run of the body that has ended: whatever it still starts never runs. */
  isLeftOver: (): boolean => false,
};

/** From now on, only part of the process is controlled. */
export function limitScope(part: Pick<typeof scope, "isControlled" | "isLeftOver">): void {
  Object.assign(scope, { wholeProcess: false, ...part });
}

// biome-ignore lint/suspicious/noExplicitAny: functions of every shape.
type Callable = (this: any, ...args: any[]) => any;

/** A function that is `controlled` for controlled code and `original` for all other. */
export function ifControlled<T>(controlled: T, original: T): T {
  if (scope.wholeProcess) return controlled;
  const either: Callable = function (...args) {
    return Reflect.apply((scope.isControlled() ? controlled : original) as Callable, this, args);
  };
  return either as T;
}
