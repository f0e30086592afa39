const lockfile = /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

/** Whether a file says which packages are installed: half of one and half of another would be neither. */
export function isLockfile(path: string): boolean {
  return lockfile.test(path);
}

const installers: Readonly<Record<string, string>> = {
  "yarn.lock": "yarn install --frozen-lockfile",
  "pnpm-lock.yaml": "pnpm install --frozen-lockfile",
  "bun.lock": "bun install --frozen-lockfile",
  "bun.lockb": "bun install --frozen-lockfile",
  "uv.lock": "uv sync --frozen",
  "poetry.lock": "poetry sync",
  "Cargo.lock": "cargo fetch --locked",
  "go.mod": "go mod download",
  "requirements.txt": "python3 -m venv .venv && .venv/bin/pip install --requirement requirements.txt",
};

/** The command that installs what a lockfile asks for. */
export function installCommand(lockfile: string): string {
  return installers[lockfile.slice(lockfile.lastIndexOf("/") + 1)] ?? "npm ci";
}
