/**
 * Whose calls pass the gate: those of the whole process, or those of code that a body runs, while the rest of the process
 * goes on as usual.
 */
export const scope = {
  /** All of the process: nothing needs to be asked. */
  whole: true,
  includes: (): boolean => true,
  /** Whether the code belongs to a run of the body that is over: what it still asks for is never done. */
  isOver: (): boolean => false,
};

export function narrow(includes: () => boolean, isOver: () => boolean): void {
  Object.assign(scope, { whole: false, includes, isOver });
}

// biome-ignore lint/suspicious/noExplicitAny: functions of every shape.
type Callable = (this: any, ...args: any[]) => any;

/** The one function for calls that pass the gate, the other for those that do not. */
export function scoped<T>(inside: T, outside: T): T {
  if (scope.whole) return inside;
  const either: Callable = function (...args) {
    return Reflect.apply((scope.includes() ? inside : outside) as Callable, this, args);
  };
  return either as T;
}

const resets: (() => void)[] = [];

/** What is to be as new whenever the gate opens. */
export function afresh(reset: () => void): void {
  resets.push(reset);
}

export function beginAfresh(): void {
  for (const reset of resets) reset();
}
