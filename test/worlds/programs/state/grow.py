def grow(a):
    print(a)


grow(list(range(7)))
