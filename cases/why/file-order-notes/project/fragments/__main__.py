import sys

from .collect import collect
from .render import render, summary

fragments = collect("changes.d")
print(render(sys.argv[1], fragments))
print(summary(fragments), file=sys.stderr)
