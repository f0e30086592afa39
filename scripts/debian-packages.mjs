// Sees that the programs which the tests run for real are there. As root on Debian it installs what is missing;
// otherwise it prints the one line to run, and fails.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Each command, and the package that brings it. */
const needed = {
  perl: "perl-base",
  gcc: "gcc",
  "g++": "g++",
  gdb: "gdb",
  clang: "clang",
  python3: "python3",
  "pytest-3": "python3-pytest",
  rspec: "ruby-rspec",
  javac: "default-jdk-headless",
  go: "golang-go",
  rustc: "rustc",
  cargo: "cargo",
  git: "git",
  setsid: "util-linux",
  "dpkg-deb": "dpkg",
  tmux: "tmux",
  zsh: "zsh",
  fish: "fish",
  groff: "groff-base",
  bwrap: "bubblewrap",
  faketime: "faketime",
  openssl: "openssl",
  chromium: "chromium",
};

install(missingOf(needed));
// clang's sanitizers are in a package with its version in the name, known only when clang is there.
if (!existsSync(output("clang", "-print-file-name=libclang_rt.asan-x86_64.a"))) {
  install([`libclang-rt-${output("clang", "-dumpversion").split(".")[0]}-dev`]);
}

function missingOf(commands) {
  const isMissing = ([command]) => spawnSync("sh", ["-c", `command -v ${command}`]).status !== 0;
  return Object.entries(commands)
    .filter(isMissing)
    .map(([, name]) => name);
}

function install(packages) {
  if (packages.length === 0) return;
  const words = ["apt-get", "install", "-y", "--no-install-recommends", ...packages];
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    console.error(
      `The tests need programs that are not installed. On Debian or Ubuntu:\n\n  sudo ${words.join(" ")}\n`,
    );
    process.exit(1);
  }
  console.log(`Installing ${packages.join(", ")} …`);
  const quiet = { stdio: ["ignore", "ignore", "inherit"], env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  execFileSync("apt-get", ["update"], quiet);
  execFileSync(words[0], words.slice(1), quiet);
}

function output(command, ...words) {
  return execFileSync(command, words, { encoding: "utf8" }).trim();
}
