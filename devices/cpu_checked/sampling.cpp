// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/sampling.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "devices/cpu/poison.hpp"
#include "devices/cpu/sampling.hpp"
#include "devices/cpu_checked/session.hpp"

namespace tileproof::cpu_checked {
namespace {

constexpr std::uint64_t run_whole = 4096;  // a grid of up to this many blocks runs completely
constexpr std::uint64_t few_at_random = 24, many_at_random = devices::sampled_launches::telling;
constexpr std::uint64_t most_blocks = 3 * run_whole, most_accesses = 2'000'000;
constexpr std::uint64_t most_memory = std::uint64_t{288} << 20;
constexpr std::uint64_t busy_launches = 8, of_later_launches = 8;
constexpr std::uint64_t most_host_bytes = std::uint64_t{64} << 20;

class choice {
  public:
    explicit choice(const cpu_engine::launch_info& info)
        : x_(info.grid.x), y_(info.grid.y), z_(info.grid.z), all(x_ * y_ * z_) {}
    void add(std::uint64_t b) {
        if (b < all && known_.insert(b).second) list.push_back(b);
    }
    // Coordinates outside the grid are ignored.
    void add(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
        if (x < x_ && y < y_ && z < z_) add(x + x_ * (y + y_ * z));
    }
    void add_corners() {
        for (const std::uint64_t z : {std::uint64_t{0}, z_ - 1})
            for (const std::uint64_t y : {std::uint64_t{0}, y_ - 1})
                for (const std::uint64_t x : {std::uint64_t{0}, x_ - 1}) add(x, y, z);
    }
    // Where a given share of the work is done, whichever way the grid traverses it.
    void add_share(std::uint64_t part, std::uint64_t of) {
        const auto share = [&](std::uint64_t n) {
            return static_cast<std::uint64_t>(static_cast<unsigned __int128>(n) * part / of);
        };
        const std::uint64_t at = share(all), x = share(x_), y = share(y_), z = share(z_);
        for (const std::uint64_t b : {at, at - 1, at + 1}) add(b);
        for (const std::uint64_t near : {x, x - 1, x + 1}) {
            add(near, 0, z_ - 1);
            add(near, y_ - 1, z_ - 1);
        }
        for (const std::uint64_t near : {y, y - 1, y + 1}) {
            add(0, near, z_ - 1);
            add(x_ - 1, near, z_ - 1);
        }
        add(x, y, z);
        add(x_ - 1, y_ - 1, z);
    }

  private:
    const std::uint64_t x_, y_, z_;
    std::unordered_set<std::uint64_t> known_;

