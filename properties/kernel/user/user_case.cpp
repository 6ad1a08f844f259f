#include "properties/kernel/user/user_case.hpp"

#include "properties/draw.hpp"
#include "properties/property.hpp"
#include "properties/read_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using kernels::placement;
using nlohmann::json;

constexpr long most_elements = 1 << 22;

constexpr std::pair<placement, const char*> fences[] = {{placement::plain, "none"},
                                                        {placement::fence_after, "after"},
                                                        {placement::fence_before, "before"}};

// The nearest size below that the kernel takes: a multiple, not above the most.
long supported(long n, std::size_t dim, const user::test_data& t) {
    if (t.most[dim] > 0) n = std::min(n, t.most[dim]);
    return std::max(n / t.multiples[dim] * t.multiples[dim], t.least[dim]);
}

long work(const user_case& c, const user::test_data& t) {
    long sum = 0, all = 1;
    for (const user::operand& o : t.operands) sum += packed_elements(o, c.dims);
    for (const long d : c.dims) all *= std::max(d, 1L);
    return t.contract == "product" ? std::max(sum, all / 8) : sum;
}

void settle_slack(user_case& c, const user::test_data& t) {
    if (!t.strided) std::fill(c.slack.begin(), c.slack.end(), 0);
    if (!t.shifted) std::fill(c.shift.begin(), c.shift.end(), 0);
    if (!t.strided || t.alignment == 0) return;
    for (std::size_t o = 0; o < t.operands.size(); ++o) {  // rows begin at multiples, too
        const user::operand& operand = t.operands[o];
        if (operand.extents.size() < 2) continue;
        const long row = c.dims[static_cast<std::size_t>(operand.extents.back())];
        while ((row + c.slack[o]) * operand.bytes % t.alignment) ++c.slack[o];
    }
}

// Sizes that the test does not support, where the launch is to refuse them: one beside a multiple,
// one above the most.
std::vector<std::vector<long>> unsupported_dims(const user::test_data& t) {
    std::vector<std::vector<long>> all;
    std::vector<long> fine(t.dims.size());
    for (std::size_t d = 0; d < fine.size(); ++d)
        fine[d] = std::max(supported(2 * t.multiples[d], d, t), t.least[d]);
    for (std::size_t d = 0; d < fine.size() && t.refuses; ++d) {
        const auto with = [&](long n) {
            all.push_back(fine);
            all.back()[d] = n;
        };
        if (t.multiples[d] > 1) {
            with(t.multiples[d] - 1);
            with(fine[d] + 1);
        }
        // The batch of a test that takes none is not asked about.
        if (t.most[d] > t.least[d] && t.most[d] < 4096) with(t.most[d] + t.multiples[d]);
    }
    return all;
}

}  // namespace

bool moves_bits(const user::test_data& t) {
    return t.contract == "transpose" || t.contract == "copy";
}

long packed_elements(const user::operand& o, const std::vector<long>& dims) {
    long n = 1;
    for (const int e : o.extents) n *= dims[static_cast<std::size_t>(e)];
    return n;
}

std::vector<long> strides_of(const user::operand& o, const std::vector<long>& dims, long slack) {
    std::vector<long> strides(o.extents.empty() ? 0 : o.extents.size() - 1);
    long stride = 1;
    for (std::size_t i = strides.size(); i-- > 0;) {
        stride *= dims[static_cast<std::size_t>(o.extents[i + 1])];
        if (i + 1 == strides.size()) stride += slack;
        strides[i] = stride;
    }
    return strides;
}

json to_json(const user_case& c, const user::test_data& t, const std::string& source) {
    const auto fence = std::find_if(std::begin(fences), std::end(fences),
                                    [&](const auto& f) { return f.first == c.fence; });
    return {{"source", source},         {"test", t.name},         {"dims", c.dims},
            {"slack", c.slack},         {"shift", c.shift},       {"data", c.data},
            {"data_seed", c.data_seed}, {"fence", fence->second}, {"repeats", c.repeats}};
}

