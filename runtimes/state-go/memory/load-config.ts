import { chunkSize } from "../../protocol/state.ts";
import type { LoadConfig } from "../delve/api.ts";

/** A longer text is not captured: only its type is known. */
const maxText = 1_000_000;

/** What lies within a value; what pointers lead to is asked for once, however many of them there are. */
export const withinValue: LoadConfig = {
  FollowPointers: false,
  MaxVariableRecurse: 10,
  MaxStringLen: maxText,
  MaxArrayValues: chunkSize,
  MaxStructFields: -1,
};

/** Where a value is, but not its parts. */
export const valueAlone: LoadConfig = { ...withinValue, MaxVariableRecurse: 0, MaxArrayValues: 1 };
