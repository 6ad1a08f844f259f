// SPDX-License-Identifier: MIT
#include "properties/kernel/user/user_contract.hpp"

#include "compiler/build/user_code.hpp"
#include "properties/crash_note.hpp"
#include "properties/failure.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/poison.hpp"
#include "properties/property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tileproof::properties {
namespace {

using std::size_t;

constexpr std::byte first_poison{0xa5}, second_poison{0x5a};
constexpr size_t guarded = 64;  // bytes after each output

double as_double(std::byte poison) {
    double value = 0;
    std::memset(&value, std::to_integer<int>(poison), sizeof value);
    return value;
}

bool all_are(std::byte poison, const std::byte* from, size_t bytes) {
    return std::all_of(from, from + bytes, [&](std::byte b) { return b == poison; });
}

bool writes(const sdk::operand& o) { return o.use != sdk::operand_use::input; }
bool reads(const sdk::operand& o) { return o.use != sdk::operand_use::output; }

const element_type& type_of(const packed_call& p, size_t o) { return *p.contract.types[0].each[o]; }

// The type of the k-th number of an element, and where it begins.
struct number_place {
    const element_type& type;
    size_t offset;
};
number_place number_of(const element_type& type, size_t k) {
    if (!type.is_struct()) return {type, 0};
    const element_member& m = type.members()[k];
    return {*m.type, static_cast<size_t>(m.offset)};
}

// Calls use(number, its bytes) for each number of an output until one returns true: the position of that one.
std::optional<size_t> find_number(const element_type& type, size_t elements, auto use) {
    const size_t numbers = numbers_in(type), width = static_cast<size_t>(type.bytes);
    for (size_t at = 0; at < elements * numbers; ++at) {
        const number_place n = number_of(type, at % numbers);
        if (use(at, at / numbers * width + n.offset, n.type)) return at;
    }
    return std::nullopt;
}

// "The predicate of top_k" or "The reference of sums".
std::string function_of(const sdk::test_data& t) {
    return fmt::format("The {} of {}", t.accepts ? "predicate" : "reference", t.name);
}

// ", for rows = 3, columns = 5"
std::string dims_of(const sdk::test_data& t, const packed_call& p) {
    std::string dims;
    for (size_t d = 0; d < t.dims.size(); ++d)
        dims += fmt::format("{}{} = {}", d == 0 ? ", for " : ", ", t.dims[d], p.the_case.dims[d]);
    return dims;
}

[[noreturn]] void blame(const sdk::test_data& t, const packed_call& p, const std::string& what,
                        const std::string& who = {}) {
    throw wrong_declaration(
        fmt::format("{} {}{}.", who.empty() ? function_of(t) : who, what, dims_of(t, p)));
}

// "element (1,2) of y", with the member if it is a struct.
std::string place(const packed_call& p, size_t o, size_t at) {
    const element_type& type = type_of(p, o);
    const size_t numbers = numbers_in(type);
    std::vector<std::int64_t> index(p.extents[o].size());
    auto rest = static_cast<std::int64_t>(at / numbers);
    for (size_t i = index.size(); i-- > 0; rest /= p.extents[o][i])
        index[i] = rest % p.extents[o][i];
    const std::string member =
        type.is_struct() ? type.members()[at % numbers].name + " of " : std::string();
    return fmt::format("{}element {} of {}", member, print_index(index),
                       p.contract.operands[o].name);
}

// While it exists, the user's function is to blame if the process ends.
class noted {
  public:
    noted(const std::string& who, const std::string& where) {
        note_for_crash(fmt::format("{}{} did not come to an end{}.", not_the_kernel, who, where));
    }
    ~noted() { note_for_crash(""); }
    noted(const noted&) = delete;
    noted& operator=(const noted&) = delete;
};

// All operands of a call in the form that a user's function gets.
class for_user {
  public:
    for_user(const sdk::test_data& t, packed_call& p, std::vector<bytes>& outputs)
        : dims_(p.the_case.dims.begin(), p.the_case.dims.end()),
          scalars_(p.the_case.parameters.data()) {
        static char nothing;  // of an empty operand, which differs from an absent one
        const auto begin = [](bytes& b) {
            return b.empty() ? &nothing : static_cast<void*>(b.data());
        };
        for (size_t o = 0; o < t.operands.size(); ++o) {
            const bool written = writes(t.operands[o]), bounded = written && t.bounded;
            extents_.emplace_back(p.extents[o].begin(), p.extents[o].end());
            inputs_.push_back(reads(t.operands[o]) ? begin(p.inputs[o]) : nullptr);
            outputs_.push_back(written ? begin(outputs[o]) : nullptr);
            values_.push_back(bounded ? &p.values[o] : nullptr);
            bounds_.push_back(bounded ? &p.bounds[o] : nullptr);
        }
    }
    sdk::answer all() const {
        return {dims_.data(), extents_, inputs_, outputs_, values_, bounds_, scalars_};
    }

