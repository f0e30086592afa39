import { bisecting } from "./bisecting.ts";
import { composing } from "./composing.ts";
import { searching } from "./searching.ts";

/** Causes in changes: how quickly candidates are made, beside git bisect, and how few tests. */
export async function changes(): Promise<void> {
  await composing();
  await bisecting();
  await searching();
}
