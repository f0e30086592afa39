import type { LockedContext } from "../../../versions/packages/locked/locked-context.ts";
import type { LockedRequest } from "./request.ts";

/** A search among upgrades of a manager that installs every candidate itself. */
export interface LockedSearch extends LockedContext {
  readonly request: LockedRequest;
}
