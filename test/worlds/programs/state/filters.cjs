// Reads lines in one of several ways, and prints them.
const fs = require("node:fs");
const readline = require("node:readline");

function here() {}

function atOnce(file) {
  here();
  process.stdout.write(fs.readFileSync(file, "utf8"));
}

function byBlocks(file) {
  const block = Buffer.alloc(6);
  for (let size = fs.readSync(file, block); size > 0; size = fs.readSync(file, block)) {
    here();
    process.stdout.write(block.toString("utf8", 0, size));
  }
}

function byStream() {
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    console.log(line);
    inLine(line);
  });
  here();
}

function inLine() {}

const ways = {
  atOnce: () => atOnce(0),
  byBlocks: () => byBlocks(0),
  file: () => byBlocks(fs.openSync(process.argv[3], "r")),
  byStream,
};
ways[process.argv[2]]();
