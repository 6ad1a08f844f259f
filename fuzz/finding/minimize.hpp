// SPDX-License-Identifier: MIT
// Minimizes a failing value: takes the first simpler value that still fails, again and again, until none does.
//
//   minimize(12, [](int n) { return std::vector{n / 2, n - 1}; }, [](int n) { return n >= 5; })
//     12 -> 6 -> 5: {value 5, steps 2, tries 6, complete}
//
// The result is one-minimal: no single simplification of it fails. The same value and functions give the same result
// unless time runs out. `smaller` must make progress: if a value could return after some steps, the tries would be
// wasted.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace tileproof::fuzz {

struct minimize_budget {
    std::int64_t tries = 20'000;  // calls of `fails`
    std::chrono::milliseconds time = std::chrono::seconds(30);
    // Polled before every try: true ends the search, as if the budget were used up.
    std::function<bool()> stop = {};
};

template <class Value>
struct minimized {
    Value value;
    std::int64_t steps = 0;  // simplifications that were kept
    std::int64_t tries = 0;  // simplifications that were tested
    bool complete = false;   // one-minimal; false: the budget ended the search
};

// Requires fails(value). `smaller(value)` gives one-step simplifications, the boldest first, as a container of Value.
// `kept(value)` is called for every step, for instance to print a trace.
template <class Value, class Smaller, class Fails, class Kept>
minimized<Value> minimize(Value value, Smaller&& smaller, Fails&& fails,
                          const minimize_budget& budget, Kept&& kept) {
    using clock = std::chrono::steady_clock;
    const auto end = clock::now() + budget.time;
    minimized<Value> result{std::move(value)};
    const auto spent = [&] {
        return result.tries >= budget.tries || clock::now() >= end ||
               (budget.stop && budget.stop());
    };
    for (bool found = true; found;) {
        found = false;
        auto candidates = smaller(std::as_const(result.value));
        for (auto& candidate : candidates) {
            if (spent()) return result;
            ++result.tries;
            if (!fails(std::as_const(candidate))) continue;
            result.value = std::move(candidate);
            ++result.steps;
            kept(std::as_const(result.value));
            found = true;
            break;
        }
    }
    result.complete = true;
    return result;
}

template <class Value, class Smaller, class Fails>
minimized<Value> minimize(Value value, Smaller&& smaller, Fails&& fails,
                          const minimize_budget& budget = {}) {
    return minimize(std::move(value), std::forward<Smaller>(smaller), std::forward<Fails>(fails),
                    budget, [](const Value&) {});
}

}  // namespace tileproof::fuzz
