// SPDX-License-Identifier: MIT
#include "properties/crash_note.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::properties {
namespace {
thread_local char *area = nullptr, *host_area = nullptr;

void write(std::string_view note, char* to) {
    if (!to) return;
    const std::size_t length = std::min(note.size(), crash_note_size - 1);
    std::memcpy(to, note.data(), length);
    to[length] = '\0';
}
}  // namespace

void keep_crash_notes_in(char* notes, char* host_notes) {
    area = notes;
    host_area = host_notes;
}

void note_for_crash(std::string_view note) { write(note, area); }

host_note::host_note(std::string_view sentence) { write(sentence, host_area); }
host_note::~host_note() { write("", host_area); }

}  // namespace tileproof::properties
