/** Versions before and after a day of upgrades. */
export type Upgrades = Readonly<Record<string, readonly [old: string, now: string]>>;
export type Versions = Readonly<Record<string, string>>;

/** From 5.0.0 on, chalk and escape-string-regexp are ES modules: what `require` gives is not what it was. */
export const javaScript: Upgrades = {
  async: ["3.2.0", "3.2.4"],
  "body-parser": ["1.19.0", "1.20.2"],
  chalk: ["4.1.2", "5.3.0"],
  commander: ["9.0.0", "9.5.0"],
  cookie: ["0.4.1", "0.5.0"],
  cors: ["2.8.4", "2.8.5"],
  dayjs: ["1.10.7", "1.11.9"],
  debug: ["4.3.3", "4.3.4"],
  "deep-equal": ["2.0.5", "2.2.1"],
  dotenv: ["16.0.0", "16.3.1"],
  ejs: ["3.1.6", "3.1.9"],
  "escape-string-regexp": ["4.0.0", "5.0.0"],
  eventemitter3: ["4.0.6", "4.0.7"],
  express: ["4.17.1", "4.18.2"],
  glob: ["7.1.7", "7.2.3"],
  handlebars: ["4.7.6", "4.7.8"],
  "iconv-lite": ["0.6.2", "0.6.3"],
  "js-yaml": ["4.0.0", "4.1.0"],
  json5: ["2.2.0", "2.2.3"],
  lodash: ["4.17.20", "4.17.21"],
  marked: ["4.0.10", "4.3.0"],
  mime: ["2.5.2", "2.6.0"],
  minimist: ["1.2.5", "1.2.8"],
  mkdirp: ["1.0.3", "1.0.4"],
  moment: ["2.29.1", "2.29.4"],
  ms: ["2.1.2", "2.1.3"],
  mustache: ["4.1.0", "4.2.0"],
  nunjucks: ["3.2.3", "3.2.4"],
  pino: ["7.0.0", "7.11.0"],
  qs: ["6.10.1", "6.11.2"],
  rimraf: ["3.0.0", "3.0.2"],
  semver: ["7.3.5", "7.5.4"],
  underscore: ["1.13.1", "1.13.6"],
  uuid: ["8.3.1", "8.3.2"],
  validator: ["13.6.0", "13.11.0"],
  ws: ["8.2.0", "8.13.0"],
  yargs: ["17.2.1", "17.7.2"],
};

/** MarkupSafe 2.1.0 has no `soft_unicode` any more, which Jinja2 2.11 imports. */
export const python: Upgrades = {
  attrs: ["21.4.0", "23.1.0"],
  babel: ["2.9.1", "2.12.1"],
  blinker: ["1.4", "1.6.2"],
  cachetools: ["4.2.4", "5.3.1"],
  certifi: ["2022.12.7", "2023.7.22"],
  chardet: ["4.0.0", "5.2.0"],
  click: ["8.0.4", "8.1.7"],
  colorama: ["0.4.4", "0.4.6"],
  decorator: ["5.1.0", "5.1.1"],
  docutils: ["0.17.1", "0.20.1"],
  filelock: ["3.8.0", "3.12.2"],
  idna: ["3.3", "3.4"],
  iniconfig: ["1.1.1", "2.0.0"],
  isodate: ["0.6.0", "0.6.1"],
  itsdangerous: ["2.0.1", "2.1.2"],
  jinja2: ["2.11.3", "2.11.3"],
  jmespath: ["0.10.0", "1.0.1"],
  markdown: ["3.3.7", "3.4.4"],
  markupsafe: ["2.0.1", "2.1.3"],
  networkx: ["2.8.8", "3.1"],
  packaging: ["21.3", "23.1"],
  platformdirs: ["2.5.2", "3.10.0"],
  pluggy: ["1.0.0", "1.2.0"],
  pygments: ["2.13.0", "2.16.1"],
  pyparsing: ["3.0.9", "3.1.1"],
  "python-dateutil": ["2.8.1", "2.8.2"],
  pytz: ["2022.1", "2023.3"],
  requests: ["2.27.1", "2.28.2"],
  six: ["1.15.0", "1.16.0"],
  sqlparse: ["0.4.3", "0.4.4"],
  tabulate: ["0.8.10", "0.9.0"],
  toml: ["0.10.1", "0.10.2"],
  tqdm: ["4.64.1", "4.66.1"],
  urllib3: ["1.26.14", "1.26.16"],
  wcwidth: ["0.2.5", "0.2.6"],
  zipp: ["3.8.1", "3.16.2"],
};

