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

// Each returns the exit code: 0 well, 1 a law or a layout is broken. Throws command_error (exit code 2).
int verify(const verify_options&);
int explain(const explain_options&);
int offsets(const offsets_options&);
int replay(const replay_options&);
int list();

}  // namespace tileproof::properties
