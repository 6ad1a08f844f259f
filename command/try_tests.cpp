// SPDX-License-Identifier: MIT
#include "command/try_tests.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "fuzz/worker/run_in_child.hpp"
#include "properties/fields.hpp"
#include "properties/kernel/user/user_contract.hpp"
#include "properties/kernel/user/user_property.hpp"

namespace tileproof::command {

using namespace properties;
using compiler::user_library;
using nlohmann::json;

namespace {

using question = std::function<std::string()>;
// The answer, or std::runtime_error if there is none within so many seconds.
using asked = std::function<std::string(const question&, double seconds)>;

std::vector<fuzz::control> controls_from(const user_library& library, std::size_t test,
                                         const asked& ask) {
    constexpr double most_seconds = 5;
    std::vector<fuzz::control> controls;
    for (const json& c : json::parse(ask([&] { return controls_of(library, test); }, most_seconds)))
        controls.push_back(
            {library.tests[test].name, c.at("kernel"), c.at("cases"), c.at("told_apart")});
    return controls;
}

// Which dims may be long: if the reference or the kernel is slow, long cases would look like hangs. A kernel that
// fails at once is tried with long dims.
void add_far_lengths_from(user_library& library, std::size_t test, bool of_kernel,
                          const asked& ask) {
    constexpr double most_seconds = 2;
    const auto begin = std::chrono::steady_clock::now();
    try {
        add_far_lengths(library, test,
                        ask([&] { return far_lengths(library, test, of_kernel); }, most_seconds));
    } catch (const std::exception&) {
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        if (!of_kernel || took.count() > most_seconds / 2) library.tests[test].far.clear();
    }
}

// What runs no kernel comes first, while all memory is whole.
std::vector<fuzz::control> ask_all(user_library& library, const asked& ask) {
    constexpr double most_seconds = 5, most_for_conditions = 2;
    std::vector<fuzz::control> controls;
    for (std::size_t i = 0; i < library.tests.size(); ++i) {
        try {
            add_launch_edges(library, i,
                             ask([&] { return launch_edges(library, i); }, most_seconds));
        } catch (const std::exception&) {
        }
        add_far_lengths_from(library, i, false, ask);
        try {
            std::ranges::move(controls_from(library, i, ask), std::back_inserter(controls));
        } catch (const std::exception&) {
        }
    }
    for (std::size_t i = 0; i < library.tests.size(); ++i) {
        if (!library.tests[i].far.empty()) add_far_lengths_from(library, i, true, ask);
        try {
            add_launch_cost(library, i,
                            ask([&] { return launch_cost_of(library, i); }, most_seconds));
        } catch (const std::exception&) {
        }
    }
    try {  // a way of a condition that was never taken is a reason to draw more there
        add_unmet_conditions(library,
                             ask([&] { return unmet_conditions(library); }, most_for_conditions));
    } catch (const std::exception&) {
    }
    return controls;
}

// All answers of one child, null where there is none. The child's own copy learns from them as the caller's will.
json all_answers(user_library& library) {
    constexpr double most_seconds = 1;
    return json::parse(fuzz::run_in_child(
        [&] {
            json answers = json::array();
            (void)ask_all(library, [&](const question& q, double) {
                answers.push_back(nullptr);
                answers.back() = q();
                return answers.back().get<std::string>();
            });
            return text_of(answers);
        },
        most_seconds));
}

}  // namespace

std::vector<fuzz::control> try_tests(user_library& library) {
    try {
        const json answers = all_answers(library);
        std::size_t next = 0;
        return ask_all(library, [&](const question&, double) {
            const json& answer = answers.at(next++);
            if (answer.is_null()) throw std::runtime_error("no answer");
            return answer.get<std::string>();
        });
    } catch (const std::exception&) {  // one question ended the child or took too long
        return ask_all(library, [](const question& q, double seconds) {
            return fuzz::run_in_child(q, seconds);
        });
    }
}

}  // namespace tileproof::command
