// SPDX-License-Identifier: MIT
#include "hip/runtime/under_way.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "devices/cpu/launch.hpp"

namespace tileproof::hip {

using namespace std::chrono_literals;
using steady = std::chrono::steady_clock;

struct queued_work final : cpu_engine::waiting_launch {
    stream_name stream;
    std::function<hipError_t()> work;
    bool launches = false;
    pending after;
    enum class state { queued, runs, waits, done } is = state::queued;
    bool unheard = false;  // nobody waits for its error
    hipError_t error = hipSuccess;
    std::string sentence;  // about a launch that failed
    cpu_engine::launch_settings settings;
    steady::duration pause{};

    bool waits(bool for_clock) override;
    void goes_on() override;
};

namespace {

struct shared_state {
    std::mutex mutex;
    std::condition_variable changed, some_ready;
    std::list<pending> all;     // not done, as enqueued
    std::deque<pending> ready;  // to be taken by a thread
    unsigned idle = 0;          // threads
    unsigned hosts = 0;         // threads of the program that wait
    bool ends = false;          // the program
    hipError_t error = hipSuccess;
    steady::time_point last_change;
    std::atomic<std::size_t> count{0};  // of `all`, and an error that nobody has heard of
};
shared_state*& works() {
    static shared_state* one = new shared_state;  // in use while the program ends
    return one;
}

// Of work in order: which may be done while all before it are not.
class earlier_work {
  public:
    bool lets(stream_name s) const {
        return !streams_.contains({s.device, s.of}) &&
               !(s.of ? s.blocking && streams_.contains({s.device, nullptr})
                      : blocking_.contains(s.device));
    }
    void add(stream_name s) {
        streams_.insert({s.device, s.of});
        if (s.blocking) blocking_.insert(s.device);
    }

