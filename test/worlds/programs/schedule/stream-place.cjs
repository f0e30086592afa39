const fs = require("node:fs");

setTimeout(() => {
  const stream = fs.createReadStream(__filename);
  stream.resume();
}, 1);
