// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/barrier_line.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "system/read_file.hpp"

namespace tileproof::properties {
namespace {

std::size_t indent_of(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

// Of a group that has a .sync() the text does not say whether it is the whole block.
bool is_barrier(std::string_view statement) {
    return statement.starts_with("__syncthreads") ||
           statement.starts_with("__builtin_amdgcn_s_barrier");
}

bool is_loop(std::string_view statement) {
    for (const std::string_view word : {"for", "while", "do"})
        if (statement.starts_with(word) && statement.size() > word.size() &&
            (statement[word.size()] == ' ' || statement[word.size()] == '('))
            return true;
    return false;
}

// The loops that a line stands in, as far as indents show them.
struct loops_around {
    void next(std::string_view statement, std::size_t indent) {
        if (statement.empty()) return;
        while (!indents_.empty() && indent <= indents_.back() && statement[0] != '{')
            indents_.pop_back();
        if (is_loop(statement) && statement.back() != ';') indents_.push_back(indent);
    }
    bool any() const { return !indents_.empty(); }

  private:
    std::vector<std::size_t> indents_;
};

}  // namespace

std::optional<unsigned> barrier_between(const std::string& file, unsigned first, unsigned last) {
    const auto text = system::read_file(file);
    if (!text) return std::nullopt;
    std::istringstream in(*text);
    std::optional<unsigned> found;
    loops_around loops;
    std::size_t depth = 0, indent = 0;
    unsigned number = 0;
    for (std::string line; number < last && std::getline(in, line);) {
        ++number;
        const std::size_t begin = indent_of(line);
        const std::string_view statement = std::string_view(line).substr(begin);
        if (number <= first) loops.next(statement, begin);
        if (number > first && number < last && (!found || begin < indent) &&
            is_barrier(statement)) {
            found = number;
            indent = begin;
        }
        if (number == first) depth = begin;
        if (number == last) depth = std::min(depth, begin);
    }
    return number == last && indent <= depth && loops.any() ? found : std::nullopt;
}

}  // namespace tileproof::properties