user_case user_case_from_json(const json& j, const user::test_data& t) {
    user_case c;
    try {
        read_whole(j, "dims", c.dims);
        read_whole(j, "slack", c.slack);
        read_whole(j, "shift", c.shift);
        c.data = j.at("data").get<std::string>();
        read_whole(j, "data_seed", c.data_seed);
        read_whole(j, "repeats", c.repeats);
        const auto fence = j.at("fence").get<std::string>();
        const auto found = std::find_if(std::begin(fences), std::end(fences),
                                        [&](const auto& f) { return f.second == fence; });
        if (found == std::end(fences)) throw bad_case("There is no fence '" + fence + "'.");
        c.fence = found->first;
    } catch (const json::exception& e) {
        throw bad_case(fmt::format("A case of {} cannot be read: {}.", t.name, e.what()));
    }
    const auto fits = [](const std::vector<long>& v, std::size_t n, long most) {
        return v.size() == n &&
               std::all_of(v.begin(), v.end(), [&](long x) { return x >= 0 && x <= most; });
    };
    if (!fits(c.dims, t.dims.size(), most_elements) || !fits(c.slack, t.operands.size(), 4096) ||
        !fits(c.shift, t.operands.size(), 4096) || c.repeats < 0 || c.repeats > 100)
        throw bad_case(fmt::format(
            "A case of {} has other dims than the test, or figures out of range.", t.name));
    for (const user::operand& o : t.operands) {
        long n = 1;
        for (const int e : o.extents) {
            n *= std::max(c.dims[static_cast<std::size_t>(e)], 1L);
            if (n > most_elements)
                throw bad_case(fmt::format("A case of {} needs too much memory.", t.name));
        }
    }
    return c;
}

user_case plain_case(const user::test_data& t, std::vector<long> dims) {
    user_case c;
    c.dims = std::move(dims);
    c.slack.assign(t.operands.size(), 0);
    c.shift.assign(t.operands.size(), 0);
    c.data = moves_bits(t) ? "coordinates" : "integers";
    for (std::size_t d = 0; d < c.dims.size(); ++d) c.dims[d] = supported(c.dims[d], d, t);
    settle_slack(c, t);
    return c;
}

std::vector<user_case> first_own_cases(const user::test_data& t) {
    std::vector<user_case> all;
    const std::size_t n = t.dims.size();
    std::vector<std::vector<long>> shapes;
    for (const long d : {0L, 1L, 2L, 31L, 32L, 33L, 64L, 67L})
        shapes.push_back(std::vector<long>(n, d));
    for (std::size_t i = 0; i < n; ++i)
        for (const long d : {0L, 1L, 65L, 129L}) {
            std::vector<long> dims(n, 3);
            dims[i] = d;
            shapes.push_back(dims);
        }
    for (std::vector<long>& dims : shapes) {
        // Multiples of 32 would all become 0: also the least supported ones.
        user_case c = plain_case(t, dims);
        std::vector<long> least = dims;
        for (std::size_t d = 0; d < n; ++d) least[d] *= t.multiples[d];
        user_case up = plain_case(t, least);
        if (work(up, t) <= 1 << 16) all.push_back(up);
        if (c.dims != up.dims) all.push_back(c);
    }
    for (std::vector<long>& dims : unsupported_dims(t)) {
        user_case c = plain_case(t, dims);
        c.dims = std::move(dims);
        settle_slack(c, t);
        all.push_back(std::move(c));
    }
    return all;
}

user_case random_own_case(draw& from, const user::test_data& t, int size) {
    user_case c = plain_case(t, std::vector<long>(t.dims.size(), 0));
    const long most = from.chance(3) ? 1 << 15 : 256 + 20 * size;
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
        const long reach = t.dims.size() == 1 ? most : 40 + 2 * size;
        long n = from.boundary(0, std::max(reach, 4 * t.multiples[d]));
        if (n < t.multiples[d] && from.chance(80)) n = t.multiples[d];
        c.dims[d] = supported(n, d, t);
    }
    while (work(c, t) > std::max(most, 4096L)) {
        const auto largest = std::max_element(c.dims.begin(), c.dims.end()) - c.dims.begin();
        const auto d = static_cast<std::size_t>(largest);
        const long half = supported(c.dims[d] / 2, d, t);
        if (half == 0 || half == c.dims[d]) break;
        c.dims[d] = half;
    }
    if (t.refuses && from.chance(10)) {
        const std::vector<std::vector<long>> all = unsupported_dims(t);
        if (!all.empty()) c.dims = from.pick(all);
    }
    for (std::size_t o = 0; o < t.operands.size(); ++o) {
        if (from.chance(40)) c.slack[o] = from.between(1, 9);
        if (from.chance(40)) c.shift[o] = from.between(1, 3);
    }
    settle_slack(c, t);
    c.data = moves_bits(t) ? from.pick(std::vector<std::string>{"coordinates", "special", "random"})
                           : from.pick(std::vector<std::string>{"integers", "random"});
    c.data_seed = static_cast<std::uint32_t>(from.below(1 << 20));
    c.fence = from.pick(
        std::vector<placement>{placement::plain, placement::fence_after, placement::fence_before});
    c.repeats = from.chance(20) ? 3 : 1;
    return c;
}

