from nightshift.rules import Job, job_of, jobs_of, read_rules


def test_later_files_override_earlier_ones(tmp_path):
    (tmp_path / "1.ini").write_text("[a]\nminutes = 3\nafter = b\n")
    (tmp_path / "2.ini").write_text("[a]\nminutes = 4\n")
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    assert read_rules(tmp_path) == {"a": {"minutes": "4", "after": "b"}}


def test_weeks_are_seven_days():
    assert job_of("a", {"every": "2 weeks"}) == Job("a", 14, 5)


def test_no_rules(tmp_path):
    assert jobs_of(read_rules(tmp_path)) == []
