import type { ArgsFinding } from "../../causes/args/finding.ts";
import type { ClockFinding } from "../../causes/clock/finding.ts";
import type { HistoryFinding } from "../../causes/history/finding.ts";
import type { InputFinding } from "../../causes/input/finding.ts";
import type { PackagesFinding } from "../../causes/packages/finding.ts";
import type { ScheduleFinding } from "../../causes/schedule/finding.ts";
import type { StateFinding } from "../../causes/state/finding.ts";
import type { TestsFinding } from "../../causes/tests/finding.ts";
import type { WhyFinding } from "../../causes/why/finding.ts";
import type { Finding } from "../../core/finding.ts";
import { type SchemaReference, withSchema } from "../../report/schema-reference.ts";
import { version } from "../version.ts";

/** Says which schema the finding has. */
export function printedFinding<F extends Finding>(finding: F): SchemaReference & F {
  return withSchema(finding, version);
}

/** What `--json` prints, whatever the command. `schema/finding.json` is made from this type by scripts/schema.mjs. */
export type PrintedFinding =
  | PrintedArgs
  | PrintedChanges
  | PrintedClock
  | PrintedEnv
  | PrintedHistory
  | PrintedInput
  | PrintedPackages
  | PrintedSchedule
  | PrintedState
  | PrintedTests
  | PrintedWhy;

interface PrintedArgs extends SchemaReference, ArgsFinding {
  readonly kind: "args";
}

interface PrintedChanges extends SchemaReference, Finding {
  readonly kind: "changes";
}

interface PrintedClock extends SchemaReference, ClockFinding {
  readonly kind: "clock";
}

interface PrintedEnv extends SchemaReference, Finding {
  readonly kind: "env";
}

interface PrintedHistory extends SchemaReference, HistoryFinding {
  readonly kind: "history";
}

interface PrintedInput extends SchemaReference, InputFinding {
  readonly kind: "input";
}

interface PrintedPackages extends SchemaReference, PackagesFinding {
  readonly kind: "packages";
}

interface PrintedSchedule extends SchemaReference, ScheduleFinding {
  readonly kind: "schedule";
}

interface PrintedState extends SchemaReference, StateFinding {
  readonly kind: "state";
}

interface PrintedTests extends SchemaReference, TestsFinding {
  readonly kind: "tests";
}

interface PrintedWhy extends SchemaReference, WhyFinding {
  readonly kind: "why";
}
