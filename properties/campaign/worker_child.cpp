#include "properties/campaign/worker_child.hpp"

#include "properties/campaign/case_source.hpp"
#include "properties/campaign/tally.hpp"
#include "properties/json_text.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace tileproof::properties {
namespace {

using nlohmann::json;

double seconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class child {
  public:
    child(const property_list& properties, shared_case& shared)
        : properties_(properties), shared_(shared) {}

    json answer(const json& request) {
        const auto place = request.at("property").get<std::size_t>();
        const property& p = *properties_.at(place);
        if (request.at("do") == "check") return check(p, request.at("case"));
        return batch(p, source_of(place), request);
    }

  private:
    json check(const property& p, const json& the_case) {
        shared_.begin(p.name(), 0);
        shared_.record(text_of(the_case));
        const case_result result = check_or_explain(p, the_case);
        shared_.end();
        return {{"result", to_json(result)}};
    }

    json batch(const property& p, const case_source& source, const json& request) {
        const auto start = std::chrono::steady_clock::now();
        const auto seed = request.at("seed").get<std::uint64_t>();
        const auto first = request.at("first").get<std::int64_t>();
        const auto last = first + request.at("count").get<std::int64_t>();
        const auto seconds = request.at("seconds").get<double>();
        const std::string name = p.name();
        tally counts;
        json reply;
        for (std::int64_t index = first; index < last; ++index) {
            shared_.begin(name, index);
            const json the_case = source.at(seed, index);
            shared_.record(text_of(the_case));
            const case_result result = check_or_explain(p, the_case);
            shared_.end();
            counts.add(result, result.discarded.empty() ? p.classify(the_case)
                                                        : std::vector<std::string>{});
            if (is_new_failure(result, request.at("known")) || result.needs_new_process) {
                reply["index"] = index;
                reply["case"] = the_case;
                reply["result"] = to_json(result);
                break;
            }
            if (seconds_since(start) >= seconds) break;
        }
        reply["counts"] = to_json(counts);
        return reply;
    }

    static case_result check_or_explain(const property& p, const json& the_case) {
        try {
            return p.check(the_case);
        } catch (const bad_case& e) {
            case_result r;
            r.discarded = e.what();
            return r;
        } catch (const std::exception& e) {
            case_result r;
            r.laws.push_back({p.laws().front(), std::string("The check threw: ") + e.what()});
            return r;
        }
    }

    static bool is_new_failure(const case_result& result, const json& known) {
        return std::any_of(result.laws.begin(), result.laws.end(), [&](const law_result& r) {
            return !r.held() &&
                   std::find(known.begin(), known.end(), about(r.law).code) == known.end();
        });
    }

    const case_source& source_of(std::size_t place) {
        auto it = sources_.find(place);
        if (it == sources_.end()) it = sources_.emplace(place, *properties_[place]).first;
        return it->second;
    }

    const property_list& properties_;
    shared_case& shared_;
    std::map<std::size_t, case_source> sources_;
};

// False when the other side is gone.
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

void run_worker_child(const property_list& properties, int channel, shared_case& shared) {
    child self(properties, shared);
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
            reply = {{"trouble", e.what()}};  // a generator that throws, for instance
        }
        shared.end();
        received.erase(0, newline + 1);
        if (!write_all(channel, text_of(reply) + '\n')) _exit(0);
    }
}

}  // namespace tileproof::properties
