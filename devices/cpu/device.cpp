// SPDX-License-Identifier: MIT
#include "devices/cpu/device.hpp"

#include <cstring>

#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu/memory.hpp"
#include "kernels/catalogue.hpp"

namespace tileproof::devices {

namespace {

class cpu_device_type final : public device {
  public:
    std::string_view name() const override { return "cpu"; }
    std::string_view description() const override {
        return "this machine's cores: blocks in parallel, the threads of a block as fibers";
    }
    availability status() const override { return {true, {}}; }
    const tileproof::kernels::catalogue& kernels() const override {
        return tileproof::kernels::cpu::all_kernels();
    }
    bool has_fences() const override { return true; }
    bool host_readable() const override { return true; }
    void begin_case(std::uint64_t seed) override { cpu_engine::begin_case_of(seed); }
    void set_wave_size(unsigned lanes) override { cpu_engine::settings().wave_size = lanes; }
    void copy_in(void* to_device, const void* from_host, std::size_t bytes) override {
        if (bytes) std::memcpy(to_device, from_host, bytes);
    }
    void copy_out(void* to_host, const void* from_device, std::size_t bytes) override {
        if (bytes) std::memcpy(to_host, from_device, bytes);
    }
    void fill(void* on_device, std::uint8_t value, std::size_t bytes) override {
        if (bytes) std::memset(on_device, value, bytes);
    }
    void synchronize() override {
        if (std::string error = cpu_engine::take_error(); !error.empty())
            throw kernels::device_error(error);
    }

  protected:
    allocation acquire(const buffer_request& request) override {
        const cpu_engine::memory_block block = cpu_engine::allocate_memory(request);
        return {block.data, block.handle, block.margin_before, block.margin_after};
    }
    void release(void* handle) noexcept override { cpu_engine::free_memory(handle); }
};

}  // namespace

device& cpu_device() {
    static cpu_device_type only;
    return only;
}

}  // namespace tileproof::devices
