import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SideFiles } from "../../../../src/world/packages/managers/manager.ts";
import { pip } from "../../../../src/world/packages/managers/pip.ts";

function side(text: string, others: Record<string, string> = {}): SideFiles {
  const files: Record<string, string> = { "requirements.txt": text, ...others };
  return { name: "HEAD", lockfile: "requirements.txt", read: (path) => files[path] };
}

async function compared(old: string, now: string, others?: Record<string, string>) {
  const { packages, compose } = await pip.compare(side(old), side(now, others));
  return { packages, text: (upgraded: readonly string[]) => composed(compose, upgraded) };
}

function composed(
  compose: (isUpgraded: (name: string) => boolean) => ReadonlyMap<string, string>,
  upgraded: readonly string[],
) {
  return compose((name) => upgraded.includes(name)).get("requirements.txt")!;
}

describe("a requirements file in between", () => {
  const names = ["flask", "jinja2", "click", "rich", "numpy"] as const;
  const anyPins = fc.record(
    Object.fromEntries(
      names.map((name) => [name, fc.option(fc.constantFrom("1.0", "2.0", "3.0"), { nil: undefined })]),
    ),
  );
  const textOf = (pins: Readonly<Record<string, string | undefined>>) =>
    Object.entries(pins)
      .flatMap(([name, version]) => (version === undefined ? [] : [`${name}==${version}\n`]))
      .join("");
  const pinsIn = (text: string) => new Set(text.split("\n").filter((line) => line !== ""));

  test("has every package as in one of the two, as it was chosen", async () => {
    await fc.assert(
      fc.asyncProperty(anyPins, anyPins, fc.subarray([...names]), async (old, now, upgraded) => {
        const { packages, text } = await compared(textOf(old), textOf(now));
        expect(packages.map(({ name }) => name)).toEqual(names.filter((name) => old[name] !== now[name]).sort());
        const chosen = Object.fromEntries(names.map((name) => [name, (upgraded.includes(name) ? now : old)[name]]));
        expect(pinsIn(text(upgraded))).toEqual(pinsIn(textOf(chosen)));
        expect(text(names)).toEqual(textOf(now) || "\n");
      }),
    );
  });

  test("keeps the form of the new file: comments, hashes, options and the order", async () => {
    const old = "Click==7.0 \\\n    --hash=sha256:aa\n    # via flask\nflask==1.0\n";
    const now =
      "# made by a tool\n--index-url https://index.example/\n\nflask==2.0\n    # via -r requirements.in\nclick==8.0 \\\n    --hash=sha256:bb\n    # via flask\n";
    const { packages, text } = await compared(old, now);
    expect(text(["flask", "click"])).toBe(now);
    expect(text(["flask"])).toBe(
      "# made by a tool\n--index-url https://index.example/\n\nflask==2.0\n    # via -r requirements.in\nClick==7.0 \\\n    --hash=sha256:aa\n    # via flask\n",
    );
    expect(packages).toEqual([
      { name: "click", old: "7.0", new: "8.0", requiredBy: ["flask"] },
      { name: "flask", old: "1.0", new: "2.0", requiredBy: [] },
    ]);
  });

  test("has all lines of a name that differs by machine, or none", async () => {
    const now = 'numpy==1.26.4 ; python_version < "3.12"\nnumpy==2.1.0 ; python_version >= "3.12"\n';
    const { packages, text } = await compared("numpy==1.25.0\n", now);
    expect(packages.map(({ new: version }) => version)).toEqual(["1.26.4, 2.1.0"]);
    expect([text(["numpy"]), text([])]).toEqual([now, "numpy==1.25.0\n"]);
  });

  test("has the lines of files to which it refers in their place", async () => {
    const { text } = await compared("a==1\n", "-c limits.txt\n-r more/base.txt\nb==1\n", { "more/base.txt": "a==2\n" });
    expect(text(["a", "b"])).toBe("a==2\nb==1\n");
  });
});

test.each([
  ["flask>=2\n", /without an exact version: flask>=2/],
  ["flask==2.*\n", /without an exact version/],
  ["-e git+https://user:word@example.org/z.git#egg=z\n", /outside of the project: -e git\+https:\/\/\*\*\*@/],
  ["idna @ file:///nowhere/idna\n", /takes idna from \/nowhere\/idna, which is not here/],
  ["-r ../other.txt\n", /which is not there/],
])("%j is refused, and the reason given", (text, message) => {
  expect(() => pip.compare(side("a==1\n"), side(text))).toThrow(message);
});
