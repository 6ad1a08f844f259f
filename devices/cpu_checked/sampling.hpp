// SPDX-License-Identifier: MIT
// Which blocks of a huge grid run, and which of their results count (devices/sampled_launches.hpp).
//
//   grid 4194304 x 1 x 1 of 256 threads:
//   0, 1, 4194303, 4194302                 the ends
//   524287, 524288, 524289, ...            where elements, threads or bytes cross 2^31 or 2^32
//   271828, 3141592, ...                   anywhere, from the seed
//
// A small grid, of up to 4096 blocks, runs completely; memory that is unwritten then stays unwritten. Limits are
// counted, not timed, so that a case always does the same.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "devices/cpu/sampling.hpp"
#include "devices/cpu_checked/memory.hpp"
#include "devices/sampled_launches.hpp"

namespace tileproof::cpu_checked {

// The chosen blocks of a grid, each once, the most interesting first, without the random ones; `largest`: the bytes
// of the largest buffer.
std::vector<std::uint64_t> chosen_blocks(const cpu_engine::launch_info&, std::uint64_t largest);

class sampling final : public cpu_engine::block_sampling, public devices::sampled_launches {
  public:
    explicit sampling(std::uint64_t seed);
    ~sampling() override;

    void* place(devices::sparse_buffer_request) override;
    void run(const std::function<void()>& work) override;
    summary seen() const override { return seen_; }
    std::vector<stretch> written(const void* buffer) const override;

    void begin(const cpu_engine::launch_info&) override;
    std::optional<std::uint64_t> next() override;
    void host_moves(const void* to, const void* from, std::size_t bytes) override;

    // For the launch under way.
    void launch_begins(const char* kernel, std::uint32_t first_segment);
    std::uint64_t block_at(std::uint64_t turn) const { return list_[turn]; }
    // Judges an access by a block whose segments begin at `block_first`. Returns why the block must be abandoned;
    // null: it may continue.
    const char* judge(region&, std::uint64_t offset, std::size_t bytes, bool reads, bool writes,
                      bool atomic, std::uint32_t block_first);
    void give_up(std::uint32_t first_segment, std::uint32_t last_segment, const char* why);

  private:
    bool own_or_given(region&, std::uint64_t offset, std::size_t bytes,
                      std::uint32_t block_first) const;
    bool counts(std::uint32_t segment) const;
    void end_block();
    void draw_blocks(std::uint64_t count);

    const std::uint64_t seed_;
    std::vector<device_memory::slot*> buffers_;
    std::vector<std::uint64_t> list_;
    std::unordered_set<std::uint64_t> chosen_;  // those in list_: no block runs twice
    std::size_t at_ = 0, first_random_ = 0;     // in list_
    std::uint64_t blocks_of_launch_ = 0, writers_of_launch_ = 0, drawn_ = 0;
    bool runs_ = false, wrote_ = false;  // a block; something
    std::uint64_t largest_ = 0;          // buffer, in bytes
    std::uint64_t blocks_left_, accesses_left_, accesses_of_block_ = 0;
    std::uint64_t memory_left_,
        memory_of_block_ = 0;                         // pages of buffers and their records
    std::uint32_t case_first_ = 0, counts_from_ = 0;  // segments
    std::string kernel_;                              // of the last launches
    std::vector<std::pair<std::uint32_t, std::uint32_t>> given_up_;  // segments [first, last)
    summary seen_;
};

}  // namespace tileproof::cpu_checked
