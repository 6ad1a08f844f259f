#include "kernels/device/cpu_checked/clocks.hpp"

#include <algorithm>

namespace tileproof::cpu_checked {

void clocks::begin_launch(unsigned threads, unsigned wave_size) {
    threads_ = threads;
    wave_size_ = wave_size;
    launch_first = next_;
    block_starts_.clear();
    publications_.clear();
    published_ = false;
    segment_.assign(threads, next_);
    fenced_.assign(threads, 0);
    row_of_.assign(threads, 0);
    rows_.clear();
    read_by_.assign(threads, {});
    read_by_block_.clear();
    read_ = waves_ = false;
    block_first = epoch_first = next_;
}

void clocks::begin_block() {
    block_first = epoch_first = next_++;
    block_starts_.push_back(block_first);
    read_by_block_.clear();
    std::fill(segment_.begin(), segment_.end(), block_first);
    if (published_) std::fill(fenced_.begin(), fenced_.end(), 0);
    if (read_) {
        for (auto& r : read_by_) r.clear();
        read_ = false;
    }
    if (waves_) {
        std::fill(row_of_.begin(), row_of_.end(), 0);
        rows_.clear();
        waves_ = false;
    }
}

void clocks::barrier() {
    epoch_first = next_++;
    std::fill(segment_.begin(), segment_.end(), epoch_first);
    if (read_) {
        for (auto& r : read_by_) {
            for (const reading& x : r) add(read_by_block_, x);
            r.clear();
        }
        read_ = false;
    }
    if (waves_) {
        std::fill(row_of_.begin(), row_of_.end(), 0);
        rows_.clear();
        waves_ = false;
    }
}

void clocks::wave_operation(std::span<const unsigned> threads) {
    if (threads.empty()) return;
    if (rows_.empty()) rows_.emplace_back(row{});  // row 0: nothing known
    waves_ = true;
    // What any of them knows, and what each has done, all of them know from now on.
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
    // A row that only these threads use can be written over.
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

void clocks::fence(unsigned thread) {
    fenced_[thread] = segment_[thread];
    segment_[thread] = next_++;
    published_ = true;
}

void clocks::add(std::vector<reading>& list, reading r) {
    for (reading& x : list)
        if (x.first == r.first) {
            x.second = std::max(x.second, r.second);
            return;
        }
    list.push_back(r);
}

void clocks::atomic(unsigned thread, std::uintptr_t address, bool releases) {
    if (releases) fence(thread);
    const bool publishes = published_ && fenced_[thread] != 0;
    if (!publishes) {
        if (!published_) return;
        const auto found = publications_.find(address);
        if (found == publications_.end()) return;
        add(read_by_[thread], {&found->second, found->second.intervals.size()});
        read_ = true;
        return;
    }
    publication& p = publications_[address];
    add(read_by_[thread], {&p, p.intervals.size()});
    read_ = true;
    // Everything of the block before its last barrier, what this thread did up to its fence, and
    // what it knows of its wave.
    const auto publish = [&](std::uint32_t first, std::uint32_t last, int who) {
        const interval made{block_first, first, last, who};
        if (first < last && (p.intervals.empty() || !(p.intervals.back() == made)))
            p.intervals.push_back(made);
    };
    publish(block_first, epoch_first, -1);
    publish(epoch_first, fenced_[thread] + 1, static_cast<int>(thread));
    if (row_of_[thread] != 0) {
        const row& known = rows_[row_of_[thread]];
        const unsigned begin = thread / wave_size_ * wave_size_;
        for (unsigned l = 0; l < wave_size_ && begin + l < threads_; ++l)
            if (begin + l != thread)
                publish(epoch_first, known[l] + 1, static_cast<int>(begin + l));
    }
    for (const reading& r : read_by_[thread])
        if (r.first != &p) add(p.known, r);
    for (const reading& r : read_by_block_)
        if (r.first != &p) add(p.known, r);
}

bool clocks::published(const reading& r, std::uint32_t segment, unsigned thread, int depth) const {
    const auto& all = r.first->intervals;
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(r.second);
    // Blocks publish in the order in which they run, so intervals are sorted by block.
    auto at = std::upper_bound(all.begin(), end, segment,
                               [](std::uint32_t s, const interval& i) { return s < i.block; });
    for (const std::uint32_t block = at == all.begin() ? 0 : (at - 1)->block;
         at != all.begin() && (at - 1)->block == block; --at) {
        const interval& i = *(at - 1);
        if (segment >= i.first && segment < i.last &&
            (i.thread < 0 || i.thread == static_cast<int>(thread)))
            return true;
    }
    if (depth < 8)
        for (const reading& k : r.first->known)
            if (published(k, segment, thread, depth + 1)) return true;
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
    if (!published_) return false;
    for (const reading& r : read_by_[me])
        if (published(r, segment, thread, 0)) return true;
    for (const reading& r : read_by_block_)
        if (published(r, segment, thread, 0)) return true;
    return false;
}

std::uint64_t clocks::block_of(std::uint32_t segment) const {
    const auto at = std::upper_bound(block_starts_.begin(), block_starts_.end(), segment);
    return at == block_starts_.begin() ? 0
                                       : static_cast<std::uint64_t>(at - block_starts_.begin() - 1);
}

}  // namespace tileproof::cpu_checked
