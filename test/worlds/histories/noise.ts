import { type Block, harmless, newBlock } from "./blocks.ts";
import type { Maker } from "./maker.ts";
import { type Fn, type Module, moduleOf, type Program, redrawn, withBlock, withFn, withModule } from "./program.ts";
import { newFn } from "./root.ts";

/** A change of the program, which can be made again upon another version of it. */
export interface Change {
  readonly subject: string;
  readonly apply: (program: Program) => Program;
}

/** How often a change is made in a function because that matters, in a short history. */
const hotShare = 0.12;
const mostFunctions = 11;
const mostBlocks = 5;
const mostFiles = 12;

/** A change that makes no difference to any result; now and then it makes none at all. */
export function noise(program: Program, maker: Maker): Change {
  const kinds = [looseNumber, looseNumber, looseNumber, harmlessBlock, harmlessBlock, reword, reword, remark, format];
  return maker.pick([...kinds, order, order, helper, helper, unusedNumber, note, note, setting, local])(program, maker);
}

function somewhere(program: Program, maker: Maker): { readonly module: Module; readonly fn: Fn } {
  const hot = maker.chance(hotShare * maker.heat) ? maker.pick(["", ...maker.hot]) : "";
  const there = moduleOf(program, hot);
  if (there) return { module: there, fn: there.functions.find(({ name }) => name === hot)! };
  for (;;) {
    const module = maker.pick(program.modules);
    const fn = maker.pick(module.functions);
    if (maker.touches(fn.name)) return { module, fn };
  }
}

const nothing: Change = { subject: "nothing", apply: (program) => program };

function inBlock({ name }: Module, block: Block, [what, change]: [string, (block: Block) => Block]): Change {
  return { subject: `${name}: ${what}`, apply: (from) => withBlock(from, block.id, change) };
}

function looseNumber(program: Program, maker: Maker): Change {
  const { module, fn } = somewhere(program, maker);
  const loose = fn.blocks.filter(({ kind }) => harmless.includes(kind));
  if (loose.length === 0) return harmlessBlock(program, maker);
  const [at, number] = [maker.below(2), 1 + maker.below(900)];
  const change = (block: Block) => ({ ...block, loose: block.loose.with(at, number) });
  return inBlock(module, maker.pick(loose), ["another limit", change]);
}

/** One more, or one less where there are many. */
function harmlessBlock(program: Program, maker: Maker): Change {
  const { module, fn } = somewhere(program, maker);
  if (fn.gives !== undefined || fn.short) return nothing;
  const loose = fn.blocks.filter(({ kind }) => harmless.includes(kind));
  const gone = fn.blocks.length > mostBlocks && loose.length > 0 ? maker.pick(loose).id : undefined;
  const block = newBlock(maker.pick(harmless), maker.id(), maker.next);
  const at = maker.below(fn.blocks.length + 1);
  const blocks = (each: Fn) =>
    gone === undefined ? each.blocks.toSpliced(at, 0, block) : each.blocks.filter(({ id }) => id !== gone);
  const subject = `${module.name}: ${gone === undefined ? "look at" : "leave out"} what cannot be in ${fn.name}`;
  return { subject, apply: (from) => withFn(from, fn.name, (each) => ({ ...each, blocks: blocks(each) })) };
}

function reword(program: Program, maker: Maker): Change {
  const { module, fn } = somewhere(program, maker);
  const comment = maker.sentence();
  if (maker.chance(0.1)) {
    const apply = (from: Program) => withModule(from, module.name, (each) => ({ ...each, comment }));
    return { subject: `${module.name}: say what it is for`, apply };
  }
  const apply = (from: Program) => withFn(from, fn.name, (each) => ({ ...each, comment }));
  return { subject: `${module.name}: say what ${fn.name} does`, apply };
}

function remark(program: Program, maker: Maker): Change {
  const { module, fn } = somewhere(program, maker);
  if (fn.blocks.length === 0) return nothing;
  const text = maker.sentence();
  return inBlock(module, maker.pick(fn.blocks), ["a remark", (block) => ({ ...block, remark: text })]);
}

function format(program: Program, maker: Maker): Change {
  const { module, fn } = somewhere(program, maker);
  if (fn.blocks.length === 0) return nothing;
  const block = maker.pick(fn.blocks);
  return inBlock(module, block, ["format", (each) => ({ ...each, formatted: !block.formatted })]);
}

/** Two neighbours change places, but for the first, which is the entry. */
function order(program: Program, maker: Maker): Change {
  const { module } = somewhere(program, maker);
  if (module.functions.length < 3) return nothing;
  const at = 1 + maker.below(module.functions.length - 2);
  const name = module.functions[at]!.name;
  if (!maker.touches(name) || !maker.touches(module.functions[at + 1]!.name)) return nothing;
  const apply = (from: Program) =>
    withModule(from, module.name, (each) => {
      const i = each.functions.findIndex((fn) => fn.name === name);
      const [one, other] = [each.functions[i], each.functions[i + 1]];
      return one && other && i > 0 ? { ...each, functions: each.functions.with(i, other).with(i + 1, one) } : each;
    });
  return { subject: `${module.name}: order`, apply };
}

