// SPDX-License-Identifier: MIT
// The folder of findings: one file each, written atomically, and not trusted when read.
//
//   finding_store store(".tileproof/findings");
//   path p = store.save(f);            // on disk when this returns
//   p = store.replace(p, smaller);     // writes the new file, then deletes the old one
//   for (auto& s : store.load().findings) ...
#pragma once

#include "fuzz/finding/finding.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace tileproof::properties {

struct stored_finding {
    std::filesystem::path file;
    finding what;
};

class finding_store {
  public:
    explicit finding_store(std::filesystem::path folder) : folder_(std::move(folder)) {}
    const std::filesystem::path& folder() const { return folder_; }

    // The path of a finding, stored or not.
    std::filesystem::path place_of(const finding&) const;

    // Both throw store_error with a sentence if the file cannot be written.
    std::filesystem::path save(const finding&) const;
    std::filesystem::path replace(const std::filesystem::path& old, const finding&) const;

    struct contents {
        std::vector<stored_finding> findings;  // in the order of their file names
        std::vector<std::string> problems;     // a sentence for each file that cannot be read
    };
    // A folder that does not exist is an empty store.
    contents load() const;

  private:
    std::filesystem::path folder_;
};

// Reads one file. Throws store_error with a sentence that names the file.
finding load_finding(const std::filesystem::path& file);

}  // namespace tileproof::properties