  public:
    const std::uint64_t all;
    std::vector<std::uint64_t> list;
};

}  // namespace

std::vector<std::uint64_t> chosen_blocks(const cpu_engine::launch_info& info,
                                         std::uint64_t largest) {
    choice c(info);
    c.add_corners();
    // 2^31 and 2^32 bytes, and elements of up to eight bytes.
    for (int power = 31; power <= 35; ++power)
        if (std::uint64_t{1} << power < largest) c.add_share(std::uint64_t{1} << power, largest);
    for (const std::uint64_t threads : {std::uint64_t{1} << 31, std::uint64_t{1} << 32})
        for (const std::uint64_t x : {threads / info.block.x, threads / info.block.x - 1})
            c.add(x, 0, 0);
    if (c.all <= run_whole)
        for (std::uint64_t b = 0; b < c.all; ++b) c.add(b);
    return std::move(c.list);
}

sampling::sampling(std::uint64_t seed)
    : seed_(seed),
      blocks_left_(most_blocks),
      accesses_left_(most_accesses),
      memory_left_(most_memory),
      case_first_(session::only().next_segment()),
      counts_from_(case_first_) {}

sampling::~sampling() {
    for (device_memory::slot* const s : buffers_) session::only().memory.buffers.free(*s);
}

void* sampling::place(devices::sparse_buffer_request request) {
    session& s = session::only();
    device_memory::slot& slot =
        s.memory.buffers.allocate({.bytes = request.bytes, .alignment = 4096}, s.next_segment());
    buffers_.push_back(&slot);
    region& r = slot.memory;
    r.name = std::move(request.name);
    r.initialised = request.contents != nullptr;
    r.make_sparse(std::move(request.contents), request.element_bytes);
    largest_ = std::max(largest_, r.bytes);
    return reinterpret_cast<void*>(r.base);
}

void sampling::run(const std::function<void()>& work) {
    session& s = session::only();
    struct while_running {
        explicit while_running(sampling* one) { set(one); }
        ~while_running() { set(nullptr); }
        static void set(sampling* one) {
            session::only().settings.sample = one;
            cpu_engine::sampling = one;
        }
    } const scope(this);
    s.run(work);
}

void sampling::launch_begins(const char* kernel, std::uint32_t first_segment) {
    if (std::exchange(kernel_, kernel) != kernel_) counts_from_ = first_segment;
    seen_.complete = seen_.launches++ == 0 || seen_.complete;
}

void sampling::begin(const cpu_engine::launch_info& info) {
    const std::uint64_t blocks = std::uint64_t{info.grid.x} * info.grid.y * info.grid.z;
    list_ = chosen_blocks(info, largest_);
    chosen_ = {list_.begin(), list_.end()};
    if (seen_.launches > busy_launches && blocks > of_later_launches)
        list_.resize(std::min<std::size_t>(list_.size(), of_later_launches));
    at_ = 0;
    first_random_ = list_.size();
    blocks_of_launch_ = blocks;
    writers_of_launch_ = 0;
    seen_.blocks += blocks;
    if (list_.size() == blocks) return;
    seen_.complete = false;
    if (seen_.launches <= busy_launches) draw_blocks(few_at_random);
}

void sampling::draw_blocks(std::uint64_t count) {
    for (std::uint64_t tries = 2 * count; tries > 0 && count > 0; --tries) {
        const std::uint64_t b =
            cpu_engine::mixed(seed_ * 0x9e3779b97f4a7c15u + drawn_++) % blocks_of_launch_;
        if (!chosen_.insert(b).second) continue;
        list_.push_back(b);
        --count;
    }
}

// The previous block, if any, has ended.
void sampling::end_block() {
    if (!std::exchange(runs_, false) || at_ <= first_random_) return;
    ++seen_.at_random;
    if (wrote_) ++seen_.random_writers, ++writers_of_launch_;
}

std::optional<std::uint64_t> sampling::next() {
    end_block();
    // If nobody writes, try more: blocks that do nothing take no time.
    if (at_ == list_.size() && at_ == first_random_ + few_at_random && writers_of_launch_ == 0 &&
        seen_.given_up == 0)
        draw_blocks(many_at_random);
    if (at_ == list_.size()) return std::nullopt;
    if (blocks_left_ == 0 || accesses_left_ < 1000 || memory_left_ < 100 * 4096) {
        seen_.complete = false;
        return std::nullopt;
    }
    --blocks_left_;
    ++seen_.run;
    runs_ = true;
    wrote_ = false;
    accesses_of_block_ = accesses_left_ / 2;
    memory_of_block_ = memory_left_ / 4 * 3;
    return list_[at_++];
}

void sampling::host_moves(const void* to, const void* from, std::size_t bytes) {
    device_memory& all = session::only().memory.buffers;
    const auto held_by = [&](const void* p) {
        device_memory::slot* const s = all.find(reinterpret_cast<std::uintptr_t>(p));
        return s && s->used && s->memory.base <= reinterpret_cast<std::uintptr_t>(p) ? &s->memory
                                                                                     : nullptr;
    };
    for (const void* const p : {to, from}) {
        const region* const r = p ? held_by(p) : nullptr;
        if (!r) continue;
        const std::uint64_t offset = reinterpret_cast<std::uintptr_t>(p) - r->base;
        if (offset > r->bytes || r->bytes - offset < bytes)
            throw kernels::device_error(
                "The host fills or copies " + std::to_string(bytes) + " bytes, and " +
                std::to_string(offset > r->bytes ? 0 : r->bytes - offset) + " are there.");
        if (r->pages || bytes > most_host_bytes)
            throw devices::too_much_to_sample(
                "The launch fills or copies whole operands on the way: of such a size that takes "
                "too long.");
    }
}

const char* sampling::judge(region& r, std::uint64_t offset, std::size_t bytes, bool reads,
                            bool writes, bool atomic, std::uint32_t block_first) {
    if (accesses_of_block_ == 0) return "a block takes too long to be run here.";
    --accesses_of_block_;
    --accesses_left_;
    if (r.kind != region_kind::device && r.kind != region_kind::variable) return nullptr;
    if (!r.pages && r.bytes > most_host_bytes) r.make_sparse({}, 4);
    if (r.pages) {
        // Including a record of eight bytes for each cell.
        const std::uint64_t cost = r.pages->touch(r.base, offset, bytes) * sparse_pages::page *
                                   (1 + (sizeof(record) >> r.shift));
        if (cost > memory_of_block_) return "a block touches too much memory to be run here.";
        memory_of_block_ -= cost;
        memory_left_ -= cost;
        wrote_ = wrote_ || (writes && !r.pages->given());
    }
    if (atomic) return "a block uses an atomic on global memory: what it does depends on others.";
    if (reads && !own_or_given(r, offset, bytes, block_first))
        return "a block reads what others may write.";
    return nullptr;
}

bool sampling::own_or_given(region& r, std::uint64_t offset, std::size_t bytes,
                            std::uint32_t block_first) const {
    bool all_own = true;
    for (std::uint64_t c = offset >> r.shift; c <= (offset + bytes - 1) >> r.shift; ++c) {
        const std::uint32_t by = segment_of(r.records[region_record::written][c]);
        if (by >= block_first) continue;
        if (by >= case_first_) return false;
        if (r.records[last_atomic] && segment_of(r.records[last_atomic][c]) >= case_first_)
            return false;
        all_own = false;
    }
    return all_own || r.first_uninitialised(offset, bytes) >= bytes;
}

void sampling::give_up(std::uint32_t first_segment, std::uint32_t last_segment, const char* why) {
    given_up_.emplace_back(first_segment, last_segment);
    seen_.complete = false;
    if (seen_.given_up++ == 0) seen_.why = why;
}

bool sampling::counts(std::uint32_t segment) const {
    if (segment < counts_from_) return false;
    const auto after =
        std::upper_bound(given_up_.begin(), given_up_.end(), segment,
                         [](std::uint32_t s, const std::pair<std::uint32_t, std::uint32_t>& g) {
                             return s < g.first;
                         });
    return after == given_up_.begin() || segment >= std::prev(after)->second;
}

std::vector<devices::sampled_launches::stretch> sampling::written(const void* buffer) const {
    std::vector<stretch> all;
    region* const r = session::only().memory.buffers.buffer(buffer, 0);
    if (!r || !r->pages) return all;
    const std::uint64_t width = std::uint64_t{1} << r->shift;
    for (const std::uint64_t p : r->pages->in_order()) {
        const std::uint64_t end = std::min(r->bytes, (p + 1) * sparse_pages::page);
        for (std::uint64_t at = p * sparse_pages::page; at < end; at += width) {
            if (!counts(segment_of(r->records[region_record::written][at >> r->shift]))) continue;
            if (!all.empty() && all.back().offset + all.back().bytes == at)
                all.back().bytes += width;
            else
                all.push_back({at, width});
        }
    }
    return all;
}

}  // namespace tileproof::cpu_checked

namespace tileproof::devices {
std::unique_ptr<sampled_launches> cpu_checked_sampled_launches(std::uint64_t seed) {
    return std::make_unique<cpu_checked::sampling>(seed);
}
}  // namespace tileproof::devices
