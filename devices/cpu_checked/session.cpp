// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/session.hpp"

#include <algorithm>
#include <utility>

#include "devices/asked_values.hpp"
#include "devices/case_time.hpp"
#include "devices/cpu/device_work.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu/poison.hpp"
#include "devices/cpu_checked/sampling.hpp"

extern "C" char tileproof_checked_asks_values;  // callbacks.cpp

namespace tileproof::cpu_checked {

thread_local bool launching_here = false;

namespace {

devices::asked_values::access as_told(const checked_access& a) {
    return {a.at.file,
            a.at.function,
            {},
            a.at.line,
            a.at.column,
            {a.thread.x, a.thread.y, a.thread.z},
            {a.block.x, a.block.y, a.block.z},
            a.values};
}

void tell_values(const checked_access& a) {
    if (!a.values.empty()) devices::asked_values::told().push_back(as_told(a));
}

void tick(void* context) {
    if (active) checked_launch::now().tick(context);
}

}  // namespace

session& session::only() {
    static session* const one = new session;  // kernels may run while the program ends
    return *one;
}

session::session() : watchdog_(tick) {
    listen();
    cpu_checked::take_older_reads = [] { return only().take_older_reads(); };
    cpu_engine::belongs_to_device = [](const void* p) {
        const auto lock = only().lock();
        return only().memory.buffers.find(reinterpret_cast<std::uintptr_t>(p)) != nullptr;
    };
    devices::known_stores::reached = [](const void* data, std::size_t bytes) {
        const region* const r = only().memory.buffers.buffer(data, bytes);
        return r && r->is_stored(reinterpret_cast<std::uintptr_t>(data) - r->base, bytes);
    };
    devices::asked_values::find_writer = [](const void* address) {
        session& s = only();
        const std::lock_guard lock(s.launch_mutex_);
        for (const auto& launch : s.ended_)
            if (const auto by = launch->last_write(address)) {
                std::optional told = as_told(*by);
                told->kernel = launch->name();
                return told;
            }
        return std::optional<devices::asked_values::access>();
    };
}

bool session::running_here() const { return cpu_engine::settings().watch == this; }

void session::run(const std::function<void()>& work) {
    if (running_here()) return work();
    cpu_engine::launch_settings& engine = cpu_engine::settings();
    const cpu_engine::launch_settings saved = engine;
    engine.wave_size = settings.wave_size;
    engine.workers = 1;
    engine.watch = this;
    const auto reports = [this] {
        const std::lock_guard lock(mutex_);
        return reported_;
    };
    const std::size_t before = reports();
    const auto restore = [&] {
        engine = saved;
        leave_launch();  // work was abandoned during a launch
    };
    try {
        work();
    } catch (const kernels::device_error&) {
        restore();
        if (reports() == before) throw;
        cpu_engine::take_error();
        return;
    } catch (...) {
        restore();
        throw;
    }
    restore();
    if (reports() > before) cpu_engine::take_error();
}

void session::begin_case(std::uint64_t seed) {
    settings.case_seed = seed;
    launches_of_case_ = allocations_of_case_ = 0;
    settings.after_a_stop = false;
    {
        const std::lock_guard lock(launch_mutex_);
        ended_.clear();
    }
    memory.heap.begin_case();
    take_reports();  // of a case that was abandoned before they were taken
    take_older_reads();
    wait_for_all();
    told_of_host_.clear();
}

void session::set_time_limit(double seconds) {
    settings.time_limit = seconds;
    settings.deadline = devices::case_time::now() + seconds;
    if (const double limit = devices::case_time::limit; limit > 0)
        settings.block_seconds = limit / 2;
}

std::vector<check_report> session::take_older_reads() {
    const std::lock_guard lock(mutex_);
    return std::exchange(older_reads_, {});
}

std::vector<check_report> session::take_reports() {
    const std::lock_guard lock(mutex_);
    return std::exchange(reports_, {});
}

void session::leave_launch() {
    if (launching_here) launch_end({});
}

std::vector<efficiency_line> session::take_efficiency() {
    const std::lock_guard lock(launch_mutex_);
    return efficiency_.take();
}

void session::launch_begin(const launch_info& info) {
    launch_mutex_.lock();
    if (clocks_.wraps_soon()) {
        memory.forget_all_records();
        order_.host_waits_for_all();
        clocks_.restart();
    }
    launching_here = true;
    if (settings.sample) settings.sample->launch_begins(info.kernel, clocks_.next());
    const stream_order::agent of = begin_work(info.kernel, {}, true);
    // Each run of a case has its own order and poison, but the same ones whenever the case is run.
    check_settings of_launch = settings;
    of_launch.seed_of_older = settings.case_seed;
    of_launch.case_seed = cpu_engine::mixed(settings.case_seed + launches_of_case_++);
    cpu_engine::launch_settings& engine = cpu_engine::settings();
    engine.case_seed = of_launch.case_seed;
    engine.shuffle_seed = std::nullopt;
    if (settings.shuffle) engine.shuffle_seed = of_launch.case_seed;
    if (ended_.size() == most_ended) ended_.pop_back();
    launch_ = std::make_unique<checked_launch>(info, of_launch, launches_, memory, clocks_, order_,
                                               of, turns_);
    launch_->number_in_case = launches_of_case_;
    efficiency_.launch_begin(info.kernel);
    tileproof_checked_asks_values = devices::asked_values::on ? 1 : 0;
    watchdog_.start();
}

namespace {
// Of the launch that pauses on this thread.
thread_local std::unique_ptr<checked_launch> paused;
thread_local std::uint64_t changes_before = 0;
}  // namespace

void session::pauses() {
    launch_->pauses();
    watchdog_.stop();
    paused = std::move(launch_);
    launching_here = false;
    changes_before = order_.changes();
    look_at_host();
    launch_mutex_.unlock();
}

void session::continues(void* shared) {
    launch_mutex_.lock();
    launching_here = true;
    launch_ = std::move(paused);
    // As the next work of its stream, if anything else has been done: it may have learned of that.
    const bool anew = order_.changes() != changes_before;
    if (anew) begin_work(launch_->name(), {}, true);
    launch_->continues(anew ? launches_ : 0, shared);
    watchdog_.start();
}

void session::launch_end(const launch_info&) {
    launching_here = false;
    watchdog_.stop();
    const std::uint64_t number = launch_->number_in_case;
    settings.after_a_stop |= cpu_engine::is_in_case() && launch_->was_stopped();
    std::vector<check_report> found = launch_->end(), older = launch_->take_older_reads();
    ended_.push_front(std::move(launch_));
    look_at_host();
    {
        const std::lock_guard lock(mutex_);
        for (check_report& r : found) {
            r.launch = number;
            tell_values(r.access);
            if (r.other) tell_values(*r.other);
            reports_.push_back(std::move(r));
            ++reported_;
        }
        for (check_report& r : older) {
            const bool known =
                std::any_of(older_reads_.begin(), older_reads_.end(), [&](const check_report& o) {
                    return o.access.at.line == r.access.at.line && o.kernel == r.kernel &&
                           o.memory.offset == r.memory.offset;
                });
            r.launch = number;
            if (!known) older_reads_.push_back(std::move(r));
        }
    }
    launch_mutex_.unlock();
    if (on_reports) on_reports();
}

}  // namespace tileproof::cpu_checked
