import type { Pass } from "../../passes/pass.ts";
import type { Run } from "../../run/run.ts";
import type { InputSetting } from "./input-world.ts";
import type { Inputs } from "./inputs.ts";
import type { Narrowed } from "./narrowing.ts";
import type { OutputPaths } from "./output-files.ts";
import type { InputRequest } from "./request.ts";

/** A search in an input: what it needs at every stage. */
export interface InputSearch {
  readonly run: Run;
  readonly request: InputRequest;
  readonly inputs: Inputs;
  readonly setting: InputSetting;
  /** Undefined where the input is a folder, or is not reduced by its structure. */
  readonly passes: readonly Pass[] | undefined;
}

/** What a search in an input found, and where it was written; the first cause first. */
export interface InputResult {
  readonly causes: readonly Narrowed[];
  readonly paths: OutputPaths;
}
