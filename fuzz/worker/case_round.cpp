// SPDX-License-Identifier: MIT
#include "fuzz/worker/case_round.hpp"

#include <cxxabi.h>
#include <fmt/format.h>
#include <rapidcheck/Random.h>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <typeinfo>

#include "devices/case_time.hpp"
#include "fuzz/finding/cause.hpp"
#include "fuzz/worker/tally.hpp"
#include "properties/earlier_cases.hpp"
#include "properties/fields.hpp"
#include "system/digest.hpp"
#include "system/text.hpp"

namespace tileproof::fuzz {

using namespace properties;

using nlohmann::json;

namespace {

std::string readable(const char* type_name) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(type_name, nullptr, nullptr, &status), std::free);
    return name ? name.get() : type_name;
}

}  // namespace

static case_result checked_or_explained(const property& p, const json& the_case) {
    try {
        return p.check(the_case);
    } catch (const bad_case& e) {
        case_result r;
        r.discarded = e.what();
        return r;
    } catch (const wrong_declaration&) {  // not the kernel's doing
        throw;
    } catch (const json::exception&) {  // its text is for programmers
        case_result r;
        r.discarded =
            fmt::format("The case of {} lacks a member, or has one of the wrong kind.", p.name());
        return r;
    } catch (const std::exception& e) {
        case_result r;
        r.laws.push_back(failed({.law = p.laws().front(),
                                 .kind = failure_kind::threw,
                                 .detail = std::string("The check threw: ") + e.what()}));
        return r;
    } catch (...) {
        // For throw 42, only the type is known.
        const std::type_info* const type = abi::__cxa_current_exception_type();
        case_result r;
        r.laws.push_back(
            failed({.law = p.laws().front(),
                    .kind = failure_kind::threw,
                    .detail = fmt::format("The check threw something that is not a std::exception: "
                                          "a value of type {}.",
                                          type ? readable(type->name()) : "unknown")}));
        return r;
    }
}

json::array_t cases_before(const json& the_case) {
    const auto after = the_case.find("after");
    return after != the_case.end() && after->is_array() ? after->get<json::array_t>()
                                                        : json::array_t();
}

// A kernel may throw a text of any length.
case_result check_or_explain(const property& p, const json& the_case) {
    constexpr std::size_t most = 2000;
    case_result r = checked_or_explained(p, the_case);
    r.discarded = system::cut(r.discarded, most);
    for (law_result& l : r.laws) {
        // Kind unknown carries text from a function to its own process (run_in_child.hpp).
        if (!l.why || l.why->kind == failure_kind::unknown ||
            l.why->detail.size() + l.why->given.size() <= most)
            continue;
        failure short_one = *l.why;
        short_one.detail = system::cut(short_one.detail, most);
        short_one.given = system::cut(short_one.given, most);
        l = failed(std::move(short_one));
    }
    return r;
}

case_round::case_round(const property& p, const case_source& source, const round_request& request,
                       std::span<shared_case> slots)
    : property_(p),
      source_(source),
      request_(request),
      slots_(slots),
      name_(p.name()),
      next_(request.first),
      running_(slots.size(), none) {}

void case_round::work(std::size_t thread) {
    for (std::int64_t index = take(thread); index != none; index = take(thread))
        give(thread, judge(slots_[thread], index));
}

// Whether variables keep what the case before it in this round left in them.
bool case_round::keeps_state(std::int64_t index) const {
    return cases_may_remember() && index != request_.first && case_groups::keeps(index);
}

std::int64_t case_round::take(std::size_t thread) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    const std::lock_guard lock(mutex_);
    const bool one_at_least = next_ == request_.first;
    if (!in_flight_.empty() || next_ == request_.first + request_.count ||
        (passed.count() >= request_.seconds && !one_at_least && !keeps_state(next_)))
        return none;
    return running_[thread] = next_++;
}

case_round::judged case_round::judge(shared_case& slot, std::int64_t index) const {
    judged j;
    slot.begin(name_, index);
    devices::case_time::begin();
    try {
        json the_case = source_.at(request_.seed, index);
        slot.record(properties::text_of(the_case));
        if (!keeps_state(index)) forget_earlier_cases();
        j.result = check_or_explain(property_, the_case);
        if (j.result.discarded.empty()) j.labels = property_.classify(the_case);
        if (stops(j)) j.the_case = std::move(the_case);
    } catch (...) {
        j.thrown = std::current_exception();
    }
    slot.end();
    return j;
}

void case_round::give(std::size_t thread, judged what) {
    const std::lock_guard lock(mutex_);
    if (stops(what) && in_flight_.empty())
        std::copy_if(running_.begin(), running_.end(), std::back_inserter(in_flight_),
                     [](std::int64_t index) { return index != none; });
    judged_.emplace(running_[thread], std::move(what));
    running_[thread] = none;
}

bool case_round::stops(const judged& j) const {
    const auto is_new = [&](const law_result& r) {
        const auto& [laws, causes] = std::tie(request_.known, request_.causes);
        if (!r.why || std::ranges::find(laws, r.law) != laws.end()) return false;
        return !is_known(cause_of(*r.why, others_than(r.why.get(), j.result)), causes);
    };
    return j.thrown || j.result.needs_new_process || std::ranges::any_of(j.result.laws, is_new);
}

json case_round::answer() const {
    tally counts;
    json reply;
    for (const auto& [index, j] : judged_) {
        if (j.thrown) std::rethrow_exception(j.thrown);
        const bool last = stops(j), in_doubt = last && slots_.size() > 1;
        if (!in_doubt) counts.add(j.result, j.labels);
        if (!last) continue;
        reply["index"] = index;
        reply["case"] = j.the_case;
        reply["result"] = to_json(j.result);
        if (in_doubt) reply["in_flight"] = in_flight_;
        break;
    }
    // After a device fault any call of any thread may have failed, and an earlier case may not have got its memory.
    const bool fault = std::ranges::any_of(
        judged_, [](const auto& j) { return j.second.result.needs_new_process; });
    counts.code = property_.reached();
    reply["counts"] = to_json(fault && slots_.size() > 1 ? tally() : counts);
    return reply;
}

case_source::case_source(const property& p)
    : property_(&p), name_hash_(system::fnv1a(p.name())), first_(p.first_cases()) {}
case_source::~case_source() = default;
case_source::case_source(case_source&&) noexcept = default;

nlohmann::json case_source::at(std::uint64_t seed, std::int64_t index) const {
    const auto first = static_cast<std::int64_t>(first_.size());
    if (index < first) return first_[static_cast<std::size_t>(index)];
    // The four words are the whole key of RapidCheck's generator, a block cipher, so no two indices share a stream.
    rc::Random random(
        rc::Random::Key{seed, name_hash_, static_cast<std::uint64_t>(index), 0x74696c6570726f66u});
    return property_->generate(random, static_cast<int>((index - first) % 101));
}

}  // namespace tileproof::fuzz
