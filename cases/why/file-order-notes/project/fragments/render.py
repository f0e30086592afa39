"""A release note."""

from .fragment import KINDS


def render(version, fragments):
    lines = [f"## {version}", ""]
    for kind, title in KINDS.items():
        chosen = [fragment for fragment in fragments if fragment.kind == kind]
        if not chosen:
            continue
        lines += [f"### {title}", ""]
        lines += [f"- {fragment.text} (#{fragment.issue})" for fragment in chosen]
        lines.append("")
    return "\n".join(lines)


def summary(fragments):
    """One line for a mail."""
    counts = [(title, sum(fragment.kind == kind for fragment in fragments)) for kind, title in KINDS.items()]
    return ", ".join(f"{title.lower()}: {count}" for title, count in counts if count)
