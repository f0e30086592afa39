import type { Pass } from "../../passes/pass.ts";
import type { Run } from "../../run/run.ts";
import type { Setting } from "./input-world.ts";
import type { Inputs } from "./inputs.ts";
import type { Narrowed } from "./narrowing.ts";
import type { OutputPaths } from "./output-files.ts";
import type { InputRequest } from "./request.ts";

/** A search in an input, at work. */
export interface InputSearch {
  readonly run: Run;
  readonly request: InputRequest;
  readonly inputs: Inputs;
  readonly setting: Setting;
  /** Undefined where the input is not made smaller by structure, or is a folder. */
  readonly passes: readonly Pass[] | undefined;
}

/** What a search in an input found, the first cause first. */
export interface InputResult {
  readonly causes: readonly Narrowed[];
  readonly paths: OutputPaths;
}
