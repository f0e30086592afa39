import { linesOf } from "./identity/lines.ts";
import { printedText } from "./identity/printed-text.ts";
import type { Execution } from "./process/execution.ts";

/**
 * What a program that was run without a terminal seems to ask a person for: its last line, if that looks like a question. A guess
 * from the text alone, so messages say "looks like".
 */
export function askedQuestion({ output, timedOut }: Pick<Execution, "output" | "timedOut">): string | undefined {
  const last = [output.stdout, output.stderr].map(lastLine);
  const asked =
    last.find(({ text }) => isPrompt(text)) ??
    last.find(({ text, isOpen }) => isOpen && endsLikePrompt.test(text)) ??
    last.find(({ text }) => timedOut && text.endsWith("?"));
  return asked && printedText(asked.text);
}

/** The same as advice, on a line of its own; empty if nothing was asked. */
export function questionAdvice(question: string | undefined): string {
  if (question === undefined) return "";
  return (
    `\nIts last line looks like a question: “${question}”. Tests run without a terminal: pass an option that answers it ` +
    "(for example --yes), or pipe an answer into it."
  );
}

interface LastLine {
  readonly text: string;
  /** The line has no end yet, as a program leaves it that waits for an answer. */
  readonly isOpen: boolean;
}

/** The last line with any text, without what a progress bar wrote over. */
function lastLine(stream: string): LastLine {
  const text = linesOf(stream).findLast((line) => line.trim() !== "") ?? "";
  return { text: text.trim(), isOpen: text !== "" && !/[\r\n]\s*$/.test(stream) };
}

/** What is hardly ever anything but a prompt, wherever the line ends. */
function isPrompt(text: string): boolean {
  return prompts.some((pattern) => pattern.test(text));
}

const prompts: readonly RegExp[] = [
  /[[(](?:y(?:es)?\s*\/\s*no?|no?\s*\/\s*y(?:es)?)(?:\/[^)\]]*[)\]]?)?[)\]][\s?:>›»·‣]*(?:true|false|yes|no)?$/i, // [y/N], (yes/no)?
  /^[^:]{0,60}\b(?:password|passphrase|passcode|username|user name|one-time code|OTP)\b[^:]{0,60}:$/i,
  /\b(?:press|hit)\b.{0,20}\b(?:enter|return|any key|a key)\b.{0,40}$/i,
  /^\? .*[?:›»(].*$/, // as the prompts of inquirer and its kin begin
];

const endsLikePrompt = /[?:>›»]$/;
