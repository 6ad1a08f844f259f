// SPDX-License-Identifier: MIT
// Places of a source where one operator, constant, argument or statement can be another, as the compiler sees them.
//
//   site{"lib/tileproof/x.hpp", 12, 9, "arithmetic", "add", 310, 312, 313, 315}   of `a + b` at byte 310
//
// A template is seen once for each of its instantiations: a site is mutated when all of them can be.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tileproof::mutation {

struct site {
    std::string file;
    int line = 0, column = 0;
    std::string operation;  // arithmetic, relational, ...: the rows of the report
    std::string word;       // of mutant.hpp: add, less, one_more, ...; logical_and, logical_or
    unsigned begin = 0, end = 0;  // what is mutated, in bytes of the file
    unsigned other = 0,
             other_end = 0;        // the operator between two operands; the second of two arguments
    int usable = 0, unusable = 0;  // instantiations in which it can be mutated, and cannot
};

using site_key =
    std::tuple<std::string, unsigned, unsigned, std::string>;  // file, begin, other, operation
using site_map = std::map<site_key, site>;

// Adds what one translation unit has in files whose path matches. Defined in find_mutants.cpp.
struct where {
    std::string root;                  // of the sources; paths of sites are relative to it
    std::vector<std::string> folders;  // which are mutated: "lib/", "kernels/transpose/"
    bool takes(const std::string& relative_path) const;
};

}  // namespace tileproof::mutation
