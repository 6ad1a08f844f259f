// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/kept_variables.hpp"

#include "devices/cpu/hip_state.hpp"
#include "fuzz/worker/case_round.hpp"
#include "fuzz/worker/run_in_child.hpp"
#include "properties/kernel/call_memory.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;

namespace {

using nlohmann::json;

constexpr std::size_t most_kept_bytes = std::size_t{1} << 24, most_variables = 32;
constexpr double seconds_for_variables = 2;

// "(anonymous namespace)::finished" is "finished".
std::string name_of_variable(const char* mangled) {
    int status = 0;
    char* const text = abi::__cxa_demangle(mangled, nullptr, nullptr, &status);
    std::string name = status == 0 ? text : mangled;
    std::free(text);
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    if (name.starts_with(unnamed)) name.erase(0, unnamed.size());
    return name;
}

// Variables as they were before any launch of this process. Empty: none; otherwise these, or "*" for all.
class set_back {
  public:
    explicit set_back(const std::set<std::string>& names) {
        cpu_engine::variable_entered() = [this, names](const cpu_engine::variable_record& v) {
            if (v.bytes > most_kept_bytes || !(names.contains("*") || names.contains(v.name)))
                return;
            const auto* const begin = static_cast<const std::byte*>(v.address);
            all_.push_back({v.address, {begin, begin + v.bytes}});
        };
        for (const auto& v : cpu_engine::all_variables()) cpu_engine::variable_entered()(v);
        before_each_call = [this] {
            for (const one& o : all_) std::memcpy(o.at, o.first.data(), o.first.size());
        };
    }
    ~set_back() { before_each_call = {}, cpu_engine::variable_entered() = {}; }
    set_back(const set_back&) = delete;
    set_back& operator=(const set_back&) = delete;

  private:
    struct one {
        void* at;
        std::vector<std::byte> first;
    };
    std::vector<one> all_;
};

bool holds(const property& p, json the_case) {
    for (const json& c : cases_before(the_case)) (void)p.check(c);
    the_case.erase("after");
    const case_result r = p.check(the_case);
    return r.discarded.empty() && !r.first_failure();
}

bool may_remember(const bug& b, const std::vector<bug_evidence>& evidence) {
    return std::ranges::any_of(b.findings, [&](std::size_t k) {
        return evidence[k].what.why.kind == failure_kind::not_repeatable ||
               evidence[k].what.the_case.contains("after");
    });
}

class settling_variables {
  public:
    settling_variables(campaign_report& report, const std::vector<bug_evidence>& evidence,
                       const home_of_finding& home)
        : report_(report), evidence_(evidence), home_(home) {}

    void run() {
        std::set<std::string> subjects;
        for (const bug& b : report_.bugs)
            if (may_remember(b, evidence_)) subjects.insert(leading(b).subject);
        for (const std::string& subject : subjects) settle(subject);
    }

  private:
    const finding& leading(const bug& b) const { return evidence_[b.leading].what; }

    // Does the leading case hold with these set back? Adds the names of all variables.
    bool holds_with(const bug& b, const std::set<std::string>& names,
                    std::set<std::string>* all = nullptr) const {
        const finding& f = leading(b);
        finding_properties& known = home_(f);
        const auto at = known.find(f).position;
        if (!at) return false;
        const property& p = *known.list()[*at];
        const auto look = [&] {
            const set_back back(names);
            json answer = {holds(p, f.the_case), json::array()};
            for (const auto& v : cpu_engine::all_variables()) answer[1].push_back(v.name);
            return answer.dump();
        };
        try {
            const json answer = json::parse(run_in_child(look, seconds_for_variables));
            if (all)
                for (const json& name : answer[1]) all->insert(name.get<std::string>());
            return answer[0].get<bool>();
        } catch (const std::exception&) {  // nothing is known
            return false;
        }
    }

    void settle(const std::string& subject) {
        std::set<std::string> names;
        std::vector<std::size_t> kept;
        bool remembers = false;
        for (std::size_t i = 0; i < report_.bugs.size(); ++i)
            if (const bug& b = report_.bugs[i]; leading(b).subject == subject &&
                                                holds_with(b, {"*"}, &names) && !names.empty() &&
                                                !holds_with(b, {})) {
                kept.push_back(i);
                remembers |= may_remember(b, evidence_);
            }
        if (!remembers) return;
        // The smallest case tells most.
        const std::size_t one = *std::ranges::min_element(kept, {}, [&](std::size_t i) {
            return leading(report_.bugs[i]).the_case.dump().size();
        });
        bug& b = report_.bugs[one];
        if (names.size() > most_variables) names.clear();  // it would take too long
        const auto alone = std::ranges::find_if(
            names, [&](const std::string& name) { return holds_with(b, {name}); });
        b.heading = alone == names.end()
                        ? "Variables of the device keep what an earlier launch left"
                        : fmt::format("`{}` keeps what an earlier launch left",
                                      name_of_variable(alone->c_str()));
        b.instead = fmt::format("with {} set back before each launch, the case holds",
                                alone == names.end() ? "them" : "it");
        b.keeps = true;
        b.changes = false;
        for (const std::size_t i : kept) {
            if (i == one) continue;
            b.findings.insert(b.findings.end(), report_.bugs[i].findings.begin(),
                              report_.bugs[i].findings.end());
            report_.bugs[i].findings.clear();
        }
        std::ranges::sort(b.findings);
        std::erase_if(report_.bugs, [](const bug& other) { return other.findings.empty(); });
    }

    campaign_report& report_;
    const std::vector<bug_evidence>& evidence_;
    const home_of_finding& home_;
};

}  // namespace

void settle_kept_variables(campaign_report& report, const std::vector<bug_evidence>& evidence,
                           const home_of_finding& home, double seconds) {
    if (seconds <= 0) return;
    try {
        settling_variables(report, evidence, home).run();
    } catch (const std::exception&) {  // explaining says why
    }
}

}  // namespace tileproof::diagnosis
