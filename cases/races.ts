import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** A program that fails under some schedules; the lines to be named are marked in it. */
export interface Racy {
  readonly kind: string;
  readonly path: string;
  /** Options for culprit. */
  readonly options: readonly string[];
}

interface Kind {
  readonly kind: string;
  /** Those of a few lines that the tests use as well. */
  readonly small: readonly string[];
  readonly options?: readonly string[];
}

/** Each has a folder of its name in `races`. */
const kinds: readonly Kind[] = [
  { kind: "raytracer", small: [] },
  { kind: "lost update", small: ["native/lost-update.c", "htpasswd.mjs", "workers/lost-update.mjs"] },
  { kind: "check then act", small: ["native/check-then-act.c", "workers/check-then-act.cjs"] },
  { kind: "order violation", small: ["native/order-violation.c"] },
  { kind: "double-checked", small: ["native/double-checked.c"] },
  { kind: "use after free", small: ["native/use-after-free.c"] },
  { kind: "missed signal", small: ["native/missed-signal.c", "workers/missed-notify.mjs"] },
  { kind: "deadlock", small: ["native/abba.c", "workers/abba.cjs"] },
  { kind: "livelock", small: [], options: ["--limit", "100000"] },
  { kind: "double callback", small: ["double-callback.cjs"] },
  { kind: "init twice", small: ["init-twice.mjs"] },
  { kind: "stale response", small: ["stale-response.mjs"] },
  { kind: "close before open", small: ["close-before-open.mjs"] },
];

const ofTests = join(root, "test", "worlds", "programs", "schedule");

/** All of them, grouped by kind. */
export const races: readonly Racy[] = kinds.flatMap(({ kind, small, options = [] }) => {
  const folder = join(root, "cases", "races", kind.replaceAll(" ", "-"));
  const paths = [
    ...small.map((file) => join(ofTests, file)),
    ...readdirSync(folder)
      .sort()
      .map((file) => join(folder, file)),
  ];
  return paths.map((path) => ({ kind, path, options }));
});

/** How a program is built, if it has to be, and run; by paths from its folder. */
export function commandsOf(file: string): { readonly build?: readonly string[]; readonly test: readonly string[] } {
  if (/\.[cm]js$/.test(file)) return { test: ["node", file] };
  const compiler = file.endsWith(".cpp") ? ["c++", "-std=c++17"] : ["cc"];
  return { build: [...compiler, "-g", "-O1", "-o", "program", file, "-pthread", "-lm"], test: ["./program"] };
}
