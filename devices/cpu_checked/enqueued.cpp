// SPDX-License-Identifier: MIT
// The session's part for streams: the HIP runtime's work and waits, copies as accesses, and accesses by the host.
#include <algorithm>
#include <mutex>
#include <optional>

#include "devices/cpu_checked/session.hpp"
#include "devices/cpu_checked/told_work.hpp"

namespace tileproof::cpu_checked {
namespace {

// A copy as small as an atomic is one for kernels that poll.
constexpr std::size_t most_like_atomic = sizeof(std::uint64_t);

// What the calling thread is doing.
struct work_scope {
    unsigned depth = 0;
    const void* stream = nullptr;
    cpu_engine::caller at;
    std::optional<stream_order::agent> node;           // of a graph
    std::optional<stream_order::agent> host_function;  // that has touched memory shared by both
};
thread_local work_scope here;

std::uint64_t offset_in(const region& r, const void* p) {
    return reinterpret_cast<std::uintptr_t>(p) - r.base;
}

}  // namespace

class session::enqueued final : public cpu_engine::work_order {
    using caller = cpu_engine::caller;

  public:
    explicit enqueued(session& s) : s_(s) {}

    void begins(const void* on, caller at) override {
        if (here.depth++ == 0)
            here = {1, on, at, {}, {}};
        else if (here.node && at.file)
            here.at = at;
    }
    void ends() override { --here.depth; }

    void moves(void* to, const void* from, std::size_t bytes, const char* call,
               caller at) override {
        const std::lock_guard lock(s_.launch_mutex_);
        region* const target = s_.memory.object_with(to, bytes);
        region* const source = from ? s_.memory.object_with(from, bytes) : nullptr;
        // With host memory that is not pinned, the copy is complete when the call returns.
        const bool pageable = !target || (from && !source);
        const bool waits = here.depth == 0 || (pageable && !here.node);
        const stream_order::agent of = s_.begin_work(call, at, false);
        if (bytes <= most_like_atomic) s_.order_.newest_is_like_atomic();
        const record mine = record{s_.clocks_.take()} << segment_shift;
        if (source) s_.pass(*source, offset_in(*source, from), bytes, false, of, mine, !waits);
        if (target) s_.pass(*target, offset_in(*target, to), bytes, true, of, mine, !waits);
        if (target && bytes < target->bytes) target->filled = {call, at, bytes};
        if (waits) s_.order_.host_waits_for(of);
        s_.look_at_host();
    }
    void acquires(const void* p, std::size_t bytes) override {
        const std::lock_guard lock(s_.launch_mutex_);
        const stream_order::agent of = s_.order_.of(here.stream);
        if (const region* const r = s_.memory.object_with(p, bytes))
            for (const region_record k : {written, last_atomic, other_atomic})
                if (r->records[k])
                    s_.order_.acquire(of, segment_of(r->records[k][offset_in(*r, p) >> r->shift]));
    }
    void allocates(void* p, std::size_t bytes, const char* call) override {
        const std::lock_guard lock(s_.launch_mutex_);
        region* const r = s_.memory.object_with(p, bytes);
        if (!r) return;
        s_.begin_work(call, here.at, false);
        r->allocated = s_.clocks_.take();
    }
    void frees(void* p, const char* call) override {
        const std::lock_guard lock(s_.launch_mutex_);
        if (here.depth == 0) {
            s_.order_.host_waits_for_all();
            return s_.look_at_host();
        }
        region* const r = s_.memory.object_with(p, 1);
        if (!r || r->base != reinterpret_cast<std::uintptr_t>(p)) return;
        const stream_order::agent of = s_.begin_work(call, here.at, false);
        s_.pass(*r, 0, r->bytes, true, of, record{s_.clocks_.take()} << segment_shift, false);
    }

    void frees_wrongly(void* p, const char* call, caller at) override {
        const std::lock_guard lock(s_.launch_mutex_);
        check_report report;
        report.kind = check_kind::invalid_free;
        report.kernel = call;
        report.declared = "not given";
        report.access.write = true;
        report.access.at = {at.file ? at.file : "", "", static_cast<unsigned>(at.line), 0};
        const auto address = reinterpret_cast<std::uintptr_t>(p);
        const device_memory::slot* const slot = s_.memory.buffers.find(address);
        if (slot && slot->memory.base == address) {
            const region& r = slot->memory;
            report.memory = {kind_of(r), r.name, r.freed ? r.freed_bytes : r.bytes, 0, 0};
            report.declared = r.freed ? "freed" : "in use";
        }
        s_.tell(std::move(report));
    }

