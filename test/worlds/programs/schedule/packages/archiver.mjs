// One of two files is gone by the time that they are packed. The archive gets the other one, and ends.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import archiver from "archiver";

const folder = mkdtempSync(join(tmpdir(), "archiver-"));
writeFileSync(join(folder, "kept"), "text");
let ended = false;
const archive = archiver("tar");
archive.on("warning", () => {});
archive.on("end", () => {
  ended = true;
});
archive.file(join(folder, "gone"), { name: "gone" });
archive.file(join(folder, "kept"), { name: "kept" });
archive.finalize();
archive.resume();

process.on("exit", () => {
  rmSync(folder, { recursive: true });
  if (ended) return;
  console.error("the archive does not end");
  process.exitCode = 1;
});
