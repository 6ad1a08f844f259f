// SPDX-License-Identifier: MIT
// Generated programs: many layouts in one source file, compiled to a library that the harness loads.
//
//   builder b({.of = &ck, .compiler = "clang++-19", .include = {"/opt/rocm/include"}, .folder = scratch});
//   b.build({layout_unit(ck, c)})[0]    {"/tmp/../p0.so", "case_0", ""}, or why it does not compile
//
// Of a program that does not compile, the units that its errors name are compiled alone, and the others again without
// them; when no error names one, or it needs more time or memory than a compiler may have, it is halved.
#pragma once

#include "extras/subject/library.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <span>

namespace tileproof::subject {

// What a layout is asked for: what is not asked is not compiled, which takes most of the time.
struct asked_parts {
    bool all = true;    // else lengths, element space and offsets
    bool cuts = false;  // the parts below each stage, too (L7)
};

// Source of one layout, or of one tile. `$case` stands for its name. Layouts that differ in numbers of run time alone
// have the same source, which is compiled once.
std::string layout_unit(const outside_case&, const spelled_layout&, asked_parts = {});
std::string tile_unit(const library&, const tile_encoding&);

struct built_unit {
    std::string file, symbol;  // of the compiled library
    std::string error;         // of the compiler: its first sentence; empty: it compiled
    bool beyond = false;  // the compiler needed more than it may have: nothing is known of the unit
    bool compiled() const { return error.empty(); }
};

struct build_options {
    const library* of = nullptr;
    std::string compiler;
    std::vector<std::string> include;  // folders with the library's headers
    std::filesystem::path answers;     // the folder of answers.hpp
    std::filesystem::path folder;      // for sources and what is made of them
    int jobs = 2;
    int units = 12;                             // of a program
    double seconds = 120;                       // of one compilation
    std::size_t memory = std::size_t{6} << 30;  // of one compilation: bytes of address space
};

class builder {
  public:
    explicit builder(build_options);

    // Throws library_error when not even a program that only includes the headers compiles.
    void try_headers();
    std::vector<built_unit> build(std::span<const std::string> units);

    // A program with main(), compiled and run.
    struct alone {
        bool well = false;    // it compiled, and ended by itself
        std::string printed;  // or a sentence about why it does not
    };
    alone run_alone(const std::string& source);

    int programs() const { return programs_; }
    int units() const { return static_cast<int>(built_.size()); }
    // As many as fill the programs that are compiled side by side.
    std::size_t units_at_once() const {
        return static_cast<std::size_t>(std::max(o_.units, 1) * std::max(o_.jobs, 1));
    }
    const library& of() const { return *o_.of; }
    bool has(const std::string& unit) const { return built_.contains(unit); }

  private:
    struct attempt {
        bool well = false, beyond = false;
        std::string file, messages;
    };
    attempt compile(const std::string& source, std::vector<std::string> flags,
                    const std::string& ending);
    void build_program(const std::vector<std::string>& units, bool again);

    build_options o_;
    std::map<std::string, built_unit> built_;
    std::mutex guard_;
    int programs_ = 0;
};

}  // namespace tileproof::subject
