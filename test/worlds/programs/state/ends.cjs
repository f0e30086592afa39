// Ends in the way that its first word says.
const { readFileSync } = require("node:fs");

function end(way) {
  if (way === "exit") process.exit(3);
  if (way === "throw") throw new Error("thrown");
  if (way === "reject") Promise.reject(new Error("rejected"));
  if (way === "kill") process.kill(process.pid, "SIGTERM");
  if (way === "later") setTimeout(() => console.log("later"), 10);
  if (way === "stay") setInterval(() => {}, 1000);
  if (way === "spin") for (;;);
  if (way === "tell") {
    const culprit = Object.keys(process.env).filter((name) => /CULPRIT_STATE|NODE_OPTIONS/.test(name));
    console.log(JSON.stringify({ input: readFileSync(0, "utf8"), words: process.argv.slice(2), culprit }));
  }
  if (way === "debugger") {
    debugger;
    console.log("debugger");
  }
}

if (process.argv[2] === "debugger") debugger;
end(process.argv[2]);
