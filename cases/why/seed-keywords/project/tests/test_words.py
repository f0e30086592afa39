from keyterms.words import stem, words


def test_common_words_are_left_out():
    assert words("The cat and the hat are on it") == ["cat", "hat"]


def test_plurals():
    assert [stem(word) for word in ["cats", "ferries", "glass", "virus"]] == ["cat", "ferry", "glass", "virus"]


def test_apostrophes_stay_in_a_word():
    assert words("o'clock") == ["o'clock"]
