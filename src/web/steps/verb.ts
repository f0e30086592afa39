import type { Outcome } from "../../core/outcome.ts";

export function verbOf(outcome: Outcome): string {
  return outcome === "fail" ? "fails" : outcome === "pass" ? "passes" : "is unresolved";
}