    void records(const void* event, const void* on) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.record(event, s_.order_.of(on));
    }
    void waits(const void* on, const void* event) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.wait(s_.order_.of(on), event);
    }
    void forgets(const void* event) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.forget(event);
    }
    void host_waits_for_event(const void* event) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.host_waits_for_event(event);
        s_.look_at_host();
    }
    void host_waits_for(const void* on) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.host_waits_for(s_.order_.of(on));
        s_.look_at_host();
    }
    void host_waits_for_all() override { s_.wait_for_all(); }
    void stream_ends(const void* on) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.stream_ends(on);
    }

    void graph_begins(const void* g, const void* on, caller at) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.graph_begins(g, s_.order_.of(on));
        graph_at_ = at;
    }
    void node_begins(void* node, std::span<void* const> after) override {
        const std::lock_guard lock(s_.launch_mutex_);
        here = {1, nullptr, graph_at_, s_.order_.node_begins(node, after), {}};
    }
    void node_ends(void* node) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.node_ends(node, *here.node);
        here = {};
    }
    void graph_ends() override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.graph_ends();
    }
    void graph_destroyed(const void* g) override {
        const std::lock_guard lock(s_.launch_mutex_);
        s_.order_.graph_destroyed(g);
    }

  private:
    session& s_;
    caller graph_at_;
};

void session::listen() { cpu_engine::ordering() = new enqueued(*this); }

void session::wait_for_all() {
    if (launching_here) return;
    const std::lock_guard lock(launch_mutex_);
    order_.host_waits_for_all();
    look_at_host();
}

void session::look_at_host() { of_host.all = order_.under_way() && memory.some_of_both(); }

stream_order::agent session::begin_work(const char* name, cpu_engine::caller at, bool kernel) {
    const stream_order::agent of = here.depth > 0 && here.node
                                       ? *here.node
                                       : order_.of(here.depth > 0 ? here.stream : nullptr);
    launches_ = launches_ + 1 ? launches_ + 1 : 1;
    const bool known = at.file || here.depth == 0;
    order_.begin(of, clocks_.next(), launches_, name, known ? at : here.at, kernel);
    return of;
}

void session::tell(check_report&& r) {
    {
        const std::lock_guard lock(mutex_);
        reports_.push_back(std::move(r));
        ++reported_;
    }
    if (on_reports) on_reports();
}

void session::pass(region& r, std::uint64_t offset, std::uint64_t bytes, bool write,
                   stream_order::agent of, record mine, bool keeps) {
    const auto* const other = order_.first_unordered(of);
    const auto since = [&](std::uint32_t in) { return other && in >= other->second.launch; };
    const bool looks = since(r.written_in) || since(r.atomic_in) || (write && since(r.read_in)) ||
                       (other && r.allocated >= other->first);
    // With one stream only the host can race.
    keeps = keeps && (!order_.only_default() ||
                      !memory.buffers.buffer(reinterpret_cast<const void*>(r.base), 0));
    if (!looks && !keeps) return;
    if (((offset | bytes) & ((std::uint64_t{1} << r.shift) - 1)) != 0) r.refine(offset | bytes);
    const std::uint64_t first = offset >> r.shift, end = (offset + bytes) >> r.shift;
    bool told = !looks;
    const auto unordered = [&](record before) {
        const std::uint32_t segment = segment_of(before);
        return segment >= other->first && segment >= r.birth && segment < segment_of(mine) &&
               !order_.ordered(segment, of);
    };
    const auto compare = [&](record before, bool before_writes, std::uint64_t cell) {
        if (told || !unordered(before)) return;
        told = true;
        check_report report;
        report.kind = check_kind::stream_race;
        report.work = told_work(*order_.find(segment_of(mine)));
        report.other_work = told_work(*order_.find(segment_of(before)));
        report.kernel = report.work->name;
        report.access.write = write;
        report.access.at = report.work->at;
        report.other = other_access(*report.other_work, before, before_writes);
        report.what_to_do = advice_on(order_.vain_wait_of(of, segment_of(before)));
        report.memory = {kind_of(r), r.name, r.bytes, static_cast<std::int64_t>(cell << r.shift),
                         std::uint64_t{1} << r.shift};
        tell(std::move(report));
    };
    compare(record{r.allocated} << segment_shift, true, first);
    for (std::uint64_t c = first; c < end && !(told && !keeps); ++c) {
        if (!told) {
            compare(r.records[written][c], true, c);
            const bool like_atomic = bytes <= most_like_atomic;
            if (r.records[last_atomic])
                for (const region_record k : {last_atomic, other_atomic})
                    if (const record before = r.records[k][c]; !like_atomic)
                        compare(before, true, c);
                    else if (!write && unordered(before))
                        order_.acquire(of, segment_of(before));
            for (const region_record k : {reader, other_reader, atomic_reader})
                if (write && r.records[k] && !(like_atomic && k == atomic_reader))
                    compare(r.records[k][c], false, c);
        }
        if (keeps && write) r.records[written][c] = mine;
        if (keeps && !write) {
            record& before = r.records[reader][c];
            if (other && unordered(before)) r.records[other_reader][c] = before;
            before = mine;
        }
    }
    if (keeps) (write ? r.written_in : r.read_in) = launches_;
}

