/** A search in the folder of `selectFolder`, and the same with a test that gives it enough to do for a while. */
export const search = { command: "input", args: ["bug.html"], test: ["./printer.sh", "{}"], wait: 50 };
export const slow = {
  ...search,
  test: ["sh", "-c", "sleep 0.3; grep -q SELECT $0 && exit 3 || exit 0", "{}"],
  wait: 0,
};
