import { type Case, type Row, wrongIn } from "./case.ts";
import { wrongPair, wrongSimplified } from "./confirm.ts";
import { bytesOf, culpritInput } from "./culprit.ts";
import { type FuzzInput, fuzzInputs } from "./fuzz-inputs.ts";
import { shown } from "./shown.ts";
import { compile, ends, type ToolName } from "./tools.ts";
import type { Workshop } from "./workshop.ts";

interface Tool {
  readonly name: ToolName;
  /** The published tests of the tool that it resembles. */
  readonly simplify: string;
  readonly isolate: string;
  /** Larger inputs are left out: simplifying takes two tests for each byte of the result, of which `scan` has 2,049. */
  readonly largest?: number;
}

const tools: readonly Tool[] = [
  { name: "ul", simplify: "-", isolate: "12–50" },
  { name: "units", simplify: "-", isolate: "12–50" },
  { name: "scan", simplify: "11,000–17,960", isolate: "23–51", largest: 1e4 },
  { name: "format", simplify: "5,565", isolate: "473" },
];

const note =
  "fuzz, published (Why Programs Fail, 13.5): beside scan the figures of FLEX, beside format those of one input of " +
  "NROFF with unresolved outcomes, beside ul and units what isolating took over all tools. Published tools are not ours.";

/** One tool that crashes on one input. */
interface Crash {
  readonly tool: Tool;
  readonly input: FuzzInput;
  readonly program: string;
}

/** Random input to small tools that crash by a memory error (Zeller and Hildebrandt 2002; Why Programs Fail, 13.5). */
export const fuzz: Case = {
  name: "fuzz",
  async *rows(workshop) {
    for (const crash of crashes(workshop)) {
      yield await simplified(workshop, crash, "auto");
      // The published figures are ddmin's.
      if (crash.tool.simplify !== "-") yield await simplified(workshop, crash, "ddmin");
      yield await isolated(workshop, crash);
    }
  },
};

function* crashes(workshop: Workshop): Generator<Crash> {
  const inputs = fuzzInputs();
  for (const input of inputs) workshop.write(input.name, input.bytes);
  for (const tool of tools) {
    const program = compile(tool.name, workshop.path);
    for (const input of inputs) {
      if (input.bytes.length > (tool.largest ?? Number.POSITIVE_INFINITY)) continue;
      if (ends(program, input.bytes) === "SIGSEGV") yield { tool, input, program };
    }
  }
}

async function simplified(workshop: Workshop, { tool, input, program }: Crash, search: string): Promise<Row> {
  const found = await culpritInput(workshop, [input.name, "--by", "bytes", "--search", search], [program]);
  const { tests, deltas } = found.finding;
  return {
    experiment: `fuzz ${tool.name} ${input.name}, simplify with ${search}`,
    deltas: deltas.total,
    found: shown(found.failing),
    tests: tests.needed,
    published: tool.simplify,
    remark: remark(input, tests.unresolved),
    note,
    wrong: wrongSimplified(found, (bytes) => ends(program, bytes) === "SIGSEGV"),
  };
}

async function isolated(workshop: Workshop, { tool, input, program }: Crash): Promise<Row> {
  const found = await culpritInput(workshop, [input.name, "--by", "bytes", "--isolate"], [program]);
  const { tests, deltas, cause } = found.finding;
  const enough = Math.ceil(Math.log2(deltas.total)) + 2;
  return {
    experiment: `fuzz ${tool.name} ${input.name}, isolate`,
    deltas: deltas.total,
    found: shown(bytesOf(cause)),
    tests: tests.needed,
    published: tool.isolate,
    remark: remark(input, tests.unresolved),
    note,
    wrong: [
      ...wrongPair(
        found,
        (bytes) => ends(program, bytes) === "SIGSEGV",
        (bytes) => ends(program, bytes) === "exit 0",
      ),
      ...wrongIn({
        [`${enough} tests are enough when all are resolved`]: tests.unresolved > 0 || tests.needed <= enough,
      }),
    ],
  };
}

function remark({ kind }: FuzzInput, unresolved: number): string {
  return unresolved === 0 ? kind : `${kind}; ${unresolved} unresolved`;
}
