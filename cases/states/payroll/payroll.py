"""payrun - work out a year's pay stubs from a payroll file.

Usage: payroll.py PAYROLL.txt

The file has sections:

    [settings]        name = value
    [brackets]        upper limit (or 'rest') and rate, for a whole year
    [employees]       id | name | salary AMOUNT / hourly RATE | option, option ...
    [periods]         NAME: id hours=.. bonus=.. leave=.. ; id ...

Amounts are Decimal throughout and are rounded to cents at the points the
handbook names: each earnings line, each tax and each deduction.
"""

import sys
from dataclasses import dataclass, field
from decimal import Decimal, ROUND_HALF_UP

CENT = Decimal("0.01")
ZERO = Decimal("0")


class PayrollError(Exception):
    pass


def cents(value: Decimal) -> Decimal:
    return value.quantize(CENT, rounding=ROUND_HALF_UP)


def percent(text: str) -> Decimal:
    return Decimal(text.rstrip("%")) / 100


# --- model -----------------------------------------------------------------


@dataclass
class Settings:
    periods: int = 12
    pension_rate: Decimal = Decimal("0.062")
    pension_base: Decimal = Decimal("60000")
    health_rate: Decimal = Decimal("0.0145")
    overtime_after: Decimal = Decimal("160")
    overtime_factor: Decimal = Decimal("1.5")
    bonus_rate: Decimal = Decimal("0.22")
    allowance: Decimal = Decimal("0")


@dataclass(frozen=True)
class Bracket:
    upper: Decimal | None
    rate: Decimal


@dataclass
class Employee:
    ident: str
    name: str
    kind: str
    rate: Decimal
    savings: Decimal = ZERO
    allowances: int = 1
    dues: Decimal = ZERO
    garnish: Decimal = ZERO


@dataclass
class Entry:
    ident: str
    hours: Decimal = ZERO
    bonus: Decimal = ZERO
    leave: Decimal = ZERO


@dataclass
class Period:
    name: str
    entries: list[Entry] = field(default_factory=list)


@dataclass
class Stub:
    period: str
    regular: Decimal = ZERO
    overtime: Decimal = ZERO
    bonus: Decimal = ZERO
    savings: Decimal = ZERO
    income_tax: Decimal = ZERO
    pension: Decimal = ZERO
    health: Decimal = ZERO
    dues: Decimal = ZERO
    garnish: Decimal = ZERO

    @property
    def gross(self) -> Decimal:
        return self.regular + self.overtime + self.bonus

    @property
    def taxes(self) -> Decimal:
        return self.income_tax + self.pension + self.health

    @property
    def net(self) -> Decimal:
        return self.gross - self.savings - self.taxes - self.dues - self.garnish


@dataclass
class Account:
    """What has been paid to an employee so far this year."""
    gross: Decimal = ZERO
    savings: Decimal = ZERO
    income_tax: Decimal = ZERO
    pension: Decimal = ZERO
    health: Decimal = ZERO
    net: Decimal = ZERO
    owed: Decimal = ZERO
    stubs: list[Stub] = field(default_factory=list)

    def post(self, stub: Stub) -> None:
        self.gross += stub.gross
        self.savings += stub.savings
        self.income_tax += stub.income_tax
        self.pension += stub.pension
        self.health += stub.health
        self.net += stub.net
        self.owed -= stub.garnish
        self.stubs.append(stub)


# --- reading ---------------------------------------------------------------


@dataclass
class Payroll:
    settings: Settings = field(default_factory=Settings)
    brackets: list[Bracket] = field(default_factory=list)
    employees: dict[str, Employee] = field(default_factory=dict)
    periods: list[Period] = field(default_factory=list)


def read_setting(settings: Settings, line: str) -> None:
    name, _, value = (part.strip() for part in line.partition("="))
    if not hasattr(settings, name):
        raise PayrollError(f"unknown setting {name!r}")
    if name == "periods":
        settings.periods = int(value)
    elif value.endswith("%"):
        setattr(settings, name, percent(value))
    else:
        setattr(settings, name, Decimal(value))


def read_bracket(line: str) -> Bracket:
    upper, rate = line.split()
    return Bracket(None if upper == "rest" else Decimal(upper), percent(rate))


def read_employee(line: str) -> Employee:
    parts = [part.strip() for part in line.split("|")]
    if len(parts) < 3:
        raise PayrollError(f"short employee line: {line!r}")
    kind, amount = parts[2].split()
    if kind not in ("salary", "hourly"):
        raise PayrollError(f"unknown kind of pay {kind!r}")
    employee = Employee(parts[0], parts[1], kind, Decimal(amount))
    for option in filter(None, (parts[3] if len(parts) > 3 else "").split(",")):
        name, value = option.split()
        if name == "savings":
            employee.savings = percent(value)
        elif name == "allowances":
            employee.allowances = int(value)
        elif name == "dues":
            employee.dues = Decimal(value)
        elif name == "garnish":
            employee.garnish = Decimal(value)
        else:
            raise PayrollError(f"unknown option {name!r}")
    return employee


def read_period(line: str) -> Period:
    name, _, rest = line.partition(":")
    period = Period(name.strip())
    for item in rest.split(";"):
        words = item.split()
        if not words:
            continue
        entry = Entry(words[0])
        for word in words[1:]:
            key, _, value = word.partition("=")
            if key not in ("hours", "bonus", "leave"):
                raise PayrollError(f"unknown entry {word!r}")
            setattr(entry, key, Decimal(value))
        period.entries.append(entry)
    return period


