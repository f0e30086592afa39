"""Texts that are about the same."""

from .terms import key_terms


def similarity(one, other, limit=8):
    """From 0 (no term in common) to 1 (the same terms)."""
    first, second = set(key_terms(one, limit)), set(key_terms(other, limit))
    union = first | second
    return len(first & second) / len(union) if union else 1.0


def nearest(text, others):
    """The most similar of some texts."""
    return max(others, key=lambda other: similarity(text, other))
