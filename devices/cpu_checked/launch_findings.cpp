// SPDX-License-Identifier: MIT
// Turns the events of a launch's threads and accesses into reports.
#include <algorithm>
#include <bit>
#include <cstring>

#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/launch.hpp"
#include "devices/cpu/poison.hpp"
#include "devices/cpu_checked/checked_launch.hpp"
#include "devices/cpu_checked/told_work.hpp"

namespace tileproof::cpu_checked {
namespace {

const site& place_of(record r) { return module_registry::only().known_site(site_of(r)); }
std::uint32_t line_of(record r) { return module_registry::only().line_of(site_of(r)); }
access_way way_of(access_kind k) { return {writes(k), is_atomic(k)}; }
site site_of_place(const cpu_engine::call_site& p) {
    return {
        p.file ? p.file : "", "", static_cast<std::uint32_t>(p.line), p.column, 0, 0, 0, nullptr};
}

// Records are kept for cells of a few bytes. An access of more bytes begins where it is aligned.
void widen(checked_memory& m, const region& r, std::uint64_t bytes) {
    if (bytes <= m.bytes || !std::has_single_bit(bytes)) return;
    m.offset -= static_cast<std::int64_t>((r.base + static_cast<std::uint64_t>(m.offset)) % bytes);
    m.bytes = bytes;
}

// Each source line is one bug, whatever it overruns and however; but an array of the block has another length than what the line
// copies into it.
finding_key bounds_key(const site& at, const region* r = nullptr) {
    const bool of_device = r && !r->of_block();
    return {check_kind::out_of_bounds, of_device ? 1u : 0u, module_registry::only().line_of(at.id),
            at.id ? 0 : at.line};
}

}  // namespace

void checked_launch::outside(const site& at, const region* near, std::uint64_t offset,
                             std::size_t bytes, access_kind kind, bool harmless) {
    const finding_key key = bounds_key(at, near);
    // Far past a freed buffer, another one was meant.
    if (near && near->freed && offset >= near->freed_bytes) near = nullptr;
    bool freed = near && near->freed;
    if (near && near->kind == region_kind::heap) {
        const device_heap::block* const b = memory.heap.find(near->base + offset);
        freed = b && !b->live && near->base + offset - b->begin < b->bytes;
    }
    if (!found_.again(key))
        tell(key, begin_report(freed ? check_kind::use_after_free : check_kind::out_of_bounds, at,
                               near, offset, bytes, way_of(kind)));
    if (harmless) return;
    fail_block("A memory access went outside.", other_blocks::go_on);
    leave_block();
}

void checked_launch::index_outside(const site& at, const char* array, std::int64_t index,
                                   std::uintptr_t address, bool used) {
    const finding_key key = bounds_key(at);
    if (used && found_.again(key)) return;
    check_report r = begin_report(check_kind::index_outside, at);
    r.declared = array;
    r.index = index;
    if (used) return tell(key, std::move(r));
    // A pointer that is never used is no mistake: wait for an access through it.
    if (suspects_.size() >= 4096) return;
    suspects_.push_back({hot.thread, address, key, std::move(r)});
    look_at_next_access();
}

void checked_launch::look_for_suspects(std::uintptr_t address, std::size_t bytes) {
    for (suspect& s : suspects_) {
        if (s.thread != hot.thread || s.address < address || s.address - address >= bytes) continue;
        if (!found_.again(s.key)) tell(s.key, check_report(s.report));
    }
}

void checked_launch::misaligned(const site& at, const region& r, std::uint64_t offset,
                                std::size_t bytes, access_kind kind, std::size_t alignment) {
    const finding_key key = bounds_key(at, &r);
    if (found_.again(key)) return;
    check_report report = begin_report(check_kind::misaligned, at, &r, offset, bytes, way_of(kind));
    report.alignment = alignment;
    tell(key, std::move(report));
}

void checked_launch::constant_written(const site& at, const region& r, std::uint64_t offset,
                                      std::size_t bytes) {
    const finding_key key = bounds_key(at, &r);
    if (!found_.again(key))
        tell(key, begin_report(check_kind::constant_written, at, &r, offset, bytes, {true, false}));
    fail_block("A kernel wrote to constant memory.", other_blocks::go_on);
    leave_block();
}

void checked_launch::unset(const site& at, const char* name) {
    const finding_key key{check_kind::uninitialised_variable, 0,
                          module_registry::only().line_of(at.id)};
    if (found_.again(key)) return;
    check_report r = begin_report(check_kind::uninitialised_variable, at);
    r.memory.kind = memory_kind::private_variable;
    r.memory.name = name;
    if (const auto end = r.memory.name.find('\n'); end != std::string::npos) {
        r.declared = r.memory.name.substr(end + 1);
        r.memory.name.resize(end);
    }
    tell(key, std::move(r));
}

void checked_launch::begin_unset(std::uintptr_t variable, std::uint64_t bytes, std::uint8_t* twin,
                                 const char* name) {
    busy_ = true;
    hot.unset->begin(variable, bytes, twin, name);
    busy_ = false;
}

void checked_launch::begin_array(const local_array& a) {
    busy_ = true;
    hot.unset->begin_array(a);
    busy_ = false;
}

void checked_launch::beyond_array(const site& at, const local_array& a, std::uintptr_t address,
                                  std::size_t bytes, bool write) {
    const finding_key key = bounds_key(at);
    if (found_.again(key)) return;
    check_report r = begin_report(check_kind::out_of_bounds, at);
    r.access.write = write;
    r.memory = {memory_kind::private_variable, a.name, a.bytes,
                static_cast<std::int64_t>(address - a.begin), bytes};
    tell(key, std::move(r));
}

void* checked_launch::allocate(std::size_t bytes, std::size_t alignment) {
    return memory.heap.allocate(bytes, alignment, cpu_engine::mixed(settings_.case_seed ^ bytes));
}

// True: it was live until now.
bool checked_launch::free(const site& at, std::uintptr_t address) {
    device_heap::block* const b = memory.heap.near(address) ? memory.heap.find(address) : nullptr;
    if (b && b->begin == address && b->live) {
        memory.heap.free(*b);
        return true;
    }
    const finding_key key{check_kind::invalid_free, 0, module_registry::only().line_of(at.id)};
    if (found_.again(key)) return false;
    const bool twice = b && b->begin == address;
    tell(key, twice ? begin_report(check_kind::invalid_free, at, &memory.heap.memory,
                                   address - memory.heap.memory.base, 0, {true, false})
                    : begin_report(check_kind::invalid_free, at));
    return false;
}

void checked_launch::begin_copy() {
    copied_ = {};
    copied_.on = true;
}

void checked_launch::end_copy(std::uint64_t bytes) {
    copied_.on = false;
    if (copied_.longest > 0 && (copied_.longest >= 16 || copied_.longest == bytes))
        unwritten(*copied_.in, copied_.by, copied_.longest_at,
                  static_cast<std::size_t>(copied_.longest));
}

void checked_launch::unwritten(const region& r, record mine, std::uint64_t offset,
                               std::size_t bytes) {
    if (copied_.on) {
        if (offset != copied_.end) copied_.begin = offset;
        copied_.end = offset + bytes;
        if (copied_.end - copied_.begin <= copied_.longest) return;
        copied_.in = &r;
        copied_.by = mine;
        copied_.longest_at = copied_.begin;
        copied_.longest = copied_.end - copied_.begin;
        return;
    }
    // Perhaps a block that was left would have written it.
    if ((stopped_ || settings_.after_a_stop) && !r.of_block()) return;
    const finding_key key{check_kind::uninitialised, r.base, line_of(mine)};
    if (!found_.again(key))
        tell(key, begin_report(check_kind::uninitialised, place_of(mine), &r, offset, bytes, {}));
}

void checked_launch::validated(std::uint32_t site) {
    validated_.insert(module_registry::only().line_of(site));
}

advice checked_launch::advice_about(record before, access_way b, access_way a, record now) const {
    if (a.atomic && b.atomic) return advice::wider_scope;
    if (segment_of(before) >= hot.block_first)
        return thread_of(before) / hot.wave_size == thread_of(now) / hot.wave_size
                   ? advice::add_wave_barrier
                   : advice::add_barrier;
    return cpu_engine::in_cooperative_launch() ? advice::add_grid_barrier : advice::separate_blocks;
}

// The fence is missing only where the other block told of its access after it: a barrier between, or a later line of the same
// function, says so. Who sees a counter sees all blocks that have counted there before.
std::optional<std::pair<code_place, code_place>> checked_launch::signal_of(record before) const {
    if (segment_of(before) >= hot.block_first || clocks_.told_of(segment_of(before))) return {};
    const site& at = place_of(before);
    for (const signal& s : signals_) {
        const site &stored = place_of(s.stored), &seen = place_of(s.seen);
        const bool own = block_of(segment_of(s.stored)) == block_of(segment_of(before)),
                   counts = site_of(s.stored) == site_of(s.seen),
                   below = at.function == stored.function && stored.line > at.line;
        if (segment_of(s.stored) < segment_of(before) || !(own || (counts && below)) ||
            (own && segment_of(s.stored) == segment_of(before) &&
             !(below && thread_of(s.stored) == thread_of(before))))
            continue;
        return std::pair{code_place{stored.file, stored.function, stored.line, stored.column},
                         code_place{seen.file, seen.function, seen.line, seen.column}};
    }
    return {};
}

void checked_launch::conflict(const region& r, record before, access_way b, record mine,
                              access_way a, std::uint64_t offset, std::size_t bytes) {
    if (of_earlier_work(before)) return stream_conflict(r, before, b, a, offset, bytes);
    // A missing barrier makes many pairs of lines conflict over one object. That is one bug, reported at the place
    // that writes. If a plain read meets an atomic, the read's place matters, too: a compare-and-swap may turn out to
    // validate it.
    const std::uint32_t line_now = line_of(mine), line_before = line_of(before);
    const bool now_is_key = a.write && (!b.write || line_now <= line_before);
    finding_key key{check_kind::race, r.base, now_is_key ? line_now : line_before};
    if (a.atomic != b.atomic && !(a.write && b.write))
        key.other_line = a.write ? line_before : line_now;
    if (found_.again(key)) return;
    const bool equal_values = a.write && b.write && !a.atomic && !b.atomic && bytes <= 16;
    check_report report = begin_report(check_kind::race, place_of(mine), &r, offset, bytes, a);
    widen(report.memory, r, place_of(mine).bytes);
    const std::uint64_t other_block =
        segment_of(before) >= hot.block_first ? block_ : block_of(segment_of(before));
    report.other = access_at(place_of(before), other_block, thread_of(before), b, r.base + offset);
    report.what_to_do = advice_about(before, b, a, mine);
    report.cooperative = cpu_engine::in_cooperative_launch();
    if (!a.write && segment_of(before) < hot.block_first &&
        clocks_.ordered_after_a_fence(segment_of(before), thread_of(before), hot.thread))
        report.kind = check_kind::unfenced_read;
    else if (report.what_to_do == advice::separate_blocks)
        report.signal = signal_of(before);
    if (!equal_values) {
        raced_reads_.emplace(r.base, a.write ? line_before : line_now);
        return tell(key, std::move(report));
    }
    busy_ = true;
    pending_write& p =
        pending_.emplace_back(pending_write{key, std::move(report), r.base + offset, {}, bytes});
    std::memcpy(p.before, reinterpret_cast<const void*>(p.address), bytes);
    busy_ = false;
    look_at_next_access();
}

// One report per object: the missing order between the two is one mistake, whatever they touch.
void checked_launch::stream_conflict(const region& r, record before, access_way b, access_way a,
                                     std::uint64_t offset, std::size_t bytes) {
    const finding_key key{check_kind::stream_race, r.base};
    if (found_.again(key)) return;
    check_report report =
        begin_report(check_kind::stream_race, *hot.last_site, &r, offset, bytes, a);
    widen(report.memory, r, hot.last_site->bytes);
    report.work = told_work(*order_.find(first_segment_));
    report.other_work = told_work(*order_.find(segment_of(before)));
    report.other = other_access(*report.other_work, before, b.write);
    report.what_to_do = advice_on(order_.vain_wait_of(of_, segment_of(before)));
    tell(key, std::move(report));
}

// The writes have happened since: did they store the value that was there?
void checked_launch::settle_pending() {
    busy_ = true;
    for (pending_write& p : pending_) {
        if (std::memcmp(p.before, reinterpret_cast<const void*>(p.address), p.bytes) == 0)
            p.key.kind = p.report.kind = check_kind::same_value_race;
        if (!found_.again(p.key)) found_.add(p.key, std::move(p.report));
    }
    pending_.clear();
    busy_ = false;
}

std::optional<checked_access> checked_launch::last_write(const void* address) const {
    const region* const r = memory.buffers.buffer(address, 1);
    if (!r) return std::nullopt;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const std::uint64_t cell = (at - r->base) >> r->shift;
    record last = 0;
    for (const region_record which : {written, last_atomic})
        if (r->records[which]) last = std::max(last, r->records[which][cell]);
    if (segment_of(last) < first_segment_) return std::nullopt;
    return access_at(place_of(last), block_of(segment_of(last)), thread_of(last), {true}, at);
}

void checked_launch::divergent_barrier(std::span<const cpu_engine::waiting_thread> waiting,
                                       const std::string& sentence) {
    const auto& first = waiting.front();
    check_report r = begin_report(check_kind::divergent_barrier, site_of_place(first.at));
    r.access.thread = first.index;
    r.access.wave = first.thread / hot.wave_size;
    r.sentence = sentence;
    std::vector<std::uint64_t> occasions;
    for (const auto& w : waiting) {
        std::size_t g = 0;
        while (g < r.groups.size() && !(r.groups[g].at == w.at && occasions[g] == w.occasion)) ++g;
        if (g == r.groups.size()) {
            const auto same_place = std::count_if(r.groups.begin(), r.groups.end(),
                                                  [&](const auto& o) { return o.at == w.at; });
            r.groups.push_back({w.at, false, 0, static_cast<unsigned>(same_place)});
            occasions.push_back(w.occasion);
        }
        ++r.groups[g].count;
    }
    if (waiting.size() < threads_)
        r.groups.push_back({{}, true, threads_ - static_cast<unsigned>(waiting.size()), 0});
    stopped_ = true;
    tell({check_kind::divergent_barrier, 0, 0, r.access.at.line}, std::move(r));
}

void checked_launch::divergent_grid(std::uint64_t block, cpu_engine::call_site at,
                                    const std::string& sentence) {
    check_report r = begin_report(check_kind::divergent_barrier, site_of_place(at));
    r.access.block = block_index(block);
    r.access.thread = {};
    r.access.wave = 0;
    r.sentence = sentence;
    r.groups.push_back({at, false, threads_, 0});
    stopped_ = true;
    tell({check_kind::divergent_barrier, 0, 0, r.access.at.line}, std::move(r));
}

void checked_launch::missing_lanes(unsigned thread, cpu_engine::call_site at, std::uint64_t lanes,
                                   const std::string& sentence) {
    check_report r = begin_report(check_kind::divergent_wave, site_of_place(at));
    r.access.thread = thread_index(thread);
    r.access.wave = thread / hot.wave_size;
    r.sentence = sentence;
    r.absent_lane = __builtin_ctzll(lanes);
    r.absent_lanes = static_cast<unsigned>(__builtin_popcountll(lanes));
    stopped_ = true;
    tell({check_kind::divergent_wave, 0, 0, r.access.at.line}, std::move(r));
}

void checked_launch::absent_lane(unsigned thread, unsigned lane, cpu_engine::call_site at) {
    check_report r = begin_report(check_kind::divergent_wave, site_of_place(at));
    r.access.thread = thread_index(thread);
    r.absent_lane = static_cast<int>(lane);
    r.absent_lanes = 1;
    const finding_key key{check_kind::divergent_wave, 0, 0, r.access.at.line};
    if (!found_.again(key)) tell(key, std::move(r));
}

void checked_launch::tell_fault(check_kind kind, const site& at, const char* declared) {
    const finding_key key{kind, 0, module_registry::only().line_of(at.id)};
    if (!found_.again(key)) {
        check_report r = begin_report(kind, at);
        if (declared) r.declared = declared;
        tell(key, std::move(r));
    }
    fail_block("A thread could not go on.");
}

void checked_launch::fault(check_kind kind, const site& at, const char* declared) {
    tell_fault(kind, at, declared);
    leave_block();
}

// Finds launches whose __shared__ arrays, plus the dynamic shared memory, exceed a block's limit. The engine refuses
// too much dynamic memory; arrays are seen only when used.
void checked_launch::check_shared_memory() {
    std::uint64_t sum = info_.dynamic_shared;
    check_report r;
    r.kind = check_kind::too_much_shared_memory;
    r.kernel = info_.kernel;
    const region* largest = nullptr;
    module_registry::only().each([&](const region& o) {
        if (o.kind != region_kind::shared ||
            (o.written_in != hot.launch && o.read_in != hot.launch && o.atomic_in != hot.launch))
            return;
        sum += o.bytes;
        r.arrays.push_back({memory_kind::shared_array, o.name, o.bytes, 0, o.bytes});
        if (!largest || o.bytes > largest->bytes) largest = &o;
    });
    if (!largest || sum <= info_.shared_limit) return;
    r.shared_limit = info_.shared_limit;
    if (info_.dynamic_shared > 0)
        r.arrays.push_back({memory_kind::dynamic_shared, "", info_.dynamic_shared, 0, 0});
    r.memory = {memory_kind::shared_array, largest->name, largest->bytes, 0, largest->bytes};
    r.access.at = {largest->file, "", largest->line, 0};
    tell({check_kind::too_much_shared_memory}, std::move(r));
}

}  // namespace tileproof::cpu_checked
