// SPDX-License-Identifier: MIT
#include "fuzz/worker/worker.hpp"

#include "fuzz/finding/bounded_json.hpp"
#include "fuzz/worker/case_round.hpp"
#include "fuzz/worker/worker_process.hpp"
#include "properties/earlier_cases.hpp"
#include "properties/fields.hpp"
#include "system/memory.hpp"
#include "system/process.hpp"
#include "system/source_line.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

namespace tileproof::fuzz {

using namespace properties;

using nlohmann::json;

namespace {

double memory_limit = 0;

constexpr double look_seconds = 0.02;  // between two looks at a case that is over its limit
constexpr double least_wait = 60;
constexpr double seconds_to_look = 0.2;  // a shorter case is not looked at

std::string slot_text(const char (&note)[crash_note_size]) {
    return {note, strnlen(note, crash_note_size)};
}

// Null if the text was overwritten.
json written_case(const shared_case& slot, std::int64_t length) {
    try {
        return parse_bounded(std::string_view(slot.text, static_cast<std::size_t>(length)));
    } catch (const system::store_error&) {
        return nullptr;
    }
}

std::vector<std::string> codes_of(const std::vector<law_id>& laws) {
    std::vector<std::string> codes;
    for (const law_id law : laws) codes.emplace_back(about(law).code);
    return codes;
}

}  // namespace

void limit_memory_of_workers(double bytes) { memory_limit = bytes; }

json to_json(const round_request& r) {
    return {{"do", "round"},
            {"property", r.property},
            {"seed", r.seed},
            {"first", r.first},
            {"count", r.count},
            {"seconds", r.seconds},
            {"known", codes_of(r.known)},
            {"causes", r.causes},
            {"together", r.together}};
}

round_request round_from_json(const json& j) {
    round_request r{.property = j.at("property"),
                    .seed = j.at("seed"),
                    .first = j.at("first"),
                    .count = j.at("count"),
                    .seconds = j.at("seconds"),
                    .known = {},
                    .together = j.at("together"),
                    .causes = j.at("causes")};
    for (const json& code : j.at("known"))
        r.known.push_back(find_law(code.get<std::string>()).value());
    return r;
}

worker::worker(const property_list& properties, double case_seconds,
               const std::filesystem::path& running_folder, std::size_t threads)
    : properties_(properties), case_seconds_(case_seconds), shared_(threads, running_folder) {}

worker::~worker() = default;

void worker::send(const check_request& request) {
    last_ = {};
    last_.property = request.property;
    last_case_ = request.the_case;
    send_line(properties::text_of({{"do", "check"},
                                   {"property", request.property},
                                   {"case", request.the_case},
                                   {"case_seconds", case_seconds_}}));
}

void worker::send(const round_request& request) {
    last_ = request;
    last_case_ = nullptr;
    json words = to_json(request);
    words["case_seconds"] = case_seconds_;
    send_line(properties::text_of(words));
}

void worker::send(const lighter_request& request) {
    last_ = {};
    last_.property = request.property;
    last_case_ = request.the_case;
    send_line(properties::text_of({{"do", "lighter"},
                                   {"property", request.property},
                                   {"case", request.the_case},
                                   {"shares", request.shares}}));
}

void worker::send_line(const std::string& line) {
    busy_ = true;
    patience_.begin_case();
    sent_ = std::chrono::steady_clock::now();
    killed_before_ = system::processes_killed_for_memory();
    // A test must not meet leftovers of another in its process: threads, damaged memory, state of libraries.
    if (process_ && process_->served.value_or(last_.property) != last_.property &&
        cases_may_remember())
        process_.reset();
    // A child that died while idle is noticed here: try once more with a fresh one.
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (!process_) {
            for (shared_case& slot : shared_.cases()) slot.end();
            process_ = std::make_unique<worker_process>(properties_, shared_.cases());
        }
        process_->served = last_.property;
        if (process_->send(line + '\n')) return;
        process_.reset();
    }
}

std::optional<worker_answer> worker::poll() {
    if (!busy_) return std::nullopt;
    if (!process_) return trouble("A worker process could not be sent its work.");
    std::string line;
    switch (process_->receive(line)) {
        case worker_process::received::answer:
            return parse_answer(line);
        case worker_process::received::end:
            return ended(by_itself);
        case worker_process::received::flood:
            process_.reset();
            return trouble(fmt::format(
                "What was run for {} wrote into the channel by which its process answers. Does it "
                "write into descriptors that it did not open?",
                properties_[last_.property]->name()));
        case worker_process::received::nothing:
            break;
    }
    return judge_time();
}

