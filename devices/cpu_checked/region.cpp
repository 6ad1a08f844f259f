// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/region.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "devices/device.hpp"

namespace tileproof::cpu_checked {
namespace {
constexpr std::size_t page_bytes = 4096, huge_page = std::size_t{2} << 20;
}

lazy_array::~lazy_array() {
    if (data_) munmap(data_, mapped_);
}

void lazy_array::swap(lazy_array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    std::swap(mapped_, other.mapped_);
}

void lazy_array::reserve(std::size_t count) {
    if (count <= capacity_) return;
    lazy_array grown;
    grown.mapped_ = (count * sizeof(record) + page_bytes - 1) / page_bytes * page_bytes;
    void* const memory = mmap(nullptr, grown.mapped_, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw kernels::device_error("The cpu-checked device could not map " +
                                    std::to_string(grown.mapped_) +
                                    " bytes to remember who touched a buffer.");
    if (grown.mapped_ >= 4 * huge_page)
        madvise(memory, grown.mapped_,
                grown.mapped_ <= most_in_huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    grown.data_ = static_cast<record*>(memory);
    grown.capacity_ = grown.mapped_ / sizeof(record);
    swap(grown);
}

void lazy_array::clear() {
    if (data_) madvise(data_, mapped_, MADV_DONTNEED);
}

void region::make_shadow() {
    const std::size_t cells = static_cast<std::size_t>((bytes >> shift) + 1);
    for (int k = 0; k < record_count; ++k) {
        if (k >= last_atomic && !memory_[k].data()) continue;
        memory_[k].reserve(cells);
        records[k] = memory_[k].data();
    }
}

void region::expect_atomics() {
    if (records[last_atomic]) return;
    for (int k = last_atomic; k < record_count; ++k) {
        memory_[k].reserve(static_cast<std::size_t>((bytes >> shift) + 1));
        records[k] = memory_[k].data();
    }
}

void region::reset(void* address, std::uint64_t size, std::uint32_t first) {
    base = reinterpret_cast<std::uintptr_t>(address);
    bytes = size;
    birth = first;
    allocated = 0;
    written_in = read_in = shared_read_in = atomic_in = entered = turn = 0;
    initialised = freed = false;
    shift = kind == region_kind::heap ? 0 : 2;  // refining the whole heap would take long
    make_shadow();
    initialised_bits.clear();
    filled = {};
}

void region::refine(std::uint64_t ends) {
    const int finer = std::countr_zero(ends);
    if (shift <= finer) return;
    lazy_array old[record_count];
    for (int k = 0; k < record_count; ++k) old[k].swap(memory_[k]);
    const std::size_t cells = static_cast<std::size_t>((bytes >> shift) + 1);
    const std::size_t fan = std::size_t{1} << (shift - finer);
    shift = static_cast<std::uint8_t>(finer);
    for (int k = 0; k < record_count; ++k) {
        if (!old[k].data()) continue;
        memory_[k].reserve(static_cast<std::size_t>((bytes >> shift) + 1));
        records[k] = memory_[k].data();
        copy_records(old[k], records[k], cells, fan);
    }
}

// For a sparse region only what was touched: scanning the rest would take seconds.
void region::copy_records(const lazy_array& from, record* to, std::size_t cells,
                          std::size_t fan) const {
    const auto copy = [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < std::min(last, cells); ++i)
            if (from.data()[i])
                for (std::size_t j = 0; j < fan && i * fan + j <= bytes >> shift; ++j)
                    to[i * fan + j] = from.data()[i];
    };
    if (!pages) return copy(0, cells);
    const std::size_t of_page = (sparse_pages::page >> shift) / fan;
    for (const std::uint64_t p : pages->in_order()) copy(p * of_page, (p + 1) * of_page);
}

kept_memory region::keep(std::uint32_t first) {
    const auto* const begin = reinterpret_cast<const std::byte*>(base);
    kept_memory kept{this, shift, {begin, begin + bytes}, {}};
    const std::size_t cells = static_cast<std::size_t>((bytes >> shift) + 1);
    for (int k = 0; k < record_count; ++k) {
        if (!records[k]) continue;
        kept.records[k].assign(records[k], records[k] + cells);
        for (record& r : kept.records[k])
            if (segment_of(r) < first) r = 0;
    }
    return kept;
}

void region::put_back(const kept_memory& kept, std::uint32_t segment) {
    std::memcpy(reinterpret_cast<void*>(base), kept.contents.data(), kept.contents.size());
    const record who = (record{1} << segment_shift) - 1;  // and place
    const std::size_t cells = static_cast<std::size_t>((bytes >> shift) + 1);
    for (int k = 0; k < record_count; ++k) {
        if (!records[k]) continue;
        for (std::size_t c = 0; c < cells; ++c) {
            // It may have been refined since.
            const std::size_t from = c >> (kept.shift - shift);
            const record r = from < kept.records[k].size() ? kept.records[k][from] : 0;
            records[k][c] = r ? record{segment} << segment_shift | (r & who) : 0;
        }
    }
}

void region::make_sparse(sparse_pages::source contents, int element_bytes) {
    pages = std::make_unique<sparse_pages>(bytes, std::move(contents));
    if (element_bytes < 4) refine();
}

void region::drop_shadow() {
    for (int k = 0; k < record_count; ++k) {
        lazy_array none;
        memory_[k].swap(none);
        records[k] = nullptr;
    }
}

void region::forget() {
    for (lazy_array& a : memory_) a.clear();
    initialised = true;  // no longer known
}

memory_kind kind_of(const region& r) {
    switch (r.kind) {
        case region_kind::device:
            return memory_kind::buffer;
        case region_kind::variable:
            return memory_kind::device_variable;
        case region_kind::shared:
            return memory_kind::shared_array;
        case region_kind::dynamic_shared:
            return memory_kind::dynamic_shared;
        case region_kind::heap:
            return memory_kind::heap;
        case region_kind::constant:
            return memory_kind::constant;
        case region_kind::host:
            return memory_kind::host;
        case region_kind::nowhere:
            break;
    }
    return memory_kind::none;
}

void region::set_initialised(std::uint64_t offset, std::uint64_t count) {
    if (initialised || count == 0) return;
    if (offset == 0 && count >= bytes) {
        initialised = true;
        initialised_bits.clear();
        return;
    }
    if (initialised_bits.empty()) initialised_bits.resize(static_cast<std::size_t>(bytes / 64 + 1));
    const std::uint64_t end = std::min(offset + count, bytes);
    while (offset < end) {
        if (offset % 64 == 0 && end - offset >= 64) {
            initialised_bits[offset / 64] = ~std::uint64_t{0};
            offset += 64;
        } else {
            initialised_bits[offset / 64] |= std::uint64_t{1} << (offset % 64);
            ++offset;
        }
    }
}

void region::set_uninitialised(std::uint64_t offset, std::uint64_t count) {
    const std::uint64_t end = std::min(offset + count, bytes);
    if (initialised) {
        initialised = false;
        initialised_bits.assign(static_cast<std::size_t>(bytes / 64 + 1), ~std::uint64_t{0});
    }
    for (std::uint64_t i = offset; i < end && !initialised_bits.empty(); ++i)
        initialised_bits[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    filled = {};
    forget_stores(offset, count);
}

void region::forget_stores(std::uint64_t offset, std::uint64_t count) {
    const std::uint64_t end = std::min(offset + count, bytes);
    // A cell that extends beyond the range keeps the records of its other bytes.
    const std::uint64_t width = std::uint64_t{1} << shift;
    if (offset % width || (end % width && end < bytes)) refine();
    for (std::uint64_t i = offset >> shift; i < (end + (1u << shift) - 1) >> shift; ++i)
        for (const int k : {written, last_atomic, other_atomic})
            if (records[k]) records[k][i] = 0;
}

std::uint64_t region::first_uninitialised(std::uint64_t offset, std::uint64_t count) const {
    if (initialised) return count;
    if (initialised_bits.empty()) return 0;
    for (std::uint64_t i = 0; i < count; ++i)
        if (!(initialised_bits[(offset + i) / 64] >> ((offset + i) % 64) & 1)) return i;
    return count;
}

bool region::is_stored(std::uint64_t offset, std::uint64_t count) const {
    for (std::uint64_t i = offset; i < offset + count; ++i)
        for (const int k : {written, last_atomic})
            if (records[k] && records[k][i >> shift] != 0) return true;
    return false;
}

}  // namespace tileproof::cpu_checked
