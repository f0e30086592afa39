import type { RealRegression } from "./real-regression.ts";

/** Sources as they are written, of npm and PyPI. */
export const plain: readonly RealRegression[] = [
  {
    name: "qs",
    kind: "plain",
    versions: { registry: "npm", package: "qs", old: "6.10.4", new: "6.10.5" },
    needs: ["side-channel@1.0.4"],
    check: {
      language: "cjs",
      text: `const qs = require(process.cwd());
require("node:assert").equal(qs.stringify({ a: ["b"] }, { arrayFormat: "comma", encode: false }), "a=b");`,
    },
    truth: {
      file: /^lib\/stringify\.js$/,
      text: /adjustedPrefix|valuesArray\.length === 1/,
      source: "qs 6.11.1 made it an option: commaRoundTrip",
    },
  },
  {
    name: "pyparsing",
    kind: "plain",
    versions: { registry: "pypi", package: "pyparsing", old: "3.0.9", new: "3.1.0" },
    check: {
      language: "py",
      text: `import os, sys
sys.path.insert(0, os.getcwd())
import pyparsing
try:
    pyparsing.Word(pyparsing.nums, min=3).parse_string("12")
except pyparsing.ParseException:
    sys.exit(0)
raise AssertionError("two digits are not three")`,
    },
    truth: {
      file: /^pyparsing\/core\.py$/,
      text: /max == 0|min == 1 and exact == 0|repeat = /,
      source: "pyparsing 3.1.1: regression in Word(min), issue 502",
    },
  },
  {
    name: "pygments",
    kind: "plain",
    versions: { registry: "pypi", package: "pygments", old: "2.18.0", new: "2.19.0" },
    check: {
      language: "py",
      text: `import os, sys
sys.path.insert(0, os.getcwd())
from pygments.lexers.configs import IniLexer
from pygments.token import Name
tokens = list(IniLexer().get_tokens('a = "x"\\nb = "y"\\n'))
assert (Name.Attribute, "b") in tokens, tokens`,
    },
    truth: {
      file: /^pygments\/lexers\/configs\.py$/,
      text: /quoted_value|\["'\]/,
      source: "Pygments 2.19.1: Ini, quoted string regression introduced in 2.19.0",
    },
  },
  {
    name: "arrow",
    kind: "plain",
    versions: { registry: "pypi", package: "arrow", old: "0.14.2", new: "0.14.3" },
    needs: ["python-dateutil==2.8.2", "six==1.16.0"],
    check: {
      language: "py",
      text: `import os, sys, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, os.getcwd())
import arrow
assert arrow.get("2019072807", "YYYYMMDDHH", tzinfo="UTC").hour == 7`,
    },
    truth: {
      file: /^arrow\/factory\.py$/,
      text: /isinstance\(tz, tzinfo\)|len\(kwargs\)|arg_count = 3/,
      source: "arrow 0.14.4: regression in 0.14.3, a tzinfo argument of type string",
    },
  },
  {
    name: "marshmallow",
    kind: "plain",
    versions: { registry: "pypi", package: "marshmallow", old: "3.11.1", new: "3.12.0" },
    check: {
      language: "py",
      text: `import os, sys
sys.path.insert(0, os.path.join(os.getcwd(), "src"))
from marshmallow import Schema, fields
class Form(Schema):
    validate = fields.String()
assert "validate" in Form().validate({"validate": 3})`,
    },
    truth: {
      file: /^src\/marshmallow\/schema\.py$/,
      text: /\bpop\b|del attrs|_get_fields\(/,
      source: "marshmallow 3.12.2: fields as attributes of the schema, introduced in 3.12.0, pull request 1843",
    },
  },
  {
    name: "tomlkit",
    kind: "plain",
    versions: { registry: "pypi", package: "tomlkit", old: "0.11.1", new: "0.11.2" },
    check: {
      language: "py",
      text: `import os, sys
sys.path.insert(0, os.getcwd())
import tomlkit
array = tomlkit.array()
array.add_line(1)
array.add_line(comment="none")
array.add_line(2)
assert tomlkit.parse("a = " + array.as_string()) == {"a": [1, 2]}, array.as_string()`,
    },
    truth: {
      file: /^tomlkit\/items\.py$/,
      text: /last_value_item/,
      maxPlaces: 30,
      source: "tomlkit 0.11.3: regression of array.add_line, a comma after lines without a value, issue 223",
    },
  },
];
