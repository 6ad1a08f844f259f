// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/unset_list.hpp"

#include <algorithm>
#include <cstring>

namespace tileproof::cpu_checked {
namespace {

bool apart(const unset_variable& v, std::uintptr_t address, std::uint64_t bytes) {
    return address >= v.begin + v.bytes || address + bytes <= v.begin;
}

// The part of the twin for [address, address + bytes).
struct part {
    std::uint64_t first, last;
};
part part_of(const unset_variable& v, std::uintptr_t address, std::uint64_t bytes) {
    const std::uintptr_t end = std::min<std::uintptr_t>(address + bytes, v.begin + v.bytes);
    return {std::max(address, v.begin) - v.begin, end - v.begin};
}

// Writes of four or eight bytes are by far the most frequent.
void fill_with_zeros(std::uint8_t* at, std::uint64_t bytes) {
    if (bytes == 4)
        std::memset(at, 0, 4);
    else if (bytes == 8)
        std::memset(at, 0, 8);
    else
        std::memset(at, 0, static_cast<std::size_t>(bytes));
}

// Whether any of these bytes is unset; or all of them.
bool is_unset(const std::uint8_t* twin, std::uint64_t bytes, bool any) {
    if (bytes == 4 || bytes == 8) {
        std::uint64_t bits = 0;
        bytes == 4 ? std::memcpy(&bits, twin, 4) : std::memcpy(&bits, twin, 8);
        if (bits == 0 || any) return bits != 0;
    }
    const auto bad = [](std::uint8_t b) { return b != 0; };
    return any ? std::any_of(twin, twin + bytes, bad) : std::all_of(twin, twin + bytes, bad);
}

}  // namespace

bool unset_list::complete(unset_variable& v) const {
    while (v.known < v.bytes && v.twin[v.known] == 0) ++v.known;
    return v.known == v.bytes;
}

void unset_list::begin(std::uintptr_t variable, std::uint64_t bytes, std::uint8_t* twin,
                       const char* name) {
    end(variable);
    all_.push_back({variable, bytes, twin, name});
    low_ = std::min(low_, variable);
    high_ = std::max(high_, variable + bytes);
}

void unset_list::end(std::uintptr_t variable) {
    if (!meets(variable, 1)) return;
    for (std::size_t i = all_.size(); i-- > 0;)
        if (all_[i].begin == variable) return drop(i);
}

void unset_list::drop(std::size_t at) {
    all_[at] = all_.back();
    all_.pop_back();
    cover_all();
}

void unset_list::cover_all() {
    low_ = ~std::uintptr_t{0};
    high_ = 0;
    const auto cover = [&](std::uintptr_t begin, std::uintptr_t end) {
        low_ = std::min(low_, begin);
        high_ = std::max(high_, end);
    };
    for (const unset_variable& v : all_) cover(v.begin, v.begin + v.bytes);
    for (const local_array& a : arrays_) cover(a.begin - a.beyond, a.begin + a.bytes + a.beyond);
}

void unset_list::begin_array(const local_array& a) {
    end_array(a.begin);
    arrays_.push_back(a);
    cover_all();
}

void unset_list::end_array(std::uintptr_t begin) {
    for (std::size_t i = arrays_.size(); i-- > 0;)
        if (arrays_[i].begin == begin) {
            arrays_.erase(arrays_.begin() + static_cast<std::ptrdiff_t>(i));
            return cover_all();
        }
}

const local_array* unset_list::beyond_array(std::uintptr_t address, std::uint64_t bytes) const {
    for (std::size_t i = arrays_.size(); i-- > 0;) {
        const local_array& a = arrays_[i];
        const std::uintptr_t end = a.begin + a.bytes;
        const bool apart = address >= end + a.beyond || address + bytes <= a.begin - a.beyond;
        if (!apart && (address < a.begin || address + bytes > end)) return &a;
    }
    return nullptr;
}

void unset_list::clear() {
    all_.clear();
    arrays_.clear();
    low_ = ~std::uintptr_t{0};
    high_ = 0;
}

void unset_list::set(std::uintptr_t address, std::uint64_t bytes) {
    for (std::size_t i = all_.size(); i-- > 0;) {
        unset_variable& v = all_[i];
        if (apart(v, address, bytes)) continue;
        const auto [first, last] = part_of(v, address, bytes);
        if (last > v.known) fill_with_zeros(v.twin + first, last - first);
        if (first <= v.known && complete(v)) drop(i);
    }
}

const unset_variable* unset_list::find_unset(std::uintptr_t address, std::uint64_t bytes,
                                             bool copies) {
    for (std::size_t i = all_.size(); i-- > 0;) {
        unset_variable& v = all_[i];
        if (apart(v, address, bytes)) continue;
        const auto [first, last] = part_of(v, address, bytes);
        if (last <= v.known) continue;
        if (complete(v)) {
            drop(i);
            continue;
        }
        if (is_unset(v.twin + first, last - first, !copies)) return &v;
    }
    return nullptr;
}

}  // namespace tileproof::cpu_checked
