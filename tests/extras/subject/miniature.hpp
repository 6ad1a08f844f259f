// SPDX-License-Identifier: MIT
// The miniature library for tests: with its planted departures, or right.
//
//   builder b(options_of(miniature(), folder.path()));
#pragma once

#include "compiler/build/compilers.hpp"
#include "extras/subject/program.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <filesystem>

namespace tileproof::subject {

using properties::testing::scratch_folder;

inline const library& miniature(bool right = false) {
    static const library both[] = {
        load_library(TILEPROOF_MINIATURE),
        load_library(std::filesystem::path(TILEPROOF_MINIATURE) / "right")};
    return both[right ? 1 : 0];
}

inline build_options options_of(const library& l, const std::filesystem::path& folder) {
    return {.of = &l,
            .compiler = compiler::compiler_for("cpu", ""),
            .include = l.include,
            .answers = TILEPROOF_SUBJECTS,
            .folder = folder,
            .jobs = 2,
            .units = 40};
}

}  // namespace tileproof::subject
