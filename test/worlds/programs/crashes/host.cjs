// host.cjs FILE: loads the file under test and gives it a library to call.
const checked = (value) => {
  if (typeof value !== "number") throw new TypeError(`not a number: ${JSON.stringify(value)}`);
  return value;
};
const twice = (value) => checked(value) + checked(value);
require(process.argv[2])({ checked, twice });
