import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import {
  type NativeProgram,
  nativeLinesEnvironment,
  prepareNative,
  readNativeReport,
  removeNativeReports,
} from "../../../runtimes/lines-native/launch.ts";
import type { LinesPlan, LinesReport, Site, SiteChange } from "../../../runtimes/protocol/lines.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { execute } from "../execute.ts";

const sources = join(import.meta.dirname, "../../worlds/programs/lines");

/** Compiles programs into a folder of this test file and runs them with changes. */
export function nativeRunner() {
  const root = temporaryFolder("lines-native");
  const file = (name: string) => join(root, name);
  process.env.XDG_CACHE_HOME = inject("sharedFolder");

  const prepare = async (program: string): Promise<NativeProgram> => {
    const prepared = await prepareNative(program, root, root);
    if ("reason" in prepared) throw new Error(prepared.reason);
    return prepared;
  };
  const run = async (native: NativeProgram, plan: Partial<LinesPlan>, command: readonly string[]) => {
    const whole = { root, report: file("report"), ...plan };
    await removeNativeReports(whole);
    const environment = await nativeLinesEnvironment(native, whole, { planFile: file("plan") });
    const { code, output } = await execute(command, { cwd: root, environment, timeout: 60_000 });
    return { code, output, report: (await readNativeReport(native, whole)) as LinesReport | { reason: string } };
  };
  return {
    root,
    file,
    prepare,
    run,
    build: (source: string, ...flags: readonly string[]) => build(root, source, flags),
    /** What a program prints with a change of the site with a text, and how it ends. */
    async runChanged(program: string, site: string, change: string, { words = ["8"], ...instances }: Instances = {}) {
      const native = await prepare(program);
      const { id } = findSite(native, site, change);
      const planned: SiteChange = { site: id, change, ...instances };
      return run(native, { change: planned }, [program, ...words]);
    },
  };
}

interface Instances {
  readonly first?: number;
  readonly last?: number;
  readonly words?: readonly string[];
}

export function findSite({ sites }: NativeProgram, text: string, change: string): Site {
  const found = sites.find((site) => site.text === text && site.changes.some(({ id }) => id === change));
  if (found === undefined)
    throw new Error(`no site ${text} with ${change}: ${sites.map((each) => each.text).join("\n")}`);
  return found;
}

let count = 0;

function build(root: string, source: string, flags: readonly string[]): string {
  const compiler =
    flags.find((flag) => /^(?:gcc|g\+\+|clang|clang\+\+)$/.test(flag)) ?? (source.endsWith("pp") ? "g++" : "gcc");
  const program = join(root, `program-${++count}`);
  copyFileSync(join(sources, source), join(root, source));
  const words = ["-g", "-O0", "-w", "-pthread", source, ...flags.filter((flag) => flag !== compiler)];
  execFileSync(compiler, [...words, "-o", program], { cwd: root });
  return program;
}

export function compileText(root: string, text: string): string {
  const program = join(root, `program-${++count}`);
  writeFileSync(join(root, "changed.c"), text);
  execFileSync("gcc", ["-g", "-O0", "-w", "changed.c", "-o", program], { cwd: root });
  return program;
}
