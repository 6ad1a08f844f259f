// SPDX-License-Identifier: MIT
#include "kernels/device/cpu/regions/kept_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/device/cpu/regions/value_check.hpp"
#include "kernels/device/cpu_checked/instrument/ir_text.hpp"

namespace tileproof::cpu_regions {
namespace {

// What may stand between an operation and its type.
bool is_flag(std::string_view word) {
    constexpr std::array<std::string_view, 14> flags{
        "nuw",  "nsw",      "exact", "disjoint", "nneg",     "fast", "nnan",
        "ninf", "volatile", "nsz",   "arcp",     "contract", "afn",  "reassoc"};
    return std::ranges::find(flags, word) != flags.end();
}

// The type of the value that an instruction defines, as far as it is said in front of its operands.
std::string type_defined(const std::string& instruction) {
    constexpr std::array<std::string_view, 15> typed{"load", "phi",  "add",  "sub",  "mul",
                                                     "and",  "or",   "xor",  "shl",  "lshr",
                                                     "ashr", "fadd", "fsub", "fmul", "fdiv"};
    constexpr std::array<std::string_view, 8> casts{"sext",   "zext",   "trunc",  "fpext",
                                                    "sitofp", "uitofp", "fptosi", "fptrunc"};
    const std::string_view what = operation_of(instruction);
    if (instruction.find('<') != instruction.npos) return {};  // vectors
    if (what == "getelementptr") return "ptr";
    if (what == "icmp" || what == "fcmp") return "i1";
    if (std::ranges::find(casts, what) != casts.end()) {
        const std::string_view behind =
            std::string_view(instruction).substr(instruction.rfind(" to ") + 4);
        return std::string(behind.substr(0, behind.find(',')));
    }
    if (std::ranges::find(typed, what) == typed.end()) return {};
    std::string_view rest(what.data() + what.size() + 1);
    for (std::string_view word = rest.substr(0, rest.find(' ')); is_flag(word);
         word = rest.substr(0, rest.find(' ')))
        rest.remove_prefix(word.size() + 1);
    const std::string_view type = cpu_checked::leading_type(rest);
    return cpu_checked::type_bytes(type) > 0 ? std::string(type) : std::string();
}

class kept_value {
  public:
    kept_value(cut_kernel& k, std::string value, std::size_t number)
        : k_(k), value_(std::move(value)), place_(fmt::format("%..kept{}", number)) {}

    void keep() {
        for (const ir_block& b : k_.f.blocks)
            for (const std::string& i : b.instructions) {
                if (value_of(i) == value_) type_ = type_defined(i);
                if (operation_of(i) == "phi" && names_value(i) && value_of(i) != value_) return;
            }
        if (type_.empty()) return;
        for (ir_block& b : k_.f.blocks) change(b);
        std::vector<std::string>& first = k_.f.blocks[0].instructions;
        first.insert(first.begin(), fmt::format("  {} = alloca {}, align 8", place_, type_));
    }

  private:
    bool names_value(std::string_view i) const {
        return std::ranges::count(words_with('%', i), value_) > 0;
    }

    // In its own block the value is there, behind its definition.
    void change(ir_block& b) {
        std::vector<std::string> changed;
        bool here = false, stored = true;
        for (const std::string& i : b.instructions) {
            if (!stored && operation_of(i) != "phi") changed.push_back(store()), stored = true;
            if (value_of(i) == value_) {
                here = true, stored = false;
                changed.push_back(i);
            } else if (!here && names_value(i)) {
                const std::string own = fmt::format("{}.{}", place_, ++uses_);
                changed.push_back(
                    fmt::format("  {} = load {}, ptr {}, align 8", own, type_, place_));
                changed.push_back(with_value(i, own));
            } else {
                changed.push_back(i);
            }
        }
        if (!stored) changed.push_back(store());
        b.instructions = std::move(changed);
    }

    std::string store() const {
        return fmt::format("  store {} {}, ptr {}, align 8", type_, value_, place_);
    }

    std::string with_value(const std::string& i, const std::string& own) const {
        std::string out;
        std::size_t at = 0;
        for (const std::string_view w : words_with('%', i)) {
            if (w != value_) continue;
            const auto place = static_cast<std::size_t>(w.data() - i.data());
            out.append(i, at, place - at).append(own);
            at = place + w.size();
        }
        return out.append(i, at);
    }

    cut_kernel& k_;
    const std::string value_, place_;
    std::string type_;
    int uses_ = 0;
};

}  // namespace

void keep_values(cut_kernel& k) {
    constexpr std::size_t most_values = 500;  // the whole kernel is looked through for each
    const auto values = values_across_barriers(k);
    if (values.size() > most_values) return;
    std::size_t number = 0;
    for (const std::string& value : values) kept_value(k, value, number++).keep();
}

}  // namespace tileproof::cpu_regions
