"""Sorts its arguments: with `7 8 9` it does, with `11 14` it prints a number that nobody gave."""
import sys

# What earlier users of the memory left behind.
recycled = [93, 81, 0, 4096, 70, 65, 60]


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
    a = recycled
    for i in range(argc - 1):  # MOVES
        a[i] = int(argv[i + 1])

    shell_sort(a, argc)  # DEFECT: one more than there are

    output = "Output:"
    for i in range(argc - 1):
        output += f" {a[i]}"
    print(output)


main(sys.argv)
