// SPDX-License-Identifier: MIT
// Loads that return older values, as the memory model allows: they reveal messages that are passed without ordering.
//
//   block 0                       block 1
//   data.store(7, relaxed)        while (!flag.load(relaxed)) {}
//   flag.store(1, relaxed)        use(data.load(relaxed))          may be what was there before the 7
//
// Blocks run one after the other here, so a later block sees every earlier store; on a GPU it may not.
// So the first load of four or eight bytes after an atomic or volatile store by another wave returns the value that the
// store has overwritten, if
// - the load is relaxed or volatile, and not an atomic that also writes: those return the newest value;
// - nothing orders the store before it (clocks.hpp), and nobody has seen the store (coherence);
// - if the loading thread has seen through an atomic that the store was published, so that only its own fence is missing,
//   the load is not volatile: reading data like this after a counter is a documented idiom;
// - otherwise, the load's thread and the store's block have not both fenced since: two __threadfence() make a store
//   visible, with or without a flag, if the block has since stored or read something atomic or volatile: a fence after the
//   flag may come too late;
// - a number drawn from the case's seed and the place selects it: half of the places, and all in a program that runs once.
//
// An older value by itself is no finding: a kernel may cope with it. If a result is wrong, it is reported as the possible cause.
// Left out: more than one older value, acquiring and sequentially consistent loads, and fences after the flag
// in blocks that go on with atomics.
#include <cstring>

#include "devices/cpu/poison.hpp"
#include "devices/cpu_checked/checked_launch.hpp"

namespace tileproof::cpu_checked {

bool checked_launch::gives_older(const region& r, std::uint64_t offset, std::size_t bytes,
                                 record mine, bool is_volatile) {
    if (!r.records[before_atomic] || (bytes != 4 && bytes != 8)) return false;
    const std::uint64_t first = offset >> 2;
    const record last = r.records[last_atomic][first];
    const std::uint32_t segment = segment_of(last);
    if (segment < first_segment_ || segment < r.birth) return false;
    const bool own_block = segment >= hot.block_first;
    if (r.of_block() && !own_block) return false;
    if (own_block && thread_of(last) / hot.wave_size == hot.thread / hot.wave_size) return false;
    hot.older = 0;
    for (std::uint64_t c = first; c < first + bytes / 4; ++c) {
        if (!r.records[before_atomic][c] || r.records[last_atomic][c] != last) return false;
        hot.older |= (r.records[before_atomic][c] & 0xffffffffu) << (32 * (c - first));
    }
    if (std::memcmp(&hot.older, reinterpret_cast<const void*>(r.base + offset), bytes) == 0 ||
        (r.written_in == hot.launch && segment_of(r.records[written][first]) > segment) ||
        ordered(last))
        return false;
    const bool published = clocks_.ordered_after_a_fence(segment, thread_of(last), hot.thread);
    if (published ? is_volatile : clocks_.fenced_since(segment, thread_of(last), hot.thread))
        return false;
    const std::uint64_t place = offset << 21 ^ site_of(mine);
    if (!settings_.older_everywhere &&
        cpu_engine::mixed(settings_.seed_of_older ^ cpu_engine::mixed(place)) & 1)
        return false;
    busy_ = true;
    const site& at = module_registry::only().known_site(site_of(mine));
    const site& stored = module_registry::only().known_site(site_of(last));
    if (older_.size() < 16) {
        check_report report =
            begin_report(check_kind::older_value, at, &r, offset, bytes, {false, !is_volatile});
        report.other = access_at(stored, own_block ? block_ : block_of(segment), thread_of(last),
                                 {true, true}, r.base + offset);
        report.what_to_do = advice::release;
        older_.push_back(std::move(report));
    }
    busy_ = false;
    return true;
}

void checked_launch::lend_older(void* at, std::size_t bytes) {
    lent_ = {at, bytes, 0};
    std::memcpy(&lent_.value, at, bytes);
    std::memcpy(at, &hot.older, bytes);
    look_at_next_access();
}

void checked_launch::give_back() {
    if (!lent_.at) return;
    std::memcpy(lent_.at, &lent_.value, lent_.bytes);
    lent_.at = nullptr;
}

}  // namespace tileproof::cpu_checked
