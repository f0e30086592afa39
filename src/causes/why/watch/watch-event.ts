import type { GuiltyEdits } from "./guilty-edits.ts";

/** What happens while files are watched. */
export type WatchEvent =
  | { readonly event: "passed"; readonly at: string; readonly seconds: number }
  | {
      readonly event: "failed";
      readonly at: string;
      readonly seconds: number;
      readonly ended: string;
      /** The test of a suite that it is about. */
      readonly test?: string;
    }
  | ({
      readonly event: "guilty";
      /** When the test passed last. */
      readonly since: string;
      /** How often it was run to find out, and how long that took. */
      readonly runs: number;
      readonly seconds: number;
      /** Finds out more. */
      readonly command: string;
    } & GuiltyEdits)
  | { readonly event: "unexplained"; readonly reason: string; readonly command: string };
