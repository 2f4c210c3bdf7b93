// The value of one heap of a subtraction game, as tutorials compute it: a set and its mex per heap.
// subtraction HEAP MOVE...
#include <cstdlib>
#include <iostream>
#include <set>
#include <vector>

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    int heap = std::atoi(argv[1]);
    std::vector<int> moves;
    for (int i = 2; i < argc; i++) moves.push_back(std::atoi(argv[i]));
    std::vector<int> value(heap + 1);
    for (int n = 1; n <= heap; n++) {
        std::set<int> options;
        for (int move : moves) {
            if (move <= n) options.insert(value[n - move]);
        }
        int mex = 0;
        while (options.count(mex)) mex++;
        value[n] = mex;
    }
    std::cout << value[heap] << "\n";
}
