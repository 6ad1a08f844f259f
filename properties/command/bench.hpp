// `tileproof bench transpose`: every transpose of a device, timed beside a plain copy in the same run.
#pragma once

#include <string>
#include <vector>

namespace tileproof::properties {

struct bench_command {
    std::string device;  // empty: a GPU if there is one, else cpu
    std::vector<std::string>
        shapes;        // "8191x8193x2": rows, columns, bytes of an element; empty: the usual ones
    std::string only;  // this kernel alone
    bool json = false;
};

// 0 all results are right, 1 one is wrong. Throws command_error for a shape that cannot be read.
int bench_transposes(const bench_command&);

}  // namespace tileproof::properties
