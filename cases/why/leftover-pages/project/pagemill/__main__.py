import sys

from .build import broken_links, build


def main(argv):
    source, target = argv
    names = build(source, target)
    for page, link in broken_links(target):
        print(f"{page}: no page {link}", file=sys.stderr)
    print(f"{len(names)} pages in {target}")


main(sys.argv[1:])
