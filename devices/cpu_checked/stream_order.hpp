// SPDX-License-Identifier: MIT
// The order of work on streams: a clock for each stream, each event and the host.
//
//   produce<<<..., a>>>(p);            stream a: 1
//   hipEventRecord(e, a);              e: {a: 1}
//   hipStreamWaitEvent(b, e);          b knows {a: 1}
//   consume<<<..., b>>>(p);            ordered after produce: b knows of a's work number 1
//
// - Work on one stream is in order, and after everything that the host had waited for when it was enqueued.
// - The default stream waits for all blocking streams, and they for it, each time something is enqueued there. A stream
//   made with hipStreamNonBlocking takes no part in this; the default stream of each host thread does.
// - Only its edges order the nodes of a graph; launches of one graph are ordered among each other.
// - All host threads count as one: if one waited for something, all did. That finds less, and accuses nobody wrongly.
//
// Work has the segments from its first one (clocks.hpp) up to the first of the next work. Work that the host has
// waited for is forgotten: it is ordered before everything to come.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "devices/cpu/hip_state.hpp"

namespace tileproof::cpu_checked {

class stream_order {
  public:
    using agent = std::uint32_t;               // a stream, or a branch of a graph
    using clock = std::vector<std::uint64_t>;  // by agent: the number of its last known work
    struct work {
        std::uint32_t launch = 0;
        std::uint32_t end = ~std::uint32_t{0};  // the first segment of the next work
        agent of = 0;
        std::uint64_t number = 0;  // within its stream, from 1
        std::string name;          // the kernel, or the call
        std::string stream;
        cpu_engine::caller at;  // where it was enqueued
        bool kernel = false;
        bool is_like_atomic = false;  // a copy that is no larger than one
    };
    static constexpr agent default_stream = 0;

    stream_order();
    agent of(const void*);
    // Begins at this segment, as launch number `launch`.
    void begin(agent, std::uint32_t first, std::uint32_t launch, const char* name,
               cpu_engine::caller, bool kernel);
    void newest_is_like_atomic() { works_.at(newest_).is_like_atomic = true; }

    // `a` has seen what the work of this segment has written: all of its stream so far comes before.
    void acquire(agent a, std::uint32_t segment);
    // A number that changes whenever work begins or the host waits.
    std::uint64_t changes() const { return changes_; }

    // The first work under way that is not ordered before the next work of `a`. Null: there is none.
    const std::pair<const std::uint32_t, work>* first_unordered(agent a) const;
    const std::pair<const std::uint32_t, work>* first_unordered_with_host() const;
    bool ordered(std::uint32_t segment, agent a) const;
    bool ordered_before_host(std::uint32_t segment) const;
    // Null: not under way.
    const work* find(std::uint32_t segment) const;
    bool under_way() const { return !works_.empty(); }
    bool only_default() const { return agents_.size() == 1; }

    void record(const void* event, agent);
    void wait(agent, const void* event);
    // Why a wait of `a` for an event does not order the work of this segment before its next one.
    enum class vain_wait { none, before_its_record, for_earlier_work };
    vain_wait vain_wait_of(agent a, std::uint32_t segment) const;
    void forget(const void* event) { events_.erase(event); }
    void host_waits_for(agent);
    void host_waits_for_event(const void* event);
    void host_waits_for_all();
    void stream_ends(const void*);

    void graph_begins(const void* graph, agent on);
    agent node_begins(void* node, std::span<void* const> after);
    void node_ends(void* node, agent);
    void graph_ends();
    void graph_destroyed(const void* graph);

  private:
    struct stream {
        std::string name;
        bool blocking = false, in_use = true;
        clock seen;              // everything ordered before its next work
        std::uint64_t last = 0;  // of its works
        // Where the events that it waits for had been recorded; nothing: nowhere yet.
        std::vector<std::optional<agent>> waits;
        std::deque<std::uint32_t>
            firsts;  // first segments of its work under way; the last one belongs to `last`
    };
    struct graph {
        std::vector<agent> branches;
        clock done;  // by its last launch
    };
    struct running_graph {
        graph* of = nullptr;
        agent on = 0;
        clock begin;
        std::map<void*, clock> nodes;
        std::vector<void*> tails;  // the last node of each branch
    };
    static void join(clock&, const clock&);
    static std::uint64_t at(const clock& c, agent a) { return a < c.size() ? c[a] : 0; }
    agent make(std::string name, bool blocking);
    void meet_default_stream(agent);
    const std::pair<const std::uint32_t, work>* first_beyond(const clock&) const;
    bool within(std::uint32_t segment, const clock&) const;
    void forget_done();

    std::vector<stream> agents_;
    std::map<const void*, agent> streams_;
    struct event {
        agent on = 0;
        clock seen;
    };
    std::map<const void*, event> events_;
    std::map<const void*, graph> graphs_;
    running_graph running_;
    std::map<std::uint32_t, work> works_;  // under way, by their first segments
    std::uint32_t newest_ = 0;             // the first segment of the newest work
    clock host_;
    unsigned made_ = 0;  // streams, for their names
    std::uint64_t changes_ = 0;
};

}  // namespace tileproof::cpu_checked
