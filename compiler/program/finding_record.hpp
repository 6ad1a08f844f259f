// SPDX-License-Identifier: MIT
// The findings of a running program, each written when it is made: whatever ends the program or happens to its
// processes, `tileproof run` reads them from a file that it made and that TILEPROOF_RUN_RECORD names.
//
//   finding_record record("/tmp/x.findings");     // in the program; "": they stay in memory
//   record.add(f);                                // in the file when this returns
//   record.end();                                 // writes the counts of repeated findings
//   read_findings(fd)                             // in `tileproof run`: those of all processes
//
// Each line of the file is a finding as JSON, written in one piece at the end of the file by any of the processes. A
// repeated finding is written the 2nd, 4th, 8th, ... time and at the end, with the number of repetitions since.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/program/program_findings.hpp"

namespace tileproof::compiler {

class finding_record {
  public:
    explicit finding_record(std::string file);
    void add(const program_finding&);
    void end();
    // In a forked child: earlier findings belong to its parent.
    void forget() { known_.clear(), kept_.clear(); }
    // Findings that are in no file, because there is none or it could not be written.
    const std::vector<program_finding>& kept() const { return kept_; }

  private:
    using key = std::tuple<std::string, std::string, int, std::string, std::string, std::string>;
    struct entry {
        program_finding finding;  // its count is of repetitions not yet written
        std::uint64_t times = 0;
    };
    void put(program_finding&);  // resets its count to 0
    bool write(const std::string& line);

    const std::string file_;
    int descriptor_ = -1;
    std::uint64_t device_ = 0, number_ = 0;  // of the file
    std::map<key, entry> known_;
    std::vector<program_finding> kept_;
};

// The findings that a program and its children have written into the file. Truncated lines are ignored.
std::vector<program_finding> read_findings(int descriptor);

}  // namespace tileproof::compiler
