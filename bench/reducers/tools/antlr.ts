import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cached } from "../cache.ts";
import { debianPackage } from "../packages.ts";

/** The tool and what it needs; the versions are Debian 12's. */
const jars = [
  { jar: "antlr4", name: "antlr4", version: "4.7.2-5" },
  { jar: "antlr4-runtime", name: "libantlr4-runtime-java", version: "4.7.2-5" },
  { jar: "antlr3-runtime", name: "libantlr3-runtime-java", version: "3.5.3-1" },
  { jar: "icu4j", name: "libicu4j-java", version: "72.1-1" },
  { jar: "javax.json", name: "libjsonp-java", version: "1.1.2-3" },
  { jar: "stringtemplate4", name: "libstringtemplate4-java", version: "4.0.8-2.1" },
  { jar: "treelayout", name: "libtreelayout-java", version: "1.0.3-2" },
];

/** Of the JDK. */
const archiver = "jar";

/** ANTLR's tool as one program for `java -jar`, as picireny asks for it. */
export function antlr(): string {
  const folder = cached("antlr", (into) => {
    for (const { jar, name, version } of jars) {
      copyFileSync(join(debianPackage(name, version), "usr/share/java", `${jar}.jar`), join(into, `${jar}.jar`));
    }
    // A line of a manifest has at most 72 bytes; one that begins with a space goes on with the line before.
    const path = jars.map(({ jar }) => `${jar}.jar\n`).join("  ");
    writeFileSync(join(into, "manifest"), `Main-Class: org.antlr.v4.Tool\nClass-Path: ${path}`);
    execFileSync(archiver, ["cfm", "tool.jar", "manifest"], { cwd: into, stdio: "pipe" });
  });
  return join(folder, "tool.jar");
}
