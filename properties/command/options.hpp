// What each command was asked to do, after the command line has been read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileproof::properties {

struct verify_options {
    double budget_seconds = 60;
    std::optional<std::int64_t> cases;
    std::optional<std::uint64_t> seed;
    std::string filter;                // glob; empty: everything
    std::vector<std::string> devices;  // empty: every one that is available
    int jobs = 0;                      // 0: one for each processor
    double case_seconds = 10;
    std::string json, junit;  // files; empty: none
    std::string store = ".tileproof/findings";
    std::string layout;  // check this one instead, exhaustively
};

struct check_options {
    std::string source;
    double budget_seconds = 10;
    std::optional<std::int64_t> cases;
    std::optional<std::uint64_t> seed;
    std::vector<std::string> devices;  // empty: cpu and cpu-checked
    int jobs = 0;
    double case_seconds = 10;
    std::string json, junit;
    std::string store;  // empty: .tileproof/findings/<name of the source>
    std::string cache = ".tileproof/cache";
    std::string compiler = "clang++-19";
    std::vector<std::string> flags;  // of the compiler: -I, -D
    bool efficiency = false;
};

struct explain_options {
    std::string layout;
    std::optional<std::string> at;
    bool json = false;
};

struct offsets_options {
    std::string layout;  // "-": one a line from standard input
    bool json = false;
};

struct replay_options {
    std::string file;
    double case_seconds = 10;
    bool in_this_process = false;
};

struct minimize_options {
    std::string what;  // the file of a finding, or layout text
    std::string law;   // code or name; empty: the one of the finding, or the first that is broken
    double budget_seconds = 30;
    double case_seconds = 10;
    std::string out = ".tileproof/reproducers";  // folder
};

struct fuzz_options {
    std::optional<double>
        seconds;         // none: 8 hours, or what is left of the campaign that is resumed
    int jobs = 0;        // 0: one for each processor
    std::string target;  // glob; empty: all
    std::string corpus = ".tileproof/corpus";
    std::string store = ".tileproof/findings";
    bool resume = false;
};

struct findings_options {
    std::string action = "list";  // list, show, prune
    std::string name;             // show: this one alone
    std::string store = ".tileproof/findings";
    double case_seconds = 10;
};

// Each returns the exit code: 0 well, 1 a law or a layout is broken. Throws command_error (exit code 2).
int verify(const verify_options&);
int check(const check_options&);
int explain(const explain_options&);
int offsets(const offsets_options&);
int replay(const replay_options&);
int list();
int minimize(const minimize_options&);
int fuzz(const fuzz_options&);
int findings(const findings_options&);

}  // namespace tileproof::properties
