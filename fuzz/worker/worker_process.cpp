// SPDX-License-Identifier: MIT
#include "fuzz/worker/worker_process.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sys/socket.h>
#include <unistd.h>

#include <barrier>
#include <cerrno>
#include <chrono>
#include <functional>
#include <map>
#include <system_error>
#include <thread>

#include "devices/case_time.hpp"
#include "fuzz/worker/case_round.hpp"
#include "fuzz/worker/tally.hpp"
#include "fuzz/worker/worker.hpp"
#include "properties/earlier_cases.hpp"
#include "properties/fields.hpp"
#include "system/sandbox.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {

using properties::process_end;
using properties::property_list;

namespace {

constexpr int most_rounds = 256;
constexpr std::size_t longest_answer = 64u << 20;  // bytes
constexpr std::size_t kept_output = 2000;          // bytes of what a child printed

using namespace properties;

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

// Cases take and free the same few megabytes thousands of times a second. Memory that goes back to the system each time has
// to be cleared and mapped again, while the other threads of this process wait.
void keep_freed_memory() {
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_TOP_PAD, 4 << 20);
}

}  // namespace

worker_process::worker_process(const property_list& properties, std::span<shared_case> slots) {
    int channel[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0)
        throw std::system_error(errno, std::generic_category(), "No channel to a worker process");
    channel_ = channel[0];
    system::command c;
    c.kept = kept_output;
    c.confined = true;
    c.keeps = {channel[1]};
    c.body = [&] {
        for (shared_case& slot : slots) slot.fault_signal = 0;
        run_worker_child(properties, channel[1], slots);
    };
    try {
        process_ = std::make_unique<system::process>(c);
    } catch (...) {
        close(channel[1]);
        close_channel();
        throw;
    }
    close(channel[1]);
    fcntl(channel_, F_SETFL, O_NONBLOCK);
}

worker_process::~worker_process() { close_channel(); }

void worker_process::close_channel() { close(channel_); }

bool worker_process::send(std::string_view line) {
    while (!line.empty()) {
        const ssize_t n = ::send(channel_, line.data(), line.size(), MSG_NOSIGNAL);
        if (n >= 0) {
            line.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno == EAGAIN) {  // a long case and a slow reader
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

worker_process::received worker_process::receive(std::string& line) {
    process_->read();
    char chunk[1 << 14];
    // Bounded, so that code that writes forever does not keep this process here.
    for (int round = 0; round < most_rounds; ++round) {
        const std::size_t newline = received_.find('\n', searched_);
        if (newline != std::string::npos) {
            line = received_.substr(0, newline);
            received_.erase(0, newline + 1);
            searched_ = 0;
            return received::answer;
        }
        searched_ = received_.size();
        if (searched_ > longest_answer) return received::flood;
        const bool ended =
            process_->has_ended();  // asked first, so that its last output is read below
        const ssize_t n = read(channel_, chunk, sizeof chunk);
        if (n > 0)
            received_.append(chunk, static_cast<std::size_t>(n));
        else if (n < 0 && errno == EAGAIN)
            return ended ? received::end : received::nothing;
        else if (n == 0 || errno != EINTR)
            return received::end;
    }
    return received::nothing;
}

process_end worker_process::finish(bool kill_first) {
    constexpr double patience = 1;  // with a child that closed its channel but lives on
    const system::ending how = kill_first ? process_->kill() : process_->wait(patience);
    process_end end;
    if (kill_first)
        end.what = process_end::kind::time_limit;
    else if (how.what == system::ending::kind::exit)
        end.what = process_end::kind::exit;
    else
        end.what = process_end::kind::signal;
    end.number = kill_first ? 0 : how.number;
    end.output = process_->output();
    while (!end.output.empty() && (end.output.back() == '\n' || end.output.back() == ' '))
        end.output.pop_back();
    return end;
}

void run_worker_child(const property_list& properties, int channel, std::span<shared_case> slots) {
    keep_freed_memory();
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
