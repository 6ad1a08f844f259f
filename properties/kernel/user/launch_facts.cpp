// SPDX-License-Identifier: MIT
#include "properties/kernel/user/launch_facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/memory.hpp"
#include "devices/cpu/sampling.hpp"
#include "devices/device.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/user/fitted_number.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

namespace tileproof::properties {
namespace {

using nlohmann::json;

constexpr std::size_t problems = 96, most_noted = 64;
constexpr std::size_t most_untouched = std::size_t{1}
                                       << 30;  // of all operands; nobody touches them
constexpr long_index_t usual_lengths[] = {1,   2,   3,   5,   7,   16,   31,   32,   33,
                                          63,  64,  65,  100, 127, 128,  129,  200,  255,
                                          256, 257, 300, 513, 777, 1000, 1025, 2049, 3001};
constexpr long_index_t far_lengths_tried[] = {1 << 12, 1 << 15, 100003, 1 << 18, 1 << 20, 5000011};

struct seen_argument {
    bool is_pointer = false;
    std::string name;
    std::vector<std::byte> bytes;
};
struct seen_launch {
    cpu_engine::launch_info info;
    std::vector<seen_argument> arguments;
};

// Records launches and runs nothing.
class launches_noted : public cpu_engine::block_sampling, public cpu_engine::host_watch {
  public:
    launches_noted() { cpu_engine::sampling = this, cpu_engine::watching_host() = this; }
    ~launches_noted() override {
        cpu_engine::sampling = nullptr, cpu_engine::watching_host() = nullptr;
    }
    void begin(const cpu_engine::launch_info&) override {}
    std::optional<std::uint64_t> next() override { return std::nullopt; }
    void host_moves(const void*, const void*, std::size_t) override {}
    void launches(const cpu_engine::launch_info& info,
                  std::span<const cpu_engine::launch_argument> list) override {
        if (seen.size() == most_noted) throw std::runtime_error("Too many launches.");
        seen.push_back({info, {}});
        for (const cpu_engine::launch_argument& a : list) {
            const bool is_pointer = a.what == cpu_engine::launch_argument::kind::pointer;
            const auto* const at = static_cast<const std::byte*>(a.value);
            seen.back().arguments.push_back(
                {is_pointer, a.name, {at, at + (is_pointer ? sizeof(void*) : a.bytes)}});
        }
    }
    std::vector<seen_launch> seen;
};

struct operand_memory {
    const std::byte* begin = nullptr;
    std::size_t bytes = 0;
};
// One problem: the lengths' values in the order of the names, what was launched, and where the operands were.
struct problem {
    std::vector<std::int64_t> lengths;
    std::vector<seen_launch> launched;
    std::vector<operand_memory> operands;
    std::vector<std::vector<long_index_t>> extents;
};

bool is_whole(const kernel_contract&, const sdk::test_data& t, std::size_t parameter) {
    const std::string& type = t.scalars[parameter].type;
    return type.find("int") != std::string::npos;
}

class recorder {
  public:
    recorder(const compiler::user_library& lib, std::size_t test, unsigned wave)
        : lib_(lib),
          test_(test),
          wave_(wave),
          t_(lib.tests[test]),
          contract_(contract_of(lib, test)),
          range_(range_of(contract_, user_range(t_))) {}

    void record() {
        for (std::uint64_t n = 0; n < problems; ++n) {
            draw from(n);
            try_problem(from, n % 3 == 0);
        }
    }

    json facts(const json& wanted) const {
        json all{{"problems", all_.size()},  {"names", json::array()}, {"operands", json::array()},
                 {"kernels", json::array()}, {"square", t_.square},    {"strided", t_.strided}};
        for (std::size_t d = 0; d < contract_.dims.size(); ++d)
            all["names"].push_back({{"name", contract_.dims[d].name},
                                    {"least", range_.least_of(d)},
                                    {"most", std::max(range_.most_of(d), contract_.dims[d].most)},
                                    {"multiple", range_.multiple(d)}});
        for (std::size_t s = 0; s < t_.scalars.size(); ++s)
            if (is_whole(contract_, t_, s)) {
                const auto [least, most] = ends_of(t_.scalars[s]);
                all["names"].push_back({{"name", t_.scalars[s].name},
                                        {"least", least},
                                        {"most", most},
                                        {"multiple", 1}});
            }
        for (std::size_t o = 0; o < t_.operands.size(); ++o) all["operands"].push_back(operand(o));
        std::map<std::pair<std::string, std::size_t>,
                 std::vector<std::pair<std::size_t, std::size_t>>>
            by_kernel;
        std::map<std::string, std::size_t> counts;
        bool varies = false;
        for (std::size_t p = 0; p < all_.size(); ++p) {
            std::map<std::string, std::size_t> so_far;
            for (std::size_t l = 0; l < all_[p].launched.size(); ++l) {
                const std::string name = all_[p].launched[l].info.kernel;
                by_kernel[{name, so_far[name]++}].emplace_back(p, l);
            }
            for (const auto& [name, n] : so_far)
                varies |= counts.try_emplace(name, n).first->second != n;
        }
        for (const auto& [name, launches] : by_kernel) {
            all["kernels"].push_back(kernel(launches, wanted.value(name.first, json::array())));
            all["kernels"].back()["name"] = name.first;
            all["kernels"].back()["varies"] = varies;
        }
        return all;
    }