// Work that touched these bytes and is not `past(segment)`, and whether it wrote.
template <class Past>
std::optional<std::pair<record, bool>> under_way(const region& r, std::uint64_t offset,
                                                 std::size_t bytes, bool write, const Past& past) {
    for (std::uint64_t c = offset >> r.shift; c <= (offset + bytes - 1) >> r.shift; ++c)
        for (const region_record k :
             {written, last_atomic, other_atomic, reader, other_reader, atomic_reader}) {
            const bool writes = k == written || k == last_atomic || k == other_atomic;
            if (!r.records[k] || (!write && !writes)) continue;
            const std::uint32_t segment = segment_of(r.records[k][c]);
            if (segment >= r.birth && !past(segment)) return {{r.records[k][c], writes}};
        }
    return std::nullopt;
}

void session::host_access(std::uintptr_t address, std::size_t bytes, access_kind kind,
                          const site& at) {
    if (launching_here) return;
    const std::lock_guard lock(launch_mutex_);
    check_report report;
    const region* r = nullptr;
    if (device_memory::slot* const slot = memory.buffers.find(address)) {
        report.kind = check_kind::host_access;
        r = &slot->memory;
    } else {
        r = memory.touched_of_both(address, bytes);
        if (!r || !order_.under_way()) return;
        if (here.depth > 0 && !here.host_function)
            here.host_function = begin_work("host function", {}, false);
        const auto before =
            under_way(*r, address - r->base, bytes, writes(kind), [&](std::uint32_t segment) {
                return here.depth > 0 ? order_.ordered(segment, *here.host_function)
                                      : order_.ordered_before_host(segment);
            });
        if (!before) return;
        const stream_order::work& other = *order_.find(segment_of(before->first));
        // It may have found a flag set by a kernel; then the host knows everything before that.
        if (kind == access_kind::atomic_write) return;
        if (is_atomic(kind)) {
            order_.host_waits_for(other.of);
            return look_at_host();
        }
        report.kind = check_kind::host_race;
        report.other_work = told_work(other);
        report.other = other_access(*report.other_work, before->first, before->second);
    }
    const site& told = told_place(at);
    const std::string line = std::string(told.file) + ':' + std::to_string(told.line);
    if (!told_of_host_.emplace(report.kind, line).second) return;
    report.kernel = here.depth > 0 ? "a host function" : "the host";
    if (here.host_function) report.work = told_work(*order_.find(clocks_.next()));
    report.access.write = writes(kind);
    report.access.atomic = is_atomic(kind);
    report.access.at = {told.file, told.function, told.line, told.column};
    report.memory = {kind_of(*r), r->name, r->freed ? r->freed_bytes : r->bytes,
                     static_cast<std::int64_t>(address - r->base), bytes};
    tell(std::move(report));
}

TILEPROOF_RARE void track_host(std::uintptr_t address, std::size_t bytes, access_kind kind,
                               const site& at) {
    session::only().host_access(address, bytes, kind, at);
}

}  // namespace tileproof::cpu_checked
