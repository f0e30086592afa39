import type { Made } from "./fast-import.ts";
import type { Flaw } from "./flaws.ts";
import type { History } from "./history.ts";
import type { Line, Point } from "./line.ts";
import { cured } from "./masks.ts";
import type { Plan, Wrong } from "./plan.ts";

/** Writes a line of versions, and the truth about it beside, as references of their own. */
export function written(folder: string, line: Line, plan: Plan): History {
  const { repository, versions } = line;
  const { culprit, masks, defect } = plan;
  const point = (version: number) => versions[version]!.point;
  const flaws = masks.map(({ flaw }) => flaw);
  const upon = (from: Point, cures: readonly Flaw[], name: string) => {
    const chain: Made[] = [];
    let tip = from;
    for (const flaw of cures) {
      tip = line.made([tip], `cure ${flaw.place}`, cured(tip.program, flaw));
      chain.push(tip);
    }
    repository.name(`refs/truth/${name}`, tip);
    return chain.length === 0 ? [from] : chain;
  };
  const before = upon(point(culprit - 1), flaws, "before");
  const failing = upon(point(culprit), flaws, "culprit");
  const alone = masks.map(({ span }, i) => upon(point(span.cured - 1), flaws.slice(0, i), `mask-${i + 1}`).at(-1)!);
  const every = Math.max(5, Math.ceil(versions.length / 12));
  for (let i = every; i < versions.length; i += every) repository.name(`refs/tags/v0.${i / every}`, point(i));
  repository.name("refs/heads/main", line.tip);
  const id = repository.into(folder);
  const spanOf = ({ span: { kind, since, cured } }: Wrong) => ({
    kind,
    since: since === undefined ? undefined : id(point(since)),
    cured: id(point(cured)),
  });
  const { within } = versions[culprit]!;
  return {
    folder,
    test: ["node", "check.js"],
    ...(plan.root.built ? { build: "sh build.sh" } : {}),
    versions: versions.length,
    failure: defect.failure,
    culprit: { commit: id(point(culprit)), subject: point(culprit).subject, ...(within ? { within: id(within) } : {}) },
    before: id(point(culprit - 1)),
    masks: masks.map((mask, i) => ({ ...spanOf(mask), alone: id(alone[i]!) })),
    stretches: plan.stretches.map(spanOf),
    cures: { before: before.map(id), culprit: failing.map(id) },
  };
}
