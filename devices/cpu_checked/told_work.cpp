// SPDX-License-Identifier: MIT
#include "devices/cpu_checked/told_work.hpp"

#include <cstring>

namespace tileproof::cpu_checked {
namespace {

std::string text_of(char kind, std::uint64_t number) {
    if (kind == 'b') return number ? "true" : "false";
    return kind == 'u' ? std::to_string(number) : std::to_string(static_cast<std::int64_t>(number));
}

bool touches(std::uintptr_t begin, std::uintptr_t wanted) {
    constexpr std::uintptr_t largest_access = 16;
    return wanted == 0 || (begin <= wanted && wanted - begin < largest_access);
}

}  // namespace

void told_values::add(const key& who, const char* names, std::va_list numbers) {
    if (all_.size() >= most) return;
    entry& e = all_.emplace_back(entry{who, names, {}});
    std::size_t i = 0;
    for (const char* at = names; *at && i < most_numbers; at = std::strchr(at, '\n') + 1)
        e.numbers[i++] = va_arg(numbers, std::uint64_t);
}

void told_values::add_overflow(const key& who, const char* expression, std::int64_t result) {
    if (overflows_.size() >= most && !overflows_.contains({who.block, who.thread})) return;
    const char* const name = std::strchr(expression, ' ');
    overflows_[{who.block, who.thread}] = {name + 1, std::to_string(result) +
                                                         ", too large for an int (line " +
                                                         std::string(expression, name) + ")"};
}

std::vector<told_values::variable> told_values::find(const key& k) const {
    std::vector<variable> values;
    for (auto e = all_.rbegin(); e != all_.rend(); ++e) {
        if (e->who.site != k.site || e->who.thread != k.thread || e->who.block != k.block ||
            !touches(e->who.address, k.address))
            continue;
        for (const char* at = e->names; *at && values.size() < most_numbers;) {
            const char* const end = std::strchr(at, '\n');
            values.push_back({std::string(at + 2, end), text_of(*at, e->numbers[values.size()])});
            at = end + 1;
        }
        break;
    }
    if (const auto found = overflows_.find({k.block, k.thread}); found != overflows_.end())
        values.push_back(found->second);
    return values;
}

}  // namespace tileproof::cpu_checked
