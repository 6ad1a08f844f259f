// SPDX-License-Identifier: MIT
#include "properties/crash_note.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::properties {
namespace {
thread_local char* area = nullptr;
}

void keep_crash_notes_in(char* memory) { area = memory; }

void note_for_crash(std::string_view note) {
    if (!area) return;
    const std::size_t length = std::min(note.size(), crash_note_size - 1);
    std::memcpy(area, note.data(), length);
    area[length] = '\0';
}

}  // namespace tileproof::properties