  private:
    const std::vector<long> dims_;
    const double* const scalars_;
    std::vector<std::vector<long>> extents_;
    std::vector<const void*> inputs_;
    std::vector<void*> outputs_;
    std::vector<std::vector<double>*> values_, bounds_;
};

// Calls a user's function; whatever it throws is its mistake.
auto answer_of(const sdk::test_data& t, const packed_call& p, auto function,
               const std::string& old = {}) try {
    const noted who(old.empty() ? function_of(t) : old, old.empty() ? "" : dims_of(t, p));
    return function();
} catch (const sdk::mistake& e) {
    if (!e.called_from.empty()) {
        const std::string line = compiler::line_of_user(e.called_from);
        blame(t, p,
              fmt::format("fails an assertion of Eigen{}{} ({})", line.empty() ? "" : " at ", line,
                          e.what()));
    }
    throw wrong_declaration(fmt::format("{}: {}", old.empty() ? function_of(t) : old, e.what()));
} catch (const std::exception& e) {
    blame(t, p, fmt::format("ends with the exception '{}'", e.what()), old);
} catch (...) {
    blame(t, p, "throws something that is no std::exception", old);
}

void ask(const sdk::test_data& t, packed_call& p, std::byte poison) {
    for (size_t o = 0; o < t.operands.size(); ++o) {
        if (!writes(t.operands[o])) continue;
        p.outputs[o].assign(p.outputs[o].size() + guarded, poison);
        if (!t.bounded) continue;
        const size_t numbers =
            static_cast<size_t>(packed_elements(p.extents[o])) * numbers_in(type_of(p, o));
        p.values[o].assign(numbers, as_double(poison));
        p.bounds[o].assign(numbers, as_double(poison));
    }
    const for_user operands(t, p, p.outputs);
    answer_of(t, p, [&] { t.reference(operands.all()); });
    for (size_t o = 0; o < t.operands.size(); ++o) {
        if (!writes(t.operands[o])) continue;
        const size_t bytes = p.outputs[o].size() - guarded;
        if (!all_are(poison, p.outputs[o].data() + bytes, guarded))
            blame(t, p, fmt::format("writes behind the end of {}", t.operands[o].name));
        p.outputs[o].resize(bytes);
    }
}

// For each output: the numbers that still hold the poison. With bounds: those whose value or bound does, or whose value
// was read from such a number.
std::vector<std::vector<size_t>> left_as(std::byte poison, const sdk::test_data& t,
                                         const packed_call& p) {
    std::vector<std::vector<size_t>> all(t.operands.size());
    const double number = as_double(poison);
    const auto is_poison = [&](double v) { return std::memcmp(&v, &number, sizeof v) == 0; };
    for (size_t o = 0; o < all.size(); ++o) {
        if (!writes(t.operands[o])) continue;
        (void)find_number(type_of(p, o), static_cast<size_t>(packed_elements(p.extents[o])),
                          [&](size_t at, size_t offset, const element_type& of) {
                              const std::byte* const there = &p.outputs[o][offset];
                              bool left = all_are(poison, there, static_cast<size_t>(of.bytes));
                              if (t.bounded && (of.is_float() || !type_of(p, o).is_struct()))
                                  left =
                                      !std::isinf(p.bounds[o][at]) &&
                                      (is_poison(p.values[o][at]) || is_poison(p.bounds[o][at]) ||
                                       (left && value_of(of, there) == p.values[o][at]));
                              if (left) all[o].push_back(at);
                              return false;
                          });
    }
    return all;
}

// Turns what a reference of bounded values left in an output into the values around which its bounds are.
void settle_bounds(const sdk::test_data& t, packed_call& p, size_t o) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    (void)find_number(
        type_of(p, o), static_cast<size_t>(packed_elements(p.extents[o])),
        [&](size_t at, size_t offset, const element_type& of) {
            std::byte* const to = &p.outputs[o][offset];
            double &value = p.values[o][at], &bound = p.bounds[o][at];
            if (type_of(p, o).is_struct() && !of.is_float())
                return false;  // exact, and already there
            if (std::isfinite(value) && !(bound >= 0))
                blame(t, p,
                      fmt::format("allows {} an error of {}, which is no bound: it is 0 or more",
                                  place(p, o, at), bound));
            if (std::isinf(bound)) value = 0;  // nothing is known of it, perhaps nothing was set
            if (!of.is_float()) {
                store_value(of, value, to);
                return false;
            }
            if (t.flushes) bound += least_normal_of(of);
            // Beyond the greatest number comes an infinity, or the greatest again: 8-bit types may have nothing else.
            // Rounding may decide which.
            if (std::isfinite(value) ? std::abs(value) + bound > greatest_of(of)
                                     : of.bytes == 1 && !std::isnan(value)) {
                value = std::isfinite(value) ? value : 0;
                bound = infinity;
            }
            store_value(of, value, to);
            return false;
        });
}

