const javaScript = ["package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"];
const whole = new Set([...javaScript, "uv.lock", "poetry.lock", "Cargo.lock", "go.mod", "go.sum"]);
const installed = new Set([...javaScript, "uv.lock", "poetry.lock", "requirements.txt"]);

/**
 * Whether a file says which packages are installed, so that half of one and half of another would be neither. A list of requirements
 * is one only with hashes, which stand in lines of their own: each line of another list can be exchanged by itself.
 */
export function isLockfile(path: string, text: () => string): boolean {
  const name = nameOf(path);
  return whole.has(name) || (/^requirements.*\.txt$/.test(name) && /--hash[ =]/.test(text()));
}

/** Whether a user has to install what a lockfile says. Cargo and Go do that themselves before each test. */
export function hasToBeInstalled(path: string): boolean {
  return installed.has(nameOf(path));
}

/** Files that one manager keeps in agreement: for each, the other one beside it. */
export function partnerOf(path: string): string | undefined {
  return nameOf(path) === "go.sum" ? path.replace(/sum$/, "mod") : undefined;
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
  return installers[nameOf(lockfile)] ?? "npm ci";
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