// For a case that has exceeded its wall-clock limit.
std::optional<worker_answer> worker::judge_time() {
    const shared_case& slot = longest();
    const pid_t child = process_->number();
    const double taken = memory_limit > 0 ? system::resident_bytes(child) : 0;
    if (taken > memory_limit) {
        process_.reset();
        constexpr double gib = 1 << 30;
        return trouble(
            fmt::format("A case of {} took {:.2f} GiB of memory, more than the {:.2f} GiB that a "
                        "process may take here, and was stopped: raise --memory-limit, or look for "
                        "memory that is not freed.",
                        properties_[last_.property]->name(), taken / gib, memory_limit / gib));
    }
    patience::observation now{.seconds = slot.seconds_running()};
    if (now.seconds > std::min(seconds_to_look, case_seconds_)) {
        now.processor_seconds = system::processor_seconds(child) - slot.processor_seconds;
        now.wants_to_run = now.seconds <= case_seconds_ || system::wants_to_run(child);
        now.stopped = system::is_stopped(child);
    }
    const patience::opinion opinion = patience_.judge(now, case_seconds_);
    if (opinion == patience::opinion::hangs) return ended(over_time_limit);
    if (opinion == patience::opinion::keeps_stopping) return ended(stopped_itself);
    if (opinion == patience::opinion::is_stopped) kill(child, SIGCONT);
    // The child may have overwritten the memory it shares with this process, so every wait is bounded.
    const std::chrono::duration<double> since_sent = std::chrono::steady_clock::now() - sent_;
    const double most = last_.seconds + 2 * patience::longest * case_seconds_ + least_wait;
    if (opinion != patience::opinion::unknown && since_sent.count() <= most) return std::nullopt;
    process_.reset();
    return trouble(
        fmt::format("A case of {} had {:.1f} s of a processor in {:.1f} s, which is too little to "
                    "say whether it ends: run fewer programs beside this one, or raise "
                    "--time-limit.",
                    properties_[last_.property]->name(), std::max(now.processor_seconds, 0.0),
                    std::max(now.seconds, since_sent.count())));
}

worker_answer worker::wait() {
    for (;;) {
        if (auto answer = poll()) return std::move(*answer);
        if (stopped()) {
            process_.reset();
            return trouble("It was stopped.");
        }
        wait_for_any({this}, 0.1);
    }
}

void worker::wait_for_any(const std::vector<const worker*>& workers, double seconds) {
    std::vector<pollfd> descriptors;
    for (const worker* w : workers) {
        if (!w->busy_ || !w->process_) continue;
        for (const int fd : w->process_->descriptors())
            if (fd >= 0) descriptors.push_back({fd, POLLIN, 0});
        const double left = w->case_seconds_ - w->seconds_running();
        seconds = std::clamp(left + 0.001, std::min(look_seconds, seconds), seconds);
    }
    ::poll(descriptors.data(), descriptors.size(), static_cast<int>(seconds * 1000) + 1);
}

// The kernel that the child ran may have corrupted its memory and its channel.
worker_answer worker::parse_answer(const std::string& line) {
    busy_ = false;
    try {
        return read_answer(parse_bounded(line));
    } catch (const std::exception&) {
        process_.reset();
        return trouble("A worker process answered with something unreadable.");
    }
}

worker_answer worker::read_answer(const json& reply) {
    if (reply.contains("trouble")) return trouble(reply.at("trouble").get<std::string>());
    worker_answer answer;
    if (reply.contains("lighter")) {
        reply.at("work").get_to(answer.work);
        for (const json& one : reply.at("lighter")) answer.lighter.push_back(one);
    }
    if (reply.contains("counts")) answer.counts = tally_from_json(reply.at("counts"));
    if (reply.contains("index")) answer.index = reply.at("index").get<std::int64_t>();
    if (reply.contains("result")) {
        answer.the_case = last_case_.is_null() ? reply.at("case") : last_case_;
        if (!last_case_.is_null())
            answer.processor_seconds = system::processor_seconds(process_->number()) -
                                       shared_.cases().front().processor_seconds;
        answer.result = case_result_from_json(reply.at("result"));
        if (reply.contains("in_flight"))
            answer.in_flight = reply.at("in_flight").get<std::vector<std::int64_t>>();
        if (answer.result.needs_new_process || !answer.in_flight.empty()) process_.reset();
    }
    return answer;
}

