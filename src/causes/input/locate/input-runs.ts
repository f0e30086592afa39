import { mkdirSync } from "node:fs";
import { basename, extname, join } from "node:path";
import type { ProgramRun } from "../../../lines/program-run.ts";
import type { EndsEvent } from "../../../run/record/events.ts";
import type { World } from "../../../trial/laboratory.ts";
import { emptyFile } from "../content.ts";
import type { InputSearch } from "../input-search.ts";
import { type InputSetting, inputWorld } from "../input-world.ts";
import type { Narrowed } from "../narrowing.ts";
import type { NearInputs } from "./near-inputs.ts";

/** Inputs to run the program on, each once; the nearest to the cause first. */
export interface RelatedInputs {
  readonly failing: readonly World[];
  readonly passing: readonly World[];
}

/** The cause and the inputs around it. */
export function relatedInputs(
  { setting, inputs }: Pick<InputSearch, "setting" | "inputs">,
  { failing, passing }: Pick<Narrowed, "failing" | "passing">,
  { near, ends }: { readonly near: NearInputs; readonly ends: Pick<EndsEvent, "other"> | undefined },
): RelatedInputs {
  const pair = passing ? [inputWorld(setting, passing)] : [];
  const other = ends?.other.outcome === "pass" ? [inputWorld(setting, inputs.passing ?? emptyFile)] : [];
  return {
    failing: distinct([inputWorld(setting, failing), ...near.failing]),
    passing: distinct([...pair, ...near.passing, ...other]),
  };
}

function distinct(worlds: readonly World[]): World[] {
  return worlds.filter(({ content }, i) => worlds.findIndex((each) => each.content === content) === i);
}

/** Saves the inputs in a folder, each under its own name in a folder of its own: the program runs there, like in a test. */
export function saveInputs(folder: string, setting: InputSetting, { failing, passing }: RelatedInputs): ProgramRun[] {
  const [cause, ...others] = failing.map((world) => ({ world, fails: true }));
  const all = [cause!, ...passing.map((world) => ({ world, fails: false })), ...others];
  return all.map(({ world, fails }, i) => ({ ...saveInput(join(folder, `${i}`), setting, world).run, fails }));
}

export interface SavedInput {
  readonly path: string;
  readonly run: Omit<ProgramRun, "fails">;
}

/** Saves an input in a folder, in which the program then runs. */
export function saveInput(cwd: string, setting: InputSetting, { keep }: World): SavedInput {
  const { failing, template } = setting;
  mkdirSync(cwd, { recursive: true });
  const path = keep!(join(cwd, basename(failing, extname(failing))));
  return {
    path,
    run: {
      words: template.argv(path),
      cwd,
      environment: { CULPRIT_INPUT: path, CULPRIT_CWD: setting.cwd },
      ...(template.onStdin ? { stdin: path } : {}),
    },
  };
}
