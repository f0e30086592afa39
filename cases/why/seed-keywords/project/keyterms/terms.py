"""The terms of a text, by how often they are used."""

from .words import words


def count(text):
    counts = {}
    for word in words(text):
        counts[word] = counts.get(word, 0) + 1
    return counts


def key_terms(text, limit=5):
    """The terms that are used most, the first of them first."""
    counts = count(text)
    candidates = dict.fromkeys(words(text))
    return sorted(candidates, key=lambda word: -counts[word])[:limit]


def density(text, term):
    """The share of a term among the words of a text."""
    found = words(text)
    return found.count(term) / len(found) if found else 0.0
