// Tabs: a click loads the page of a tab and shows it. Large pages take longer, so an older click may win.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "tabs-"));
const pages = { news: 9000, weather: 10 };
for (const [name, length] of Object.entries(pages)) writeFileSync(join(folder, name), `${name} `.repeat(length));

async function load(name) {
  const file = await open(join(folder, name));
  const chunks = [];
  const buffer = Buffer.alloc(16_384);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null); // FIRST, SECOND
    if (bytesRead === 0) break;
    chunks.push(buffer.toString("utf8", 0, bytesRead));
  }
  await file.close(); // FIRST, SECOND
  return chunks.join("");
}

class Window {
  selected = "";
  content = "";

  async click(tab) {
    this.selected = tab;
    const text = await load(tab);
    this.content = text;
  }
}

const shown = new Window();
const click = (tab, ms) => new Promise((resolve) => setTimeout(() => resolve(shown.click(tab)), ms));
await Promise.all([click("news", 1), click("weather", 40)]);
rmSync(folder, { recursive: true });
console.log(shown.selected, shown.content.slice(0, 20));
if (!shown.content.startsWith(shown.selected)) process.exitCode = 1;
