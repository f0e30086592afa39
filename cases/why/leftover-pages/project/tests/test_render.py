from pagemill.render import inline, render, title_of


def test_emphasis_and_links():
    assert inline("a *b* [c](d.html) <e>") == 'a <em>b</em> <a href="d.html">c</a> &lt;e&gt;'


def test_lists():
    assert render("- a\n- b\n\nc") == "<ul><li>a</li><li>b</li></ul>\n<p>c</p>"


def test_titles():
    assert title_of("# Harbour news\n\ntext") == "Harbour news"
    assert title_of("") == "Untitled"