def read_payroll(path: str) -> Payroll:
    payroll = Payroll()
    section = ""
    with open(path, encoding="utf-8") as handle:
        for raw in handle:
            line = raw.split("#", 1)[0].strip()
            if not line:
                continue
            if line.startswith("["):
                section = line.strip("[]")
            elif section == "settings":
                read_setting(payroll.settings, line)
            elif section == "brackets":
                payroll.brackets.append(read_bracket(line))
            elif section == "employees":
                employee = read_employee(line)
                payroll.employees[employee.ident] = employee
            elif section == "periods":
                payroll.periods.append(read_period(line))
            else:
                raise PayrollError(f"line outside of a section: {line!r}")
    return payroll


# --- calculation -----------------------------------------------------------


class Calculator:
    def __init__(self, payroll: Payroll):
        self.settings = payroll.settings
        self.brackets = payroll.brackets
        self.payroll = payroll
        self.accounts: dict[str, Account] = {}
        for employee in payroll.employees.values():
            self.accounts[employee.ident] = Account(owed=employee.garnish)

    def run(self) -> None:
        for period in self.payroll.periods:
            for entry in period.entries:
                employee = self.payroll.employees.get(entry.ident)
                if employee is None:
                    raise PayrollError(f"{period.name}: nobody is {entry.ident!r}")
                account = self.accounts[entry.ident]
                stub = self.make_stub(period, employee, entry, account)
                account.post(stub)

    def make_stub(self, period, employee, entry, account) -> Stub:
        stub = Stub(period.name)
        stub.regular, stub.overtime = self.earnings(employee, entry)
        stub.bonus = cents(entry.bonus)
        wages = stub.regular + stub.overtime
        stub.savings = cents(wages * employee.savings)
        stub.income_tax = self.income_tax(employee, wages - stub.savings)
        stub.income_tax += cents(stub.bonus * self.settings.bonus_rate)
        stub.pension = self.pension(stub.gross, account)
        stub.health = cents(stub.gross * self.settings.health_rate)
        stub.dues = employee.dues
        stub.garnish = self.garnishment(stub, account)
        return stub

    def earnings(self, employee, entry) -> tuple[Decimal, Decimal]:
        if employee.kind == "salary":
            full = cents(employee.rate / self.settings.periods)
            daily = cents(employee.rate / 260)
            return max(ZERO, full - cents(daily * entry.leave)), ZERO
        limit = self.settings.overtime_after
        normal = min(entry.hours, limit)
        extra = max(ZERO, entry.hours - limit)
        regular = cents(normal * employee.rate)
        overtime = cents(extra * employee.rate * self.settings.overtime_factor)
        return regular, overtime

    def income_tax(self, employee, wages: Decimal) -> Decimal:
        """Tax of a year at this rate of pay, divided by the periods."""
        yearly = wages * self.settings.periods
        yearly -= self.settings.allowance * employee.allowances
        tax = ZERO
        lower = ZERO
        for bracket in self.brackets:
            if yearly <= lower:
                break
            upper = yearly if bracket.upper is None else min(yearly, bracket.upper)
            tax += (upper - lower) * bracket.rate
            if bracket.upper is None:
                break
            lower = bracket.upper
        return cents(tax / self.settings.periods)

    def pension(self, gross: Decimal, account: Account) -> Decimal:
        """Contributions are due only on the first pension_base of a year."""
        room = self.settings.pension_base - account.gross
        covered = min(gross, room)  # DEFECT: there may be no room left, but never less than none
        return cents(covered * self.settings.pension_rate)

    def garnishment(self, stub: Stub, account: Account) -> Decimal:
        if account.owed <= 0:
            return ZERO
        disposable = stub.gross - stub.taxes
        limit = cents(disposable / 4)
        return max(ZERO, min(account.owed, limit))


# --- report ----------------------------------------------------------------

COLUMNS = [
    ("Period", "period"), ("Gross", "gross"), ("Savings", "savings"),
    ("Tax", "income_tax"), ("Pension", "pension"), ("Health", "health"),
    ("Other", None), ("Net", "net"),
]


def money(value: Decimal) -> str:
    return f"{cents(value):,}"


def stub_cells(stub: Stub) -> list[str]:
    cells = []
    for _, name in COLUMNS:
        if name == "period":
            cells.append(stub.period)
        elif name is None:
            cells.append(money(stub.dues + stub.garnish))
        else:
            cells.append(money(getattr(stub, name)))
    return cells


def format_row(cells: list[str]) -> str:
    first = cells[0].ljust(8)
    return (first + "".join(cell.rjust(12) for cell in cells[1:])).rstrip()


def print_report(payroll: Payroll, accounts: dict[str, Account]) -> None:
    grand_gross = grand_net = ZERO
    for employee in payroll.employees.values():
        account = accounts[employee.ident]
        print(f"{employee.ident}  {employee.name}")
        print(format_row([title for title, _ in COLUMNS]))
        for stub in account.stubs:
            print(format_row(stub_cells(stub)))
        other = sum((s.dues + s.garnish for s in account.stubs), ZERO)
        print(format_row(["Year", money(account.gross), money(account.savings),
                          money(account.income_tax), money(account.pension),
                          money(account.health), money(other),
                          money(account.net)]))
        if employee.garnish:
            print(f"still owed under the court order: {money(account.owed)}")
        print()
        grand_gross += account.gross
        grand_net += account.net
    print(f"paid out {money(grand_net)} of {money(grand_gross)} gross")


def main(argv: list[str]) -> int:
    if len(argv) != 2:
        print("usage: payroll.py PAYROLL.txt", file=sys.stderr)
        return 2
    try:
        payroll = read_payroll(argv[1])
        calculator = Calculator(payroll)
        calculator.run()
    except (PayrollError, ValueError, OSError) as error:
        print(f"payrun: {error}", file=sys.stderr)
        return 1
    print_report(payroll, calculator.accounts)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