worker_answer worker::trouble(std::string sentence) {
    busy_ = false;
    worker_answer answer;
    answer.trouble = std::move(sentence);
    return answer;
}

const shared_case& worker::longest() const {
    const auto cases = shared_.cases();
    return *std::ranges::max_element(cases, [](const auto& a, const auto& b) {
        return a.seconds_running() < b.seconds_running();
    });
}

double worker::seconds_running() const { return longest().seconds_running(); }

worker_answer worker::ended(reason why) {
    busy_ = false;
    // Of several cases, the one whose thread met the fault, else the one that has run longest.
    const auto suspicion = [](const shared_case& slot) {
        return std::pair(slot.fault_signal != 0, slot.seconds_running());
    };
    const auto cases = shared_.cases();
    const shared_case& slot = *std::ranges::max_element(
        cases, [&](const auto& a, const auto& b) { return suspicion(a) < suspicion(b); });
    const double seconds = slot.seconds_running();
    const double processor = system::processor_seconds(process_->number()) - slot.processor_seconds;
    process_end end = process_->finish(why != by_itself);
    process_.reset();
    if (why == stopped_itself) {
        end.what = process_end::kind::signal;
        end.number = SIGSTOP;
    }
    if (seconds == 0) return trouble("A worker process ended between two cases. " + end.sentence());

    end.seconds = why == over_time_limit ? case_seconds_ : seconds;
    end.notes = slot_text(slot.note);
    if (why == over_time_limit && slot.launch_time.is_of_function(case_seconds_))
        end.host_note =
            fmt::format("{} Without its kernels it took {:.2g} s; --time-limit gives it more.",
                        slot_text(slot.host_note), slot.launch_time.host_seconds());
    if (end.what == process_end::kind::signal && slot.fault_signal == end.number) {
        if (slot.fault_of_host) end.host_note = slot_text(slot.host_note);
        if (slot.fault_file[0]) {
            const std::string file(slot.fault_file,
                                   strnlen(slot.fault_file, sizeof slot.fault_file));
            end.at = system::first_of_user(system::source_lines({file, slot.fault_code}));
        }
        end.has_address = slot.fault_has_address;
        end.was_write = slot.fault_was_write;
        end.address = slot.fault_address;
    }
    const property& p = *properties_[last_.property];
    if (end.what == process_end::kind::signal && end.number == SIGKILL &&
        system::processes_killed_for_memory() != killed_before_)
        return trouble(
            fmt::format("The system ran out of memory in a case of {} and ended its process: free "
                        "memory, take fewer --jobs, or let --memory-limit stop it before.",
                        p.name()));
    worker_answer answer;
    answer.index = slot.index;
    answer.in_kernel =
        slot.launch_time.kernel.runs() && !slot.launch_time.is_of_function(case_seconds_);
    if (!last_case_.is_null()) answer.processor_seconds = std::max(processor, 0.0);
    if (last_.together)
        for (const shared_case& one : cases)
            if (&one == &slot || one.seconds_running() > 0) answer.in_flight.push_back(one.index);
    const std::int64_t length = slot.text_length;
    if (!last_case_.is_null())
        answer.the_case = last_case_;
    else if (answer.index < last_.first || answer.index - last_.first >= last_.count)
        return trouble(
            fmt::format("A worker process wrote over what it shares with this one, in a "
                        "case of {}. {}",
                        p.name(), end.sentence()));
    else if (length >= 0 && length <= static_cast<std::int64_t>(shared_case::text_size))
        answer.the_case = written_case(slot, length);
    if (answer.the_case.is_null() && length != shared_case::still_generated)
        answer.the_case = case_source(p).at(last_.seed, answer.index);
    if (answer.the_case.is_null() && answer.in_flight.empty())
        return trouble(fmt::format("The generator of {} failed at index {} of seed {}. {}",
                                   p.name(), answer.index, last_.seed, end.sentence()));
    if (const std::string beside = p.ended_beside(end); !beside.empty()) {
        answer.trouble = fmt::format("{}{} {}", beside,
                                     end.at.empty() ? "" : fmt::format(" It was at {}.", end.at),
                                     end.sentence());
        answer.end = std::move(end);
        return answer;
    }
    answer.result.laws.push_back(failed(
        answer.the_case.is_null()
            ? failure{.law = p.laws().front(), .kind = kind_of(end), .detail = end.sentence()}
            : p.judge_end(answer.the_case, end)));
    answer.end = std::move(end);
    return answer;
}

}  // namespace tileproof::fuzz
