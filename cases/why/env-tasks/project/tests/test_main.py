import io

from taskbook.__main__ import main


def run(path, *words):
    out = io.StringIO()
    assert main(["--file", str(path / "tasks.txt"), *words], out) == 0
    return out.getvalue().splitlines()


def test_add_and_done(tmp_path):
    run(tmp_path, "add", "Pay the rent", "--due", "2026-12-03")
    assert run(tmp_path, "done", "1") == ["[x] 1  2026-12-03  Pay the rent", "0 open, 1 done"]


def test_a_list_has_a_line_for_each_task_and_one_for_the_sum(tmp_path):
    run(tmp_path, "add", "Answer the letter of the tax office", "--due", "2026-11-30", "--tag", "home")
    run(tmp_path, "add", "Call Jo")
    assert len(run(tmp_path, "list")) == 3


def test_tags_are_shown(tmp_path):
    assert "#ops" in run(tmp_path, "add", "Rotate the keys", "--tag", "ops")[0]
