"""JSON without the module `json`: that one loads and compiles regular expressions, which takes as long as a small program."""
try:
    from _json import encode_basestring_ascii, make_encoder, make_scanner
except ImportError:  # another Python than CPython
    from json import dumps, loads  # noqa: F401
else:

    class Scanning:
        """What json.JSONDecoder has."""

        strict = True
        object_hook = object_pairs_hook = None
        parse_float, parse_int = float, int
        parse_constant = {"-Infinity": float("-inf"), "Infinity": float("inf"), "NaN": float("nan")}.__getitem__
        memo = {}

    scan = make_scanner(Scanning)
    SPACE = " \t\n\r"

    def loads(text):
        text = text.strip(SPACE)
        try:
            value, end = scan(text, 0)
        except StopIteration:
            raise ValueError("this is no JSON") from None
        if end < len(text):
            raise ValueError("there is something after the end of the JSON value")
        return value

    def refuse(value):
        raise TypeError("there is no JSON for %s" % type(value).__name__)

    def dumps(value):
        return "".join(make_encoder({}, refuse, encode_basestring_ascii, None, ": ", ", ", False, False, True)(value, 0))
