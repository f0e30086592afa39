import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A source distribution of a module with a function `width` in C, which `cc` compiles when it is installed. */
export interface CompiledSource {
  readonly name: string;
  readonly version: string;
  /** Of the module, which has `width`. */
  readonly code: string;
  readonly width: number;
}

/** Writes it into a folder; it brings what builds it, so that nothing else is needed from an index. */
export function writeSdist(folder: string, { name, version, code, width }: CompiledSource): void {
  const place = mkdtempSync(join(tmpdir(), "culprit-pack-"));
  const top = `${name}-${version}`;
  const files = {
    "PKG-INFO": `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`,
    "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "build_here"\nbackend-path = ["."]\n',
    "build_here.py": backend(name, version),
    "module.py": `import ctypes, os\nwidth = ctypes.CDLL(os.path.join(os.path.dirname(__file__), "width.so")).width\n${code}`,
    "width.c": `int width(void) { return ${width}; }\n`,
  };
  try {
    mkdirSync(join(place, top));
    for (const [path, text] of Object.entries(files)) writeFileSync(join(place, top, path), text);
    execFileSync("tar", ["-czf", join(folder, `${top}.tar.gz`), "-C", place, top]);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const backend = (name: string, version: string) => `
import os, subprocess, zipfile

def build_wheel(folder, config_settings=None, metadata_directory=None):
    subprocess.run(["cc", "-shared", "-fPIC", "-o", "width.so", "width.c"], check=True)
    info = "${name}-${version}.dist-info/"
    files = {
        "${name}/__init__.py": open("module.py", "rb").read(),
        "${name}/width.so": open("width.so", "rb").read(),
        info + "METADATA": open("PKG-INFO", "rb").read(),
        info + "WHEEL": b"Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    }
    record = "".join(path + ",,\\n" for path in [*files, info + "RECORD"])
    file = "${name}-${version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, file), "w") as wheel:
        for path, content in {**files, info + "RECORD": record}.items():
            wheel.writestr(path, content)
    return file
`;
