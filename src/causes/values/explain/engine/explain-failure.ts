import { UserError } from "../../../../core/user-error.ts";
import { languageNames } from "../../../../syntax/detect.ts";
import type { BodyFailure, Explanation } from "../body-failure.ts";
import { isolatedText, type RunTotals, simplifiedText, tooSlowText } from "./explanation-text.ts";
import { keepInputs } from "./input-files.ts";
import { isolateInput } from "./isolate-input.ts";
import { simplifyInput } from "./simplify-input.ts";
import { BudgetEnd, Trials } from "./trials.ts";

/** Finds the part of an input, or the difference from a passing one, that makes a body fail. */
export async function explainFailure(failure: BodyFailure): Promise<Explanation> {
  const { input, language, clock } = failure;
  if (language !== undefined && !languageNames.includes(language))
    return { warning: `there is no language ${language}; choose one of ${languageNames.join(", ")}.` };
  const trials = new Trials(failure);
  try {
    if ((await trials.outcomeOf(input.content)) !== "fail") return { warning: notRepeated };
    return await explainRepeatable(failure, trials);
  } catch (error) {
    if (error instanceof BudgetEnd) return { message: tooSlowText(clock) };
    if (error instanceof UserError) return { warning: error.message };
    throw error;
  }
}

const notRepeated =
  "the failure does not repeat: on the same input the body passed, or failed in another way, the second time. " +
  "So the input was not simplified. Something that the body changes outside of itself may decide.";

async function explainRepeatable(failure: BodyFailure, trials: Trials): Promise<Explanation> {
  const { input, passing, language, clock } = failure;
  const passes = passing && (await trials.outcomeOf(passing.content)) === "pass";
  const totals = (): RunTotals => ({ runs: trials.runs, elapsed: trials.elapsed, budget: clock.budget });
  if (passing && passes) {
    const isolated = await isolateInput({ passing, failing: input }, trials, language);
    const files = keepInputs(failure, { failing: isolated.failing, passing: isolated.passing });
    return { message: isolatedText(isolated, totals(), files) };
  }
  const simplified = await simplifyInput(input, trials, language);
  const files = keepInputs(failure, { smallest: simplified.content });
  return {
    message: simplifiedText({ input, simplified, totals: totals(), files }),
    ...(passing ? { warning: "the input that should pass does not, so the failing one was simplified." } : {}),
  };
}
