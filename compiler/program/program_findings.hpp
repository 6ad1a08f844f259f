// SPDX-License-Identifier: MIT
// The findings of a watched program: the choice of those that are wanted, and the report as text, JSON and JUnit.
//
//   race in total, line 31, twice, and a leak at line 52; suppressed: "leak app.hip"
//   app.hip:31: race: thread (1,0,0) of block (0,0,0) of sum reads 4 bytes ... (2 times)
//   tileproof: 1 finding, 1 suppressed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace tileproof::compiler {

struct program_finding {
    std::string kind, file, sentence;
    int line = 0;
    std::uint64_t count = 1;
    std::string kernel = {},
                function = {};  // for what a kernel did: its name, and the function of the line
    std::uint64_t launch = 0;   // ... and the number of the launch in the program, from 1
    bool only_if_it_fails =
        false;  // a right program may do this: reported if its exit code is not 0
};

// The findings that TILEPROOF_RUN_SUPPRESS (a file), TILEPROOF_RUN_ONLY (functions, separated by commas) and
// TILEPROOF_RUN_LAUNCHES (FROM-TO) ask for.
class finding_filter {
  public:
    // A line of a file of suppressions: a kind and where, each with * for anything. `where` is a function, a file or FILE:LINE.
    //   race  block_reduce*
    //   leak  main.hip:31        # freed by the driver
    struct suppression {
        std::string kind, where;
        std::size_t line = 0;
        std::uint64_t used = 0;
    };
    // Throws std::runtime_error with a sentence that names the file and its line.
    void suppress(const std::string& file);
    void only(const std::string& functions);
    void launches(const std::string& range);

    // Whether --only and --launches ask for it.
    bool asks_for(const program_finding&) const;
    // The wanted findings; those of one kind and line are merged.
    std::vector<program_finding> wanted(const std::vector<program_finding>& all);
    std::uint64_t suppressed() const { return suppressed_; }
    std::vector<suppression> unused() const;

  private:
    std::vector<suppression> suppressions_;
    std::vector<std::string> functions_;
    std::uint64_t first_ = 0, last_ = ~std::uint64_t{0}, suppressed_ = 0;
};

std::string terminal_text(const std::vector<program_finding>&, const finding_filter&);
std::string json_text(const std::vector<program_finding>&, const finding_filter&);
std::string junit_text(const std::vector<program_finding>&);

// The report of a program's findings when it has ended. TILEPROOF_RUN_JSON and TILEPROOF_RUN_JUNIT name its files,
// and program_findings.hpp describes the choice of findings.
//
//   program_report report;            // relative paths are resolved now
//   report.tell(findings, code)       // on standard error and in the files; returns their number

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
