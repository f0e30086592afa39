import pytest

from fragments.fragment import BadName, Fragment, parse


def test_a_name_says_issue_and_kind():
    assert parse("0412-timeouts.fix.md", "Two\nlines.\n") == Fragment(412, "fix", "Two lines.")


@pytest.mark.parametrize("name", ["412-a.fix.md", "0412.fix.md", "0412-a.bug.md"])
def test_bad_names(name):
    with pytest.raises(BadName):
        parse(name, "")
