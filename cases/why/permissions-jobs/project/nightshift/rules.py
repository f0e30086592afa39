"""Rules from a folder of files."""

import configparser
import logging
import stat
from dataclasses import dataclass
from pathlib import Path

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job:
    name: str
    days: int
    minutes: int
    after: str = ""


def is_trusted(path):
    """A file that others may write is not read: its rules would run with our rights."""
    return not path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def read_rules(folder):
    """The settings of each job, by its name."""
    rules = {}
    for path in sorted(Path(folder).glob("*.ini")):
        if not is_trusted(path):
            log.debug("skipping %s", path)
            continue
        parser = configparser.ConfigParser()
        parser.read(path, encoding="utf-8")
        for name in parser.sections():
            rules.setdefault(name, {}).update(parser[name])
    return rules


def jobs_of(rules):
    return [job_of(name, settings) for name, settings in rules.items()]


def job_of(name, settings):
    count, _, unit = settings.get("every", "1 day").partition(" ")
    days = int(count) * {"day": 1, "days": 1, "week": 7, "weeks": 7}[unit]
    return Job(name, days, int(settings.get("minutes", "5")), settings.get("after", ""))
