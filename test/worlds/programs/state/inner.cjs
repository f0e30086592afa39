function show(text) {
  console.log(text + Object.keys(globalThis).sort().join());
}
show(input);
