# The value of one heap of a take-and-break code with octal digits, as tutorials compute it: a set and its mex per heap.
# splitting.py CODE HEAP, for instance: splitting.py 0.77 3000
import sys


def mex(options):
    m = 0
    while m in options:
        m += 1
    return m


def main():
    code, heap = sys.argv[1], int(sys.argv[2])
    before, after = code.split(".")
    digits = [int(c) for c in before + after]  # after k are taken: 1 nothing left, 2 one heap left, 4 two heaps left
    assert len(before) == 1
    value = [0] * (heap + 1)
    for n in range(1, heap + 1):
        options = set()
        for k, digit in enumerate(digits):
            rest = n - k
            if digit & 1 and rest == 0:
                options.add(0)
            if digit & 2 and rest > 0 and k > 0:
                options.add(value[rest])
            if digit & 4:
                for a in range(1, rest // 2 + 1):
                    options.add(value[a] ^ value[rest - a])
        value[n] = mex(options)
    print(value[heap])


main()