bool is_finite(const sdk::test_data& t, const packed_call& p) {
    for (size_t o = 0; o < t.operands.size(); ++o) {
        if (!writes(t.operands[o])) continue;
        const bool is_struct = type_of(p, o).is_struct();
        const auto open = find_number(
            type_of(p, o), static_cast<size_t>(packed_elements(p.extents[o])),
            [&](size_t at, size_t offset, const element_type& of) {
                if (t.bounded && (of.is_float() || !is_struct))
                    return !std::isfinite(p.values[o][at]) || !std::isfinite(p.bounds[o][at]);
                return !std::isfinite(value_of(of, &p.outputs[o][offset]));
            });
        if (open) return false;
    }
    return true;
}

std::uint64_t bits_of(const element_type& of, const std::byte* from) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, static_cast<size_t>(of.bytes));
    return bits;
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b, size_t at) {
    return a.empty() || std::memcmp(&a[at], &b[at], sizeof(double)) == 0;
}

}  // namespace

bool is_moved(const sdk::test_data& t, const packed_call& p) {
    const auto each_number = [&](const std::vector<bytes>& of_operands, size_t o, auto use) {
        if (of_operands[o].empty()) return false;
        return find_number(type_of(p, o), static_cast<size_t>(packed_elements(p.extents[o])),
                           [&](size_t, size_t offset, const element_type& of) {
                               return use(of, &of_operands[o][offset]);
                           })
            .has_value();
    };
    std::vector<std::pair<int, std::uint64_t>> given;
    double most = 0;  // elements
    for (size_t o = 0; o < p.inputs.size(); ++o) {
        most = std::max(most, static_cast<double>(packed_elements(p.extents[o])));
        each_number(p.inputs, o, [&](const element_type& of, const std::byte* at) {
            given.emplace_back(of.bytes, bits_of(of, at));
            return false;
        });
    }
    std::ranges::sort(given);
    for (size_t o = 0; o < p.outputs.size(); ++o) {
        const bool is_computed =
            writes(t.operands[o]) &&
            each_number(p.outputs, o, [&](const element_type& of, const std::byte* at) {
                return !std::ranges::binary_search(given, std::pair{of.bytes, bits_of(of, at)}) &&
                       (of.is_float() || !(std::abs(value_of(of, at)) <= most));
            });
        if (is_computed) return false;
    }
    return true;
}

void answer_with(const sdk::test_data& t, packed_call& p) {
    ask(t, p, first_poison);
    const auto left = left_as(first_poison, t, p);
    if (std::ranges::any_of(left, [](const auto& list) { return !list.empty(); })) {
        packed_call again = p;  // a result may look like poison
        ask(t, again, second_poison);
        const auto still = left_as(second_poison, t, again);
        for (size_t o = 0; o < left.size(); ++o)
            for (const size_t at : left[o])
                if (std::ranges::binary_search(still[o], at))
                    blame(t, p, fmt::format("leaves {} unset", place(p, o, at)));
    }
    p.finite = t.contract != "custom" || is_finite(t, p);
    for (size_t o = 0; o < p.values.size(); ++o)
        if (t.bounded && writes(t.operands[o])) settle_bounds(t, p, o);
}

