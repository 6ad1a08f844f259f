// SPDX-License-Identifier: MIT
// Puts code objects of several AMD GPUs into one file (offload_bundle.hpp).
//
//   tileproof-bundle kernels.hipfb gfx942=a.co gfx1100=b.co
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "offload_bundle.hpp"

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("usage: tileproof-bundle OUT gfx942=FILE ...\n", stderr);
        return 2;
    }
    std::vector<std::pair<std::string, std::string>> code_objects;
    for (int i = 2; i < argc; ++i) {
        const std::string word = argv[i];
        const std::size_t equals = word.find('=');
        std::ifstream in(word.substr(equals + 1), std::ios::binary);
        if (equals == std::string::npos || !in) {
            std::fprintf(stderr,
                         "tileproof-bundle: '%s' is not ARCHITECTURE=FILE with a readable file.\n",
                         argv[i]);
            return 2;
        }
        code_objects.emplace_back(word.substr(0, equals),
                                  std::string(std::istreambuf_iterator<char>(in), {}));
    }
    std::ofstream out(argv[1], std::ios::binary);
    out << tileproof::devices::offload_bundle(code_objects);
    out.close();
    if (!out) {
        std::fprintf(stderr, "tileproof-bundle: %s cannot be written.\n", argv[1]);
        return 2;
    }
    return 0;
}
