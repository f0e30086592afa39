import type { DriverPlan, Moment } from "../../protocol/state.ts";
import type { Inspector } from "../inspector.ts";
import { JsonLinesFile } from "../notes/json-lines-file.ts";
import { processListFile } from "../notes/process-lists.ts";

export type MomentsPlan = NonNullable<DriverPlan["moments"]>;

/** The debugger needs a tenth of a millisecond or more for each. */
const defaultMaxMoments = 20_000;

/** The list of moments that a plan asks for, written as it grows. */
export class MomentList {
  readonly #file: JsonLinesFile;
  readonly #inspector: Inspector;
  #remaining: number;

  /** `ofProcess`: there may be other processes that write a list. */
  constructor(
    { capture, most = defaultMaxMoments }: MomentsPlan,
    inspector: Inspector,
    { ofProcess } = { ofProcess: false },
  ) {
    this.#file = new JsonLinesFile(ofProcess ? processListFile(capture) : capture);
    this.#inspector = inspector;
    this.#remaining = most;
  }

  add(moment: Moment): void {
    if (this.#remaining-- > 0) this.#file.add(moment);
    if (this.#remaining <= 0) this.end();
  }

  /** The rest of the run is not watched. */
  end(): void {
    this.#remaining = 0;
    this.#inspector.removeBreakpoints();
  }
}
