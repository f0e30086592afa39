// Generates src/engine/protocol/*_pb.ts from the .proto files beside them. Needs protoc (Debian's protobuf-compiler); the
// plug-in comes from npm. To be run after a change of the protocol: node scripts/protocol.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const plugin = "@bufbuild/protoc-gen-es@2.16.0";
const protocol = join(import.meta.dirname, "../src/engine/protocol");
const tools = mkdtempSync(join(tmpdir(), "culprit-protocol-"));
try {
  execFileSync("npm", ["install", "--prefix", tools, "--no-save", plugin], { stdio: "inherit" });
  const files = readdirSync(protocol).filter((name) => name.endsWith(".proto"));
  const words = [
    `--plugin=${join(tools, "node_modules/.bin/protoc-gen-es")}`,
    ...["-I", protocol],
    ...["--es_out", protocol, "--es_opt", "target=ts,import_extension=ts"],
    ...files,
  ];
  execFileSync("protoc", words, { cwd: protocol, stdio: "inherit" });
} finally {
  rmSync(tools, { recursive: true, force: true });
}
