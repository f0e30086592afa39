let total = 5;
const entries = ["first"];

exports.add = (text) => {
  total += 1;
  entries.push(text);
};
exports.tell = () => `${total} ${entries.join(",")}`;
