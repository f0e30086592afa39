"""tally - a small scripting language: one-pass compiler and stack machine.

Usage: machine.py SCRIPT

    fun add(a, b) { return a + b; }
    let x = add(1, 2);
    while (x < 10) { x = x + 1; if (x == 7) { break; } }
    print "x is", x;
"""

import operator
import re
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

KEYWORDS = {"and", "break", "else", "false", "fun", "if", "let", "nil", "not",
            "or", "print", "return", "true", "while"}
WORDS = {"true": True, "false": False, "nil": None}
TOKEN = re.compile(r'''
    (?P<space>\s+|//[^\n]*) | (?P<number>\d+(\.\d+)?) | (?P<word>[A-Za-z_]\w*)
  | (?P<string>"[^"\n]*") | (?P<sign>[=!<>]=|[-+*/%<>=(){},;])''', re.VERBOSE)


class ScriptError(Exception):
    pass


# ---------------------------------------------------------------- tokenizer


class Token(NamedTuple):
    kind: str
    value: object
    line: int


def tokenize(text):
    tokens = []
    line = 1
    at = 0
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise ScriptError(f"line {line}: unexpected {text[at]!r}")
        word = match.group()
        if match.lastgroup == "number":
            value = float(word) if "." in word else int(word)
            tokens.append(Token("number", value, line))
        elif match.lastgroup == "word":
            tokens.append(Token(word if word in KEYWORDS else "name", word, line))
        elif match.lastgroup == "string":
            tokens.append(Token("string", word[1:-1], line))
        elif match.lastgroup == "sign":
            tokens.append(Token(word, None, line))
        line += word.count("\n")
        at = match.end()
    tokens.append(Token("end", None, line))
    return tokens


# ----------------------------------------------------------------- compiler


@dataclass
class Function:
    name: str
    arity: int
    code: list = field(default_factory=list)    # of [opcode, operand]


class Local(NamedTuple):
    name: str
    depth: int


@dataclass
class Loop:
    start: int
    depth: int
    exits: list = field(default_factory=list)


BINARY = {
    "or": (1, None), "and": (2, None),
    "==": (3, "EQ"), "!=": (3, "NE"),
    "<": (4, "LT"), ">": (4, "GT"), "<=": (4, "LE"), ">=": (4, "GE"),
    "+": (5, "ADD"), "-": (5, "SUB"),
    "*": (6, "MUL"), "/": (6, "DIV"), "%": (6, "MOD"),
}


class Compiler:
    def __init__(self, tokens):
        self.tokens = tokens
        self.at = 0
        self.function = Function("script", 0)
        self.locals = []
        self.loops = []
        self.depth = 0

    def peek(self):
        return self.tokens[self.at]

    def take(self, kind):
        token = self.peek()
        if not self.accept(kind):
            raise ScriptError(f"line {token.line}: expected {kind}, got {token.kind}")
        return token

    def accept(self, kind):
        found = self.peek().kind == kind
        self.at += found
        return found

    def emit(self, opcode, operand=None):
        self.function.code.append([opcode, operand])
        return len(self.function.code) - 1

    def patch(self, index):
        self.function.code[index][1] = len(self.function.code)

    def emit_access(self, verb, name):
        for slot in range(len(self.locals) - 1, -1, -1):
            if self.locals[slot].name == name:
                return self.emit(verb + "LOCAL", slot)
        return self.emit(verb + "GLOBAL", name)

    def close_scope(self):
        self.depth -= 1
        while self.locals and self.locals[-1].depth > self.depth:
            self.locals.pop()
            self.emit("POP")

    def compile(self):
        while self.peek().kind != "end":
            self.statement()
        self.emit("CONST", None)
        self.emit("RETURN")
        return self.function

    def statement(self):
        token = self.peek()
        if hasattr(self, "do_" + token.kind):
            self.at += 1
            getattr(self, "do_" + token.kind)()
        elif token.kind == "{":
            self.block()
        elif token.kind == "name" and self.tokens[self.at + 1].kind == "=":
            self.assignment()
        else:
            self.expression()
            self.take(";")
            self.emit("POP")

    def block(self):
        self.take("{")
        self.depth += 1
        while self.peek().kind not in ("}", "end"):
            self.statement()
        self.take("}")
        self.close_scope()

    def named_value(self):
        name = self.take("name").value
        self.take("=")
        self.expression()
        self.take(";")
        return name

    def do_let(self):
        name = self.named_value()
        if self.depth > 0:
            self.locals.append(Local(name, self.depth))
        else:
            self.emit("DEFINE", name)

    def assignment(self):
        name = self.named_value()
        self.emit_access("SET", name)

    def do_print(self):
        count = self.expressions()
        self.take(";")
        self.emit("PRINT", count)

    def do_if(self):
        self.take("(")
        self.expression()
        self.take(")")
        otherwise = self.emit("JUMPFALSE")
        self.block()
        if self.accept("else"):
            end = self.emit("JUMP")
            self.patch(otherwise)
            self.block()
            self.patch(end)
        else:
            self.patch(otherwise)

    def do_while(self):
        loop = Loop(len(self.function.code), self.depth)
        self.loops.append(loop)
        self.take("(")
        self.expression()
        self.take(")")
        leave = self.emit("JUMPFALSE")
        self.block()
        self.emit("JUMP", loop.start)
        self.patch(leave)
        for index in loop.exits:
            self.patch(index)
        self.loops.pop()

    def do_break(self):
        line = self.take(";").line
        if not self.loops:
            raise ScriptError(f"line {line}: break outside of a loop")
        loop = self.loops[-1]
        for local in reversed(self.locals):
            if local.depth <= loop.depth + 1:  # DEFECT: what the body of the loop has declared stays on the stack
                break
            self.emit("POP")
        loop.exits.append(self.emit("JUMP"))

    def do_return(self):
        self.expression()
        self.take(";")
        self.emit("RETURN")

    def do_fun(self):
        name = self.take("name").value
        outer = (self.function, self.locals, self.loops, self.depth)
        self.locals, self.loops, self.depth = [], [], 1
        self.take("(")
        while not self.accept(")"):
            self.locals.append(Local(self.take("name").value, 1))
            self.accept(",")
        self.function = made = Function(name, len(self.locals))
        self.block()
        self.emit("CONST", None)
        self.emit("RETURN")
        self.function, self.locals, self.loops, self.depth = outer
        self.emit("CONST", made)
        self.emit("DEFINE", name)

    def expressions(self):
        count = 1
        self.expression()
        while self.accept(","):
            self.expression()
            count += 1
        return count

    def expression(self, lowest=1):
        self.unary()
        while self.peek().kind in BINARY and BINARY[self.peek().kind][0] >= lowest:
            sign = self.peek().kind
            level, opcode = BINARY[sign]
            self.at += 1
            if opcode is None:
                skip = self.emit("KEEPFALSE" if sign == "and" else "KEEPTRUE")
                self.expression(level + 1)
                self.patch(skip)
            else:
                self.expression(level + 1)
                self.emit(opcode)

    def unary(self):
        if self.peek().kind in ("-", "not"):
            opcode = "NEG" if self.peek().kind == "-" else "NOT"
            self.at += 1
            self.unary()
            self.emit(opcode)
        else:
            self.primary()

    def primary(self):
        token = self.peek()
        self.at += 1
        if token.kind in ("number", "string"):
            self.emit("CONST", token.value)
        elif token.kind in WORDS:
            self.emit("CONST", WORDS[token.kind])
        elif token.kind == "(":
            self.expression()
            self.take(")")
        elif token.kind == "name":
            self.emit_access("GET", token.value)
            if self.accept("("):
                count = 0 if self.peek().kind == ")" else self.expressions()
                self.take(")")
                self.emit("CALL", count)
        else:
            raise ScriptError(f"line {token.line}: unexpected {token.kind}")


