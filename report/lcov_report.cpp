// SPDX-License-Identifier: MIT
#include "report/reports.hpp"

#include <fmt/format.h>

#include <iterator>

namespace tileproof::report {

std::string lcov_report(const devices::reached_code& code) {
    using kind = devices::code_point::kind;
    std::string text;
    for (auto at = code.begin(); at != code.end(); ++at) {
        const auto& [file, line, column, what] = at->first;
        if (what == kind::kernel) continue;
        if (at == code.begin() || std::prev(at)->first.file != file)
            text += fmt::format("TN:\nSF:{}\n", file);
        if (what == kind::line)
            text += fmt::format("DA:{},{:d}\n", line, at->second);
        else
            text += fmt::format("BRDA:{},{},{:d},{:d}\n", line, column,
                                what == kind::condition_false, at->second);
        if (std::next(at) == code.end() || std::next(at)->first.file != file)
            text += "end_of_record\n";
    }
    return text;
}

}  // namespace tileproof::report
