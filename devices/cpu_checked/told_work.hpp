// SPDX-License-Identifier: MIT
// Work on streams, in the form that reports use.
#pragma once

#include <array>
#include <cstdarg>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "devices/asked_values.hpp"
#include "devices/cpu_checked/memory_map.hpp"
#include "devices/cpu_checked/region.hpp"
#include "devices/cpu_checked/report.hpp"
#include "devices/cpu_checked/stream_order.hpp"

namespace tileproof::cpu_checked {

inline enqueued_work told_work(const stream_order::work& w) {
    return {w.name,
            w.stream,
            {w.at.file ? w.at.file : "", "", static_cast<unsigned>(w.at.line), 0},
            w.kernel};
}

inline advice advice_on(stream_order::vain_wait w) {
    using enum stream_order::vain_wait;
    return w == before_its_record  ? advice::record_earlier
           : w == for_earlier_work ? advice::record_later
                                   : advice::none;
}

// The access of earlier work, at the line of its kernel or of its call.
inline checked_access other_access(const enqueued_work& w, record before, bool write) {
    checked_access a;
    a.write = write;
    const site& at = module_registry::only().known_site(site_of(before));
    a.at = w.kernel ? code_place{at.file, at.function, at.line, at.column} : w.at;
    return a;
}

// The values of variables that copies of kernels report before each access (compiler/passes/told_values.hpp), until the
// launch ends.
//
//   told.add({block 0, thread 3, site 4, address}, "s:row\nu:pitch\n", {2, 16});
//   told.find(block 0, thread 3, site 4, address)    {{"row", "2"}, {"pitch", "16"}}
//
// The first few hundred thousand accesses are kept: a case that is explained has few.

class told_values {
  public:
    using variable = devices::asked_values::variable;
    struct key {
        std::uint64_t block = 0;
        unsigned thread = 0;
        std::uint32_t site = 0;
        std::uintptr_t address = 0;  // 0: no memory, or any
    };
    // names: "s:row\nu:pitch\n", with as many numbers.
    void add(const key&, const char* names, std::va_list numbers);
    // A thread has computed with ints what no int holds. expression: "19 row * pitch", of line 19.
    void add_overflow(const key&, const char* expression, std::int64_t result);
    // The last values of this thread at this site; with an address, those of the access that begins there or less
    // than 16 bytes before.
    std::vector<variable> find(const key&) const;
    void clear() { all_.clear(), overflows_.clear(); }

  private:
    static constexpr std::size_t most = 400'000, most_numbers = 8;
    struct entry {
        key who;
        const char* names = nullptr;
        std::array<std::uint64_t, most_numbers> numbers{};
    };
    std::vector<entry> all_;
    std::map<std::pair<std::uint64_t, unsigned>, variable>
        overflows_;  // by block and thread, the last
};

}  // namespace tileproof::cpu_checked
