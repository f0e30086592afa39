const resets: (() => void)[] = [];

/** Registers how to clear a part of the state: called before and after each run. */
export function onReset(reset: () => void): void {
  resets.push(reset);
}

export function resetAll(): void {
  for (const reset of resets) reset();
}
