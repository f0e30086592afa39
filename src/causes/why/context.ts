import type { Run } from "../../run/run.ts";
import type { Repository } from "../../world/git/repository.ts";
import type { SinceGreen } from "./green/green-memory.ts";
import type { WhyRequest } from "./request.ts";
import type { TestedCommand } from "./worlds/tested-command.ts";

/** All that experiments are made of. */
export interface Context {
  readonly run: Run;
  readonly request: WhyRequest;
  /** What the experiments run, and what they judge. */
  readonly tested: TestedCommand;
  /** A command for instruments that shows the failure, as short as it is known. */
  readonly words: readonly string[];
  /** Undefined: the folder is in none. */
  readonly repository: Repository | undefined;
  /** Undefined: it has not passed here yet, as far as we know. */
  readonly since?: SinceGreen;
  /** When the run began, in milliseconds. */
  readonly now: number;
}
