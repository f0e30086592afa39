// Waits for what never comes.
setTimeout(() => console.log("something"), 5);
await new Promise(() => {});
