import { computingBlock, newBlock } from "./blocks.ts";
import type { Maker } from "./maker.ts";
import type { Fn, Module, Program, Stage } from "./program.ts";

const moduleNames =
  "bills carts codes dates goods labels loans money paths rates sales shelves stocks tables taxes texts tours wages".split(
    " ",
  );
const stageNames = ["prepare", "collect", "assess", "finish"];
const settingNames =
  "scale depth margin border brightness cache colour delay height indent leading lines locale offset pages paper quota retries shadow spacing tabs threads timeout width workers zoom".split(
    " ",
  );

/** Eight to twelve modules of five to ten functions, about half of which are used. */
export function rootProgram(maker: Maker, { built }: { readonly built: boolean }): Program {
  const names = maker.shuffled(moduleNames).slice(0, 8 + maker.below(5));
  const modules: Module[] = [];
  for (const name of names) modules.push(newModule(name, modules, maker));
  const settings = settingNames.map((name) => ({ name, value: 1 + maker.below(90), comment: maker.sentence() }));
  const files = { "README.md": `# Orders\n\n${maker.sentence()}\n`, "docs/notes.md": `${maker.sentence()}\n` };
  return { modules, stages: stagesOf(modules, maker), flaws: [], settings, built, files };
}

export function newFn(maker: Maker, blocks: number): Fn {
  return {
    name: maker.name(),
    comment: maker.sentence(),
    local: maker.local(),
    blocks: Array.from({ length: blocks }, () => computingBlock(maker.id(), maker.next)),
  };
}

/** The first of its functions calls others, and is called by app.js. */
function newModule(name: string, others: readonly Module[], maker: Maker): Module {
  const helpers = Array.from({ length: 4 + maker.below(6) }, () => newFn(maker, 1 + maker.below(4)));
  const called = maker.shuffled(helpers).slice(0, 2 + maker.below(2));
  const foreign = others.length > 0 && maker.chance(0.4) ? [lastOf(maker.pick(others))] : [];
  const entry = newFn(maker, 1);
  const blocks = [...entry.blocks, ...[...called, ...foreign].map((fn) => callOf(fn.name, maker))];
  return {
    name,
    path: `lib/${name}.js`,
    comment: maker.sentence(),
    functions: [{ ...entry, blocks }, ...helpers],
    exports: maker.chance(0.5) ? "below" : "end",
  };
}

const lastOf = ({ functions }: Module) => functions.at(-1)!;

export function callOf(fn: string, maker: Maker) {
  return { ...newBlock("call", maker.id(), maker.next), calls: fn, numbers: [2 + maker.below(5)] };
}

/** Every module has its turn; what is in the last one is computed last. */
function stagesOf(modules: readonly Module[], maker: Maker): Stage[] {
  const share = Math.ceil(modules.length / stageNames.length);
  return stageNames.flatMap((name, i) => {
    const steps = modules.slice(i * share, (i + 1) * share).map(({ functions }) => functions[0]!.name);
    return steps.length === 0 ? [] : [{ name, comment: maker.sentence(), steps }];
  });
}