/** Another function that nobody uses yet, or one less of those. */
function helper(program: Program, maker: Maker): Change {
  const { module } = somewhere(program, maker);
  if (module.closed) return nothing;
  const used = new Set(program.modules.flatMap((each) => each.functions.flatMap(callsOf)));
  const unused = module.functions.slice(1).filter(({ name }) => !used.has(name) && !maker.hot.includes(name));
  if (module.functions.length >= mostFunctions && unused.length > 0) {
    const { name } = maker.pick(unused);
    const without = (each: Module) => ({ ...each, functions: each.functions.filter((fn) => fn.name !== name) });
    return { subject: `${module.name}: no ${name}`, apply: (from) => withModule(from, module.name, without) };
  }
  if (module.functions.length >= mostFunctions) return nothing;
  const fn = newFn(maker, 1 + maker.below(4));
  const at = 1 + maker.below(module.functions.length);
  const having = (each: Module) => ({ ...each, functions: each.functions.toSpliced(at, 0, fn) });
  return { subject: `${module.name}: ${fn.name}`, apply: (from) => withModule(from, module.name, having) };
}

const callsOf = ({ blocks }: Fn) => blocks.flatMap(({ calls }) => calls ?? []);

/** A number that would matter if the function were called. */
function unusedNumber(program: Program, maker: Maker): Change {
  const used = new Set(program.modules.flatMap((each) => each.functions.flatMap(callsOf)));
  const module = maker.pick(program.modules);
  const unused = module.functions.slice(1).filter(({ name, blocks }) => !used.has(name) && blocks.length > 0);
  if (unused.length === 0) return nothing;
  const block = maker.pick(maker.pick(unused).blocks);
  if (block.numbers.length === 0) return nothing;
  const [at, more] = [maker.below(block.numbers.length), 1 + maker.below(5)];
  const numbers = block.numbers.with(at, block.numbers[at]! + more);
  return inBlock(module, block, ["another number", (each) => ({ ...each, numbers })]);
}

/** A text that says something else, or a new one. */
function note({ files }: Program, maker: Maker): Change {
  const texts = Object.keys(files).filter((path) => path.endsWith(".md"));
  const fresh = texts.length < mostFiles && maker.chance(0.2);
  const path = fresh ? `docs/${maker.name().toLowerCase()}.md` : maker.pick(texts);
  const line = `${maker.sentence()}\n`;
  const tooLong = (files[path] ?? "").length > 2000;
  const apply = (from: Program) => {
    const text = tooLong ? (from.files[path] ?? "").split("\n").slice(0, 9).join("\n") : (from.files[path] ?? "");
    return { ...from, files: { ...from.files, [path]: text + line } };
  };
  return { subject: `${path}: ${fresh ? "new" : "more"}`, apply };
}

/** Of the settings only the scale is used. */
function setting({ settings }: Program, maker: Maker): Change {
  const { name } = maker.pick(settings);
  if (!maker.touches(name)) return nothing;
  const [comment, value, reworded] = [maker.sentence(), 1 + maker.below(90), maker.chance(0.5)];
  const apply = (from: Program): Program => ({
    ...from,
    settings: from.settings.map((each) =>
      each.name !== name ? each : reworded || name === "scale" ? { ...each, comment } : { ...each, value },
    ),
  });
  return { subject: `settings: ${name}`, apply };
}

function local(program: Program, maker: Maker): Change {
  const { module, fn } = somewhere(program, maker);
  if (fn.gives !== undefined) return nothing;
  const name = maker.local();
  const apply = (from: Program) => withFn(from, fn.name, (each) => ({ ...each, local: name }));
  return { subject: `${module.name}: a better name in ${fn.name}`, apply };
}

/** A module gets another path. */
export function rename(program: Program, maker: Maker): Change {
  const open = program.modules.filter(({ closed }) => !closed);
  const hot = open.filter(({ functions }) => functions.some(({ name }) => maker.hot.includes(name)));
  const { name } = maker.pick(maker.chance(0.5) && hot.length > 0 ? hot : open);
  const path = `lib/${maker.name().toLowerCase()}.js`;
  const apply = (from: Program) => redrawn(withModule(from, name, (module) => ({ ...module, path })));
  return { subject: `${name}: now in ${path}`, apply };
}

/** A function that calls no other moves to a module that is read earlier. */
export function move(program: Program, maker: Maker): Change {
  const open = program.modules.filter(({ closed }) => !closed);
  const movable = open
    .slice(1)
    .flatMap(({ functions }) => functions.slice(1).filter((each) => callsOf(each).length === 0));
  const hot = movable.filter(({ name }) => maker.hot.includes(name));
  const { name } = maker.pick(maker.chance(0.5) && hot.length > 0 ? hot : movable);
  const from = open.findIndex(({ functions }) => functions.some((each) => each.name === name));
  const to = open[maker.below(from)]!;
  return { subject: `${to.name}: ${name} moves here`, apply: (each) => moved(each, name, to.name) };
}

function moved(program: Program, name: string, to: string): Program {
  const fn = program.modules.flatMap(({ functions }) => functions).find((each) => each.name === name);
  if (!fn) return program;
  const without = program.modules.map((each) => ({
    ...each,
    functions: each.functions.filter((other) => other.name !== name),
  }));
  const modules = without.map((each) => (each.name === to ? { ...each, functions: [...each.functions, fn] } : each));
  return { ...program, modules };
}
