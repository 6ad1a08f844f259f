// SPDX-License-Identifier: MIT
// A finding: a case in which a law does not hold, with everything needed to reproduce it.
//
// As a file (JSON, one per finding, fit for version control):
//
//   { "tileproof_finding": 2, "law": "K1", "law_name": "exact", "property": "transpose_tiled@cpu",
//     "subject": "transpose_tiled", "device": "cpu", "case": {"rows": 1, "columns": 2, ...},
//     "failure": "Element (1, 0) of the output is ...", "why": {"kind": "wrong value", ...}, "seed": 7, "index": 12,
//     "beside": [{"law": "K6", "kind": "race", ...}],
//     "minimized": true, "first_seen_as": {...}, "found": "2026-11-21T04:50:00Z", "version": "0.1.0",
//     "replay": "tileproof replay .tileproof/findings/K1-transpose_tiled@cpu-3f2a....json" }
//
// A finding about a user's kernel says how that was compiled, because other flags make another kernel, and for which
// waves (`check --wave`) and against which file (`--against`) if that was requested:
//
//   "kernel": { "source": "a/scale.hip", "test": "scale", "compiler": "clang++-19", "flags": ["-DN=8"], "wave": "64",
//                 "digest": "9c0a44..." }
//
// A case that holds by itself lists those that must run before it: "after" (properties/earlier_cases.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "properties/failure.hpp"
#include "properties/law.hpp"

namespace tileproof::fuzz {

struct user_kernel {
    std::string source, test, compiler;
    std::vector<std::string> flags;
    std::string wave = {};  // "32", "64", "both"; empty: as the test declares
    // A digest of its source, headers, compiler and flags when it failed (device_build.hpp); empty if unknown.
    std::string digest = {};
    std::string against = {};  // the old kernel's file, or FILE:TEST (check --against)
    // Ignores the digest, that is, changes of the source.
    friend bool operator==(const user_kernel& a, const user_kernel& b) {
        return std::tie(a.source, a.test, a.compiler, a.flags, a.wave, a.against) ==
               std::tie(b.source, b.test, b.compiler, b.flags, b.wave, b.against);
    }
};

struct finding {
    static constexpr int schema = 2, oldest_schema = 1;

    properties::law_id law{};
    std::string property, subject, device;
    std::optional<user_kernel> kernel = {};
    nlohmann::json the_case;
    std::string failure;        // the law's sentence for this case
    properties::failure why{};  // the data behind it; for schema 1 only the sentence
    // What else fails in the case, here or on a device that checks each access.
    std::vector<properties::failure> beside = {};
    std::uint64_t seed = 0;
    std::int64_t index = -1;       // of the generated case; -1: it was not generated
    bool minimized = false;        // no single step makes the case smaller
    nlohmann::json first_seen_as;  // the case before minimizing; null: the same
    std::string found;             // UTC, ISO 8601
    std::string version;           // of tileproof

    // Sets the broken law and its sentence.
    void broken_by(const properties::failure& f, std::vector<properties::failure> others = {}) {
        law = f.law;
        failure = properties::sentence(f);
        why = f;
        beside = std::move(others);
    }
};

// "K1-transpose_tiled@cpu-3f2a...json": law, property, and a digest of the case and of the user's kernel.
std::string file_name(const finding&);

// The text as a single word of a command line.
std::string quoted_for_shell(const std::string& text);

// The command that reproduces it.
std::string replay_command(const std::filesystem::path& file);

nlohmann::json to_json(const finding&, const std::filesystem::path& file);

// Throws store_error with a sentence if the text is not a finding of a known schema.
finding parse_finding(std::string_view text);

// The current time in UTC: "2026-11-21T04:50:00Z".
std::string time_stamp();

// The folder of findings: one file each, written atomically, and not trusted when read.
//
//   finding_store store(".tileproof/findings");
//   path p = store.save(f);            // on disk when this returns
//   p = store.replace(p, smaller);     // writes the new file, then deletes the old one
//   for (auto& s : store.load().findings) ...

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

}  // namespace tileproof::fuzz