  private:
    using places = std::vector<std::pair<std::size_t, std::size_t>>;  // problem, launch

    static std::pair<long, long> ends_of(const sdk::scalar& s) {
        double least = s.least, most = s.most;
        if (s.from_list) {
            const auto [first, last] = std::ranges::minmax(s.values);
            least = first, most = last;
        }
        constexpr double far = 0x1p46;
        return {static_cast<long>(std::max(least, -far)), static_cast<long>(std::min(most, far))};
    }

    void try_problem(draw& from, bool one_far) {
        kernel_case c = plain_case(contract_, std::vector<long_index_t>(contract_.dims.size()));
        const auto long_one =
            static_cast<std::size_t>(from.below(static_cast<long_index_t>(c.dims.size())));
        for (std::size_t d = 0; d < c.dims.size(); ++d) {
            long_index_t length = from.pick(usual_lengths);
            if (one_far)
                length = d == long_one ? from.pick(far_lengths_tried)
                                       : std::min<long_index_t>(length, 5);
            if (c.dims.size() > 3 && !one_far) length = std::min<long_index_t>(length, 40);
            if (const long_index_t most = range_.most_of(d)) length = std::min(length, most);
            c.dims[d] =
                supported(range_, d, std::max({length, range_.multiple(d), range_.least_of(d)}));
        }
        for (std::size_t o = 0; o < c.operands.size(); ++o)
            if (const auto orders = static_cast<long_index_t>(contract_.operands[o].orders.size());
                orders > 1)
                c.operands[o].order = static_cast<int>(from.below(orders));
        for (std::size_t p = 0; p < c.parameters.size(); ++p)
            if (contract_.parameters[p].random)
                c.parameters[p] = contract_.parameters[p].random(from, c);
        pack(contract_, c);
        fit(contract_, range_, c);
        if (why_outside(contract_, range_, c).empty() && has_extents(contract_, c)) launch(c);
    }

    void launch(const kernel_case& c) {
        problem p{{c.dims.begin(), c.dims.end()}, {}, {}, {}};
        for (std::size_t s = 0; s < t_.scalars.size(); ++s)
            if (is_whole(contract_, t_, s))
                p.lengths.push_back(static_cast<std::int64_t>(
                    c.parameters[c.parameters.size() - t_.scalars.size() + s]));
        std::deque<cpu_engine::untouched_memory> memory;
        std::vector<void*> pointers;
        std::size_t all = 0;
        for (std::size_t o = 0; o < c.operands.size(); ++o) {
            const auto bytes = static_cast<std::size_t>(reach_of(contract_, c, o)) *
                               static_cast<std::size_t>(contract_.types[0].each[o]->bytes);
            if ((all += bytes) > most_untouched || bytes == 0) return;
            pointers.push_back(memory.emplace_back(bytes).data());
            p.operands.push_back({static_cast<const std::byte*>(pointers.back()), bytes});
            p.extents.push_back(extents_of(contract_, c, o));
            if (contract_.locations) p.extents.back() = {reach_of(contract_, c, o)};
        }
        std::vector<std::vector<long>> strides;
        const sdk::call call = user_call(contract_, c, strides, pointers);
        devices::device& device = devices::find_device("cpu-checked");
        device.set_wave_size(wave_);
        launches_noted noted;
        try {
            device.run([&] { lib_.launch("cpu-checked", wave_, test_)(call); });
            device.synchronize();
        } catch (const std::exception&) {  // the test does not take it, or fails without results
        }
        p.launched = std::move(noted.seen);
        if (!p.launched.empty()) all_.push_back(std::move(p));
    }

    // Of the problems in which a launch is.
    json fitted(const places& in, const auto& number) const {
        std::vector<values_of_length> names;
        for (std::size_t n = 0; n < all_[in[0].first].lengths.size(); ++n) {
            names.push_back({name_of(n), {}});
            for (const auto& [p, l] : in) names.back().second.push_back(all_[p].lengths[n]);
        }
        std::vector<std::int64_t> values;
        for (const auto& [p, l] : in) {
            const std::optional<std::int64_t> v = number(all_[p], l);
            if (!v) return nullptr;
            values.push_back(*v);
        }
        return fitted_number(names, values);
    }

    std::string name_of(std::size_t n) const {
        if (n < contract_.dims.size()) return contract_.dims[n].name;
        n -= contract_.dims.size();
        for (std::size_t s = 0;; ++s)
            if (is_whole(contract_, t_, s) && n-- == 0) return t_.scalars[s].name;
    }

