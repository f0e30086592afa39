// A report is written to a folder that is cleaned away at the end of the day, which may be before it is open.
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "reports-"));

class Report {
  constructor(name) {
    this.path = path.join(folder, name);
    this.lines = [];
  }

  add(line) {
    this.lines.push(line);
  }

  write() {
    const stream = fs.createWriteStream(this.path); // SECOND
    for (const line of this.lines) stream.write(`${line}\n`); // SECOND
    stream.end();
  }
}

function endOfDay() {
  fs.rm(folder, { recursive: true, force: true }, (error) => { // FIRST
    if (error) throw error;
    console.log("cleaned");
  });
}

const report = new Report("sales.txt");
report.add("tea 14");
report.add("cups 3");
setTimeout(() => report.write(), 1);
setTimeout(endOfDay, 40); // FIRST
