# The value of one heap of a subtraction game, as tutorials compute it: a set and its mex per heap.
# subtraction.py HEAP MOVE...
import sys


def mex(options):
    m = 0
    while m in options:
        m += 1
    return m


def main():
    heap, moves = int(sys.argv[1]), [int(move) for move in sys.argv[2:]]
    value = [0] * (heap + 1)
    for n in range(1, heap + 1):
        value[n] = mex({value[n - move] for move in moves if move <= n})
    print(value[heap])


main()
