"""Makes an invoice of an order: quantity and order discounts, shipping, taxes by class, everything in cents.

    invoice.py ORDER.json     prints the invoice; ends with 1 if its sums do not agree
"""
import json
import sys
from decimal import ROUND_HALF_UP, Decimal

# Per cent of tax by class.
TAX_RATES = {"standard": Decimal("19"), "reduced": Decimal("7"), "free": Decimal("0")}

# From this quantity on: per cent off.
QUANTITY_DISCOUNTS = [(100, Decimal("12")), (50, Decimal("8")), (10, Decimal("5"))]

# From this sum (in cents) on: per cent off the whole order.
ORDER_DISCOUNTS = [(100_000, Decimal("4")), (40_000, Decimal("2"))]

# Up to this weight (in grams): cents for shipping.
SHIPPING = {
    "inland": [(1_000, 490), (5_000, 690), (31_500, 1_690)],
    "abroad": [(1_000, 1_290), (5_000, 1_890), (31_500, 4_290)],
}


class OrderError(Exception):
    """The order itself cannot be invoiced."""


class Product:
    def __init__(self, code, name, price, tax_class, weight):
        self.code = code
        self.name = name
        self.price = price
        self.tax_class = tax_class
        self.weight = weight

    @classmethod
    def read(cls, code, data):
        tax_class = data.get("tax", "standard")
        if tax_class not in TAX_RATES:
            raise OrderError(f"product {code}: there is no tax class {tax_class}")
        return cls(code, data["name"], cents(data["price"]), tax_class, data.get("weight", 0))


class Line:
    """A line of the invoice: so many of one product."""

    def __init__(self, product, quantity):
        self.product = product
        self.quantity = quantity
        self.gross = product.price * quantity
        self.discount = 0
        self.net = self.gross
        self.share = 0

    @property
    def weight(self):
        return self.product.weight * self.quantity

    @property
    def taxable(self):
        return self.net - self.share


class TaxGroup:
    """All that is taxed by one rate."""

    def __init__(self, name, rate):
        self.name = name
        self.rate = rate
        self.base = 0
        self.tax = 0

    def add(self, amount):
        self.base += amount

    def settle(self):
        self.tax = percent(self.base, self.rate)


class Invoice:
    def __init__(self, number, customer, lines):
        self.number = number
        self.customer = customer
        self.lines = lines
        self.order_discount = 0
        self.shipping = 0
        self.groups = []
        self.total = 0

    @property
    def net(self):
        return sum(line.net for line in self.lines)

    @property
    def tax(self):
        return sum(group.tax for group in self.groups)


def cents(text):
    """The price "12.50" in cents."""
    amount = Decimal(str(text)) * 100
    if amount != amount.to_integral_value():
        raise OrderError(f"{text} has parts of a cent")
    return int(amount)


def percent(amount, rate):
    """So much per cent of an amount, rounded to cents as merchants do."""
    return int((Decimal(amount) * rate / 100).quantize(Decimal("1"), rounding=ROUND_HALF_UP))


def money(amount):
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100:,}.{abs(amount) % 100:02d}"


# Reading


def read_catalogue(data):
    return {code: Product.read(code, each) for code, each in data.items()}


def read_lines(order, catalogue):
    lines = []
    for item in order["items"]:
        product = catalogue.get(item["product"])
        if product is None:
            raise OrderError(f"there is no product {item['product']}")
        quantity = item.get("quantity", 1)
        if quantity < 1:
            raise OrderError(f"{quantity} of {product.name} cannot be sold")
        lines.append(Line(product, quantity))
    return lines


# Pricing


def quantity_rate(quantity):
    for least, rate in QUANTITY_DISCOUNTS:
        if quantity >= least:
            return rate
    return Decimal("0")


def apply_quantity_discounts(lines):
    for line in lines:
        rate = quantity_rate(line.quantity)
        line.discount = percent(line.gross, rate)
        line.net = line.gross - line.discount


def order_rate(amount, customer):
    rate = Decimal("0")
    for least, off in ORDER_DISCOUNTS:
        if amount >= least:
            rate = off
            break
    if customer.get("regular"):
        rate += Decimal("1")
    return rate


def apply_order_discount(invoice):
    rate = order_rate(invoice.net, invoice.customer)
    invoice.order_discount = percent(invoice.net, rate)
    spread_discount(invoice.lines, invoice.order_discount)


