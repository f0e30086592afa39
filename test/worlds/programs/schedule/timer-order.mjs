// Says in which order timers, immediates and files answer.
import fs from "node:fs";

const order = [];
const say = (word) => () => order.push(word);
setTimeout(say("timer 30"), 30);
setTimeout(say("timer 10"), 10);
setTimeout(say("timer 10 again"), 10);
setImmediate(say("immediate 1"));
setImmediate(say("immediate 2"));
fs.stat("/", say("stat"));
fs.readdir("/", say("readdir"));
process.nextTick(say("tick"));
process.on("exit", () => {
  console.log(order.join(", "));
  if (order.indexOf("readdir") < order.indexOf("stat")) process.exitCode = 1;
});
