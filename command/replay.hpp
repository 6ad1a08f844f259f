// SPDX-License-Identifier: MIT
// Everything that a stored finding may be about, created on demand: properties of the host, of devices, of the fuzz
// targets next to this command, and of users' kernels, compiled as they were.
//
//   replayable_properties known({.trusted = false});
//   known.find(f).position            // in known.list()
//   known.find(f).why_not            // "Device cuda is not available: ...", "scale.hip cannot be read."
//
// A finding may come from a stranger, and replaying one of a user's kernel compiles and runs the file that it names.
// So this is done only if that file is in the current folder, the compiler is found by its name and the flags are
// harmless (include paths and definitions), or if the user trusts the finding.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command/chosen.hpp"
#include "compiler/build/user_library.hpp"
#include "fuzz/worker/rerun.hpp"

namespace tileproof::command {

struct trust {
    bool all = false;                                // --trust-source
    std::optional<fuzz::user_kernel> this_one = {};  // named on the command line; of any test
    std::string cache = ".tileproof/cache";
};

class replayable_properties : public fuzz::finding_properties {
  public:
    explicit replayable_properties(trust t = {}) : trust_(std::move(t)) {}
    found find(const fuzz::finding&) override;
    const properties::property_list& list() const override { return list_; }

  private:
    found find_known(const fuzz::finding&);
    found find_user(const fuzz::finding&);
    void add(properties::property_list more, std::map<std::string, std::size_t>& by_name);

    trust trust_;
    properties::property_list list_;
    bool has_host_ = false;
    std::optional<std::vector<device_entry>> devices_;
    std::map<std::string, std::size_t> known_;  // by property name
    struct user_file {
        std::unique_ptr<compiler::user_library> library;  // the properties refer to it
        std::string why_not;
        std::map<std::string, std::size_t> tests;
    };
    std::map<std::string, user_file> files_;  // by source, compiler, flags, waves and device
};

// --sandbox: code under test may write only to these folders and to the folder of temporary files.

// Must be called before the first child starts. If this system cannot do it, says so once, on standard error.
void confine_user_code(std::vector<std::filesystem::path> writable);

}  // namespace tileproof::command
