// The value of one heap of a take-and-break code with octal digits, as tutorials compute it: a set and its mex per heap.
// splitting CODE HEAP, for instance: splitting 0.77 10000
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    std::string code = argv[1];
    size_t dot = code.find('.');
    if (dot != 1) return 2;
    std::vector<int> digit; // digit[k]: what may be left after k are taken; 1 nothing, 2 one heap, 4 two heaps
    for (char c : code) {
        if (c != '.') digit.push_back(c - '0');
    }
    int heap = std::atoi(argv[2]);
    std::vector<int> value(heap + 1);
    for (int n = 1; n <= heap; n++) {
        std::set<int> options;
        for (int k = 0; k < (int)digit.size() && k <= n; k++) {
            int rest = n - k;
            if ((digit[k] & 1) && rest == 0) options.insert(0);
            if ((digit[k] & 2) && rest > 0 && k > 0) options.insert(value[rest]);
            if (digit[k] & 4) {
                for (int a = 1; a <= rest / 2; a++) options.insert(value[a] ^ value[rest - a]);
            }
        }
        int mex = 0;
        while (options.count(mex)) mex++;
        value[n] = mex;
    }
    std::cout << value[heap] << "\n";
}
