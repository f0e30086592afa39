// Sees that the programs which the tests run for real are there. As root on Debian it installs what is missing;
// otherwise it prints the one line to run, and fails.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Each command or file, and the package that brings it. */
const needed = {
  perl: "perl-base",
  gcc: "gcc",
  "g++": "g++",
  clang: "clang",
  python3: "python3",
  javac: "default-jdk-headless",
  go: "golang-go",
  rustc: "rustc",
  git: "git",
  setsid: "util-linux",
  tmux: "tmux",
};

const missing = Object.entries(needed)
  .filter(([command]) => spawnSync("sh", ["-c", `command -v ${command}`]).status !== 0)
  .map(([, name]) => name);

if (missing.length > 0) {
  const install = ["apt-get", "install", "-y", "--no-install-recommends", ...missing];
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(
      `The tests need programs that are not installed. On Debian or Ubuntu:\n\n  sudo ${install.join(" ")}\n`,
    );
    process.exit(1);
  }
  console.log(`Installing ${missing.join(", ")} …`);
  const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  execFileSync("apt-get", ["update"], quiet);
  execFileSync(install[0], install.slice(1), quiet);
}
