from fragments.fragment import Fragment
from fragments.render import render, summary

SOME = [Fragment(2, "fix", "Two."), Fragment(1, "feature", "One."), Fragment(3, "fix", "Three.")]


def test_kinds_have_a_heading():
    assert render("2.0", SOME).splitlines()[:5] == ["## 2.0", "", "### New", "", "- One. (#1)"]


def test_summary():
    assert summary(SOME) == "new: 1, fixed: 2"
