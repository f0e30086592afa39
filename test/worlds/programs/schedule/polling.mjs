// Looks again and again until the time has come.
const started = Date.now();
let looks = 0;
const finished = new Promise((resolve) => {
  const look = () => (Date.now() - started > 20 ? resolve() : setImmediate(look));
  look();
});
await finished;
let flag = false;
setTimeout(() => {
  flag = true;
}, 20);
while (!flag) {
  looks++;
  await new Promise((resolve) => setImmediate(resolve));
}
while (performance.now() < 100);
console.log("ends", looks > 0, Math.random() < 1);
