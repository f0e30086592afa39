import { basename } from "node:path";
import { executesCandidate } from "../../../trial/command/executes-candidate.ts";
import { splitEnv } from "../../../trial/command/program-file.ts";
import { guessLanguage, type ProgramLanguage } from "../../../trial/command/program-language.ts";
import type { InputSetting } from "../input-world.ts";

/** The program that the test starts, as it is started for the failing input. */
export interface TestedProgram {
  readonly language: ProgramLanguage;
  readonly words: readonly string[];
}

/** Why the code of what the test starts cannot be changed, as a clause. */
interface NoProgram {
  readonly reason: string;
}

const advice = "give a TEST that starts the program itself, as in python3 program.py {}";

export function testedProgram({ failing, cwd, template }: InputSetting): TestedProgram | NoProgram {
  if (executesCandidate(template, basename(failing)))
    return { reason: "the test runs the input itself, and --locate looks for a line of the program that reads it" };
  const words = template.argv(failing);
  const [program = ""] = splitEnv(words).command;
  const language = guessLanguage(words, cwd);
  if (language === "shell") return { reason: `${basename(program)} is a shell or a script for one: ${advice}` };
  if (language === "unsupported")
    return { reason: `programs run by ${basename(program)} cannot be changed: give a TEST that uses node` };
  return { language, words };
}
