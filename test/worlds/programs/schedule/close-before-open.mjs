// A file is closed after a while: if it is not open by then, there is nothing to close.
import fs from "node:fs";

let descriptor;
fs.access("/dev/null", () => { // SECOND
  fs.open("/dev/null", "r", (error, fd) => { // SECOND
    descriptor = fd;
  });
});
setTimeout(() => { // FIRST
  fs.close(descriptor, () => console.log("closed"));
}, 8);
