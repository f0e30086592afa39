// Ends in the way its argument names, in the middle of things.
const fs = require("node:fs");
const ways = {
  exit: () => process.exit(3),
  throw: () => {
    throw new Error("thrown");
  },
  reject: () => {
    Promise.reject(new Error("rejected"));
  },
  kill: () => process.kill(process.pid, "SIGKILL"),
  abort: () => process.abort(),
  code: () => {
    process.exitCode = 7;
  },
  caught: () => {
    process.on("uncaughtException", (error) => console.log("caught", error.message));
    setImmediate(() => console.log("goes on"));
    throw new Error("thrown");
  },
};
process.on("exit", (code) => console.log("exit", code));
setInterval(() => {}, 1000).unref();
fs.stat("/", () => {
  setTimeout(() => {
    console.log(process.argv[2]);
    ways[process.argv[2]]();
  }, 1);
});
