// Adds up numbers, and begins anew at a reset: which it forgets of the count.
const { readFileSync } = require("node:fs");

function parse(text) {
  return text
    .trim()
    .split("\n")
    .map((line, i) => ({ name: line.split(" ")[0], value: Number(line.split(" ")[1] ?? 0), line: i + 1 }));
}

function run(commands) {
  let sum = 0;
  let count = 0;
  for (const { name, value } of commands) {
    if (name === "reset") sum = 0;
    else {
      sum += value;
      count++;
    }
  }
  return sum / count;
}

console.log(run(parse(readFileSync(process.argv[2], "utf8"))));
