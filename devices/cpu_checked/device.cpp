// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/device.hpp"

#include <cstring>

#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu_checked/session.hpp"

namespace tileproof::devices {

namespace {

using cpu_checked::session;

class cpu_checked_device_type final : public device {
  public:
    std::string_view name() const override { return "cpu-checked"; }
    std::string_view description() const override {
        return "the cpu device with every memory access checked: bounds, races, uninitialised "
               "memory, "
               "divergence";
    }
    availability status() const override {
        static const std::string reason = cpu_checked::device_memory::why_unavailable();
        return {reason.empty(), reason};
    }
    const tileproof::kernels::catalogue& kernels() const override {
        static const tileproof::kernels::catalogue all =
            cpu_checked::checked(tileproof::kernels::cpu_checked::all_kernels());
        return all;
    }
    void copy_in(void* to_device, const void* from_host, std::size_t bytes) override {
        if (bytes == 0) return;
        std::memcpy(to_device, from_host, bytes);
        written(to_device, bytes);
    }
    void copy_out(void* to_host, const void* from_device, std::size_t bytes) override {
        if (bytes) std::memcpy(to_host, from_device, bytes);
    }
    void fill(void* on_device, std::uint8_t value, std::size_t bytes) override {
        if (bytes == 0) return;
        std::memset(on_device, value, bytes);
        written(on_device, bytes);
    }
    void synchronize() override {
        session::only().wait_for_all();
        std::string error = cpu_engine::take_error();
        std::vector<cpu_checked::check_report> reports = session::only().take_reports();
        if (!reports.empty()) throw cpu_checked::check_error(std::move(reports));
        if (!error.empty()) throw kernels::device_error(error);
    }

    bool host_readable() const override { return true; }
    bool checks_accesses() const override { return true; }
    devices::reached_code reached() const override {
        return cpu_checked::module_registry::only().reached();
    }
    void start_efficiency_report() override { cpu_checked::set_efficiency_report(true); }
    std::vector<efficiency_line> take_efficiency_report() override {
        cpu_checked::set_efficiency_report(false);
        return cpu_checked::take_efficiency_report();
    }
    void run(const std::function<void()>& work) override { session::only().run(work); }
    void describe(const void* data, std::string_view text) override {
        cpu_checked::name_buffer(data, std::string(text));
    }
    void begin_case(std::uint64_t seed) override {
        cpu_engine::begin_case_of(seed);
        session::only().begin_case(seed);
    }
    void set_wave_size(unsigned lanes) override { cpu_checked::set_wave_size(lanes); }
    void set_time_limit(double seconds) override { session::only().set_time_limit(seconds); }
    void mark_unwritten(const void* data, std::size_t bytes) override {
        cpu_checked::set_uninitialised(data, bytes);
    }
    void mark_unstored(const void* data, std::size_t bytes) override {
        if (cpu_checked::region* const r = session::only().memory.buffers.buffer(data, bytes))
            r->forget_stores(reinterpret_cast<std::uintptr_t>(data) - r->base, bytes);
    }

  protected:
    allocation acquire(const buffer_request& request) override {
        session& s = session::only();
        cpu_checked::device_memory::slot& slot =
            s.memory.buffers.allocate(request, s.next_segment());
        return {reinterpret_cast<void*>(slot.memory.base), &slot, slot.margin_before,
                slot.margin_after};
    }
    void release(void* handle) noexcept override {
        session::only().memory.buffers.free(
            *static_cast<cpu_checked::device_memory::slot*>(handle));
    }

  private:
    // The margins around a buffer are also written, when canaries are painted: nothing to record there.
    static void written(void* at, std::size_t bytes) {
        if (cpu_checked::region* const r = session::only().memory.buffers.buffer(at, bytes))
            r->set_initialised(reinterpret_cast<std::uintptr_t>(at) - r->base, bytes);
    }
};

}  // namespace

device& cpu_checked_device() {
    static cpu_checked_device_type only;
    return only;
}

}  // namespace tileproof::devices

namespace tileproof::cpu_checked {

void set_shuffle_seed(std::optional<std::uint64_t> seed) {
    session::only().settings.shuffle = seed.has_value();
    session::only().begin_case(seed.value_or(0));
}
void set_block_seconds(double seconds) { session::only().settings.block_seconds = seconds; }
void set_wave_size(unsigned lanes) { session::only().settings.wave_size = lanes; }
std::vector<long> numbers_of_unmet_conditions() {
    return module_registry::only().numbers_of_unmet_conditions();
}
void set_efficiency_report(bool on) { session::only().settings.efficiency = on; }
std::vector<efficiency_line> take_efficiency_report() { return session::only().take_efficiency(); }

void name_buffer(const void* data, std::string name) {
    if (region* const r = session::only().memory.buffers.buffer(data, 0)) r->name = std::move(name);
}

void set_uninitialised(const void* data, std::size_t bytes) {
    if (region* const r = session::only().memory.buffers.buffer(data, bytes))
        r->set_uninitialised(reinterpret_cast<std::uintptr_t>(data) - r->base, bytes);
}

kernels::catalogue checked(const kernels::catalogue& plain) {
    kernels::catalogue all = plain;
    const auto check = [](auto& list) {
        for (auto& k : list)
            k.start = [plain_start = k.start](const auto&... arguments) {
                session::only().run([&] { plain_start(arguments...); });
            };
    };
    check(all.transposes);
    check(all.copies);
    check(all.products);
    check(all.mlps);
    check(all.evaluations);
    return all;
}

}  // namespace tileproof::cpu_checked
