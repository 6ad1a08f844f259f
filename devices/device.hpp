// SPDX-License-Identifier: MIT
// Where kernels run. A device owns memory, moves bytes in and out, and knows its kernels.
//
//   device& cpu = find_device("cpu");
//   buffer in = cpu.allocate({.bytes = 24, .where = placement::fence_after, .alignment = 4});
//   buffer out = cpu.allocate({.bytes = 24});
//   cpu.copy_in(in.data(), host, 24);
//   const transpose_kernel& k = cpu.kernels().transposes.front();
//   k.launch(packed_transpose(2, 3, 4), in.data(), out.data());      // 2 x 3 floats -> 3 x 2
//   cpu.synchronize();                                   // errors of the kernel: here at the latest
//   if (auto damage = out.damage()) puts(damage->sentence().c_str());
//
// Memory of a buffer, lowest address first:
//
//   | unmapped page | canaries | the bytes asked for | canaries | unmapped page |
//
// fence_after puts the last byte next to an unmapped page, so that touching one byte past the end, even reading it,
// is a fault at once; fence_before does the same in front. Run a case both ways to guard both sides. If the requested
// alignment keeps the bytes from reaching the page, canaries fill the gap (less than one alignment): request the
// alignment of the element for an exact fence. Devices without page protection (GPUs) have canaries only;
// has_fences() tells.
//
// Every failure throws device_error with one sentence that says what failed and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "devices/efficiency_line.hpp"
#include "devices/reached_code.hpp"
#include "kernels/catalogue.hpp"
#include "kernels/device_error.hpp"

namespace tileproof::devices {

class device;

struct availability {
    bool available = false;
    std::string reason;  // one sentence if not available, such as "No AMD GPU was found."
};

enum class placement {
    plain,         // canaries on both sides
    fence_after,   // the last byte is followed by an unmapped page
    fence_before,  // the first byte is preceded by an unmapped page
};

struct buffer_request {
    std::size_t bytes = 0;  // 0 is allowed: a pointer that must not be dereferenced
    placement where = placement::plain;
    std::size_t alignment =
        256;  // of the first byte, a power of two up to 4096; hipMalloc promises 256
    std::size_t margin = 256;       // least number of canary bytes on a side without a fence
    std::uint64_t canary_seed = 0;  // with another seed, every canary byte has another value
};

// The result of comparing the canaries.
struct canary_damage {
    std::size_t count = 0;            // damaged bytes
    std::ptrdiff_t first_offset = 0;  // from the first byte of the buffer: negative before it
    std::uint8_t expected = 0, actual = 0;
    std::size_t buffer_bytes = 0;
    std::string sentence()
        const;  // "4 bytes outside the buffer of 24 bytes were overwritten: the first is ..."
};

// The value of the canary byte at `offset` bytes from the first byte of a buffer; with this seed all are 0.
constexpr std::uint64_t no_canaries = ~std::uint64_t{0};
std::uint8_t canary(std::uint64_t seed, std::ptrdiff_t offset);
// Writes the canaries of memory that begins at that offset; compares them, and adds what differs.
void paint_canaries(std::uint64_t seed, std::ptrdiff_t offset, std::span<std::byte>);
void compare_canaries(std::uint64_t seed, std::ptrdiff_t offset, std::span<const std::byte>,
                      canary_damage&);

// Memory on a device, freed when the object dies. Must not outlive its device.
class buffer {
  public:
    buffer() = default;
    buffer(buffer&& other) noexcept { swap(other); }
    buffer& operator=(buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~buffer();
    void swap(buffer& other) noexcept;

    void* data() const { return data_; }
    std::size_t size() const { return bytes_; }
    std::size_t margin_before() const { return margin_before_; }  // canary bytes before it
    std::size_t margin_after() const { return margin_after_; }    // canary bytes after it

    // Compares all canaries byte by byte, reading them with copy_out; nullopt if all are intact.
    std::optional<canary_damage> damage() const;
    // Rewrites all canaries, to use the buffer for the next case or with a second poison pattern.
    void paint_canaries(std::uint64_t seed);

  private:
    friend class device;
    device* owner_ = nullptr;
    void* data_ = nullptr;
    void* handle_ = nullptr;  // the device's own record of the allocation
    std::size_t bytes_ = 0, margin_before_ = 0, margin_after_ = 0;
    std::uint64_t canary_seed_ = 0;
};

class device {
  public:
    virtual ~device() = default;
    virtual std::string_view name() const = 0;         // "cpu"
    virtual std::string_view description() const = 0;  // one line for `tileproof list`
    virtual availability status() const = 0;           // whether it can run here and now
    virtual const tileproof::kernels::catalogue& kernels() const = 0;  // all kernels built for it

