// SPDX-License-Identifier: MIT
#include "compiler/extract/skeleton.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "compiler/extract/launch_record.hpp"

namespace tileproof::compiler {
namespace {

using kind = recorded_argument::kind;

struct operand {
    std::string name, use;  // "input", "output", "in_out"
    contract_type of;
    std::vector<std::string> extents;
    std::string values, pointer;
};

// A factor or an epsilon is drawn. A whole number may be a stride or a count, which cannot have any value.
bool is_scalar(const recorded_argument& a) {
    return a.what == kind::real && (a.type == "float" || a.type == "double") &&
           std::isfinite(a.real);
}

class writer {
  public:
    explicit writer(const launch_record& r) : record_(r), lengths_(candidates()) {}
    std::string text(const std::string& include);

  private:
    std::string name_of(std::size_t i) const {
        const std::string& name = record_.arguments[i].name;
        return name.empty() ? fmt::format("argument{}", i) : name;
    }
    std::vector<length> candidates() const;
    void invent_lengths();
    operand operand_of(std::size_t i);
    std::string values_of(const recorded_argument&) const;
    std::string argument(std::size_t i) const;
    std::string grid();
    void doubt(const std::string& why) { doubts_ += "// ? " + why + "\n"; }

    const launch_record& record_;
    lengths lengths_;
    std::map<std::size_t, operand> operands_;  // by argument
    std::string doubts_;
};

std::vector<length> writer::candidates() const {
    std::vector<length> list;
    for (std::size_t i = 0; i < record_.arguments.size(); ++i)
        if (const auto& a = record_.arguments[i];
            a.what == kind::whole && a.type != "bool" && a.whole >= 2)
            list.push_back({name_of(i), a.whole});
    return list;
}

// Whole numbers may be indices, which must then stay within what they index.
std::string writer::values_of(const recorded_argument& a) const {
    if (a.least > a.most) return "";
    for (const length& l : lengths_.used())
        if (a.least >= 0 && a.most > 1 && a.most < l.value && 2 * a.most >= l.value)
            return fmt::format(".indices_below(\"{}\")", l.name);
    return fmt::format(".values_from({}, {})", a.least, a.most);
}

operand writer::operand_of(std::size_t i) {
    const recorded_argument& a = record_.arguments[i];
    operand o{name_of(i), "in_out", contract_type_of(a), {}, "", ""};
    if (a.constant && !a.changed)
        o.use = "input";
    else if (a.changed && !a.set)
        o.use = "output";
    else if (!a.changed)
        doubt(fmt::format("{} was not changed by this launch", o.name));
    const std::uint64_t one = std::max<std::uint64_t>(a.element, 1);
    const auto count = static_cast<std::int64_t>(a.bytes / one);
    const bool invented = candidates().empty() && count >= 2;
    o.extents = invented ? lengths_.invent(count) : lengths_.extents(count);
    if (o.of.lanes > 1) o.extents.push_back(std::to_string(o.of.lanes));
    const bool in = o.use == "input";
    o.pointer = fmt::format("p.{}<{}>(\"{}\")", in ? "in" : "out", o.of.type, o.name);
    if (o.of.cast)
        o.pointer =
            fmt::format("reinterpret_cast<{}{}*>({})", in ? "const " : "", a.type, o.pointer);
    return o;
}

std::string writer::argument(std::size_t i) const {
    const recorded_argument& a = record_.arguments[i];
    if (const auto o = operands_.find(i); o != operands_.end()) return o->second.pointer;
    if (a.what == kind::pointer) return "nullptr";
    if (a.what == kind::other) return a.type + "{}";
    if (is_scalar(a)) return fmt::format("p.scalar<{}>(\"{}\")", a.type, name_of(i));
    if (a.type == "bool") return a.whole ? "true" : "false";
    if (a.what == kind::real) return fmt::format("static_cast<{}>({})", a.type, a.real);
    return lengths_.is_used(name_of(i)) ? fmt::format("static_cast<{}>({})", a.type, name_of(i))
                                        : fmt::format("static_cast<{}>({})", a.type, a.whole);
}

std::string writer::grid() {
    std::vector<std::string> forward;  // dims of the first output, the contiguous one last
    for (const bool written : {true, false})
        for (const auto& [i, o] : operands_)
            if ((o.use != "input") == written)
                forward.insert(forward.end(), o.extents.begin(), o.extents.end());
    std::vector<std::string> backward(forward.rbegin(), forward.rend()), axes;
    for (int axis = 0; axis < 3; ++axis) {
        std::string other;
        std::string text = lengths_.blocks(record_.grid[axis], record_.block[axis],
                                           axis == 0 ? backward : forward, &other);
        if (!other.empty())
            doubt(fmt::format("the number of blocks along {} may follow from {} instead",
                              "xyz"[axis], other));
        if (text.empty()) {
            text = std::to_string(record_.grid[axis]);
            doubt(fmt::format("the {} blocks along {} follow from no length that is known here",
                              text, "xyz"[axis]));
        }
        axes.push_back(std::move(text));
    }
    return fmt::format("dim3({})", fmt::join(axes, ", "));
}

void writer::invent_lengths() {
    std::vector<std::int64_t> counts;
    for (const recorded_argument& a : record_.arguments)
        if (a.what == kind::pointer && a.element > 0)
            counts.push_back(static_cast<std::int64_t>(a.bytes / a.element));
    std::sort(counts.begin(), counts.end());
    for (const std::int64_t c : counts)
        if (c >= 2) lengths_.invent(c);
}

std::string writer::text(const std::string& include) {
    if (candidates().empty()) invent_lengths();
    for (std::size_t i = 0; i < record_.arguments.size(); ++i) {
        const recorded_argument& a = record_.arguments[i];
        if (a.what == kind::pointer && a.bytes > 0) operands_[i] = operand_of(i);
        if (a.what == kind::pointer && a.bytes == 0)
            doubt(name_of(i) + " pointed into no buffer of the device");
        if (a.what == kind::other)
            doubt(fmt::format("{} is of type {}: fill it in", name_of(i), a.type));
    }
    const std::string blocks = grid();
    for (auto& [i, o] : operands_)
        if (o.use != "output") o.values = values_of(record_.arguments[i]);
    if (const std::string d = lengths_.doubt(); !d.empty())
        doubt(d + ": which of them each line below means is a guess");

    std::string out = fmt::format(
        "// Made by `tileproof extract` from launch {} of {}: grid ({}), block ({}).\n"
        "// It runs as it is: what {} reads and writes is judged for shapes of all kinds, its "
        "results once there is a "
        "reference.\n",
        record_.number, record_.kernel, fmt::join(record_.grid, ","), fmt::join(record_.block, ","),
        record_.kernel);
    std::vector<std::string> dims, were;
    for (const length& l : lengths_.used()) {
        dims.push_back(l.name);
        were.push_back(fmt::format("{} = {}", l.name, l.value));
    }
    if (!were.empty()) out += fmt::format("// There {}.\n", fmt::join(were, ", "));
    out += doubts_;
    out += fmt::format(
        "#include <cmath>\n#include <hip/hip_runtime.h>\n#include "
        "<tileproof/custom_contract.hpp>\n\n"
        "#define main main_of_the_program\n#include \"{}\"\n#undef main\n\n"
        "static const tileproof::kernel_test {}_test =\n    tileproof::custom(\"{}\", {{{}}})\n",
        include, plain_name(record_.kernel), plain_name(record_.kernel),
        dims.empty() ? "" : fmt::format("\"{}\"", fmt::join(dims, "\", \"")));
    for (const auto& [i, o] : operands_)
        out += fmt::format("        .{}<{}>(\"{}\", {{\"{}\"}}){}\n", o.use, o.of.type, o.name,
                           fmt::join(o.extents, "\", \""), o.values);
    for (std::size_t i = 0; i < record_.arguments.size(); ++i) {
        const recorded_argument& a = record_.arguments[i];
        if (!is_scalar(a)) continue;
        std::vector<double> values{a.real};  // the program's value is the simplest
        for (const double v : {0.0, 1.0, -1.0})
            if (v != a.real) values.push_back(v);
        out += fmt::format("        .scalar<{}>(\"{}\", {{{}}})  // or a range: {}, {}\n", a.type,
                           name_of(i), fmt::join(values, ", "), std::min(a.real, 0.0),
                           std::max(a.real, 1.0));
    }
    if (!dims.empty())
        out += fmt::format("        .at_least({{{}}})  // 0, if your launch takes empty operands\n",
                           fmt::join(std::vector<int>(dims.size(), 1), ", "));
    out +=
        "        // Instead, the right answer: .reference([](const tileproof::arrays& a) { "
        "a.out<..>(..) = ..; })\n"
        "        .bounded_reference([](const tileproof::arrays& a) {\n";
    for (const auto& [i, o] : operands_)
        if (o.use != "input")
            out += fmt::format("            a.bound(\"{}\").setConstant(INFINITY);\n", o.name);
    out += "        })\n        .launch([](const tileproof::pointers& p) {\n";
    for (const std::string& d : dims)
        out += fmt::format("            const long {} = p.dim(\"{}\");\n", d, d);
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < record_.arguments.size(); ++i) arguments.push_back(argument(i));
    out +=
        fmt::format("            {}<<<{}, dim3({}), {}>>>(\n                {});\n        }});\n",
                    record_.kernel, blocks, fmt::join(record_.block, ", "), record_.shared,
                    fmt::join(arguments, ",\n                "));
    return out;
}

}  // namespace

