// SPDX-License-Identifier: MIT
// Launches on matrices too large for any memory: pages of buffers are created when a kernel touches them, filled from
// their position, and only some blocks of each grid run.
//
//   auto s = sample_launches("cpu-checked", 7);
//   void* in = s->place({.bytes = 1ul << 34, .element_bytes = 4, .name = "the input", .contents = fill});
//   void* out = s->place({.bytes = 1ul << 34, .element_bytes = 4, .name = "the output"});
//   s->run([&] { transpose<<<dim3(2048, 2048), 256>>>(in, out, 65536, 65536); });
//   s->seen().blocks == 4194304, s->seen().run == 57
//   s->written(out) == {{0, 128}, {262144, 128}, ...}         // bytes: offset and length
//
// If none of the randomly drawn blocks writes anything, thousands more are drawn.
//
// A block counts only while it is certain to do what it would do if all blocks ran: as soon as it reads what another
// block or launch may have written, or uses an atomic on global memory, it is abandoned and its writes are not
// reported. The same happens to a block that takes too much time or memory.
#pragma once

#include "devices/device.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::devices {

struct sparse_buffer_request {
    std::size_t bytes = 0;
    int element_bytes = 1;
    std::string name = {};
    // The contents of [offset, offset + its size), requested page by page. Null: unwritten.
    std::function<void(std::uint64_t offset, std::span<std::byte> there)> contents = {};
};

// The host was to fill or copy an excessive amount: the case cannot be judged.
class too_much_to_sample : public kernels::device_error {
  public:
    using kernels::device_error::device_error;
};

class sampled_launches {
  public:
    virtual ~sampled_launches() = default;

    // Memory until this object dies. Throws device_error.
    virtual void* place(sparse_buffer_request) = 0;
    // Runs host code with sampled launches. Rethrows its exceptions.
    virtual void run(const std::function<void()>& work) = 0;

    static constexpr std::uint64_t telling = 4096;  // blocks drawn at random if none writes
    struct summary {
        std::uint64_t launches = 0, blocks = 0, run = 0, given_up = 0;
        std::string why = {};   // why the first was abandoned, as a sentence
        bool complete = false;  // all blocks of all launches ran to their end
        // How many were drawn at random, each equally likely; and how many of these wrote to a buffer of place().
        std::uint64_t at_random = 0, random_writers = 0;
    };
    virtual summary seen() const = 0;

    // Final contents of a buffer, in the order of addresses: written by a block that ended, in the last launches of
    // one kernel, so that no later kernel may have overwritten it.
    struct stretch {
        std::uint64_t offset = 0, bytes = 0;
        friend bool operator==(const stretch&, const stretch&) = default;
    };
    virtual std::vector<stretch> written(const void* buffer) const = 0;
};

// Null if the device does not support it.
std::unique_ptr<sampled_launches> sample_launches(std::string_view device, std::uint64_t seed);

}  // namespace tileproof::devices
