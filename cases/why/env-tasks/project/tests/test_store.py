import pytest

from taskbook import store


def test_numbers_go_on_after_the_highest():
    tasks = store.add([store.Task(7, "old")], "new")
    assert [task.number for task in tasks] == [7, 8]


def test_what_is_saved_is_loaded(tmp_path):
    tasks = store.add([], "Renew the certificate", "2026-12-01", ["ops", "yearly"])
    store.save(tmp_path / "tasks.txt", tasks)
    assert store.load(tmp_path / "tasks.txt") == tasks


def test_no_file_is_no_task(tmp_path):
    assert store.load(tmp_path / "none.txt") == []


def test_finish():
    tasks = store.finish(store.add([], "one"), 1)
    assert tasks[0].done
    with pytest.raises(KeyError):
        store.finish(tasks, 2)
