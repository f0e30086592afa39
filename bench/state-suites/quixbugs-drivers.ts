/** Calls the function with one case of a JSON file and prints what it returns. */
export function jsonDriver(name: string): string {
  return `import json
import sys
from types import GeneratorType

from ${name} import ${name}


def main():
    result = ${name}(*json.loads(sys.argv[1]))
    print(list(result) if isinstance(result, GeneratorType) else result)


main()
`;
}

/** Runs one function of the program's own tests, and prints what the program returns to it; its assertions are not looked at. */
export function functionDriver(name: string): string {
  return `import sys

import test_${name} as tests
from ${name} import ${name}


def show(value):
    if hasattr(value, "value"):
        return repr(value.value)
    if isinstance(value, dict):
        return "\\n".join(sorted(f"{key}: {each}" for key, each in value.items()))
    if isinstance(value, set):
        return "\\n".join(sorted(map(show, value)))
    if isinstance(value, list):
        return "\\n".join(map(show, value))
    return repr(value)


def printing(*given):
    result = ${name}(*given)
    print(show(result))
    return result


def main():
    tests.${name} = printing
    try:
        getattr(tests, sys.argv[1])()
    except AssertionError:
        pass


main()
`;
}

/** The tests import this in place of the real one, and choose the version by it. */
export const pytestStub = "use_correct = False\n";