    virtual bool has_fences() const { return false; }     // may a buffer border an unmapped page
    virtual bool host_readable() const { return false; }  // may the host dereference data()
    // Whether it checks each access of a kernel. Then synchronize() throws cpu_checked::check_error.
    virtual bool checks_accesses() const { return false; }
    // Runs host code that launches kernels compiled for this device that are not in its catalogue: a user's own.
    virtual void run(const std::function<void()>& work) { work(); }
    // If the device knows: how well the accesses of the launches between start and take fit a GPU, line by line.
    virtual void start_efficiency_report() {}
    virtual std::vector<efficiency_line> take_efficiency_report() { return {}; }
    // What has run of the source of kernels that are loaded, if the device knows.
    virtual reached_code reached() const { return {}; }
    // For devices that check; others ignore it: a name for a buffer in reports ("the input"), bytes that count as
    // unwritten, and bytes with contents to which no kernel has stored yet.
    virtual void describe(const void* /*data*/, std::string_view /*name*/) {}
    virtual void mark_unwritten(const void* /*data*/, std::size_t /*bytes*/) {}
    virtual void mark_unstored(const void* /*data*/, std::size_t /*bytes*/) {}

    // Seeds the contents of unwritten memory and the order of unordered threads, if the device controls them: later
    // launches then depend on the case only.
    virtual void begin_case(std::uint64_t /*seed*/) {}
    // Lanes of a wave in launches from now on, 32 or 64. Real GPUs have a fixed number.
    virtual void set_wave_size(unsigned /*lanes*/) {}
    // A block that runs this long hangs; a device that can report it does so by then.
    virtual void set_time_limit(double /*seconds*/) {}

    // Throws if memory is short, the alignment is not a power of two up to 4096, or a fence is requested and
    // has_fences() is false. Contents are undefined. May be called from several threads at once.
    buffer allocate(const buffer_request&);

    // Copies and fills are ordered with launches on the default stream; copy_out waits for all of them. On a GPU each
    // thread has its own default stream and waits only for that.
    virtual void copy_in(void* to_device, const void* from_host, std::size_t bytes) = 0;
    virtual void copy_out(void* to_host, const void* from_device, std::size_t bytes) = 0;
    virtual void fill(void* on_device, std::uint8_t value, std::size_t bytes) = 0;
    // Waits for all launches and copies; throws the errors since the last call.
    virtual void synchronize() = 0;

  protected:
    // To be implemented by a new device: memory for bytes and margins (unpainted), placed as requested.
    struct allocation {
        void* data = nullptr;    // the first byte of the buffer proper
        void* handle = nullptr;  // for release()
        std::size_t margin_before = 0, margin_after = 0;
    };
    virtual allocation acquire(const buffer_request&) = 0;
    virtual void release(void* handle) noexcept = 0;

  private:
    friend class buffer;
};

// A device that this project knows, whether or not it is built or can run.
struct known_device {
    std::string name, description;
    availability status;
    device* handle = nullptr;  // null if it was not built
};

// All of them, `cpu` first; queries the status of each built one (which may wake up a GPU).
std::vector<known_device> devices();
// Whether devices() may wake one up.
bool any_gpu_is_built();

// The device of that name, ready to run. Throws device_error with the reason if it is not.
device& find_device(std::string_view name);

}  // namespace tileproof::devices
