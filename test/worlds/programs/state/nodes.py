"""`nodes.py tree|list COUNT LAST SEED` links nodes, the last ones with values that depend on the seed, and prints a checksum."""
import sys


class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None


def linked(shape, count, last, seed):
    nodes = [Node(i * 7919 % 10007 + (seed if i >= count - last else 0)) for i in range(count)]
    for i in range(1, count):
        if shape == "list":
            nodes[i - 1].right = nodes[i]
        else:
            setattr(nodes[(i - 1) >> 1], "left" if i % 2 == 1 else "right", nodes[i])
    return nodes[0]


def checksum(root):
    total = 0
    left = [root]
    while left:
        node = left.pop()
        total = (total * 31 + node.value) % 1000003
        left += [each for each in (node.left, node.right) if each]
    return total


print(checksum(linked(sys.argv[1], *map(int, sys.argv[2:]))))
