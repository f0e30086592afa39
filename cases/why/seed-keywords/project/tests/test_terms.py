from keyterms.terms import count, density, key_terms

NOTE = """
The server keeps answers in a cache. When the cache is full, the server drops the oldest entry; the eviction is cheap,
and each eviction is counted. A lookup that finds no entry asks the database. The lookup and the server then wait.
"""


def test_counts():
    assert count("ferry ferries boat") == {"ferry": 2, "boat": 1}


def test_the_most_used_term_is_the_first():
    assert key_terms(NOTE)[0] == "server"


def test_what_comes_first_in_the_text_is_among_the_terms():
    assert "cache" in key_terms(NOTE, limit=4)


def test_there_are_not_more_than_asked_for():
    assert len(key_terms(NOTE, limit=3)) == 3


def test_density():
    assert density("ferry boat ferry rope", "ferry") == 0.5
    assert density("", "ferry") == 0.0
