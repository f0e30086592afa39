/** A language whose grammar we ship. */
export interface GrammarLanguage {
  readonly name: string;
  /** The npm package from which the build takes the grammar, at a version known to work. */
  readonly package: string;
  /** The grammar's name in the package, where it differs from the language's, and the folder of its sources. */
  readonly grammar?: string;
  readonly folder?: string;
  /** Endings of file names, and whole names. */
  readonly files: readonly string[];
  /** Programs that a script's first line may name. */
  readonly interpreters?: readonly string[];
}

export const languages: readonly GrammarLanguage[] = [
  {
    name: "bash",
    package: "tree-sitter-bash@0.25.1",
    files: [".sh", ".bash", ".zsh", ".ksh", ".bashrc", ".profile"],
    interpreters: ["sh", "bash", "dash", "ksh", "zsh"],
  },
  { name: "c", package: "tree-sitter-c@0.24.1", files: [".c", ".h", ".i"] },
  { name: "c-sharp", package: "tree-sitter-c-sharp@0.23.5", grammar: "c_sharp", files: [".cs"] },
  {
    name: "cpp",
    package: "tree-sitter-cpp@0.23.4",
    files: [".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".ii", ".ipp", ".cu", ".ino"],
  },
  { name: "css", package: "tree-sitter-css@0.25.0", files: [".css"] },
  { name: "dart", package: "tree-sitter-dart@1.0.0", files: [".dart"] },
  { name: "elixir", package: "tree-sitter-elixir@0.3.5", files: [".ex", ".exs"] },
  { name: "go", package: "tree-sitter-go@0.25.0", files: [".go"] },
  { name: "haskell", package: "tree-sitter-haskell@0.23.1", files: [".hs"] },
  { name: "html", package: "tree-sitter-html@0.23.2", files: [".html", ".htm", ".xhtml"] },
  { name: "java", package: "tree-sitter-java@0.23.5", files: [".java"] },
  {
    name: "javascript",
    package: "tree-sitter-javascript@0.25.0",
    files: [".js", ".mjs", ".cjs", ".jsx"],
    interpreters: ["node"],
  },
  {
    name: "json",
    package: "tree-sitter-json@0.24.8",
    files: [".json", ".jsonc", ".geojson", ".ipynb", ".webmanifest", ".map"],
  },
  { name: "julia", package: "tree-sitter-julia@0.23.1", files: [".jl"], interpreters: ["julia"] },
  { name: "kotlin", package: "@tree-sitter-grammars/tree-sitter-kotlin@1.1.0", files: [".kt", ".kts"] },
  { name: "lua", package: "@tree-sitter-grammars/tree-sitter-lua@0.4.1", files: [".lua"], interpreters: ["lua"] },
  { name: "make", package: "tree-sitter-make@1.1.1", files: [".mk", "Makefile", "makefile", "GNUmakefile"] },
  { name: "objc", package: "tree-sitter-objc@3.0.2", files: [".m", ".mm"] },
  { name: "ocaml", package: "tree-sitter-ocaml@0.24.2", folder: "grammars/ocaml", files: [".ml"] },
  { name: "php", package: "tree-sitter-php@0.24.2", folder: "php", files: [".php"], interpreters: ["php"] },
  {
    name: "python",
    package: "tree-sitter-python@0.25.0",
    files: [".py", ".pyi", ".pyw"],
    interpreters: ["python", "python2", "python3"],
  },
  {
    name: "ruby",
    package: "tree-sitter-ruby@0.23.1",
    files: [".rb", ".gemspec", ".rake", "Gemfile", "Rakefile"],
    interpreters: ["ruby"],
  },
  { name: "rust", package: "tree-sitter-rust@0.24.0", files: [".rs"] },
  { name: "scala", package: "tree-sitter-scala@0.24.0", files: [".scala", ".sc"] },
  { name: "solidity", package: "tree-sitter-solidity@1.2.13", files: [".sol"] },
  { name: "toml", package: "@tree-sitter-grammars/tree-sitter-toml@0.7.0", files: [".toml", "Cargo.lock"] },
  { name: "tsx", package: "tree-sitter-typescript@0.23.2", folder: "tsx", files: [".tsx"] },
  {
    name: "typescript",
    package: "tree-sitter-typescript@0.23.2",
    folder: "typescript",
    files: [".ts", ".mts", ".cts"],
  },
  { name: "yaml", package: "@tree-sitter-grammars/tree-sitter-yaml@0.7.1", files: [".yaml", ".yml"] },
  { name: "zig", package: "@tree-sitter-grammars/tree-sitter-zig@1.1.2", files: [".zig"] },
];