    json operand(std::size_t o) const {
        const sdk::operand& declared = t_.operands[o];
        json all{{"name", declared.name},
                 {"bytes", declared.bytes},
                 {"use", declared.use == sdk::operand_use::input ? "input" : "output"},
                 {"extents", json::array()}};
        places every;
        for (std::size_t p = 0; p < all_.size(); ++p) every.emplace_back(p, 0);
        const std::size_t rank = all_.empty() ? 0 : all_[0].extents[o].size();
        for (std::size_t e = 0; e < rank; ++e)
            all["extents"].push_back(fitted(every, [&](const problem& p, std::size_t) {
                return std::optional(p.extents[o][e]);
            }));
        if (all_.empty()) all["extents"].push_back(nullptr);
        return all;
    }

    json kernel(const places& in, const json& wanted) const {
        json k{{"launches", in.size()},
               {"grid", json::array()},
               {"block", json::array()},
               {"arguments", json::array()}};
        const auto of_info = [&](const auto& number) {
            return fitted(in, [&](const problem& p, std::size_t l) {
                return std::optional<std::int64_t>(number(p.launched[l].info));
            });
        };
        k["grid"] = {of_info([](auto& i) { return i.grid.x; }),
                     of_info([](auto& i) { return i.grid.y; }),
                     of_info([](auto& i) { return i.grid.z; })};
        k["block"] = {of_info([](auto& i) { return i.block.x; }),
                      of_info([](auto& i) { return i.block.y; }),
                      of_info([](auto& i) { return i.block.z; })};
        k["shared"] = of_info([](auto& i) { return i.dynamic_shared; });
        for (const json& w : wanted) k["arguments"].push_back(argument(in, w));
        return k;
    }

    json argument(const places& in, const json& wanted) const {
        const auto number = wanted.at("number").get<std::size_t>(),
                   at = wanted.at("at").get<std::size_t>();
        const std::size_t bytes = wanted.at("bits").get<std::size_t>() / 8;
        const auto word = [&](const problem& p, std::size_t l) -> std::optional<std::int64_t> {
            const auto& arguments = p.launched[l].arguments;
            if (number >= arguments.size() || bytes == 0 || bytes > 8 ||
                at + bytes > arguments[number].bytes.size())
                return {};
            std::uint64_t v = 0;
            std::memcpy(&v, &arguments[number].bytes[at], bytes);
            const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes);
            return static_cast<std::int64_t>(v << unused) >> unused;
        };
        json a{{"number", number}, {"at", at}, {"bits", 8 * bytes}};
        const auto& first = all_[in[0].first].launched[in[0].second].arguments;
        if (number < first.size())
            a["name"] = first[number].name + (at ? "+" + std::to_string(at) : "");
        if (!wanted.value("pointer", false)) {
            a["value"] = fitted(in, word);
            return a;
        }
        for (std::size_t o = 0; o < t_.operands.size(); ++o) {
            const json bytes_from =
                fitted(in, [&](const problem& p, std::size_t l) -> std::optional<std::int64_t> {
                    const auto v = word(p, l);
                    const auto begin = reinterpret_cast<std::int64_t>(p.operands[o].begin);
                    if (!v || *v < begin ||
                        *v >= begin + static_cast<std::int64_t>(p.operands[o].bytes))
                        return {};
                    return *v - begin;
                });
            if (bytes_from.is_null()) continue;
            a["operand"] = o, a["operand_name"] = t_.operands[o].name, a["bytes"] = bytes_from;
            break;
        }
        return a;
    }

    const compiler::user_library& lib_;
    const std::size_t test_;
    const unsigned wave_;
    const sdk::test_data& t_;
    const kernel_contract contract_;
    const kernel_range range_;
    std::vector<problem> all_;
};

}  // namespace

json launch_facts(const compiler::user_library& lib, std::size_t test, unsigned wave,
                  const json& wanted) {
    recorder r(lib, test, wave);
    r.record();
    return r.facts(wanted);
}

// One that the test takes.
static double nearest_of(const sdk::scalar& s, double value) {
    if (!s.from_list) return value;
    return *std::ranges::min_element(s.values, {}, [&](double v) { return std::abs(v - value); });
}

json case_with_lengths(const compiler::user_library& lib, std::size_t test,
                       const std::string& source,
                       const std::vector<std::pair<std::string, long>>& wanted) {
    const sdk::test_data& t = lib.tests[test];
    const kernel_contract contract = contract_of(lib, test);
    const kernel_range range = range_of(contract, user_range(t));
    kernel_case c = plain_case(contract, std::vector<long_index_t>(contract.dims.size()));
    for (const auto& [name, value] : wanted) {
        for (std::size_t d = 0; d < c.dims.size(); ++d)
            if (contract.dims[d].name == name) c.dims[d] = value;
        for (std::size_t s = 0; s < t.scalars.size(); ++s)
            if (t.scalars[s].name == name)
                c.parameters[c.parameters.size() - t.scalars.size() + s] =
                    nearest_of(t.scalars[s], static_cast<double>(value));
    }
    pack(contract, c);
    fit(contract, range, c);
    if (!why_outside(contract, range, c).empty() || !has_extents(contract, c)) return nullptr;
    json made = to_json(contract, c);
    made["source"] = source;
    made["test"] = t.name;
    return made;
}

}  // namespace tileproof::properties
