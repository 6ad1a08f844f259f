// SPDX-License-Identifier: MIT
// Launches on matrices that no memory holds: pages of buffers come to be when a kernel touches them, filled from
// their position, and of each grid a few blocks run.
//
//   auto s = sample_launches("cpu-checked", 7);
//   void* in = s->place({.bytes = 1ul << 34, .element_bytes = 4, .name = "the input", .contents = fill});
//   void* out = s->place({.bytes = 1ul << 34, .element_bytes = 4, .name = "the output"});
//   s->run([&] { transpose<<<dim3(2048, 2048), 256>>>(in, out, 65536, 65536); });
//   s->seen().blocks == 4194304, s->seen().run == 57
//   s->written(out) == {{0, 128}, {262144, 128}, ...}         // bytes: offset and length
//
// Where none of the blocks that were drawn at random writes anything, thousands more are drawn.
//
// A block counts only while it is sure to do what it would do if all of them ran: as soon as it reads what another
// block or launch may have written, or uses an atomic on global memory, it is given up, and nothing that it wrote
// is told. So is one that takes too long or too much memory.
#pragma once

#include "devices/device.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::kernels {

struct sparse_buffer_request {
    std::size_t bytes = 0;
    int element_bytes = 1;
    std::string name = {};
    // What lies at [offset, offset + its size), asked for page by page. Null: nobody has written there.
    std::function<void(std::uint64_t offset, std::span<std::byte> there)> contents = {};
};

// The host was to fill or copy more than it is worth: nothing can be said about the case.
class too_much_to_sample : public device_error {
  public:
    using device_error::device_error;
};

class sampled_launches {
  public:
    virtual ~sampled_launches() = default;

    // Memory until this object dies. Throws device_error.
    virtual void* place(sparse_buffer_request) = 0;
    // Host code whose launches are sampled. Throws what it throws.
    virtual void run(const std::function<void()>& work) = 0;

    static constexpr std::uint64_t telling = 4096;  // blocks drawn at random, when none writes
    struct summary {
        std::uint64_t launches = 0, blocks = 0, run = 0, given_up = 0;
        std::string why = {};   // the first was given up, as a sentence
        bool complete = false;  // all blocks of all launches ran to their end
        // Of them drawn at random, each as likely as any other; and those that wrote to a buffer of place().
        std::uint64_t at_random = 0, random_writers = 0;
    };
    virtual summary seen() const = 0;

    // What lies in a buffer for good, in the order of addresses: written by a block that ended, in the last launches
    // of one kernel, so that no later kernel may have written over it.
    struct stretch {
        std::uint64_t offset = 0, bytes = 0;
        friend bool operator==(const stretch&, const stretch&) = default;
    };
    virtual std::vector<stretch> written(const void* buffer) const = 0;
};

// Null: the device cannot.
std::unique_ptr<sampled_launches> sample_launches(std::string_view device, std::uint64_t seed);

}  // namespace tileproof::kernels
