import sys
from pathlib import Path

from .terms import density, key_terms

for name in sys.argv[1:]:
    text = Path(name).read_text(encoding="utf-8")
    for term in key_terms(text):
        print(f"{name}: {term} ({density(text, term):.1%})")
