import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A line of the user's source. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly function: string;
}

/** Where the compiler put code of the system inline, the user's line is the one that called it. */
const systemFile = /^\/usr\/(?:include|lib)|^\/rustc\/|^\/build\/|\/\.rustup\//;

/**
 * Source lines of places as the log has them (`MODULE+0xOFFSET`), one addr2line for each module. A place that is not known
 * (no debug information, no addr2line) is not in the answer.
 */
export async function symbolise(places: Iterable<string>): Promise<Map<string, Place>> {
  const offsets = byModule(places);
  const program = offsets.size > 0 ? await findProgram() : undefined;
  const answers = new Map<string, Place>();
  if (program === undefined) return answers;
  for (const [module, inModule] of offsets) {
    const found = await ask(program, module, inModule.map(offsetOf));
    inModule.forEach((place, i) => {
      const where = found[i];
      if (where) answers.set(place, where);
    });
  }
  return answers;
}

function byModule(places: Iterable<string>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const place of new Set(places)) {
    const module = moduleOf(place);
    if (module === "") continue;
    const group = groups.get(module);
    if (group) group.push(place);
    else groups.set(module, [place]);
  }
  return groups;
}

const moduleOf = (place: string) => place.slice(0, Math.max(0, place.lastIndexOf("+0x")));
const offsetOf = (place: string) => place.slice(place.lastIndexOf("+0x") + 1);

async function findProgram(): Promise<string | undefined> {
  for (const name of ["addr2line", "llvm-addr2line"]) {
    const runs = await run(name, ["--version"]).then(
      () => true,
      () => false,
    );
    if (runs) return name;
  }
  return undefined;
}

/** Addresses go in by standard input: there may be more than a command line takes. */
async function ask(program: string, module: string, offsets: readonly string[]): Promise<(Place | undefined)[]> {
  const child = spawn(program, ["-a", "-f", "-i", "-C", "-e", module], { stdio: ["pipe", "pipe", "ignore"] });
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.stdin.end(`${offsets.join("\n")}\n`);
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk;
  // Each answer begins with its address on a line of its own.
  return text
    .split(/^0x[\da-f]+\n/m)
    .slice(1)
    .map(placeOf);
}

/** The innermost first, as pairs of lines: function, and file:line. */
function placeOf(answer: string): Place | undefined {
  const lines = answer.split("\n");
  const frames: Place[] = [];
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [, file, line] = /^(.*):(\d+)(?: \(discriminator \d+\))?$/.exec(lines[i + 1]!) ?? [];
    if (file && file !== "??" && Number(line) > 0) frames.push({ file, line: Number(line), function: lines[i]! });
  }
  return frames.find(({ file }) => !systemFile.test(file)) ?? frames[0];
}
