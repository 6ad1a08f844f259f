// SPDX-License-Identifier: MIT
// A piece of memory that kernels may touch, and the shadow that remembers who did.
//
// The shadow has one cell for each `1 << shift` bytes: 4 bytes at first, 2 or 1 from the first
// access on that is smaller or less aligned (refine()), so that neighbouring bytes of different
// threads are kept apart. A cell is six records, each in an array of its own, because most kernels
// only ever touch one of them per element (region_record). For a buffer of 4,096 floats each is
// 32 KiB of address space, of which only touched pages exist.
//
//   record:  segment (32 bits) | thread (10) | narrow (2) | site (20)
//
// Of plain writes the last one is enough: what is unordered with an earlier one is unordered with
// the last one, too, or the two were a race by themselves. Of reads and atomics, which do not clash
// among themselves, two are kept that are as far apart as can be: another block before another wave
// before another thread. With barriers alone that misses nothing: whoever is ordered after two of
// different waves is so by a barrier, and a barrier orders all of the block and nothing else.
//
// Segments are numbered in the order in which they begin (clocks.hpp), over all blocks and
// launches, so records never have to be cleared: between launches, or between blocks for shared
// memory, old records are simply smaller than the first segment of now. 0 means never.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "devices/cpu_checked/memory_model.hpp"
#include "devices/cpu_checked/module.hpp"
#include "devices/cpu_checked/report.hpp"
#include "devices/cpu_checked/sparse_pages.hpp"

namespace tileproof::cpu_checked {

using record = std::uint64_t;
inline constexpr int narrow_shift = 20, thread_shift = 22, segment_shift = 32;
inline constexpr record site_mask = (record{1} << narrow_shift) - 1;
inline constexpr std::uint32_t segment_of(record r) {
    return static_cast<std::uint32_t>(r >> segment_shift);
}
inline constexpr std::uint32_t thread_of(record r) { return (r >> thread_shift) & 1023; }
inline constexpr std::uint32_t site_of(record r) {
    return static_cast<std::uint32_t>(r & site_mask);
}
// Of an atomic: whom it reaches, the device at most.
inline constexpr record narrowed_to(memory_scope s) {
    return record{s >= memory_scope::device ? 0u : 3u - static_cast<unsigned>(s)} << narrow_shift;
}
inline constexpr memory_scope reach_of(record r) {
    return static_cast<memory_scope>(3 - (r >> narrow_shift & 3));
}

// Four bytes that an atomic has written over and that nobody who came later has looked behind. 0: there are none.
inline constexpr record older_value(std::uint32_t bits) { return record{1} << 32 | bits; }

// What is larger is touched here and there: a huge page for each touch would take all memory.
inline constexpr std::size_t most_in_huge_pages = std::size_t{1} << 30;

// Address space that is zero until it is touched.
class lazy_array {
  public:
    lazy_array() = default;
    lazy_array(const lazy_array&) = delete;
    lazy_array& operator=(const lazy_array&) = delete;
    ~lazy_array();
    // Room for `count` records; keeps the contents when there is room already. Throws device_error.
    void reserve(std::size_t count);
    record* data() const { return data_; }
    std::size_t capacity() const { return capacity_; }
    void swap(lazy_array&) noexcept;
    void clear();  // all zero

  private:
    record* data_ = nullptr;
    std::size_t capacity_ = 0, mapped_ = 0;
};

// What a cell remembers.
enum region_record {
    written,  // the last plain write
    reader,   // two plain reads since
    other_reader,
    last_atomic,    // the last atomic that writes
    other_atomic,   // and another one
    atomic_reader,  // the last atomic that only reads
    before_atomic,  // no record: what last_atomic found there (older_value)
    record_count
};

enum class region_kind : std::uint8_t {
    nowhere,
    device,
    variable,
    shared,
    dynamic_shared,
    heap,  // of malloc in a kernel
    constant,
    host
};

// What a region held, and what it remembered.
struct kept_memory {
    struct region* of = nullptr;
    std::uint8_t shift = 2;
    std::vector<std::byte> contents;
    std::vector<record> records[record_count];
};

struct region {
    // Hot: what every access needs.
    std::uintptr_t base = 0;
    std::uint64_t bytes = 0;
    record* records[record_count] = {};
    std::uint32_t birth = 1;       // smaller segments wrote before this region was made
    std::uint32_t allocated = 0;   // the segment of the stream's work that made it; 0: of none
    std::uint32_t written_in = 0;  // the launch that wrote to it last; likewise below
    std::uint32_t read_in = 0, shared_read_in = 0, atomic_in = 0;
    // The last block that has entered it (shadow.hpp), and the same where plain accesses may take the
    // short path: never in constants, nor where there have been atomics in this launch.
    std::uint32_t entered = 0, turn = 0;
    region_kind kind = region_kind::nowhere;
    std::uint8_t shift = 2;
    bool initialised = false;  // by the host, all of it
    bool freed = false;        // then `bytes` is 0, so that no access hits it
    bool of_block() const {
        return kind == region_kind::shared || kind == region_kind::dynamic_shared;
    }

    // Cold.
    std::string name;  // "tile"; empty for a buffer
    std::uint64_t freed_bytes = 0;
    std::string file;
    unsigned line = 0;
    std::vector<std::uint64_t> initialised_bits;  // one bit a byte, of what the host wrote
    std::unique_ptr<sparse_pages> pages;          // of a case too large for memory; null: any other

    // A region of `size` bytes at `address`, in use from segment `first` on.
    void reset(void* address, std::uint64_t size, std::uint32_t first);
    // To cells no larger than the lowest bit of `ends`, of which an access begins and ends at multiples.
    void refine(std::uint64_t ends = 1);
    void forget();  // all records
    // All of it, with the records from segment `first` on. Later back again: whoever has touched it did so in `segment`.
    kept_memory keep(std::uint32_t first);
    void put_back(const kept_memory&, std::uint32_t segment);
    // Its pages come to be when they are touched. Before anybody touches it.
    void make_sparse(sparse_pages::source contents, int element_bytes);
    void drop_shadow();  // gives its address space back
    // From the first atomic on there are records for them.
    void expect_atomics();
    void set_initialised(std::uint64_t offset, std::uint64_t count);
    void set_uninitialised(std::uint64_t offset, std::uint64_t count);
    // The first byte of [offset, offset + count) that the host has not written; `count` when there
    // is none.
    std::uint64_t first_uninitialised(std::uint64_t offset, std::uint64_t count) const;

  private:
    void make_shadow();
    void copy_records(const lazy_array& from, record* to, std::size_t cells, std::size_t fan) const;
    lazy_array memory_[record_count];
};

memory_kind kind_of(const region&);  // as reports say it

}  // namespace tileproof::cpu_checked
