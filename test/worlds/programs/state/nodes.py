"""`nodes.py tree|list N LAST SEED` links N nodes, the last ones with other values by the seed, and prints a number that depends
on each of them.
"""
import sys


class Node:
    def __init__(self, value):
        self.value = value
        self.left = None
        self.right = None


def made(shape, count, last, seed):
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


print(checksum(made(sys.argv[1], *map(int, sys.argv[2:]))))
