// SPDX-License-Identifier: MIT

#include "devices/cpu/launch.hpp"
#include "devices/cpu/memory.hpp"
#include "devices/cpu/observer.hpp"
#include "devices/cpu/sampling.hpp"
#include "devices/device.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/user/launched_alone.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace tileproof::properties {
namespace {

constexpr long longest_grid_edge = 1 << 21;                // of a few cases
constexpr std::size_t most_bytes = std::size_t{64} << 20;  // of all operands
constexpr std::size_t most_launches = 64;  // of a host that waits for something no block writes
constexpr long many_blocks = 64;           // of a grid that is not the same for all lengths
constexpr long_index_t lengths[] = {1 << 12, 1 << 16, 1 << 18, 1 << 20, 1 << 22};

using launch_list = std::vector<cpu_engine::launch_info>;

// Records launches and runs nothing.
class only_noted : public cpu_engine::block_sampling {
  public:
    only_noted() { cpu_engine::sampling = this; }
    ~only_noted() override { cpu_engine::sampling = nullptr; }
    void begin(const cpu_engine::launch_info& info) override {
        if (seen.size() == most_launches) throw std::runtime_error("Too many launches.");
        seen.push_back(info);
    }
    std::optional<std::uint64_t> next() override { return std::nullopt; }
    void host_moves(const void*, const void*, std::size_t) override {}
    launch_list seen;
};

constexpr long_index_t small = 3;

// The launches with one dim of this length and the others small; empty if the test does not accept that.
launch_list launches_of(const compiler::user_library& lib, std::size_t test, std::size_t dim,
                        long_index_t length) {
    const sdk::test_data& t = lib.tests[test];
    const kernel_contract contract = contract_of(lib, test);
    const kernel_range range = range_of(contract, user_range(t));
    kernel_case c = plain_case(contract, std::vector<long_index_t>(t.dims.size()));
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        c.dims[d] = supported(range, d,
                              std::max<long_index_t>(d == dim ? length : small, range.multiple(d)));
    pack(contract, c);
    fit(contract, range, c);
    if (c.dims[dim] != length || !why_outside(contract, range, c).empty()) return {};
    devices::device& device = devices::find_device("cpu");
    std::deque<cpu_engine::untouched_memory> memory;
    std::vector<void*> pointers;
    std::size_t all = 0;
    for (std::size_t o = 0; o < c.operands.size(); ++o) {
        const auto bytes = static_cast<std::size_t>(reach_of(contract, c, o)) *
                           static_cast<std::size_t>(contract.types[0].each[o]->bytes);
        if ((all += bytes) > most_bytes) return {};
        pointers.push_back(memory.emplace_back(bytes).data());
    }
    std::vector<std::vector<long>> strides;
    const sdk::call call = user_call(contract, c, strides, pointers);
    only_noted noted;
    try {
        device.run([&] { lib.launch("cpu", lib.waves[test].front(), test)(call); });
        device.synchronize();
    } catch (const std::exception&) {  // the test does not accept it, or fails without results
    }
    return noted.seen;
}

struct three {
    long x, y, z;
    explicit three(const auto& v) : x(v.x), y(v.y), z(v.z) {}
    long operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
    bool operator==(const three&) const = default;
};

// A block takes as many elements as make `blocks` of `length`: the only multiple of its threads that does, or none.
void add_tile(long length, long blocks, long threads, std::set<long>& edges) {
    if (blocks < 2 || blocks > length) return;
    const long least = (length + blocks - 1) / blocks, most = (length - 1) / (blocks - 1);
    const long first = (least + threads - 1) / threads * threads;
    if (first <= most && first + threads > most) edges.insert(first);
}

// `ends`: where a grid grows no more.
void add_edges_of(const compiler::user_library& lib, std::size_t test, std::size_t dim,
                  std::set<long>& edges, std::set<long>& ends) {
    launch_list before;
    for (const long_index_t length : lengths) {
        const launch_list now = launches_of(lib, test, dim, length);
        for (std::size_t i = 0; i < now.size(); ++i) {
            const three grid(now[i].grid), block(now[i].block);
            edges.insert({block.x, block.y, block.z, block.x * block.y * block.z});
            for (int d = 0; d < 3; ++d) {
                // A grid that stays the same for a longer problem: its threads take several elements.
                if (before.size() == now.size() && three(before[i].grid) == grid && grid[d] > 4)
                    edges.insert(grid[d]), ends.insert(grid[d] * block[d]);
                else
                    add_tile(length, grid[d], block[d], edges);
                // The longest that such a grid can be made for.
                if (d > 0 && grid[d] >= many_blocks)
                    edges.insert(cpu_engine::max_grid_yz * ((length + grid[d] - 1) / grid[d]));
            }
        }
        before = now;
    }
}

double threads_of(const launch_list& launches) {
    double all = 0;
    for (const cpu_engine::launch_info& l : launches)
        all += double{1} * l.grid.x * l.grid.y * l.grid.z * l.block.x * l.block.y * l.block.z;
    return all;
}

// How often threads wait for each other.
class meetings : public cpu_engine::observer {
  public:
    meetings() { cpu_engine::settings().watch = this; }
    ~meetings() override { cpu_engine::settings().watch = nullptr; }
    void thread_resumed(unsigned) override { ++all; }
    std::atomic<std::uint64_t> all = 0;
};

double meetings_of_small(const compiler::user_library& lib, std::size_t test) {
    (void)lib.launch("cpu", lib.waves[test].front(), test);
    const launched_alone run(lib, test, "cpu");
    const kernel_range range = range_of(run.contract(), user_range(lib.tests[test]));
    kernel_case c =
        plain_case(run.contract(), std::vector<long_index_t>(run.contract().dims.size(), small));
    for (std::size_t d = 0; d < c.dims.size(); ++d)
        c.dims[d] = supported(range, d, std::max(small, range.multiple(d)));
    pack(run.contract(), c);
    fit(run.contract(), range, c);
    meetings counted;
    (void)run.outputs_of(contents_of(run.contract(), c));
    return static_cast<double>(counted.all);
}

}  // namespace

