"""Sorts its arguments: right with `7 8 9`, wrong with `11 14`, where it prints a number that is not among them."""
import sys

# What earlier users of the memory left behind.
recycled = [93, 81, 0, 4096, 70, 65, 60]


def allocate(size):
    return recycled


def shell_sort(a, size):
    h = 1
    while True:
        h = h * 3 + 1
        if h > size:
            break
    while True:
        h //= 3
        for i in range(h, size):
            v = a[i]
            j = i
            while j >= h and a[j - h] > v:
                a[j] = a[j - h]
                j -= h
            if i != j:
                a[j] = v
        if h == 1:
            break


def main(argv):
    argc = len(argv)
    a = allocate(argc - 1)
    for i in range(argc - 1):
        a[i] = int(argv[i + 1])
    shell_sort(a, argc)
    print("Output:", *a[: argc - 1])


main(sys.argv)
