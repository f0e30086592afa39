import { spawnSync } from "node:child_process";

/** A distribution with one module of its own name. */
export interface FixtureWheel {
  readonly name: string;
  readonly version: string;
  /** Of the module. */
  readonly code: string;
  /** As in Requires-Dist. */
  readonly requires?: readonly string[];
  /** Programs, each with its function: { hello: "hello:main" }. */
  readonly programs?: Readonly<Record<string, string>>;
}

/** Writes wheels into a folder, by Python: they are zip files. */
export function writeWheels(folder: string, wheels: readonly FixtureWheel[]): void {
  const ended = spawnSync("python3", ["-c", script, folder], { input: JSON.stringify(wheels), encoding: "utf8" });
  if (ended.status !== 0) throw new Error(ended.stderr);
}

const script = `
import json, os, sys, zipfile
os.makedirs(sys.argv[1], exist_ok=True)
for wheel in json.load(sys.stdin):
    name, version = wheel["name"], wheel["version"]
    info = f"{name}-{version}.dist-info/"
    requires = "".join(f"Requires-Dist: {each}\\n" for each in wheel.get("requires", []))
    programs = "".join(f"{each} = {target}\\n" for each, target in wheel.get("programs", {}).items())
    files = {
        f"{name}/__init__.py": wheel["code"],
        f"{name}-{version}.data/data/share/{name}/version.txt": version,
        info + "METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n{requires}",
        info + "WHEEL": "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
        info + "entry_points.txt": f"[console_scripts]\\n{programs}",
    }
    record = "".join(f"{path},,\\n" for path in [*files, info + "RECORD"])
    with zipfile.ZipFile(os.path.join(sys.argv[1], f"{name}-{version}-py3-none-any.whl"), "w") as file:
        for path, text in {**files, info + "RECORD": record}.items():
            file.writestr(path, text)
`;
