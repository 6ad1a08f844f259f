// SPDX-License-Identifier: MIT
// A line that a check leaves for others to read if the process ends before the check returns.
//
//   note_for_crash("output 7f0010-7f0028");      // in the check, before the launch
//   ... the kernel writes to 7f0028 and the process is gone ...
//   end.notes == "output 7f0010-7f0028"          // in property::judge_end(), in another process
#pragma once

#include <cstddef>
#include <string_view>

namespace tileproof::properties {

inline constexpr std::size_t crash_note_size = 1024;

// Begins the note of a thread that overflowed its stack; the stack's size in bytes follows.
inline constexpr std::string_view end_of_stack = "stack ended ";

// Begins the note of code that runs next to the kernel, such as a reference; a sentence about it follows. If the
// process ends there, that says nothing about the kernel.
inline constexpr std::string_view not_the_kernel = "not the kernel: ";

// The last note wins. Cut after 1,023 bytes. Does nothing outside a worker process. As cheap as a copy.
void note_for_crash(std::string_view note);

// A second note while it exists: whom to blame if the process ends in the host's code, outside of kernels.
class host_note {
  public:
    explicit host_note(std::string_view sentence);
    ~host_note();
    host_note(const host_note&) = delete;
    host_note& operator=(const host_note&) = delete;
};

// From now on this thread's notes go there: crash_note_size bytes each that outlive the process, or null for nowhere.
void keep_crash_notes_in(char* notes, char* host_notes);

}  // namespace tileproof::properties
