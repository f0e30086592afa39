import fc from "fast-check";
import { expect, test } from "vitest";
import { compareGo } from "../../../../src/world/packages/managers/go/compare.ts";
import { builtOf, readGoMod } from "../../../../src/world/packages/managers/go/go-mod.ts";
import type { SideFiles } from "../../../../src/world/packages/managers/manager.ts";

function side(name: string, mod: string, sum = ""): SideFiles {
  const files: Readonly<Record<string, string>> = { "go.mod": mod, "go.sum": sum };
  return { name, lockfile: "go.mod", read: (path) => files[path] };
}

const modules = ["example.org/a", "example.org/b", "example.org/c/v2", "example.org/D", "example.org/e"];
const built = (text: string) => {
  const mod = readGoMod(side("a candidate", text));
  return Object.fromEntries(modules.map((module) => [module, builtOf(mod, module)]));
};

/** A go.mod that requires some modules in some versions, and perhaps replaces one. */
const mods = fc
  .tuple(fc.array(fc.option(fc.nat(4)), { minLength: 5, maxLength: 5 }), fc.option(fc.tuple(fc.nat(4), fc.nat(2))))
  .map(([versions, replaced]) => {
    const required = modules.flatMap((module, i) => {
      const version = versions[i];
      return typeof version === "number" ? [`\t${module} v1.${version}.0${i > 2 ? " // indirect" : ""}\n`] : [];
    });
    const target = ["../local", "example.org/fork v1.0.0", "example.org/fork v1.1.0"][replaced?.[1] ?? 0];
    const replace = replaced ? `\nreplace ${modules[replaced[0]]} => ${target} // a reason\n` : "";
    return `module example.org/app\n\ngo 1.21\n\nrequire (\n${required.join("")})\n${replace}`;
  });

test("all upgrades give the new go.mod; others have what was chosen of each module", () => {
  fc.assert(
    fc.property(mods, mods, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (old, now, chosen) => {
      const { packages, compose } = compareGo(side("old", old), side("new", now));
      expect(compose(() => true).get("go.mod")).toBe(now);
      const [before, after] = [built(old), built(now)];
      const isUpgraded = (name: string) => chosen[modules.indexOf(name)]!;
      const text = compose(isUpgraded).get("go.mod")!;
      const composed = built(text);
      const isHeld = packages.some(({ name }) => !isUpgraded(name));
      for (const module of modules) {
        const isMoved = packages.some(({ name }) => name === module);
        expect(composed[module]).toBe((isMoved && !isUpgraded(module) ? before : after)[module]);
        // What only the old side lists may be needed by what is held back: Go adds it, in this version.
        const isOnlyBefore = before[module] !== undefined && after[module] === undefined;
        if (isHeld && isOnlyBefore) expect(text).toContain(`\t${module} => ${before[module]}\n`);
      }
    }),
  );
});

const goMod = `module example.org/app

go 1.21

require example.org/a v1.2.0 // why we need it

require (
	example.org/b v0.1.0 // indirect; for a
	"example.org/c/v2" v2.0.0
)

replace example.org/b v0.1.0 => ../b

exclude example.org/a v1.1.0
`;

test("a go.mod keeps its form: what is held back is replaced", () => {
  const old = goMod.replace("v1.2.0", "v1.0.0").replace("v0.1.0 // indirect", "v0.0.9 // indirect");
  const { packages, compose } = compareGo(
    side("old", old, "example.org/a v1.0.0 h1:x\n"),
    side("new", goMod, "example.org/a v1.2.0 h1:y\n"),
  );
  expect(packages.map(({ name, old, new: now }) => [name, old, now])).toEqual([
    ["example.org/a", "v1.0.0", "v1.2.0"],
    ["example.org/b", "v0.0.9", "../b"],
  ]);
  const files = compose((name) => name === "example.org/a");
  const expected = goMod.replace("replace example.org/b v0.1.0 => ../b\n", "");
  expect(files.get("go.mod")).toBe(`${expected}\nreplace (\n\texample.org/b => example.org/b v0.0.9\n)\n`);
  expect(files.get("go.sum")).toBe("example.org/a v1.0.0 h1:x\nexample.org/a v1.2.0 h1:y\n");
});

test("a downgrade is said where something else is held back", () => {
  const mod = (a: string, b: string) => `module m\ngo 1.21\nrequire example.org/a ${a}\nrequire example.org/b ${b}\n`;
  const { compose } = compareGo(side("old", mod("v1.5.0", "v1.0.0")), side("new", mod("v1.3.0", "v1.1.0")));
  const text = compose((name) => name === "example.org/a").get("go.mod")!;
  expect(text).toContain("\texample.org/a => example.org/a v1.3.0\n");
  expect(text).toContain("\texample.org/b => example.org/b v1.0.0\n");
});

test.each([
  ["module m\ngo 1.21\nrequire example.org/a\n", "line 3 is no require statement"],
  ["module m\ngo 1.21\nreplace example.org/a v1\n", "line 3 is no replace statement"],
  ["module m\ngo 1.15\n", "go mod tidy -go=1.17"],
])("the go.mod %j is refused", (text, message) => {
  expect(() => compareGo(side("old", text), side("new", goMod))).toThrow(message);
});
