/** A point of a run at which several lanes could run. */
export interface Choice {
  /** Threads: the lane that is at one of its steps, and goes on if it can and nothing else is planned. Events: the one that runs. */
  readonly lane: string;
  readonly count: number;
  /** All lanes that could run, that one too if it could. */
  readonly ready: readonly string[];
}

export interface Choices {
  readonly choices: readonly Choice[];
  /** There were too many to write down: these are only the first. */
  readonly isCut: boolean;
}

/** Where a runtime writes the choices of a run, if the plan asks for them. */
export function choicesPath(logPath: string): string {
  return `${logPath}.choices`;
}

/** The line that stands for those that were not written any more. */
export const moreChoices = "more";

/** The line of a choice, as in `1.1 7 1 1.1 1.2`. */
export function choiceText({ lane, count, ready }: Choice): string {
  return `${lane} ${count} ${ready.join(" ")}`;
}

/** Reads the lines; a last one without its line break was not written to its end. */
export function parseChoices(text: string): Choices {
  const lines = text.split("\n").slice(0, -1);
  const whole = lines.filter((line) => line !== moreChoices);
  const choices = whole.map((line): Choice => {
    const [lane = "", count = "", ...ready] = line.split(" ");
    return { lane, count: Number(count), ready };
  });
  return { choices, isCut: whole.length < lines.length };
}
