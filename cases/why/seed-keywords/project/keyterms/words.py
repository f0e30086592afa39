"""Words of a text."""

import re

COMMON = frozenset(
    "a about after all also an and any are as at be because been before but by can could did do does for from had has "
    "have he her his how i if in into is it its just like may more most no not of on one only or other our out over she "
    "so some such than that the their them then there these they this those to under up was we were what when where "
    "which while who will with would you your".split()
)


def words(text):
    """Words in small letters, without those that every text has."""
    found = re.findall(r"[a-z][a-z'-]+", text.lower())
    return [stem(word) for word in found if word not in COMMON and len(word) > 2]


def stem(word):
    """Singular and plural count as one word."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
