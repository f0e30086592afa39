import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "../input.ts";
import { debianPackage } from "../packages.ts";

/** A header of templates, with a use of it at the end that goes through many of them. */
export const cpp: Input = {
  name: "c++",
  language: "c++",
  kind: "program",
  about: "tl::expected with a use of it, a warning deep in an instantiation, judged by g++",
  candidate: "input.cpp",
  make() {
    const header = join(debianPackage("libexpected-dev", "1.0.0~dfsg-3"), "usr/include/tl/expected.hpp");
    return { files: { "input.cpp": readFileSync(header, "utf8") + use }, test };
  },
};

const use = `
#include <string>

static tl::expected<int, std::string> parse(const char *text) {
  if (!*text) return tl::make_unexpected(std::string("empty"));
  return *text - '0';
}

int main(int argc, char **argv) {
  return parse(argv[argc - 1])
      .map([](int digit) { return digit + 1; })
      .map_error([](std::string said) { return said.size(); })
      .value();
}
`;

/** It compiles, and this warning is for a template of the library with the second of the lambdas. */
const test = `said=$(LC_ALL=C g++ -std=c++17 -fsyntax-only -fno-diagnostics-show-caret -Wnoexcept input.cpp 2>&1) || exit 1
case $said in *"In instantiation of"*"tl::detail::invoke("*"lambda(std::string)"*"noexcept-expression evaluates to 'false'"*) exit 0 ;; esac
exit 1
`;
