import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Input } from "../input.ts";
import { debianPackage, npmPackage } from "../packages.ts";

export const html: Input = {
  name: "html",
  language: "html",
  kind: "data",
  about: "the manual of lz4, four kinds of warnings about its elements, judged by tidy",
  candidate: "input.html",
  make() {
    const page = join(npmPackage("lz4", "0.6.5"), "deps/lz4/doc/lz4_manual.html");
    const library = debianPackage("libtidy5deb1", "2:5.6.0-11");
    const tidy = join(debianPackage("tidy", "2:5.6.0-11"), "usr/bin/tidy");
    const said = `said=$(LD_LIBRARY_PATH=$(echo ${library}/usr/lib/*) ${tidy} -errors -quiet input.html 2>&1)`;
    const all = warnings.map((warning) => `case $said in *"${warning}"*) ;; *) exit 1 ;; esac`);
    return { files: { "input.html": readFileSync(page) }, test: `${[said, ...all].join("\n")}\n` };
  },
};

const warnings = [
  "using <br> in place of <p>",
  "discarding unexpected </p>",
  "trimming empty <b>",
  "trimming empty <pre>",
];

export const xml: Input = {
  name: "xml",
  language: "xml",
  kind: "data",
  about: "iso_3166-1.xml of iso-codes, valid by its DTD and with one of its entries, judged by xmllint",
  candidate: "input.xml",
  make() {
    const file = join(debianPackage("iso-codes", "4.15.0-1"), "usr/share/xml/iso-codes/iso_3166-1.xml");
    const xmllint = join(debianPackage("libxml2-utils", "2.9.14+dfsg-1.3~deb12u6"), "usr/bin/xmllint");
    const path = 'string(//iso_3166_entry[@alpha_2_code="DE"]/@official_name)';
    const test = [
      `found=$(${xmllint} --noout --nonet --valid input.xml --xpath '${path}' 2>/dev/null) || exit 1`,
      '[ "$found" = "Federal Republic of Germany" ]\n',
    ];
    return { files: { "input.xml": readFileSync(file) }, test: test.join("\n") };
  },
};
