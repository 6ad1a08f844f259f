// Blocks that do not end: threads that poll get others to run, and time that is over a report.
#include <cstdio>

#include "kernels/device/cpu/divergence.hpp"
#include "kernels/device/cpu/runner.hpp"
#include "kernels/device/cpu_checked/session.hpp"
#include "kernels/device/cpu_checked/source_line.hpp"

namespace tileproof::cpu_checked {
namespace {
constexpr std::int32_t polling_fuel = 256;  // of a thread that polled a moment ago
}

void session::out_of_fuel(const site& at, const region* r, std::uint64_t offset, std::size_t bytes,
                          access_kind kind) {
    hot_.fuel = full_fuel;
    if (expired_) report_hang();
    if (!r) {
        hot_.fuel = 0;  // the next time round it is
        return;
    }
    polled_memory now{r, &told_place(at), offset, std::min<std::size_t>(bytes, 8), 0};
    now.value = now.value_now();
    switch (polls_.see(hot_.thread, now, kind)) {
        case polls::verdict::goes_on:
            return;
        case polls::verdict::look_at_the_next_access:
            hot_.fuel = 0;
            return;
        case polls::verdict::polls:
            poll(now);
            hot_.fuel = polling_fuel;
    }
}

// The running thread waits for memory to change: others go on until they wait or end.
void session::poll(const polled_memory& p) {
    const site* const caller = tileproof_checked_caller;
    const auto writer = [&] { return p.of->written[p.offset >> p.of->shift]; };
    const record before = writer();
    cpu_engine::give_way();
    tileproof_checked_caller = caller;
    hot_.last_site = p.at;
    const record after = writer();
    const unsigned me = hot_.thread, who = thread_of(after);
    if (p.value_now() == p.value || after == before || segment_of(after) < hot_.block_first ||
        who == me || who / wave_size_ != me / wave_size_)
        return;
    const access a = make_access(*p.at, p.of, p.offset, p.bytes, access_kind::read);
    check_report r = sink_.begin(check_kind::divergent_wave, a);
    r.sentence = sink_.who(a) + " waits in a loop for " + text(p) + " to change, and thread " +
                 cpu_engine::text(sink_.thread_index(who)) +
                 " of the same wave is the one that writes there, at " +
                 place_text(module_registry::only().place(site_of(after))) +
                 ". Where the lanes of a wave run in step, as on AMD GPUs, the loop never lets it "
                 "get that far. Let a thread of another wave write, or use a wave operation.";
    tell([&](checker& c) { c.divergence(r, sink_); });
}

// What the threads do that do not run.
std::string session::others_text() const {
    if (threads_ == 1) return "the block has no other thread";
    const cpu_engine::block_runner& engine = *cpu_engine::runner;
    unsigned waiting = 0;
    const cpu_engine::place* at = nullptr;
    for (unsigned i = 0; i < engine.waiting_count; ++i)
        if (engine.waiting[i]->at.file) {
            ++waiting;
            at = &engine.waiting[i]->at;
        }
    const unsigned polling = threads_ - 1 - ended_ - waiting;
    std::string out = "of the other " + count_text(threads_ - 1, "thread") + " of the block " +
                      std::to_string(ended_) + " ended";
    if (at) out += ", " + std::to_string(waiting) + " wait at " + cpu_engine::text(*at);
    if (polling) out += ", " + std::to_string(polling) + " wait for memory, too";
    return out;
}

void session::tell_hang() {
    busy_ = true;
    const polled_memory* const p = hot_.last_site ? polls_.polled_by(hot_.thread) : nullptr;
    if (p) hot_.last_site = p->at;
    const access a = make_access(hot_.last_site ? *hot_.last_site : module_registry::unknown(),
                                 nullptr, 0, 0, access_kind::read);
    check_report r = sink_.begin(check_kind::hang, a);
    if (!hot_.last_site) {
        r.file = r.function = "";
        if (const auto found = find_source_line(stopped_at_)) {
            r.file = found->file;
            r.line = found->line;
        }
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%g", settings.block_seconds);
    r.sentence = "block " + cpu_engine::text(r.block) + " of " + r.kernel + " did not end within " +
                 seconds + " s: thread " + cpu_engine::text(r.thread);
    if (p)
        r.sentence += " makes no progress. It waits in a loop for " + text(*p) +
                      " to change, and nobody writes there: " + others_text() +
                      "; blocks that begin later need not run at the same time.";
    else
        r.sentence += std::string(" was still running") + (r.line ? " here" : "") +
                      ", in a loop whose condition never changes.";
    tell([&](checker& c) { c.divergence(r, sink_); });
    fail_block(r.sentence);
}

void session::report_hang() {
    tell_hang();
    leave_block();
}

void session::tick(void* context) {
    hot_state* const h = active;
    if (!h) return;
    session& s = only();
    s.ticks_ = s.ticks_ + 1;
    if (s.ticks_ < s.allowed_ticks_) return;
    s.expired_ = true;
    h->fuel = 0;
    // No access for two ticks more: a loop without any.
    const auto stack = reinterpret_cast<std::uintptr_t>(watchdog::stack_pointer(context));
    if (s.ticks_ < s.allowed_ticks_ + 2 || s.busy_ || stack - h->stack >= h->stack_bytes) return;
    s.stopped_at_ = watchdog::program_counter(context);
    h->last_site = nullptr;
    watchdog::divert(context, stop_from_signal);
}

void session::stop_from_signal() { only().report_hang(); }

}  // namespace tileproof::cpu_checked
