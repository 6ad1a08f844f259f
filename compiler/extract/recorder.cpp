// SPDX-License-Identifier: MIT
#include "compiler/extract/recorder.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "devices/cpu_checked/session.hpp"

namespace tileproof::compiler {
namespace {

using given = cpu_engine::launch_argument;

std::int64_t whole_number(const void* at, std::size_t bytes, bool is_signed) {
    std::int64_t v = 0;
    std::memcpy(&v, at, std::min(bytes, sizeof v));
    const int unused = 64 - 8 * static_cast<int>(std::min<std::size_t>(bytes, 8));
    return is_signed && unused > 0 ? v << unused >> unused : v;
}

double real_number(const void* at, std::size_t bytes) {
    float f = 0;
    double d = 0;
    if (bytes == sizeof f) return std::memcpy(&f, at, sizeof f), f;
    if (bytes == sizeof d) std::memcpy(&d, at, sizeof d);
    return d;
}

// By the type's name: "int", "unsigned long", "signed char".
bool holds_whole_numbers(const std::string& type) {
    for (const char* word : {"char", "short", "int", "long"})
        if (type.size() >= std::strlen(word) &&
            type.compare(type.size() - std::strlen(word), std::string::npos, word) == 0)
            return type.find("::") == std::string::npos;
    return false;
}

void note_range(recorded_argument& a, const std::byte* at) {
    if (!a.set || !holds_whole_numbers(a.type) || a.element == 0) return;
    a.least = std::numeric_limits<std::int64_t>::max();
    a.most = std::numeric_limits<std::int64_t>::min();
    for (std::uint64_t i = 0; i + a.element <= a.bytes; i += a.element) {
        const std::int64_t v = whole_number(at + i, a.element, a.type.find("unsigned") != 0);
        a.least = std::min(a.least, v);
        a.most = std::max(a.most, v);
    }
}

// Finds the buffer that the pointer points to, and what is known about it.
const std::byte* note_buffer(recorded_argument& a, const void* pointer) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const cpu_checked::region* const r = cpu_checked::session::only().memory.object_of(address);
    if (!r || !cpu_checked::holds(*r, address, 1)) return nullptr;
    const std::uint64_t offset = address - r->base;
    a.bytes = r->bytes - offset;
    a.set = r->written_in > 0 || r->first_uninitialised(offset, a.bytes) > 0;
    return static_cast<const std::byte*>(pointer);
}

}  // namespace

launch_recorder::launch_recorder(std::string kernel, std::uint64_t launch, std::string file)
    : kernel_(std::move(kernel)), file_(std::move(file)), launch_(launch) {
    write();
}

void launch_recorder::launches(const cpu_engine::launch_info& info, std::span<const given> list) {
    const std::lock_guard lock(mutex_);
    const std::string name = plain_name(info.kernel);
    const std::uint64_t number = ++record_.launches[name];
    if (number == 1) write();
    if (name != kernel_ || number != launch_) return;
    under_way_ = std::this_thread::get_id();
    record_.kernel = info.kernel;
    record_.file = info.file;
    record_.number = number;
    record_.grid = {info.grid.x, info.grid.y, info.grid.z};
    record_.block = {info.block.x, info.block.y, info.block.z};
    record_.shared = info.dynamic_shared;
    for (const given& g : list) {
        recorded_argument a;
        a.name = g.name;
        a.constant = g.constant;
        a.type = g.type;
        a.element = g.bytes;
        const std::byte* place = nullptr;
        if (g.what == given::kind::pointer) {
            a.what = recorded_argument::kind::pointer;
            place = note_buffer(a, *static_cast<void* const*>(g.value));
            if (place) note_range(a, place);
        } else if (g.what == given::kind::real) {
            a.what = recorded_argument::kind::real;
            a.real = real_number(g.value, g.bytes);
        } else if (g.what != given::kind::other) {
            a.what = recorded_argument::kind::whole;
            a.whole = whole_number(g.value, g.bytes, g.what == given::kind::signed_whole);
        }
        places_.push_back(place);
        contents_.emplace_back(place, place + (place ? a.bytes : 0));
        record_.arguments.push_back(std::move(a));
    }
}

void launch_recorder::launched() {
    const std::lock_guard lock(mutex_);
    if (under_way_ != std::this_thread::get_id()) return;
    under_way_.reset();
    for (std::size_t i = 0; i < places_.size(); ++i)
        record_.arguments[i].changed =
            !contents_[i].empty() &&
            std::memcmp(places_[i], contents_[i].data(), contents_[i].size()) != 0;
    write();
    std::fflush(nullptr);
    _exit(0);  // the rest is not needed
}

void launch_recorder::write() const {
    if (!(std::ofstream(file_) << text_of(record_)).flush())
        std::fprintf(stderr, "tileproof: %s cannot be written.\n", file_.c_str());
}

launch_recorder* recorder_of_environment() {
    static launch_recorder* const only = []() -> launch_recorder* {
        const char* const asked = std::getenv("TILEPROOF_EXTRACT");
        if (!asked) return nullptr;
        std::istringstream words(asked);
        std::string kernel, file;
        std::uint64_t launch = 0;
        words >> kernel >> launch >> std::ws;
        std::getline(words, file);
        return new launch_recorder(kernel, launch, file);  // in use until the very end
    }();
    return only;
}

}  // namespace tileproof::compiler