/** From 0.1.13 on, unicode-width counts control characters. */
export const rust: Upgrades = {
  adler: ["1.0.1", "1.0.2"],
  arrayvec: ["0.7.2", "0.7.4"],
  base64: ["0.21.2", "0.21.5"],
  bitflags: ["2.3.3", "2.4.1"],
  byteorder: ["1.4.3", "1.5.0"],
  bytes: ["1.4.0", "1.5.0"],
  "cfg-if": ["1.0.0", "1.0.1"],
  either: ["1.8.1", "1.9.0"],
  equivalent: ["1.0.0", "1.0.1"],
  fastrand: ["2.0.0", "2.0.1"],
  fnv: ["1.0.6", "1.0.7"],
  glob: ["0.3.0", "0.3.1"],
  hashbrown: ["0.14.0", "0.14.2"],
  heck: ["0.4.0", "0.4.1"],
  hex: ["0.4.2", "0.4.3"],
  httparse: ["1.8.0", "1.10.1"],
  humantime: ["2.0.1", "2.1.0"],
  itoa: ["1.0.5", "1.0.9"],
  lazy_static: ["1.4.0", "1.5.0"],
  log: ["0.4.18", "0.4.20"],
  memchr: ["2.5.0", "2.6.4"],
  once_cell: ["1.17.1", "1.18.0"],
  "percent-encoding": ["2.2.0", "2.3.0"],
  ryu: ["1.0.12", "1.0.15"],
  "same-file": ["1.0.5", "1.0.6"],
  scopeguard: ["1.1.0", "1.2.0"],
  semver: ["1.0.16", "1.0.20"],
  shlex: ["1.1.0", "1.2.0"],
  siphasher: ["0.3.10", "0.3.11"],
  smallvec: ["1.10.0", "1.11.2"],
  static_assertions: ["1.0.0", "1.1.0"],
  tinyvec: ["1.5.1", "1.6.0"],
  "unicode-ident": ["1.0.8", "1.0.12"],
  "unicode-segmentation": ["1.10.0", "1.10.1"],
  "unicode-width": ["0.1.10", "0.1.13"],
  "unicode-xid": ["0.2.3", "0.2.4"],
  utf8parse: ["0.2.0", "0.2.1"],
};

/** From 0.0.10 on, go-runewidth counts the width of flags otherwise. */
export const go: Upgrades = {
  "github.com/BurntSushi/toml": ["v1.2.0", "v1.3.2"],
  "github.com/Masterminds/semver/v3": ["v3.2.0", "v3.2.1"],
  "github.com/agext/levenshtein": ["v1.2.2", "v1.2.3"],
  "github.com/bmatcuk/doublestar/v4": ["v4.4.0", "v4.6.0"],
  "github.com/cespare/xxhash/v2": ["v2.1.2", "v2.2.0"],
  "github.com/davecgh/go-spew": ["v1.1.0", "v1.1.1"],
  "github.com/dustin/go-humanize": ["v1.0.0", "v1.0.1"],
  "github.com/fatih/color": ["v1.13.0", "v1.15.0"],
  "github.com/fatih/structs": ["v1.0.0", "v1.1.0"],
  "github.com/go-chi/chi/v5": ["v5.0.7", "v5.0.10"],
  "github.com/gobwas/glob": ["v0.2.2", "v0.2.3"],
  "github.com/golang-jwt/jwt/v4": ["v4.4.2", "v4.5.0"],
  "github.com/google/go-cmp": ["v0.5.8", "v0.5.9"],
  "github.com/google/shlex": ["v0.0.0-20181106134648-c34317bd91bf", "v0.0.0-20191202100458-e7afc7fbc510"],
  "github.com/google/uuid": ["v1.3.0", "v1.3.1"],
  "github.com/gorilla/mux": ["v1.8.0", "v1.8.1"],
  "github.com/gorilla/websocket": ["v1.4.2", "v1.5.0"],
  "github.com/hashicorp/errwrap": ["v1.0.0", "v1.1.0"],
  "github.com/hashicorp/go-multierror": ["v1.1.0", "v1.1.1"],
  "github.com/hashicorp/go-version": ["v1.5.0", "v1.6.0"],
  "github.com/iancoleman/strcase": ["v0.2.0", "v0.3.0"],
  "github.com/julienschmidt/httprouter": ["v1.2.0", "v1.3.0"],
  "github.com/kballard/go-shellquote": ["v0.0.0-20170619183022-cd60e84ee657", "v0.0.0-20180428030007-95032a82bc51"],
  "github.com/mattn/go-isatty": ["v0.0.17", "v0.0.19"],
  "github.com/mattn/go-runewidth": ["v0.0.9", "v0.0.15"],
  "github.com/mitchellh/go-wordwrap": ["v1.0.0", "v1.0.1"],
  "github.com/mitchellh/mapstructure": ["v1.4.3", "v1.5.0"],
  "github.com/pkg/errors": ["v0.9.0", "v0.9.1"],
  "github.com/rs/xid": ["v1.4.0", "v1.5.0"],
  "github.com/sergi/go-diff": ["v1.2.0", "v1.3.1"],
  "github.com/shopspring/decimal": ["v1.2.0", "v1.3.1"],
  "github.com/spf13/cast": ["v1.5.0", "v1.5.1"],
  "go.uber.org/atomic": ["v1.10.0", "v1.11.0"],
};

/** Loads every package, and uses the one that breaks. */
export const javaScriptTest = `for (const name of Object.keys(require("./package.json").dependencies)) if (name !== "chalk") require(name);
if (typeof require("chalk").red !== "function") throw new Error("there is no red");
if (typeof require("escape-string-regexp") !== "function") throw new Error("nothing escapes");
`;
export const pythonTest = "import attr, click, requests, tqdm\nimport jinja2\n";

export const rustTest = `fn main() {
    assert_eq!(unicode_width::UnicodeWidthStr::width("a\\tb"), 2);
}
`;
/** Loads every module, and uses the one that breaks. */
export const goTest = `package main

import (
	"os"
	"github.com/mattn/go-runewidth"
${Object.keys(go)
  .filter((name) => !name.endsWith("/go-runewidth"))
  .map((name) => `\t_ ${JSON.stringify(importOf(name))}\n`)
  .join("")})

func main() {
	if runewidth.StringWidth("\\U0001F1E9\\U0001F1EA") != 2 {
		os.Exit(1)
	}
}
`;

/** The package to load of a module, where that is not the module's own. */
function importOf(module: string): string {
  const inside = { "go-cmp": "cmp", "go-diff": "diffmatchpatch", "go-spew": "spew" }[module.replace(/^.*\//, "")];
  return inside === undefined ? module : `${module}/${inside}`;
}
