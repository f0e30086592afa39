import type { StepRow } from "../../core/finding.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type Answer, asking, outcomeOf, type Search } from "../../core/search.ts";
import type { StageDetails } from "../../core/stage-details.ts";
import type { SearchDescription } from "../../search/described.ts";
import type { Observation } from "../../trial/observation.ts";
import type { StepLog } from "../record/step-log.ts";
import type { Sizes } from "./progress.ts";

/** What the log of steps can know of a stage besides what every stage has. */
export interface StageLogging<Q> {
  /** The search as data, if its questions follow from the answers alone. */
  readonly search?: SearchDescription | undefined;
  /** What the deltas are called, for people. */
  readonly labels?: (() => readonly string[]) | undefined;
  /** What they are, as data for views; asked for once. */
  readonly details?: (() => StageDetails) | undefined;
  /** The set of a question; undefined: as reports show it. */
  readonly set?: (question: Q) => string;
  /** Where worlds are texts: the one that the search begins with, and that of a question. */
  readonly start?: Uint8Array | undefined;
  readonly text?: ((question: Q) => Uint8Array) | undefined;
}

/** What is logged of a stage. */
interface LoggedStage<Q, R, A extends Answer> {
  readonly search: Search<Q, R, A>;
  readonly answer?: (observation: Observation, question: Q) => A;
  readonly shown: (question: Q) => Pick<StepRow, "stage" | "set" | "size">;
  readonly total: number;
  readonly unit: string;
  readonly start: Sizes;
  readonly halving?: boolean;
  readonly logging?: StageLogging<Q>;
}

/** Maximum number of deltas that are logged with their labels, and of characters of one. */
const maxLabels = 5000;
const maxLabelLength = 120;

/** Maximum number of characters of the details of a stage. */
const maxDetails = 1_000_000;

interface TakenStep<Q> {
  readonly question: Q;
  readonly observation: Observation;
  readonly sizes: Sizes;
  readonly isBest: boolean;
  readonly as: "memory" | "check" | undefined;
}

/** Logs that a stage begins, and returns what logs each of its steps. */
export function logSteps<Q, R, A extends Answer>(
  log: StepLog,
  stage: LoggedStage<Q, R, A>,
): (step: TakenStep<Q>) => void {
  if (!asking(stage.search)) return () => {};
  const { search, labels, details, start, text, set } = stage.logging ?? {};
  const { stage: name } = stage.shown(stage.search.ask);
  log.beginStage(
    {
      ...{ name, unit: stage.unit, total: stage.total, ...stage.start },
      ...(stage.halving ? { halving: true } : {}),
      ...(search ? { search } : {}),
      ...(set && !search ? { sets: true } : {}),
      ...(labels && stage.total <= maxLabels ? { labels: labels().map(shortened) } : {}),
      ...(details && stage.total <= maxLabels ? boundedDetails(details) : {}),
    },
    start,
  );
  return ({ question, observation, sizes, isBest, as }) => {
    const { content, outcome } = observation;
    const shown = stage.shown(question);
    const answer = answerFor(stage, observation, question);
    log.add({
      ...{ content, outcome, isBest, text: text?.(question) },
      ...(answer === outcome ? {} : { answer }),
      ...(as ? { as } : {}),
      ...(search ? {} : { set: set?.(question) ?? shown.set, size: shown.size, ...sizes }),
      ...(shown.stage === name ? {} : { part: shown.stage }),
    });
  };
}

/** Views are a convenience: whatever is wrong with their data, the search goes on without them. */
function boundedDetails(details: () => StageDetails): { readonly details?: StageDetails } {
  try {
    const found = details();
    return JSON.stringify(found).length <= maxDetails ? { details: found } : {};
  } catch {
    return {};
  }
}

function shortened(label: string): string {
  return label.slice(0, maxLabelLength);
}

function answerFor<Q, R, A extends Answer>(
  stage: LoggedStage<Q, R, A>,
  observation: Observation,
  question: Q,
): Outcome {
  return stage.answer ? outcomeOf(stage.answer(observation, question)) : observation.outcome;
}
