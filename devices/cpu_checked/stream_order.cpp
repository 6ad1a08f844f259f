// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/stream_order.hpp"

#include <algorithm>
#include <iterator>

namespace tileproof::cpu_checked {
namespace {
// For programs that never wait: older work counts as done.
constexpr std::size_t most_under_way = 100'000;

constexpr std::uintptr_t of_each_thread = 2;  // hipStreamPerThread
}  // namespace

stream_order::stream_order() { make("the default stream", false); }

void stream_order::join(clock& c, const clock& other) {
    if (c.size() < other.size()) c.resize(other.size());
    for (std::size_t i = 0; i < other.size(); ++i) c[i] = std::max(c[i], other[i]);
}

stream_order::agent stream_order::make(std::string name, bool blocking) {
    // Reuses the entry of a stream that has ended; its numbers continue, because no clock contains later ones.
    for (agent a = 1; a < agents_.size(); ++a) {
        stream& s = agents_[a];
        if (s.in_use || !s.firsts.empty()) continue;
        s.name = std::move(name);
        s.blocking = blocking;
        s.in_use = true;
        s.seen = host_;
        return a;
    }
    agents_.push_back({std::move(name), blocking, true, host_, 0, {}});
    return static_cast<agent>(agents_.size() - 1);
}

stream_order::agent stream_order::of(const void* s) {
    const auto number = reinterpret_cast<std::uintptr_t>(s);
    if (number < of_each_thread) return default_stream;
    static thread_local char own;  // its address stands for the thread
    const bool of_thread = number == of_each_thread;
    const void* const key = of_thread ? static_cast<const void*>(&own) : s;
    if (const auto found = streams_.find(key); found != streams_.end()) return found->second;
    const bool blocking = of_thread || !(cpu_engine::stream_flags(s) & 1);  // hipStreamNonBlocking
    const std::string name =
        of_thread ? "the default stream of a host thread"
                  : "stream " + std::to_string(++made_) + (blocking ? "" : " (non-blocking)");
    return streams_[key] = make(name, blocking);
}

void stream_order::meet_default_stream(agent a) {
    stream& s = agents_[a];
    join(s.seen, host_);
    if (a == default_stream) {
        for (const stream& other : agents_)
            if (other.blocking) join(s.seen, other.seen);
    } else if (s.blocking) {
        join(s.seen, agents_[default_stream].seen);
    }
}

void stream_order::begin(agent a, std::uint32_t first, std::uint32_t launch, const char* name,
                         cpu_engine::caller at, bool kernel) {
    ++changes_;
    if (works_.size() >= most_under_way) host_waits_for_all();
    meet_default_stream(a);
    stream& s = agents_[a];
    if (s.seen.size() <= a) s.seen.resize(a + 1);
    s.seen[a] = ++s.last;
    s.firsts.push_back(first);
    if (const auto before = works_.find(newest_); before != works_.end())
        before->second.end = first;
    newest_ = first;
    works_.insert_or_assign(
        first, work{launch, ~std::uint32_t{0}, a, s.last, name, s.name, at, kernel, false});
}

void stream_order::acquire(agent a, std::uint32_t segment) {
    if (const work* const w = find(segment)) join(agents_[a].seen, agents_[w->of].seen);
}

const std::pair<const std::uint32_t, stream_order::work>* stream_order::first_beyond(
    const clock& c) const {
    const std::pair<const std::uint32_t, work>* oldest = nullptr;
    for (agent a = 0; a < agents_.size(); ++a) {
        const stream& s = agents_[a];
        const std::uint64_t before = s.last - s.firsts.size();  // those already forgotten
        const std::uint64_t known = std::max(at(c, a), before);
        if (known >= s.last) continue;
        const auto found = works_.find(s.firsts[static_cast<std::size_t>(known - before)]);
        if (found != works_.end() && (!oldest || found->first < oldest->first)) oldest = &*found;
    }
    return oldest;
}
const std::pair<const std::uint32_t, stream_order::work>* stream_order::first_unordered(
    agent a) const {
    return first_beyond(agents_[a].seen);
}
const std::pair<const std::uint32_t, stream_order::work>* stream_order::first_unordered_with_host()
    const {
    return first_beyond(host_);
}

const stream_order::work* stream_order::find(std::uint32_t segment) const {
    const auto after = works_.upper_bound(segment);
    if (after == works_.begin()) return nullptr;
    const work& w = std::prev(after)->second;
    return segment < w.end ? &w : nullptr;
}

bool stream_order::within(std::uint32_t segment, const clock& c) const {
    const work* const w = find(segment);
    return !w || at(c, w->of) >= w->number;
}
bool stream_order::ordered(std::uint32_t segment, agent a) const {
    return within(segment, agents_[a].seen);
}
bool stream_order::ordered_before_host(std::uint32_t segment) const {
    return within(segment, host_);
}

void stream_order::record(const void* event, agent a) {
    meet_default_stream(a);
    events_[event] = {a, agents_[a].seen};
}
void stream_order::wait(agent a, const void* event) {
    const auto e = events_.find(event);
    const auto on = e == events_.end() ? std::nullopt : std::optional(e->second.on);
    auto& waits = agents_[a].waits;
    if (std::ranges::find(waits, on) == waits.end()) waits.push_back(on);
    if (on) join(agents_[a].seen, e->second.seen);
}
stream_order::vain_wait stream_order::vain_wait_of(agent a, std::uint32_t segment) const {
    const work* const earlier = find(segment);
    for (const std::optional<agent>& recorded_on : agents_[a].waits) {
        if (!recorded_on) return vain_wait::before_its_record;
        if (earlier && *recorded_on == earlier->of) return vain_wait::for_earlier_work;
    }
    return vain_wait::none;
}

void stream_order::host_waits_for(agent a) {
    ++changes_;
    meet_default_stream(a);
    join(host_, agents_[a].seen);
    agents_[a].waits.clear();
    forget_done();
}
void stream_order::host_waits_for_event(const void* event) {
    const auto e = events_.find(event);
    if (e == events_.end()) return;
    ++changes_;
    join(host_, e->second.seen);
    forget_done();
}
void stream_order::host_waits_for_all() {
    ++changes_;
    for (stream& s : agents_) {
        join(host_, s.seen);
        s.waits.clear();
    }
    forget_done();
}
void stream_order::forget_done() {
    for (agent a = 0; a < agents_.size(); ++a) {
        stream& s = agents_[a];
        while (!s.firsts.empty() && s.last - s.firsts.size() < at(host_, a)) {
            works_.erase(s.firsts.front());
            s.firsts.pop_front();
        }
    }
}

void stream_order::stream_ends(const void* s) {
    const auto found = streams_.find(s);
    if (found == streams_.end()) return;
    agents_[found->second].in_use = false;
    streams_.erase(found);
}

void stream_order::graph_begins(const void* g, agent on) {
    meet_default_stream(on);
    graph& of = graphs_[g];
    running_ = {&of, on, agents_[on].seen, {}, {}};
    join(running_.begin, of.done);
}

// A node continues the branch of one of its predecessors, or begins a new branch if all of them have been continued.
stream_order::agent stream_order::node_begins(void* node, std::span<void* const> after) {
    clock known = running_.begin;
    std::size_t branch = running_.tails.size();
    for (void* const n : after) {
        if (const auto done = running_.nodes.find(n); done != running_.nodes.end())
            join(known, done->second);
        const auto tail = std::find(running_.tails.begin(), running_.tails.end(), n);
        if (tail != running_.tails.end())
            branch = static_cast<std::size_t>(tail - running_.tails.begin());
    }
    if (branch == running_.tails.size()) running_.tails.push_back(nullptr);
    running_.tails[branch] = node;
    std::vector<agent>& branches = running_.of->branches;
    if (branch == branches.size()) branches.push_back(make("", false));
    stream& s = agents_[branches[branch]];
    s.name = "a branch of a graph on " + agents_[running_.on].name;
    s.seen = std::move(known);
    return branches[branch];
}

void stream_order::node_ends(void* node, agent a) { running_.nodes[node] = agents_[a].seen; }

void stream_order::graph_ends() {
    clock& seen = agents_[running_.on].seen;
    for (const auto& [node, known] : running_.nodes) join(seen, known);
    running_.of->done = seen;
    running_ = {};
}

void stream_order::graph_destroyed(const void* g) {
    const auto found = graphs_.find(g);
    if (found == graphs_.end()) return;
    for (const agent a : found->second.branches) agents_[a].in_use = false;
    graphs_.erase(found);
}

}  // namespace tileproof::cpu_checked
