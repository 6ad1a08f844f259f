// SPDX-License-Identifier: MIT
// Puts code objects of several AMD GPUs into one file, as HIP's runtime expects them in a program.
//
//   tileproof-bundle kernels.hipfb gfx942=a.co gfx1100=b.co
//
// The format is clang's offload bundle: the magic word, the number of entries, for each entry offset, size and
// length of its name (64 bits each, little-endian) and the name, then the code objects on 4096-byte borders.
// The first entry is the host's and empty. clang-offload-bundler writes the same; Debian keeps it in a package
// of its own.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

struct entry {
    std::string name, contents;
    std::uint64_t offset = 0;
};

void append(std::string& to, std::uint64_t value) {
    for (int i = 0; i < 8; ++i) to += static_cast<char>(value >> (8 * i));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("usage: tileproof-bundle OUT gfx942=FILE ...\n", stderr);
        return 2;
    }
    std::vector<entry> entries{{"host-x86_64-unknown-linux--", "", 0}};
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
        entries.push_back({"hipv4-amdgcn-amd-amdhsa--" + word.substr(0, equals),
                           std::string(std::istreambuf_iterator<char>(in), {}), 0});
    }
    constexpr std::uint64_t border = 4096;
    std::uint64_t end = 24 + 8;
    for (const entry& e : entries) end += 24 + e.name.size();
    for (entry& e : entries) {
        end = e.offset = (end + border - 1) / border * border;
        end += e.contents.size();
    }
    std::string all = "__CLANG_OFFLOAD_BUNDLE__";
    append(all, entries.size());
    for (const entry& e : entries) {
        append(all, e.offset);
        append(all, e.contents.size());
        append(all, e.name.size());
        all += e.name;
    }
    for (const entry& e : entries) {
        all.resize(e.offset, '\0');
        all += e.contents;
    }
    std::ofstream out(argv[1], std::ios::binary);
    out << all;
    out.close();
    if (!out) {
        std::fprintf(stderr, "tileproof-bundle: %s cannot be written.\n", argv[1]);
        return 2;
    }
    return 0;
}
