// SPDX-License-Identifier: MIT
// A piece of memory that kernels may access, and the shadow that records the accesses.
//
// The shadow has one cell for each `1 << shift` bytes: 4 bytes at first, then 2 or 1 from the first access that is
// smaller or less aligned (refine()), so that neighbouring bytes of different threads stay separate. A cell is six
// records, each in its own array, because most kernels use only one of them per element (region_record). For a buffer
// of 4,096 floats each array is 32 KiB of address space, of which only touched pages exist.
//
//   record:  segment (32 bits) | thread (10) | narrow (2) | site (20)
//
// For plain writes the last record suffices: an access that is unordered with an earlier write is unordered with the
// last one, or those two writes were a race themselves. For reads and atomics, which do not conflict among
// themselves, two records are kept that are as far apart as possible: another block before another wave before
// another thread. With barriers only, this misses nothing: what is ordered after two accesses of different waves is
// ordered by a barrier, and a barrier orders the whole block and nothing else.
//
// Segments are numbered in the order in which they begin (clocks.hpp), over all blocks and launches, so records never
// have to be cleared: between launches, or between blocks for shared memory, old records are simply smaller than the
// current first segment. 0 means never.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "devices/cpu/hip_state.hpp"
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
// The scope of an atomic, at most the device.
inline constexpr record narrowed_to(memory_scope s) {
    return record{s >= memory_scope::device ? 0u : 3u - static_cast<unsigned>(s)} << narrow_shift;
}
inline constexpr memory_scope reach_of(record r) {
    return static_cast<memory_scope>(3 - (r >> narrow_shift & 3));
}

// Four bytes that an atomic has overwritten, while nobody has accessed them since. 0: none.
inline constexpr record older_value(std::uint32_t bits) { return record{1} << 32 | bits; }

// Larger arrays are touched sparsely: a huge page for each touch would take all memory.
inline constexpr std::size_t most_in_huge_pages = std::size_t{1} << 30;

// Address space that is zero until touched.
class lazy_array {
  public:
    lazy_array() = default;
    lazy_array(const lazy_array&) = delete;
    lazy_array& operator=(const lazy_array&) = delete;
    ~lazy_array();
    // Makes room for `count` records; keeps the contents if there is already room. Throws device_error.
    void reserve(std::size_t count);
    record* data() const { return data_; }
    std::size_t capacity() const { return capacity_; }
    void swap(lazy_array&) noexcept;
    void clear();  // all zero

  private:
    record* data_ = nullptr;
    std::size_t capacity_ = 0, mapped_ = 0;
};

// The records of a cell.
enum region_record {
    written,  // the last plain write
    reader,   // two plain reads since
    other_reader,
    last_atomic,    // the last atomic that writes
    other_atomic,   // and another one
    atomic_reader,  // the last atomic that only reads
    before_atomic,  // no record: the value that last_atomic overwrote (older_value)
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

// The contents of a region, and its records.
struct kept_memory {
    struct region* of = nullptr;
    std::uint8_t shift = 2;
    std::vector<std::byte> contents;
    std::vector<record> records[record_count];
};

struct region {
    // Hot: used by every access.
    std::uintptr_t base = 0;
    std::uint64_t bytes = 0;
    record* records[record_count] = {};
    std::uint32_t birth = 1;       // smaller segments are from before this region was made
    std::uint32_t allocated = 0;   // the segment of the stream's work that made it; 0: none
    std::uint32_t written_in = 0;  // the launch that wrote to it last; likewise below
    std::uint32_t read_in = 0, shared_read_in = 0, atomic_in = 0;
    // `entered`: the last block that entered it (shadow.hpp). `turn`: the same while plain accesses may take the fast
    // path, so never in constants, nor after atomics in this launch.
    std::uint32_t entered = 0, turn = 0;
    region_kind kind = region_kind::nowhere;
    std::uint8_t shift = 2;
    bool initialised = false;  // by the host, all of it
    bool freed = false;        // then `bytes` is 0, so no access hits it
    bool of_block() const {
        return kind == region_kind::shared || kind == region_kind::dynamic_shared;
    }

    // Cold.
    std::string name;  // "tile"; empty for a buffer
    std::uint64_t freed_bytes = 0;
    struct {
        const char* call = nullptr;
        cpu_engine::caller at;
        std::uint64_t bytes = 0;
    } filled;          // by the host's last call that wrote to it, if not to all of it
    std::string file;  // of the call that made it
    unsigned line = 0;
    unsigned of_case = 0;  // a buffer that the host allocated in a case: which one, from 1
    std::vector<std::uint64_t> initialised_bits;  // one bit per byte that the host has written
    std::unique_ptr<sparse_pages> pages;          // for a case too large for memory; otherwise null

    // A region of `size` bytes at `address`, in use from segment `first` on.
    void reset(void* address, std::uint64_t size, std::uint32_t first);
    // Refines to cells no larger than the lowest bit of `ends`; the access begins and ends at multiples of that bit.
    void refine(std::uint64_t ends = 1);
    void forget();  // all records
    // keep() copies the memory and its records from segment `first` on; put_back() restores them, with all accesses
    // attributed to `segment`.
    kept_memory keep(std::uint32_t first);
    void put_back(const kept_memory&, std::uint32_t segment);
    // Its pages are created when touched. Must be called before any access.
    void make_sparse(sparse_pages::source contents, int element_bytes);
    void drop_shadow();  // frees its address space
    // Allocates the records for atomics, at the first atomic.
    void expect_atomics();
    void set_initialised(std::uint64_t offset, std::uint64_t count);
    void set_uninitialised(std::uint64_t offset, std::uint64_t count);
    // The first byte of [offset, offset + count) that the host has not written; `count` if there is none.
    std::uint64_t first_uninitialised(std::uint64_t offset, std::uint64_t count) const;
    // Whether a kernel has stored to one of these bytes since they were set so, or their stores forgotten.
    bool is_stored(std::uint64_t offset, std::uint64_t count) const;
    void forget_stores(std::uint64_t offset, std::uint64_t count);

  private:
    void make_shadow();
    void copy_records(const lazy_array& from, record* to, std::size_t cells, std::size_t fan) const;
    lazy_array memory_[record_count];
};

memory_kind kind_of(const region&);  // as named in reports

}  // namespace tileproof::cpu_checked
