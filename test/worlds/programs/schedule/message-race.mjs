// The cache is filled by a file and by a message; the message is newer, but may come first.
import { readFile } from "node:fs/promises";

const { port1, port2 } = new MessageChannel();
let value;
port2.onmessage = ({ data }) => {
  value = data;
};
const filled = readFile("/dev/null", "utf8").then(() => {
  value = "old";
});
setTimeout(() => port1.postMessage("new"), 5);
await filled;
await new Promise((resolve) => setTimeout(resolve, 100));
port1.close();
console.log(value);
if (value !== "new") process.exit(1);
