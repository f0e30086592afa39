from keyterms.similar import nearest, similarity


def test_the_same_text():
    assert similarity("boats and ropes", "boats and ropes") == 1.0


def test_nothing_in_common():
    assert similarity("boats and ropes", "bread and cheese") == 0.0


def test_nearest():
    assert nearest("a boat, a rope", ["bread", "rope, boat", "boat, bread"]) == "rope, boat"
