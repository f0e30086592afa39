import { reportingOptions, testingOptions } from "../../application/options.ts";
import type { CommandHelp, Option } from "../../application/words.ts";
import { schedule } from "../../causes/schedule/application.ts";

function options(...names: string[]): Option[] {
  return [...schedule.options, ...testingOptions, ...reportingOptions].filter(
    ({ name }, i, all) => names.includes(name) && all.findIndex((each) => each.name === name) === i,
  );
}

const ofOneRun = options("kind", "limit", "packages", "timeout", "json", "quiet", "help");

export const debugUsage = "culprit schedule debug RUN [options] [-- TEST…]";

/** What the help says about the actions of `culprit schedule`. */
export const scheduleActions: readonly CommandHelp[] = [
  {
    name: "schedule build",
    usage: "culprit schedule build -- BUILD…",
    about: "build a program of C, C++ or Rust so that its threads can be switched before every memory access",
    options: options("help"),
    example: [
      "BUILD runs with compilers that add yield points (cc, gcc, clang, c++, g++, clang++, rustc; $CC and $CXX too). Build all of",
      "the program: what was compiled before has no yield points. The program also runs without culprit.",
      "Exits with the status of BUILD.",
      "",
      "  make clean && culprit schedule build -- make -j4",
      "  culprit schedule build -- cargo build",
    ].join("\n"),
  },
  {
    name: "schedule record",
    usage: "culprit schedule record [options] -- TEST…",
    about: "run the program once under its default schedule, and print who ran when and that schedule",
    options: ofOneRun,
    example: [
      "Exits with 0 if the program does, otherwise with 1.",
      "",
      "  culprit schedule record -- ./raytracer scene.txt",
    ].join("\n"),
  },
  {
    name: "schedule replay",
    usage: "culprit schedule replay SCHEDULE [options] -- TEST…",
    about: "run the program once under a schedule, and print who ran when",
    options: ofOneRun,
    example: [
      "SCHEDULE is the text of one, or a file that contains it. '1@120 1.1@7' means: lane 1, the main thread, runs until it has",
      "taken 120 steps; then 1.1, the first thread that it created, until it has taken 7; then the default policy decides: a lane",
      "runs until it cannot. '' is the default schedule. For Node's events, each lane is an event, with one step: '0.1 0.2'.",
      "What the program does not follow is said. After a deadlock, each lane is named with what it waits for, and where.",
      "Exits with 0 if the program does, otherwise with 1.",
      "",
      "  culprit schedule replay '1@120 1.1@7' -- ./raytracer scene.txt",
      "  culprit schedule replay failing.schedule -- node server-test.mjs",
    ].join("\n"),
  },
  {
    name: "schedule explore",
    usage: "culprit schedule explore [options] -- TEST…",
    about: "only look for a schedule that fails and one that passes, and print both",
    options: options(
      ...["kind", "seed", "explore", "limit", "packages", "jobs", "timeout", "max-tests", "budget"],
      ...["failure", "interesting", "json", "quiet", "help"],
    ),
    example: [
      "Exits with 0 if both were found, or if every schedule fails, and with 1 if none fails.",
      "",
      "  culprit schedule explore --explore 5000 -- ./raytracer scene.txt",
    ].join("\n"),
  },
  {
    name: "schedule debug",
    usage: debugUsage,
    about: "run the program under a failing schedule in a debugger, which stops at its switches",
    options: options("kind", "limit", "packages", "help"),
    example: [
      "RUN is a run of culprit schedule (last is the newest), the folder of one, a schedule, or a file that contains one. TEST is the",
      "program itself; without it, the test of the run.",
      "Threads of native programs: gdb, which stops at each switch of the schedule, in the thread that is stopped there.",
      "Events of Node: Node's inspector, on this machine only. Open chrome://inspect or your editor, and continue: it stops before each of the",
      "events that decide, or before the last event of the schedule.",
      "",
      "  culprit schedule debug last",
      "  culprit schedule debug '1@7 1.1@4' -- ./raytracer scene.txt",
    ].join("\n"),
  },
];
