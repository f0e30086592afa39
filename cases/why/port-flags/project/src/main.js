#!/usr/bin/env node
import { mkdirSync, writeFileSync } from "node:fs";
import { Flags } from "./flags.js";
import { serve } from "./server.js";

const flags = new Flags();
for (const word of process.argv.slice(2)) {
  const [name, share = "1"] = word.split("=");
  flags.set(name, Number(share));
}
const server = await serve(flags);
mkdirSync("run", { recursive: true });
writeFileSync("run/flag-board.pid", `${process.pid}\n`);
console.log(`${flags.names().length} flags on port ${server.address().port}`);