# ------------------------------------------------------------------ machine

ARITHMETIC = {
    "ADD": operator.add, "SUB": operator.sub, "MUL": operator.mul,
    "DIV": operator.truediv, "MOD": operator.mod, "EQ": operator.eq,
    "NE": operator.ne, "LT": operator.lt, "GT": operator.gt,
    "LE": operator.le, "GE": operator.ge,
}


def show(value):
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.2f}" if isinstance(value, float) else str(value)


@dataclass
class Frame:
    function: Function
    base: int
    at: int = 0


class Machine:
    def __init__(self):
        self.stack = []
        self.frames = []
        self.globals = {}

    def run(self, function):
        self.frames.append(Frame(function, 0))
        stack = self.stack
        while True:
            frame = self.frames[-1]
            opcode, operand = frame.function.code[frame.at]
            frame.at += 1
            if opcode in ARITHMETIC:
                right = stack.pop()
                left = stack.pop()
                try:
                    stack.append(ARITHMETIC[opcode](left, right))
                except (TypeError, ZeroDivisionError) as error:
                    raise ScriptError(f"in {frame.function.name}: {error}")
            elif opcode == "CONST":
                stack.append(operand)
            elif opcode == "POP":
                stack.pop()
            elif opcode == "GETLOCAL":
                stack.append(stack[frame.base + operand])
            elif opcode == "SETLOCAL":
                stack[frame.base + operand] = stack.pop()
            elif opcode == "GETGLOBAL":
                if operand not in self.globals:
                    raise ScriptError(f"{operand} is not defined")
                stack.append(self.globals[operand])
            elif opcode in ("DEFINE", "SETGLOBAL"):
                self.globals[operand] = stack.pop()
            elif opcode == "JUMP" or opcode == "JUMPFALSE" and not stack.pop():
                frame.at = operand
            elif opcode in ("KEEPFALSE", "KEEPTRUE"):
                if bool(stack[-1]) == (opcode == "KEEPTRUE"):
                    frame.at = operand
                else:
                    stack.pop()
            elif opcode in ("NEG", "NOT"):
                value = stack.pop()
                stack.append(-value if opcode == "NEG" else not value)
            elif opcode == "PRINT":
                values = stack[-operand:]
                del stack[-operand:]
                print(*(show(value) for value in values))
            elif opcode == "CALL":
                base = len(stack) - operand
                callee = stack[base - 1]
                if not isinstance(callee, Function) or callee.arity != operand:
                    raise ScriptError(f"bad call in {frame.function.name}")
                self.frames.append(Frame(callee, base))
            elif opcode == "RETURN":
                value = stack.pop()
                self.frames.pop()
                if not self.frames:
                    return value
                del stack[frame.base - 1:]
                stack.append(value)


def main(argv):
    with open(argv[1], encoding="utf-8") as handle:
        text = handle.read()
    try:
        Machine().run(Compiler(tokenize(text)).compile())
    except ScriptError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