void answer_with_old(const sdk::test_data& t, packed_call& p, const old_answer& old) {
    const bool around_reference = t.bounded && !t.unanswered;
    if (around_reference) answer_with(t, p);
    const std::string who = fmt::format("The old kernel {}", t.old_kernel);
    const std::string wrong = answer_of(
        t, p, [&] { return old(p); }, who);
    if (!wrong.empty()) blame(t, p, wrong, who);
    p.answered_by = t.old_kernel;
    const auto each_number = [&](size_t o, auto use) {
        (void)find_number(type_of(p, o), static_cast<size_t>(packed_elements(p.extents[o])),
                          [&](size_t at, size_t offset, const element_type& of) {
                              use(at, value_of(of, &p.outputs[o][offset]));
                              return false;
                          });
    };
    for (size_t o = 0; t.bounded && o < p.outputs.size(); ++o) {
        if (!writes(t.operands[o])) continue;
        if (!around_reference) {
            const size_t numbers =
                static_cast<size_t>(packed_elements(p.extents[o])) * numbers_in(type_of(p, o));
            p.values[o].resize(numbers);
            p.bounds[o].resize(numbers);
        } else
            each_number(o, [&](size_t at, double value) {
                p.values[o][at] = std::isinf(p.bounds[o][at]) ? 0 : value;
                p.bounds[o][at] *= 2;
            });
    }
    if (t.bounded && !around_reference) {
        const for_user operands(t, p, p.outputs);
        answer_of(t, p, [&] { t.reference(operands.all()); });
    }
    p.finite = t.contract != "custom" || is_finite(t, p);
    if (around_reference) return;
    for (size_t o = 0; t.bounded && o < p.outputs.size(); ++o)
        if (writes(t.operands[o])) settle_bounds(t, p, o);
}

static packed_call drawn_again(const sdk::test_data& t, const packed_call& p) {
    packed_call again = contents_of(p.contract, p.the_case);
    for (size_t o = 0; o < again.inputs.size(); ++o)
        if (again.inputs[o] != p.inputs[o])
            blame(t, p, fmt::format("changes {}, which is an input", t.operands[o].name));
    return again;
}

std::string why_not_accepted(const sdk::test_data& t, const packed_call& p,
                             const std::vector<bytes>& outputs) {
    const auto say = [&](packed_call& asked) {
        std::vector<bytes> seen = outputs;
        const for_user operands(t, asked, seen);
        std::string why = answer_of(t, p, [&] { return t.accepts(operands.all()); });
        for (size_t o = 0; o < asked.inputs.size(); ++o)
            if (asked.inputs[o] != p.inputs[o])
                blame(t, p, fmt::format("changes {}, which is an input", t.operands[o].name));
        for (size_t o = 0; o < seen.size(); ++o)
            if (seen[o] != outputs[o])
                blame(t, p,
                      fmt::format("changes {}, which the kernel has left", t.operands[o].name));
        return why;
    };
    packed_call first = p;
    const std::string why = say(first);
    if (why.empty()) return why;
    packed_call second = drawn_again(t, first);
    if (say(second) != why)
        blame(t, p,
              "does not say the same twice of the same outputs: it is random, or depends on an "
              "earlier call");
    return why;
}

void confirm_answer(const sdk::test_data& t, const packed_call& p) {
    packed_call again = drawn_again(t, p);
    ask(t, again, second_poison);
    for (size_t o = 0; o < again.outputs.size(); ++o) {
        if (!writes(t.operands[o])) continue;
        if (t.bounded) settle_bounds(t, again, o);
        const auto differs =
            find_number(type_of(p, o), static_cast<size_t>(packed_elements(p.extents[o])),
                        [&](size_t at, size_t offset, const element_type& of) {
                            return !same_bytes(&p.outputs[o][offset], &again.outputs[o][offset],
                                               static_cast<size_t>(of.bytes)) ||
                                   !same_numbers(p.values[o], again.values[o], at) ||
                                   !same_numbers(p.bounds[o], again.bounds[o], at);
                        });
        if (differs)
            blame(t, p,
                  fmt::format(
                      "does not say the same twice of {}: it is random, depends on an earlier "
                      "call, or on what its output held before",
                      place(p, o, *differs)));
    }
}

}  // namespace tileproof::properties
