// SPDX-License-Identifier: MIT
// What is told of a program's findings when it has ended, as the environment asks for it: TILEPROOF_RUN_JSON and
// TILEPROOF_RUN_JUNIT name files, and program_findings.hpp says how to choose among the findings.
//
//   program_report report;            // relative paths are of this moment's folder
//   report.tell(findings, code)       // on standard error and in the files: how many they are
#pragma once

#include <filesystem>
#include <vector>

#include "compiler/program/program_findings.hpp"

namespace tileproof::user {

class program_report {
  public:
    program_report();
    bool asks_for(const program_finding& f) const { return filter_.asks_for(f); }
    // `code`: the program's own.
    std::size_t tell(std::vector<program_finding> all, int code);
    void write_no_files() { json_.clear(), junit_.clear(); }

  private:
    finding_filter filter_;
    std::filesystem::path json_, junit_;
};

}  // namespace tileproof::user
