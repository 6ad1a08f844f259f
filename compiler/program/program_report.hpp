// SPDX-License-Identifier: MIT
// The report of a program's findings when it has ended. TILEPROOF_RUN_JSON and TILEPROOF_RUN_JUNIT name its files,
// and program_findings.hpp describes the choice of findings.
//
//   program_report report;            // relative paths are resolved now
//   report.tell(findings, code)       // on standard error and in the files; returns their number
#pragma once

#include <filesystem>
#include <vector>

#include "compiler/program/program_findings.hpp"

namespace tileproof::user {

class program_report {
  public:
    program_report();
    bool asks_for(const program_finding& f) const { return filter_.asks_for(f); }
    // `code`: the program's own exit code.
    std::size_t tell(std::vector<program_finding> all, int code);
    void write_no_files() { json_.clear(), junit_.clear(); }

  private:
    finding_filter filter_;
    std::filesystem::path json_, junit_;
};

}  // namespace tileproof::user
