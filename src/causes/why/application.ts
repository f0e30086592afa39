import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Application } from "../../application/application.ts";
import { readConditions, readTest, reportingOptions, testingOptions } from "../../application/options.ts";
import type { Words } from "../../application/words.ts";
import { UserError } from "../../core/user-error.ts";
import type { WhyFinding } from "./finding.ts";
import type { WhyRequest } from "./request.ts";
import type { LoadApplication } from "./run-instrument.ts";

const usage = "culprit why [options] -- TEST…";

export function whyApplication(load: LoadApplication): Application<WhyRequest, WhyFinding> {
  return {
    name: "why",
    usage,
    about: "what makes a test fail, whatever it is: finds the kind of cause first, then the cause",
    options: [
      { name: "watch", about: "run the test whenever files are saved, and say which of your edits made it fail" },
      {
        name: "against",
        value: "FILE",
        about: "what culprit capture wrote on another machine, where the test ends otherwise: what of it decides?",
      },
      ...testingOptions.filter(({ name }) => name !== "reuse" && name !== "repeat"),
      ...reportingOptions,
    ],
    example: [
      "Runs the test here, and under circumstances that differ in one respect: alone, without the variables of your shell, in a clean",
      "copy, as it was committed, at an earlier date, in a network of its own. The first in which it passes decides; then the command of",
      "culprit that fits finds out which part of it. culprit -- TEST is short for it.",
      "",
      "  culprit why -- npm test",
      "  culprit -- pytest tests/test_shop.py",
    ].join("\n"),
    readRequest,
    inputs: ({ against }) => (against === undefined ? [] : [against]),
    find: async (run, request) =>
      request.against === undefined
        ? (await import("./find.ts")).findWhy(run, request, load)
        : (await import("./against/find-against.ts")).findAgainst(run, request, load),
    report: async () => (await import("./report.ts")).whyReport(load),
  };
}

function readRequest(words: Words, cwd: string): WhyRequest {
  if (words.positionals.length > 0)
    throw new UserError(`Put the test after --: culprit why -- ${words.positionals.join(" ")}`);
  const against = words.value("against");
  if (against !== undefined && words.has("watch")) throw new UserError("--against and --watch exclude each other.");
  const path = against === undefined ? undefined : resolve(cwd, against);
  if (path !== undefined && !existsSync(path)) throw new UserError(`There is no file ${against}.`);
  return {
    cwd,
    test: readTest(words, "why -- npm test"),
    conditions: readConditions(words),
    ...(path === undefined ? {} : { against: path }),
  };
}
