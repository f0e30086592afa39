"""Running loops over things that no variable refers to; each calls a function of its own in every round."""


class Countdown:
    def __init__(self, left):
        self.left = left

    def __iter__(self):
        return self

    def __next__(self):
        print("next ran")
        if self.left == 0:
            raise StopIteration
        self.left -= 1
        return self.left


def words():
    return ["one", "two", "three"]


def look_at_list():
    pass


def over_list():
    seen = []
    for word in words():
        look_at_list()
        seen.append(word)
    return seen


def look_at_nested():
    pass


def nested():
    seen = []
    for number, word in enumerate(words(), 1):
        with open(__file__) as file:
            for (left, right), _ in zip([(1, 2), (3, 4)], range(9)):
                try:
                    raise ValueError
                except ValueError:
                    for number in (5, 6):
                        for number in [number, number]:
                            look_at_nested()
                            seen.append((number, word, left, right, file.closed))
    return seen


def look_at_others():
    pass


def others():
    seen = []
    for key, value in {"a": 1, "b": 2, "c": 3}.items():
        for member in {7, 8, 9}:
            for letter in "xyz":
                for size in map(len, filter(None, words())):
                    for back in reversed([1, 2, 3]):
                        look_at_others()
                        seen.append(f"{key}{value}{member}{letter}{size}{back}")
    return seen


def look_at_generated():
    pass


def twice(numbers):
    for number in numbers:
        yield 2 * number


def generated():
    seen = []
    for number in twice(n + 1 for n in [0, 1, 2]):
        look_at_generated()
        seen.append(number)
    return seen


def look_at_own():
    pass


def own():
    seen = []
    for number in Countdown(3):
        look_at_own()
        seen.append(number)
    return seen


def look_at_called(word):
    return word


def called():
    seen = []
    for word in words():
        seen.extend(map(look_at_called, [word]))
    return seen


def look_at_left():
    return "left"


def left():
    for word in words():
        pass
    for word in words():
        break
    return look_at_left()


def look_at_ranged():
    pass


def ranged():
    seen = []
    for n in range(3):
        look_at_ranged()
        seen.append(n)
    return seen


def look_at_fixed():
    pass


def fixed():
    seen = []
    for n in (4, 5, 6):
        look_at_fixed()
        seen.append(n)
    return seen


def look_at_text():
    pass


def text():
    seen = []
    for letter in "xyz":
        look_at_text()
        seen.append(letter)
    return seen


def look_at_keys():
    pass


def keys():
    seen = []
    for key in {"a": 1, "b": 2, "c": 3}:
        look_at_keys()
        seen.append(key)
    return seen


def look_at_sizes():
    pass


def sizes():
    seen = []
    for size in map(len, filter(None, words())):
        look_at_sizes()
        seen.append(size)
    return seen


def look_at_counted():
    pass


def counted():
    seen = []
    for n, word in enumerate(words()):
        look_at_counted()
        seen.append((n, word))
    return seen


for each in [over_list, nested, others, generated, own, called, left, ranged, fixed, text, keys, sizes, counted]:
    result = each()
    print(each.__name__, len(result), result)
