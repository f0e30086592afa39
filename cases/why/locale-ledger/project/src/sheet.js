import * as amount from "./amount.js";
import { booking } from "./booking.js";

const header = "date;account;amount;text";

/** Bookings of a sheet. */
export function parseSheet(text) {
  const [first, ...lines] = text.trim().split(/\r?\n/);
  if (first !== header) throw new SyntaxError(`unexpected header: ${first}`);
  return lines.map((line) => {
    const [date, account, sum, ...rest] = line.split(";");
    return booking(date, account, amount.read(sum), unquote(rest.join(";")));
  });
}

/** A sheet of bookings. */
export function writeSheet(bookings) {
  const lines = bookings.map(({ date, account, cents, text }) =>
    [date, account, amount.write(cents), quote(text)].join(";"),
  );
  return `${[header, ...lines].join("\n")}\n`;
}

const quote = (text) => (/[;"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const unquote = (text) => (/^".*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : text);
