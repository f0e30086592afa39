const { isMainThread, Worker, workerData } = require("node:worker_threads");

if (isMainThread) {
  const tickets = new Int32Array(new SharedArrayBuffer(8));
  tickets[0] = 1;
  let left = 2;
  for (let i = 0; i < 2; i++) {
    new Worker(__filename, { workerData: tickets }).on("exit", () => {
      if (--left > 0) return;
      if (tickets[0] < 0) throw new Error("a ticket was sold twice");
    });
  }
} else {
  sell(workerData);
}

function sell(tickets) {
  if (Atomics.load(tickets, 0) > 0) {
    // CHECK
    Atomics.sub(tickets, 0, 1); // ACT, HERE
  }
}
