// SPDX-License-Identifier: MIT
#include "fuzz/worker/worker_child.hpp"

#include "devices/case_time.hpp"
#include "fuzz/worker/case_round.hpp"
#include "fuzz/worker/tally.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/earlier_cases.hpp"
#include "properties/fields.hpp"
#include "system/signal_guard.hpp"

#include <unistd.h>

#include <barrier>
#include <cerrno>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace tileproof::fuzz {

using namespace properties;

namespace {

using nlohmann::json;

// One thread for each slot, for as long as the process lives, because a GPU's runtime keeps a stream for each thread
// it meets.
class crew {
  public:
    // Ends the process if it gets no thread.
    explicit crew(std::span<shared_case> slots) noexcept
        : gate_(static_cast<std::ptrdiff_t>(slots.size()) + 1) {
        for (std::size_t i = 0; i < slots.size(); ++i)
            std::thread([this, i, &slot = slots[i]] {
                attend(slot);
                for (;;) {
                    gate_.arrive_and_wait();
                    work_(i);
                    gate_.arrive_and_wait();
                }
            }).detach();
    }
    void run(std::function<void(std::size_t thread)> work) {
        work_ = std::move(work);
        gate_.arrive_and_wait();
        gate_.arrive_and_wait();
    }

    // From now on, records what happens to this thread in the slot.
    static void attend(shared_case& slot) {
        record_faults_in(slot);
        keep_crash_notes_in(slot.note, slot.host_note);
    }

  private:
    std::function<void(std::size_t)> work_;
    std::barrier<> gate_;  // passed by all when work begins, and when it ends
};

class child {
  public:
    child(const property_list& properties, std::span<shared_case> slots)
        : properties_(properties), slots_(slots) {
        crew::attend(slots_.front());
        devices::launch_time::here = &slots_.front().launch_time;
        if (cases_may_remember()) system::guard_signals(getppid());  // somebody's code
    }

    json answer(const json& request) {
        const auto position = request.at("property").get<std::size_t>();
        const property& p = *properties_.at(position);
        devices::case_time::limit = request.value("case_seconds", 0.0);
        if (request.at("do") == "check") return check(p, request.at("case"));
        if (request.at("do") == "lighter")
            return lighter(p, request.at("case"), request.at("shares"));
        const round_request asked = round_from_json(request);
        case_round cases(p, source_of(position), asked, asked.together ? slots_ : slots_.first(1));
        if (asked.together)
            all().run([&](std::size_t thread) { cases.work(thread); });
        else
            cases.work(0);
        return cases.answer();
    }

  private:
    json check(const property& p, const json& the_case) {
        forget_earlier_cases();
        for (const json& earlier : cases_before(the_case)) checked(p, earlier);
        return {{"result", to_json(checked(p, the_case))}};
    }

    // It asks somebody's code which cases the kernel takes.
    json lighter(const property& p, const json& the_case, const json& shares) {
        slots_.front().begin(p.name(), 0);
        json all = json::array();
        for (const json& share : shares)
            all.push_back(p.lighter(the_case, share.get<double>()).value_or(nullptr));
        return {{"work", p.work(the_case)}, {"lighter", all}};
    }

    case_result checked(const property& p, const json& the_case) {
        shared_case& slot = slots_.front();
        slot.begin(p.name(), 0);
        devices::case_time::begin();
        slot.record(properties::text_of(the_case));
        case_result result = check_or_explain(p, the_case);
        slot.end();
        return result;
    }

    crew& all() {
        if (!crew_) crew_ = std::make_unique<crew>(slots_);
        return *crew_;
    }

    const case_source& source_of(std::size_t position) {
        auto it = sources_.find(position);
        if (it == sources_.end()) it = sources_.emplace(position, *properties_[position]).first;
        return it->second;
    }

    const property_list& properties_;
    const std::span<shared_case> slots_;
    std::map<std::size_t, case_source> sources_;
    std::unique_ptr<crew> crew_;
};

// False if the other side is gone.
bool write_all(int channel, std::string_view text) {
    while (!text.empty()) {
        const ssize_t n = write(channel, text.data(), text.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

}  // namespace

void run_worker_child(const property_list& properties, int channel, std::span<shared_case> slots) {
    child self(properties, slots);
    std::string received;
    char chunk[1 << 14];
    for (;;) {
        const std::size_t newline = received.find('\n');
        if (newline == std::string::npos) {
            const ssize_t n = read(channel, chunk, sizeof chunk);
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) _exit(0);
            received.append(chunk, static_cast<std::size_t>(n));
            continue;
        }
        json reply;
        try {
            reply = self.answer(json::parse(received.substr(0, newline)));
        } catch (const std::exception& e) {
            reply = {{"trouble", e.what()}};  // for instance from a generator
        } catch (...) {
            reply = {{"trouble", "A generator threw something that is not a std::exception."}};
        }
        slots.front().end();
        received.erase(0, newline + 1);
        if (!write_all(channel, properties::text_of(reply) + '\n')) _exit(0);
    }
}

}  // namespace tileproof::fuzz
