import type { Reporter, TestCase, TestModule } from "vitest/node";
import "./skipped-because.ts";

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Prints at the end what ran in each tier and what was skipped and why. Its last line is the sum, for scripts. */
export default class TierReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tiers = groupBy(modules, ({ project }) => project.name);
    const rows = [...tiers].map(([tier, files]) => ({ tier, files: files.length, ...count(files) }));
    const sum = (key: keyof Counts) => rows.reduce((total, row) => total + row[key], 0);
    const lines = [
      ...rows.map((row) => `${row.tier}: ${plural(row.files, "file")}, ${countsLine(row)}`),
      ...[...tiers].flatMap(([tier, files]) => skipLines(tier, files)),
      ...(unhandledErrors.length > 0 ? [`${plural(unhandledErrors.length, "error")} outside of tests`] : []),
      countsLine({ passed: sum("passed"), failed: sum("failed") + unhandledErrors.length, skipped: sum("skipped") }),
    ];
    console.log(lines.join("\n"));
  }
}

/** A file that cannot be loaded and a hook that fails count as failed, though no test of theirs was run. */
function count(files: readonly TestModule[]): Counts {
  const tests = files.flatMap((file) => [...file.children.allTests()]);
  const withState = (state: string) => tests.filter((test) => test.result().state === state).length;
  const groups = files.flatMap((file) => [file, ...file.children.allSuites()]);
  const broken = groups.filter((group) => group.errors().length > 0).length;
  return {
    passed: withState("passed"),
    failed: withState("failed") + broken,
    skipped: tests.filter(wasSkipped).length,
  };
}

function skipLines(tier: string, files: readonly TestModule[]): string[] {
  const skipped = files.flatMap((file) => [...file.children.allTests("skipped"), ...file.children.allTests("pending")]);
  return [...groupBy(skipped, skipReason)].flatMap(([reason, tests]) => [
    `${tier}: ${tests.length} skipped: ${reason}`,
    ...[...new Set(tests.map((test) => test.module.relativeModuleId))].map((file) => `    ${file}`),
  ]);
}

function wasSkipped(test: TestCase): boolean {
  return ["skipped", "pending"].includes(test.result().state);
}

function skipReason(test: TestCase): string {
  const result = test.result();
  const note = result.state === "skipped" ? result.note : undefined;
  return test.meta().skipReason ?? note ?? "no reason given (a failed hook, an interruption, .only or a filter)";
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

function countsLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
