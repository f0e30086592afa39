import type { Outcome } from "../../core/outcome.ts";

/** The path of an outcome's mark: outcomes differ in shape as well as in colour. */
export function shape(outcome: Outcome, r: number): string {
  return {
    pass: `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
    fail: `M${-r} ${-r}L${r} ${r}M${-r} ${r}L${r} ${-r}`,
    unresolved: `M0 ${-r}L${r} ${r}H${-r}Z`,
  }[outcome];
}
