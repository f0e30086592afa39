import type { Story } from "../../core/finding.ts";
import type { FindingReport } from "../../report/finding-report.ts";
import { plainReport } from "../../report/plain-report.ts";
import { count } from "../../report/quantity.ts";
import type { Sentence } from "../../report/sentence.ts";
import type { ScheduleFinding } from "./finding.ts";
import { crashText, interleavingText } from "./presentation/interleaving-text.ts";
import { lanesSection } from "./presentation/lanes-section.ts";
import { switchText } from "./presentation/switch-text.ts";
import {
  verificationHeadline,
  verificationSection,
  verificationStatus,
  verificationText,
} from "./presentation/verification-text.ts";

/** What has to happen for the failure, and who ran when. */
export const scheduleReport: FindingReport<ScheduleFinding> = {
  ...plainReport,
  answer: ({ finding: { verification } }) => verification && verificationHeadline(verification),
  status: ({ verification, everyScheduleFails }) => {
    if (verification) return verificationStatus(verification);
    return everyScheduleFails && { text: "always fails", isGood: false };
  },
  headline,
  paragraphs: (story, paint) => {
    const { verification } = story.finding;
    if (verification) return [verificationText(verification, paint)];
    return [switchText(story, paint), interleavingText(story.finding, paint)];
  },
  sections: (story) => {
    if (story.finding.verification) return verificationSection(story.finding.verification);
    return [plainReport.sections(story), "\n", lanesSection(story.finding)];
  },
  commands: ({ schedules }) => schedules?.commands,
  withoutCause: ({ schedules }) => (schedules?.byDefault === "fails" ? "it fails again" : "the failure is gone"),
};

function headline({ finding }: Story<ScheduleFinding>): Sentence {
  const { cause, schedules, minimal, goal, everyScheduleFails: every } = finding;
  if (every)
    return [
      `It fails under every schedule that was tried (${count(every.failed)}; ${every.ended}), so the cause is probably not the schedule`,
    ];
  const [first] = cause;
  if (first?.text === undefined) return ["It fails under one schedule and passes under another"];
  // Switches of threads change the outcome of the default schedule, whatever it is; the order of two events makes it fail.
  const what = goal === "simplify" && schedules?.byDefault === "fails" ? "It passes" : "It fails";
  const { crash } = (what === "It fails" && schedules?.failing) || {};
  const then = crash && !first.text.includes(crash.place) ? `; then ${crashText(crash)}` : "";
  return [`${what} ${minimal ? "if and only if" : "if"} `, ...withPlaces(`${first.text}${then}`)];
}

/** The text with the places in it as code. */
function withPlaces(text: string): Sentence {
  return text.split(/(\S+:\d+\b)/).map((part, i) => (i % 2 === 0 ? part : { code: part }));
}
