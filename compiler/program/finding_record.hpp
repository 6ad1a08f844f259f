// SPDX-License-Identifier: MIT
// The findings of a program that runs, each written when it is made: whatever ends the program, or becomes of its
// processes, `tileproof run` reads them in a file that it made, and that TILEPROOF_RUN_RECORD names.
//
//   finding_record record("/tmp/x.findings");     // in the program; "": they stay in memory
//   record.add(f);                                // in the file when this returns
//   record.end();                                 // how often what was met again and again
//   read_findings(fd)                             // in `tileproof run`: those of all processes
//
// A line of the file is a finding as JSON, written at once and at the end of the file, by whichever process. One that is met
// again is written the 2nd, 4th, 8th, ... time and at the end, with how many came since.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/program/program_findings.hpp"

namespace tileproof::user {

class finding_record {
  public:
    explicit finding_record(std::string file);
    void add(const program_finding&);
    void end();
    // In a child that was forked: what came before is its parent's.
    void forget() { known_.clear(), kept_.clear(); }
    // What is in no file: there is none, or it could not be written.
    const std::vector<program_finding>& kept() const { return kept_; }

  private:
    using key = std::tuple<std::string, std::string, int, std::string, std::string, std::string>;
    struct entry {
        program_finding finding;  // its count is what has not been written
        std::uint64_t times = 0;
    };
    void put(program_finding&);  // its count is 0 then
    bool write(const std::string& line);

    const std::string file_;
    int descriptor_ = -1;
    std::uint64_t device_ = 0, number_ = 0;  // of the file
    std::map<key, entry> known_;
    std::vector<program_finding> kept_;
};

// What a program and its children have written into the file. A line that was cut counts for nothing.
std::vector<program_finding> read_findings(int descriptor);

}  // namespace tileproof::user
