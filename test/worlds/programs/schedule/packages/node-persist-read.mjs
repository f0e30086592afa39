// One part of a program saves its settings while another one reads them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import nodePersist from "node-persist";

const dir = mkdtempSync(join(tmpdir(), "node-persist-"));
process.on("exit", () => rmSync(dir, { recursive: true }));

const storage = nodePersist.create({ dir });
await storage.init();
await storage.setItem("settings", { theme: "light" });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function save() {
  await pause(1);
  await storage.setItem("settings", { theme: "dark" });
}

async function show() {
  await pause(4);
  const { theme } = await storage.getItem("settings");
  if (theme !== "light" && theme !== "dark") throw new Error(`there is no theme ${theme}`);
}

await Promise.all([save(), show()]);
