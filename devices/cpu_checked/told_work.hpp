// SPDX-License-Identifier: MIT
// Work on streams, in the form that reports use.
#pragma once

#include "devices/cpu_checked/objects.hpp"
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

// The access of earlier work, at the line of its kernel or of its call.
inline checked_access other_access(const enqueued_work& w, record before, bool write) {
    checked_access a;
    a.write = write;
    const site& at = module_registry::only().known_site(site_of(before));
    a.at = w.kernel ? code_place{at.file, at.function, at.line, at.column} : w.at;
    return a;
}

}  // namespace tileproof::cpu_checked
