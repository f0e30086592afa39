import { commandLine } from "../../../core/command-line.ts";
import { listText } from "../../../core/list-text.ts";
import { count, counted } from "../../../report/quantity.ts";
import type { PartnerEntry, TestEntry } from "../finding.ts";
import type { Partner, SharedLines, TestCommand } from "../partner/partner.ts";
import type { StateRequest } from "../request.ts";

/** Which passing test was chosen, and why, as sentences. */
export function partnerNotes(partner: Partner): string[] {
  const { test, command, failing, others } = partner;
  const alone = failing.narrowed ? [`${failing.test} fails, and is run alone: ${commandLine(failing.command)}.`] : [];
  const more = others.map((each) => each.test);
  return [
    ...alone,
    `Compared with ${test}, ${choiceText(partner)}. Its command: ${commandLine(command)}.`,
    ...(more.length === 0 ? [] : [`Also compared with ${listText(more)}.`]),
  ];
}

function choiceText({ tried, passing, lines }: Partner): string {
  const choice = passing === 1 ? "the only passing test" : `the nearest of ${count(passing)} passing tests`;
  const reason = lines
    ? sharedText(lines)
    : "the failing test was not seen to execute a line of the program, so its place in the file decided";
  return `${choice} (${count(tried)} ${tried === 1 ? "was" : "were"} tried): ${reason}`;
}

function sharedText({ failing, shared, others }: SharedLines): string {
  const more = others === 0 ? "no others" : `${count(others)} ${others === 1 ? "other" : "others"}`;
  return `of the ${counted(failing, "lines")} of the program that the failing test executes, it executes ${count(shared)}, and ${more}`;
}

export function partnerEntry({ partner }: StateRequest): { readonly partner?: PartnerEntry } {
  if (!partner) return {};
  const { failing, others, tried, passing, lines } = partner;
  return {
    partner: {
      ...commandEntry(partner),
      failing: commandEntry(failing),
      others: others.map(commandEntry),
      tried,
      passing,
      ...(lines ? { lines } : {}),
    },
  };
}

function commandEntry({ test, command }: TestCommand): TestEntry {
  return { test, command: commandLine(command) };
}