  private:
    std::set<std::pair<int, const void*>> streams_;
    std::set<int> blocking_;  // devices that have such streams
};

void work_for_ever();

void recount() { works()->count = works()->all.size() + (works()->error != hipSuccess); }

// With the lock.
void start_what_can() {
    shared_state& s = *works();
    earlier_work earlier;
    for (const pending& p : s.all) {
        if (p->is == queued_work::state::queued && earlier.lets(p->stream) &&
            (!p->after || p->after->is == queued_work::state::done)) {
            p->is = queued_work::state::runs;
            s.ready.push_back(p);
            if (s.ready.size() > s.idle) std::thread(work_for_ever).detach();
            s.some_ready.notify_one();
        }
        earlier.add(p->stream);
    }
    s.last_change = steady::now();
}

void work_for_ever() {
    shared_state& s = *works();
    std::unique_lock lock(s.mutex);
    for (;;) {
        ++s.idle;
        s.some_ready.wait(lock, [&] { return !s.ready.empty(); });
        --s.idle;
        const pending p = std::move(s.ready.front());
        s.ready.pop_front();
        lock.unlock();
        cpu_engine::settings() = p->settings;
        current_device() = p->stream.device;
        cpu_engine::settings().waiting = p->launches ? p.get() : nullptr;
        p->error = p->work();
        p->sentence = cpu_engine::take_error();
        p->work = {};
        lock.lock();
        p->is = queued_work::state::done;
        if (p->unheard && p->error && !s.error) s.error = p->error;
        s.all.remove(p);
        recount();
        start_what_can();
        s.changed.notify_all();
    }
}

void wait_at_end() {
    if (is_all_done() || within_work::now()) return;
    {
        const std::lock_guard lock(works()->mutex);
        works()->ends = true;
    }
    (void)wait_for_all();
}

template <class Until>
void host_waits(std::unique_lock<std::mutex>& lock, const Until& until) {
    shared_state& s = *works();
    if (s.hosts++ == 0) s.last_change = steady::now();
    s.changed.wait(lock, until);
    --s.hosts;
}
hipError_t heard() {
    const hipError_t error = std::exchange(works()->error, hipSuccess);
    recount();
    return noted(error);
}

pending add(stream_name stream, std::function<hipError_t()> work, bool launches, pending after) {
    static const bool prepared = [] {
        std::atexit(wait_at_end);
        // A forked child has none of the threads.
        return pthread_atfork(nullptr, nullptr, [] { works() = new shared_state; }) == 0;
    }();
    (void)prepared;
    auto made = std::make_shared<queued_work>();
    made->stream = stream;
    made->work = std::move(work);
    made->launches = launches;
    made->after = std::move(after);
    made->settings = cpu_engine::settings();
    works()->all.push_back(made);
    recount();
    start_what_can();
    return made;
}

bool some_of(stream_name stream) {
    return std::ranges::any_of(works()->all, [&](const pending& p) {
        return p->stream.device == stream.device &&
               (p->stream.of == stream.of || (!stream.of && p->stream.blocking));
    });
}
bool behind(stream_name stream) {
    earlier_work earlier;
    for (const pending& p : works()->all) earlier.add(p->stream);
    return !earlier.lets(stream);
}

}  // namespace

// Called by the thread that runs it.
bool queued_work::waits(bool for_clock) {
    constexpr steady::duration first = 20us, longest = 500us;
    {
        shared_state& s = *works();
        const std::lock_guard lock(s.mutex);
        if (is != queued_work::state::waits) {
            is = queued_work::state::waits;
            pause = first;
            s.last_change = steady::now();
            s.changed.notify_all();
        }
        if (for_clock) s.last_change = steady::now();
        const bool some_runs = std::ranges::any_of(
            s.all, [](const pending& p) { return p->is == queued_work::state::runs; });
        const std::chrono::duration<double> same = steady::now() - s.last_change;
        const double most = cpu_engine::most_seconds_of_waiting;
        if (s.hosts > 0 && !some_runs && same.count() > (s.ends ? std::min(most, 1.0) : most))
            return false;
        pause = std::min(2 * pause, longest);
    }
    std::this_thread::sleep_for(pause);
    return true;
}
void queued_work::goes_on() {
    const std::lock_guard lock(works()->mutex);
    is = queued_work::state::runs;
    works()->last_change = steady::now();
}

bool is_all_done() { return works()->count.load(std::memory_order_acquire) == 0; }
bool is_done(const pending& p) {
    const std::lock_guard lock(works()->mutex);
    return !p || p->is == queued_work::state::done;
}
bool has_work(stream_name stream) {
    const std::lock_guard lock(works()->mutex);
    return some_of(stream);
}
bool is_behind(stream_name stream) {
    if (is_all_done()) return false;
    const std::lock_guard lock(works()->mutex);
    return behind(stream);
}

pending queue(stream_name stream, std::function<hipError_t()> work, bool launches, pending after) {
    const std::lock_guard lock(works()->mutex);
    pending p = add(stream, std::move(work), launches, std::move(after));
    p->unheard = true;
    return p;
}

namespace {
hipError_t apart(stream_name stream, std::function<hipError_t()> work, bool launches) {
    if (is_behind(stream)) return queue(stream, std::move(work), launches), hipSuccess;
    std::unique_lock lock(works()->mutex);
    const pending p = add(stream, std::move(work), launches, {});
    const auto is_done_or_waits = [&] {
        return p->is == queued_work::state::waits || p->is == queued_work::state::done;
    };
    if (launches)
        works()->changed.wait(lock, is_done_or_waits);
    else
        works()->changed.wait_for(lock, 20ms, is_done_or_waits);
    if (p->is != queued_work::state::done) return p->unheard = true, hipSuccess;
    if (!p->sentence.empty()) cpu_engine::keep_error(p->sentence);
    return noted(p->error);
}
}  // namespace

hipError_t run_apart(stream_name stream, std::function<hipError_t()> launch) {
    return apart(stream, std::move(launch), true);
}
hipError_t call_apart(stream_name stream, std::function<hipError_t()> function) {
    return apart(stream, std::move(function), false);
}

hipError_t wait_for(stream_name stream) {
    if (is_all_done() || within_work::now()) return hipSuccess;
    std::unique_lock lock(works()->mutex);
    host_waits(lock, [&] { return !some_of(stream); });
    return heard();
}
void wait_for_turn(stream_name stream) {
    if (is_all_done() || within_work::now()) return;
    std::unique_lock lock(works()->mutex);
    host_waits(lock, [&] { return !behind(stream); });
}
hipError_t wait_for(const pending& p) {
    if (!p || within_work::now()) return hipSuccess;
    std::unique_lock lock(works()->mutex);
    host_waits(lock, [&] { return p->is == queued_work::state::done; });
    return heard();
}
hipError_t wait_for_all(int device) {
    if (is_all_done() || within_work::now()) return hipSuccess;
    std::unique_lock lock(works()->mutex);
    host_waits(lock, [=] {
        return std::ranges::none_of(works()->all, [=](const pending& p) {
            return device < 0 || p->stream.device == device;
        });
    });
    return heard();
}

}  // namespace tileproof::hip
