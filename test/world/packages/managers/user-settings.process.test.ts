import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bringSettings } from "../../../../src/world/packages/managers/user-settings.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

const settings: Readonly<Record<string, string>> = {
  ".npmrc": `registry=https://ann:geheim@npm.example.org/own/
//npm.example.org/:_authToken=geheim
//npm.example.org/:_password=geheim
//npm.example.org/:username=geheim
_auth = geheim
key="geheim"
//npm.example.org/:key=geheim
https-proxy=http://ann:ge@heim@proxy.example.org:8080/
@ui:registry=https://npm.example.org/@ui/
ignore-scripts=false
`,
  ".yarnrc": `registry "https://ann:geheim@npm.example.org/own/"
"//npm.example.org/:_authToken" geheim
ignore-scripts false
`,
  ".yarnrc.yml": `nodeLinker: node-modules
npmAuthToken: geheim
npmRegistryServer: "https://ann:geheim@npm.example.org/own/"
`,
  "bunfig.toml": `[install]
registry = { url = "https://npm.example.org", token = "geheim" }
cafile = "ca.pem"
`,
};

/** The settings that a copy gets. */
function bring(network: boolean): { read: (name: string) => string; isLink: (name: string) => boolean } {
  const home = temporaryFolder("settings");
  const folder = join(home, "copy");
  mkdirSync(folder);
  for (const [name, text] of Object.entries(settings)) writeFileSync(join(home, name), text);
  const place = { home, folder, kept: home, shared: home, lockfile: "", network };
  execFileSync("sh", ["-c", bringSettings(place, Object.keys(settings))], { cwd: folder });
  return {
    read: (name) => readFileSync(join(folder, name), "utf8"),
    isLink: (name) => lstatSync(join(folder, name)).isSymbolicLink(),
  };
}

test("candidates get the user's settings without the secrets in them", () => {
  const { read } = bring(false);
  for (const name of Object.keys(settings)) expect(read(name)).not.toContain("heim");
  expect(read(".npmrc")).toBe(`registry=https://npm.example.org/own/
https-proxy=http://proxy.example.org:8080/
@ui:registry=https://npm.example.org/@ui/
ignore-scripts=false
`);
  expect(read(".yarnrc")).toBe('registry "https://npm.example.org/own/"\nignore-scripts false\n');
  expect(read(".yarnrc.yml")).toBe('nodeLinker: node-modules\nnpmRegistryServer: "https://npm.example.org/own/"\n');
  expect(read("bunfig.toml")).toBe('[install]\ncafile = "ca.pem"\n');
});

test("while packages are fetched, the settings are read where they are", () => {
  const { read, isLink } = bring(true);
  for (const [name, text] of Object.entries(settings)) expect([isLink(name), read(name)]).toEqual([true, text]);
});

test("settings that the project itself has stay as they are", () => {
  const home = temporaryFolder("settings");
  const folder = join(home, "copy");
  mkdirSync(folder);
  writeFileSync(join(home, ".npmrc"), settings[".npmrc"]!);
  writeFileSync(join(folder, ".npmrc"), "save-exact=true\n");
  for (const network of [true, false]) {
    const place = { home, folder, kept: home, shared: home, lockfile: "", network };
    execFileSync("sh", ["-c", bringSettings(place, [".npmrc"])], { cwd: folder });
    expect(readFileSync(join(folder, ".npmrc"), "utf8")).toBe("save-exact=true\n");
  }
});