def spread_discount(lines, discount):
    """Gives each line its share of a discount: by largest remainders, so that the shares add up to the cent."""
    whole = sum(line.net for line in lines)
    if discount == 0 or whole == 0:
        return
    remainders = []
    given = 0
    for position, line in enumerate(lines):
        exact = discount * line.gross  # DEFECT: the shares are to be those of the net amounts
        line.share = exact // whole
        given += line.share
        remainders.append((exact % whole, position))
    remainders.sort(key=lambda each: (-each[0], each[1]))
    for _, position in remainders[: discount - given]:
        lines[position].share += 1


# Shipping


def shipping_cost(lines, zone):
    weight = sum(line.weight for line in lines)
    if weight == 0:
        return 0
    steps = SHIPPING.get(zone)
    if steps is None:
        raise OrderError(f"nothing is shipped to {zone}")
    for most, cost in steps:
        if weight <= most:
            return cost
    parcels = -(-weight // steps[-1][0])
    return parcels * steps[-1][1]


def shipping_class(lines):
    """Shipping is taxed as most of what is shipped."""
    weights = {}
    for line in lines:
        name = line.product.tax_class
        weights[name] = weights.get(name, 0) + line.weight
    return max(sorted(weights), key=lambda name: weights[name])


# Taxes


def tax_groups(invoice):
    groups = {name: TaxGroup(name, rate) for name, rate in TAX_RATES.items()}
    for line in invoice.lines:
        groups[line.product.tax_class].add(line.taxable)
    if invoice.shipping:
        groups[shipping_class(invoice.lines)].add(invoice.shipping)
    used = [group for group in groups.values() if group.base != 0]
    for group in used:
        group.settle()
    return used


def make_invoice(order):
    catalogue = read_catalogue(order["catalogue"])
    lines = read_lines(order, catalogue)
    invoice = Invoice(order["number"], order["customer"], lines)
    apply_quantity_discounts(invoice.lines)
    apply_order_discount(invoice)
    invoice.shipping = shipping_cost(invoice.lines, invoice.customer.get("zone", "inland"))
    invoice.groups = tax_groups(invoice)
    invoice.total = invoice.net - invoice.order_discount + invoice.shipping + invoice.tax
    return invoice


# Printing


class Paper:
    """Columns of text: a wide one to the left, figures to the right."""

    def __init__(self, width=56):
        self.width = width
        self.rows = []

    def text(self, left, right=""):
        room = self.width - len(right)
        self.rows.append(f"{left[: room - 1]:<{room}}{right}".rstrip())

    def rule(self):
        self.rows.append("-" * self.width)

    def blank(self):
        self.rows.append("")

    def __str__(self):
        return "\n".join(self.rows)


def print_lines(paper, lines):
    for line in lines:
        paper.text(f"{line.quantity:>4} x {line.product.name}", money(line.gross))
        if line.discount:
            rate = quantity_rate(line.quantity)
            paper.text(f"       {rate} % for the quantity", money(-line.discount))


def print_sums(paper, invoice):
    paper.text("Sum", money(invoice.net))
    if invoice.order_discount:
        paper.text("Discount", money(-invoice.order_discount))
    if invoice.shipping:
        paper.text("Shipping", money(invoice.shipping))
    for group in invoice.groups:
        paper.text(f"{group.rate} % of {money(group.base)}", money(group.tax))
    paper.rule()
    paper.text("Total", money(invoice.total))


def print_invoice(invoice):
    paper = Paper()
    paper.text(f"Invoice {invoice.number}", invoice.customer["name"])
    paper.rule()
    print_lines(paper, invoice.lines)
    paper.rule()
    print_sums(paper, invoice)
    return str(paper)


def disagreement(invoice):
    """What the auditors would say, or nothing."""
    bases = sum(group.base for group in invoice.groups)
    sold = invoice.net - invoice.order_discount + invoice.shipping
    if bases != sold:
        return f"taxes are of {money(bases)}, but {money(sold)} is charged"
    return None


def main(argv):
    if len(argv) != 2:
        print("usage: invoice.py ORDER.json", file=sys.stderr)
        return 2
    with open(argv[1], encoding="utf-8") as file:
        order = json.load(file)
    try:
        invoice = make_invoice(order)
    except OrderError as error:
        print(f"invoice.py: {error}", file=sys.stderr)
        return 2
    print(print_invoice(invoice))
    complaint = disagreement(invoice)
    if complaint:
        print(f"invoice.py: {complaint}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
