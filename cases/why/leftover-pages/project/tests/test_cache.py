from pagemill.cache import Cache


def test_a_text_is_rendered_once(tmp_path):
    cache = Cache(tmp_path)
    assert [cache.body_of("a", str.upper) for _ in range(3)] == ["A"] * 3
    assert cache.hits == 2


def test_pages_are_found_again(tmp_path):
    first = Cache(tmp_path)
    first.body_of("a", str.upper)
    first.save()
    assert Cache(tmp_path).body_of("a", str.lower) == "A"
