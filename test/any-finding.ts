import type { ArgsFinding } from "../src/causes/args/finding.ts";
import type { ClockFinding } from "../src/causes/clock/finding.ts";
import type { HistoryFinding } from "../src/causes/history/finding.ts";
import type { InputFinding } from "../src/causes/input/finding.ts";
import type { PackagesFinding } from "../src/causes/packages/finding.ts";
import type { ScheduleFinding } from "../src/causes/schedule/finding.ts";
import type { StateFinding } from "../src/causes/state/finding.ts";
import type { TestsFinding } from "../src/causes/tests/finding.ts";
import type { WhyFinding } from "../src/causes/why/finding.ts";

/** What `--json` may hold, whatever the command. */
export type AnyFinding = ArgsFinding &
  ClockFinding &
  HistoryFinding &
  InputFinding &
  PackagesFinding &
  ScheduleFinding &
  StateFinding &
  TestsFinding &
  Partial<WhyFinding>;
