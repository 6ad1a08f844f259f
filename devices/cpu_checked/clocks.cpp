// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/clocks.hpp"

#include <algorithm>
#include <utility>

namespace tileproof::cpu_checked {

void clocks::begin_launch(unsigned threads, unsigned wave_size) {
    threads_ = threads;
    wave_size_ = wave_size;
    launch_first = next_;
    block_starts_.clear();
    last_fences_.clear();
    told_.clear();
    publications_.clear();
    published_ = false;
    segment_.assign(threads, next_);
    released_.assign(threads, {});
    released_in_.assign(threads, {});
    released_by_block_.assign(threads, {});
    forget_releases();
    row_of_.assign(threads, 0);
    rows_.clear();
    seen_.assign(threads, {});
    acquired_.assign(threads, {});
    seen_by_block_.clear();
    acquired_by_block_.clear();
    read_ = waves_ = false;
    block_first = epoch_first = next_;
}

void clocks::forget_waves() {
    if (!waves_) return;
    std::fill(row_of_.begin(), row_of_.end(), 0);
    rows_.clear();
    waves_ = false;
}

void clocks::forget_releases() {
    for (auto* const all : {&released_, &released_in_, &released_by_block_})
        std::fill(all->begin(), all->end(), by_reach{});
    all_released_ = {};
    some_released_more_ = false;
}

// After a barrier any thread tells others of what each thread had released before it.
void clocks::join_releases() {
    some_released_more_ = false;
    for (std::size_t s = 0; s < all_released_.size(); ++s) {
        std::uint32_t least = ~std::uint32_t{0}, most = 0, end = all_released_[s];
        for (unsigned t = 0; t < threads_; ++t) {
            std::uint32_t& by_it = released_by_block_[t][s];
            by_it = std::max(by_it, released_[t][s]);
            least = std::min(least, by_it);
            most = std::max(most, by_it);
            end = std::max(end, released_in_[t][s]);
        }
        if (least != 0) end = std::max(end, least + 1);
        all_released_[s] = end;
        some_released_more_ = some_released_more_ || most >= end;
    }
}

void clocks::begin_phase() {
    launch_first = next_;
    publications_.clear();
    forget_releases();
    published_ = false;
}

void clocks::begin_block() {
    block_first = epoch_first = next_++;
    block_starts_.push_back(block_first);
    last_fences_.push_back(0);
    told_.push_back(0);
    seen_by_block_.clear();
    acquired_by_block_.clear();
    std::fill(segment_.begin(), segment_.end(), block_first);
    if (published_) forget_releases();
    if (read_) {
        for (auto& r : seen_) r.clear();
        for (auto& r : acquired_) r.clear();
        read_ = false;
    }
    forget_waves();
}

// A release and an acquire of block scope by every thread. Only a fence acquires what a thread has seen of other
// blocks; after the barrier any thread of the block may execute it.
void clocks::barrier() {
    if (published_) join_releases();
    epoch_first = next_++;
    std::fill(segment_.begin(), segment_.end(), epoch_first);
    if (read_) {
        for (auto& r : acquired_) {
            add_all(acquired_by_block_, r, memory_scope::system);
            r.clear();
        }
        for (auto& r : seen_) {
            add_all(seen_by_block_, r, memory_scope::system);
            r.clear();
        }
        // The barrier acquires what was seen of the own block.
        add_all(acquired_by_block_, seen_by_block_, memory_scope::block);
        read_ = false;
    }
    forget_waves();
}

void clocks::wave_barrier(std::span<const unsigned> threads) {
    if (threads.empty()) return;
    if (rows_.empty()) rows_.emplace_back(row{});  // row 0: nothing known
    waves_ = true;
    // What any of them knows or has done, all of them know from now on.
    row joined = rows_[row_of_[threads[0]]];
    std::uint32_t last = row_of_[threads[0]];
    for (const unsigned t : threads) {
        if (row_of_[t] != last) {
            last = row_of_[t];
            for (std::size_t l = 0; l < joined.size(); ++l)
                joined[l] = std::max(joined[l], rows_[last][l]);
        }
        joined[lane(t)] = std::max(joined[lane(t)], segment_[t]);
    }
    // A row used only by these threads may be overwritten.
    const unsigned wave = threads[0] / wave_size_;
    const unsigned begin = wave * wave_size_, end = std::min(begin + wave_size_, threads_);
    std::uint32_t target = 0;
    if (threads.size() == end - begin && row_of_[begin] != 0) {
        target = row_of_[begin];
        rows_[target] = joined;
    } else {
        target = static_cast<std::uint32_t>(rows_.size());
        rows_.push_back(joined);
    }
    const std::uint32_t begins = next_++;
    for (const unsigned t : threads) {
        row_of_[t] = target;
        segment_[t] = begins;
    }
}

// From here on lanes run in step: whatever one lane's fence waits for or makes visible holds for all.
void clocks::wave_operation(std::span<const unsigned> threads) {
    if (!read_ || threads.size() < 2) return;
    for (auto* const known : {&seen_, &acquired_}) {
        std::vector<reading> all = (*known)[threads[0]];
        for (const unsigned t : threads)
            if ((*known)[t] != all) add_all(all, (*known)[t], memory_scope::system);
        for (const unsigned t : threads)
            if ((*known)[t] != all) (*known)[t] = all;
    }
}

void clocks::release(unsigned thread, memory_scope scope) {
    for (int s = static_cast<int>(memory_scope::wave);
         s <= static_cast<int>(std::min(scope, memory_scope::device)); ++s) {
        released_[thread][static_cast<std::size_t>(s) - 1] = segment_[thread];
        released_in_[thread][static_cast<std::size_t>(s) - 1] = epoch_first;
    }
    segment_[thread] = next_++;
    published_ = true;
}

void clocks::fence(unsigned thread, memory_scope scope) {
    release(thread, scope);
    last_fences_.back() = segment_[thread];
    if (seen_[thread].empty() && seen_by_block_.empty()) return;
    add_all(acquired_[thread], seen_[thread], scope);
    add_all(acquired_[thread], seen_by_block_, scope);
    read_ = true;
}

void clocks::add(std::vector<reading>& list, reading r) {
    for (reading& x : list)
        if (x.of == r.of && x.reach == r.reach) {
            x.length = std::max(x.length, r.length);
            return;
        }
    list.push_back(r);
}

void clocks::add_all(std::vector<reading>& list, const std::vector<reading>& more,
                     memory_scope most) {
    for (const reading& r : more) add(list, {r.of, r.length, std::min(r.reach, most)});
}

void clocks::atomic(unsigned thread, std::uintptr_t address, memory_order_of order,
                    memory_scope scope, bool writes) {
    if (order.releases) release(thread, scope);
    if (!published_) return;
    told_.back() = last_fences_.back();
    const bool publishes = writes && released_[thread][0] != 0;
    const auto found = publications_.find(address);
    if (found == publications_.end() && !publishes) return;
    publication& p = found == publications_.end() ? publications_[address] : found->second;
    if (!p.intervals.empty() || !p.known.empty()) {
        add(seen_[thread], {&p, p.intervals.size(), scope});
        if (order.acquires) add(acquired_[thread], {&p, p.intervals.size(), scope});
        read_ = true;
    }
    if (publishes) publish(thread, p, scope);
}

// Publishes everything that the block did before the last barrier in front of a release, what this thread did up to its own, what
// others had released before the last barrier, and what it knows of its wave and has acquired from others.
void clocks::publish(unsigned thread, publication& p, memory_scope scope) {
    for (const auto* const list : {&acquired_[thread], &acquired_by_block_})
        for (const reading& r : *list)
            if (r.of != &p) add(p.known, r);
    constexpr std::size_t most_pollers = 8;
    const publisher now{thread, segment_[thread], scope};
    if (std::ranges::find(p.last, now) != p.last.end()) return;
    if (p.last.size() == most_pollers) p.last.erase(p.last.begin());
    p.last.push_back(now);
    std::uint32_t told = 0;  // published to a wider scope
    for (memory_scope reach = std::min(scope, memory_scope::device); reach > memory_scope::thread;
         reach = static_cast<memory_scope>(static_cast<int>(reach) - 1)) {
        const std::size_t s = static_cast<std::size_t>(reach) - 1;
        const std::uint32_t until = released_[thread][s];
        if (until == told) continue;
        told = until;
        const auto add_interval = [&](std::uint32_t first, std::uint32_t last, int who) {
            const interval made{block_first, first, last, who, thread, reach};
            if (first < last && (p.intervals.empty() || !(p.intervals.back() == made)))
                p.intervals.push_back(made);
        };
        const std::uint32_t by_all = std::max(released_in_[thread][s], all_released_[s]);
        add_interval(block_first, by_all, -1);
        add_interval(by_all, until + 1, static_cast<int>(thread));
        for (unsigned t = 0; some_released_more_ && t < threads_; ++t)
            if (t != thread)
                add_interval(by_all, released_by_block_[t][s] + 1, static_cast<int>(t));
        if (row_of_[thread] == 0) continue;
        const row& known = rows_[row_of_[thread]];
        const unsigned begin = thread / wave_size_ * wave_size_;
        for (unsigned l = 0; l < wave_size_ && begin + l < threads_; ++l)
            if (begin + l != thread)
                add_interval(epoch_first, known[l] + 1, static_cast<int>(begin + l));
    }
}

// Whether an operation of this scope by `me` reaches one of `i.by`.
bool clocks::reaches(memory_scope scope, const interval& i, unsigned me) const {
    if (i.block != block_first) return scope >= memory_scope::device;
    if (i.by / wave_size_ != me / wave_size_) return scope >= memory_scope::block;
    return scope >= memory_scope::wave || i.by == me;
}

bool clocks::published(const reading& r, std::uint32_t segment, unsigned thread,
                       unsigned me) const {
    const auto& all = r.of->intervals;
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(r.length);
    // Blocks publish in the order in which they run, so intervals are sorted by block.
    auto at = std::upper_bound(all.begin(), end, segment,
                               [](std::uint32_t s, const interval& i) { return s < i.block; });
    for (const std::uint32_t block = at == all.begin() ? 0 : (at - 1)->block;
         at != all.begin() && (at - 1)->block == block; --at) {
        const interval& i = *(at - 1);
        if (segment >= i.first && segment < i.last &&
            (i.thread < 0 || i.thread == static_cast<int>(thread)) &&
            reaches(std::min(i.reach, r.reach), i, me))
            return true;
    }
    return false;
}

bool clocks::was_followed(const reading& r) const {
    const publication& p = *r.of;
    if (std::exchange(p.search, search_) != search_) p.followed.fill(0);
    const auto reach = static_cast<std::size_t>(r.reach);
    // Of length 0 it has still what is known there.
    for (std::size_t wider = reach; wider < p.followed.size(); ++wider)
        if (p.followed[wider] >= r.length + 1) return true;
    p.followed[reach] = r.length + 1;
    return false;
}

// The nearest first. Publications may know each other, as those of locks that one thread takes in turn.
bool clocks::acquired(const std::vector<reading>& list, std::uint32_t segment, unsigned thread,
                      unsigned me) const {
    ++search_;
    found_ = list;
    for (std::size_t next = 0; next < found_.size(); ++next) {
        const reading r = found_[next];
        if (was_followed(r)) continue;
        if (published(r, segment, thread, me)) return true;
        for (const reading& k : r.of->known)
            found_.push_back({k.of, k.length, std::max(k.reach, r.reach)});
    }
    return false;
}

bool clocks::ordered(std::uint32_t segment, unsigned thread, unsigned me) const {
    if (segment < launch_first) return true;
    if (segment >= block_first) {
        if (segment < epoch_first || thread == me) return true;
        if (thread / wave_size_ == me / wave_size_ && row_of_[me] != 0 &&
            segment <= rows_[row_of_[me]][lane(thread)])
            return true;
    }
    return published_ && (acquired(acquired_[me], segment, thread, me) ||
                          acquired(acquired_by_block_, segment, thread, me));
}

bool clocks::ordered_after_a_fence(std::uint32_t segment, unsigned thread, unsigned me) const {
    return acquired(seen_[me], segment, thread, me) ||
           acquired(seen_by_block_, segment, thread, me);
}

bool clocks::fenced_since(std::uint32_t segment, unsigned thread, unsigned me) const {
    const bool by_it = segment >= block_first ? released_[thread][0] >= segment : told_of(segment);
    return by_it && released_[me][0] != 0;
}

std::uint64_t clocks::block_of(std::uint32_t segment) const {
    const auto at = std::upper_bound(block_starts_.begin(), block_starts_.end(), segment);
    return at == block_starts_.begin() ? 0
                                       : static_cast<std::uint64_t>(at - block_starts_.begin() - 1);
}

}  // namespace tileproof::cpu_checked
