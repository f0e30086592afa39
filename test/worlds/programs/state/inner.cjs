function show(text) {
  console.log(text + Object.keys(globalThis).join());
}
show(input);