std::string launch_cost_of(const compiler::user_library& lib, std::size_t test) {
    constexpr double idle_thread = 1.0 / 8, meeting = 10;  // in elements of 2 ns
    const std::size_t dims = lib.tests[test].dims.size();
    const double least = threads_of(launches_of(lib, test, 0, small));
    std::vector<double> all{idle_thread * least + meeting * meetings_of_small(lib, test)};
    for (std::size_t d = 0; d < dims; ++d) {
        all.push_back(0);
        for (const long_index_t length : {1 << 12, 1 << 10, 1 << 8, 1 << 6, 16}) {
            const double threads = threads_of(launches_of(lib, test, d, length));
            if (threads == 0 || least == 0) continue;
            all.back() = std::max(threads / least - 1, 0.0) / static_cast<double>(length - small);
            break;
        }
    }
    return fmt::format("{}", fmt::join(all, " "));
}

void add_launch_cost(compiler::user_library& lib, std::size_t test, const std::string& text) {
    std::vector<double> all;
    std::istringstream words(text);
    for (double number = 0; words >> number;) all.push_back(number);
    if (!words.eof()) throw std::runtime_error("These are no costs: " + text);
    lib.tests[test].launch_cost = std::move(all);
}

std::string launch_edges(const compiler::user_library& lib, std::size_t test) {
    std::set<long> edges, ends;
    for (std::size_t d = 0; d < lib.tests[test].dims.size(); ++d)
        add_edges_of(lib, test, d, edges, ends);
    std::erase_if(edges, [](long e) { return e < 5 || e > longest_launch_edge; });
    std::erase_if(ends, [](long e) { return e < 5 || e > longest_grid_edge; });
    edges.merge(ends);
    return fmt::format("{}", fmt::join(edges, " "));
}

void add_launch_edges(compiler::user_library& lib, std::size_t test, const std::string& text) {
    std::vector<long> edges;
    std::istringstream words(text);
    for (long e = 0; words >> e;) edges.push_back(e);
    if (!words.eof()) throw std::runtime_error("These are no lengths: " + text);
    lib.tests[test].edges = std::move(edges);
}

}  // namespace tileproof::properties