std::vector<user_case> smaller(const user_case& c, const user::test_data& t) {
    std::vector<user_case> all;
    const auto add = [&](auto change) {
        user_case s = c;
        change(s);
        settle_slack(s, t);
        if (s.slack != c.slack || s.dims != c.dims || s.shift != c.shift || s.data != c.data ||
            s.data_seed != c.data_seed || s.fence != c.fence || s.repeats != c.repeats)
            all.push_back(std::move(s));
    };
    for (std::size_t d = 0; d < c.dims.size(); ++d) {
        const long step = t.multiples[d];
        for (const long n : {0L, step, supported(c.dims[d] / 2, d, t), c.dims[d] - step})
            if (n >= t.least[d] && n < c.dims[d]) add([&](user_case& s) { s.dims[d] = n; });
    }
    for (std::size_t o = 0; o < c.slack.size(); ++o) {
        if (c.slack[o] > 0) add([&](user_case& s) { s.slack[o] = 0; });
        if (c.slack[o] > 1) add([&](user_case& s) { s.slack[o] = 1; });
        if (c.shift[o] > 0) add([&](user_case& s) { s.shift[o] = 0; });
        if (c.shift[o] > 1) add([&](user_case& s) { s.shift[o] = 1; });
    }
    const std::string plain = moves_bits(t) ? "coordinates" : "integers";
    if (c.data != plain) add([&](user_case& s) { s.data = plain; });
    if (c.data_seed != 0) add([&](user_case& s) { s.data_seed = 0; });
    if (c.fence != placement::plain) add([&](user_case& s) { s.fence = placement::plain; });
    if (c.repeats > 1) add([&](user_case& s) { s.repeats = 1; });
    return all;
}

std::vector<std::string> labels_of(const user_case& c, const user::test_data& t) {
    const long n = work(c, t);
    std::vector<std::string> labels{"data: " + c.data, n == 0   ? "elements: 0"
                                                       : n < 64 ? "elements: 1-63"
                                                                : "elements: 64 or more"};
    if (std::any_of(c.slack.begin(), c.slack.end(), [](long s) { return s > 0; }))
        labels.push_back("rows: apart");
    if (std::any_of(c.shift.begin(), c.shift.end(), [](long s) { return s > 0; }))
        labels.push_back("base: shifted");
    return labels;
}

std::vector<std::size_t> places_of(const user::operand& o, const std::vector<long>& dims,
                                   long slack) {
    const std::vector<long> strides = strides_of(o, dims, slack);
    const long n = packed_elements(o, dims);
    std::vector<std::size_t> places(static_cast<std::size_t>(n));
    for (long e = 0; e < n; ++e) {
        long rest = e, at = 0;
        for (std::size_t i = o.extents.size(); i-- > 0;) {
            const long length = dims[static_cast<std::size_t>(o.extents[i])];
            at += rest % length * (i < strides.size() ? strides[i] : 1);
            rest /= length;
        }
        places[static_cast<std::size_t>(e)] = static_cast<std::size_t>(at);
    }
    return places;
}

std::string index_text(const user::operand& o, const std::vector<long>& dims, std::size_t e) {
    std::string text;
    long rest = static_cast<long>(e);
    for (std::size_t i = o.extents.size(); i-- > 0;) {
        const long length = std::max(dims[static_cast<std::size_t>(o.extents[i])], 1L);
        text = std::to_string(rest % length) + (text.empty() ? "" : ",") + text;
        rest /= length;
    }
    return "element (" + text + ")";
}

}  // namespace tileproof::properties