std::string skeleton(const launch_record& r, const std::string& include) {
    return writer(r).text(include);
}

std::int64_t lengths::product(const std::vector<std::size_t>& of) const {
    std::int64_t p = 1;
    for (const std::size_t i : of)
        if (__builtin_mul_overflow(p, all_[i].value, &p)) return -1;
    return p;
}

std::vector<std::vector<std::size_t>> lengths::products() const {
    const std::size_t n = std::min<std::size_t>(all_.size(), 8);
    std::vector<std::vector<std::size_t>> list;
    for (std::size_t i = 0; i < n; ++i) list.push_back({i});
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j) list.push_back({i, j});
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = i + 1; j < n; ++j)
            for (std::size_t k = j + 1; k < n; ++k) list.push_back({i, j, k});
    for (std::size_t i = 0; i < n; ++i) list.insert(list.end(), {{i, i}, {i, i, i}});
    return list;
}

std::vector<std::string> lengths::use(const std::vector<std::size_t>& of) {
    std::vector<std::string> names;
    for (const std::size_t i : of) {
        all_[i].used = true;
        names.push_back(all_[i].name);
    }
    return names;
}

std::vector<std::string> lengths::extents(std::int64_t count) {
    for (const auto& of : products())
        if (product(of) == count) return use(of);
    if (const std::string sum = sum_with(count, 2); !sum.empty()) return {sum};
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (count % all_[i].value == 0 && count / all_[i].value <= 16)
            return {use({i})[0], std::to_string(count / all_[i].value)};
    if (const std::string sum = sum_with(count, 64); !sum.empty()) return {sum};
    return {std::to_string(count)};
}

