// A method of a class with private names of its own looks at an object of another class with other ones.
class Scope {
  #values;
  constructor(values) {
    this.#values = values;
  }
  get() {
    return this.#values;
  }
}

class Reader {
  #step = 1;
  bind(scope) {
    return scope.get() + this.#step;
  }
}

console.log(new Reader().bind(new Scope(3)));
