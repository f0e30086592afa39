// A time-out that does not stop what it gives up: both call back.
const fs = require("node:fs");

function readQuickly(path, callback) {
  setTimeout(() => callback(new Error("too slow")), 10); // FIRST
  fs.stat(path, (error, stat) => { // SECOND
    if (error) return callback(error);
    fs.readFile(path, "utf8", (error, text) => { // SECOND
      finished = true;
      callback(error, text);
    });
  });
}

let finished = false;
let calls = 0;
readQuickly(__filename, (error) => {
  if (error && finished) return; // too late to matter
  calls++;
});
process.on("exit", () => {
  console.log(calls === 1 ? "once" : "twice");
  if (calls !== 1) process.exitCode = 1;
});