// "n + 2", for a length that is much larger than the added number.
std::string lengths::sum_with(std::int64_t count, std::int64_t most) {
    for (std::size_t i = 0; i < all_.size(); ++i)
        if (const std::int64_t more = count - all_[i].value;
            std::abs(more) <= std::min(most, std::max<std::int64_t>(all_[i].value / 8, 2)))
            return fmt::format("{} {} {}", use({i})[0], more < 0 ? '-' : '+', std::abs(more));
    return "";
}

std::vector<std::string> lengths::invent(std::int64_t count) {
    for (const length& l : all_)
        if (l.value == count) return {l.name};
    if (const std::string sum = sum_with(count, 64); !sum.empty()) return {sum};
    std::string name = "n";
    for (int i = 2; std::any_of(all_.begin(), all_.end(), [&](auto& l) { return l.name == name; });
         ++i)
        name = "n" + std::to_string(i);
    all_.push_back({name, count, true});
    return {name};
}

std::string lengths::blocks(unsigned grid, unsigned block, const std::vector<std::string>& first,
                            std::string* other) {
    std::vector<std::vector<std::size_t>> order;
    for (const std::string& name : first)
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].name == name) order.push_back({i});
    for (auto& of : products()) order.push_back(std::move(of));
    const auto take = [&](auto&& fits) -> std::string {
        const auto found = std::find_if(order.begin(), order.end(), fits);
        if (found == order.end()) return "";
        for (const auto& of : order)
            if (other && of.size() == 1 && of != *found && fits(of)) *other = all_[of[0]].name;
        return fmt::format("{}", fmt::join(use(*found), " * "));
    };
    const std::string covered = take([&](const auto& of) {
        const std::int64_t p = product(of);
        return block > 1 && p > 0 && (p + block - 1) / block == grid;
    });
    if (!covered.empty()) return fmt::format("({} + {}) / {}", covered, block - 1, block);
    return grid == 1 ? "1" : take([&](const auto& of) { return product(of) == grid; });
}

std::string lengths::doubt() const {
    for (std::size_t i = 0; i < all_.size(); ++i)
        for (std::size_t j = i + 1; j < all_.size(); ++j)
            if (all_[i].value == all_[j].value && (all_[i].used || all_[j].used))
                return fmt::format("{} and {} were both {}", all_[i].name, all_[j].name,
                                   all_[i].value);
    return "";
}

std::vector<length> lengths::used() const {
    std::vector<length> list;
    std::copy_if(all_.begin(), all_.end(), std::back_inserter(list),
                 [](const length& l) { return l.used; });
    return list;
}

bool lengths::is_used(const std::string& name) const {
    return std::any_of(all_.begin(), all_.end(),
                       [&](const length& l) { return l.used && l.name == name; });
}

}  // namespace tileproof::compiler
