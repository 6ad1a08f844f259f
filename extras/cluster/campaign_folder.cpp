// SPDX-License-Identifier: MIT
#include "extras/cluster/campaign_folder.hpp"

#include "system/file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using fuzz::read_member;
using nlohmann::json;
using system::store_error;

namespace {

constexpr const char* merge_record_name = "merged.json";
constexpr int most_tasks = 100'000, most_attempts = 10'000, merge_schema = 1;

fs::path folder_of_task(const fs::path& folder, int task) {
    return folder / "tasks" / fmt::format("{:04}", task);
}

// Folders whose names are numbers, in their order.
std::vector<int> numbers_in(const fs::path& folder) {
    std::vector<int> numbers;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        const std::string name = it->path().filename().string();
        int number = -1;
        const auto [last, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
        if (wrong == std::errc() && last == name.data() + name.size()) numbers.push_back(number);
    }
    std::ranges::sort(numbers);
    return numbers;
}

}  // namespace

void write_campaign(const fs::path& folder, const campaign& c) {
    // One of another version is not written over: what lies there is somebody's.
    std::error_code error;
    if (fs::exists(folder / "campaign.json", error)) (void)read_campaign(folder);
    system::write_atomically(folder / "campaign.json",
                             properties::indented_text_of({{"tileproof_campaign", campaign::schema},
                                                           {"version", c.version},
                                                           {"started", c.started},
                                                           {"kind", c.kind},
                                                           {"tasks", c.tasks},
                                                           {"seconds", c.seconds},
                                                           {"seed", c.seed},
                                                           {"targets", c.targets},
                                                           {"options", json::parse(c.options)}}) +
                                 '\n');
}

campaign read_campaign(const fs::path& folder) {
    const fs::path file = folder / "campaign.json";
    std::error_code error;
    if (!fs::exists(file, error) && !error)
        throw store_error(
            "The folder '{}' holds no campaign: it has no campaign.json, which "
            "`tileproof fuzz --slurm` and `tileproof verify --slurm` write.",
            folder.string());
    const std::string what =
        fmt::format("The file '{}' does not describe a campaign", file.string());
    const nlohmann::json j = read_json_file(file, what);
    if (const int schema = read_member<int>(j, "tileproof_campaign", what);
        schema != campaign::schema)
        throw store_error(
            "The campaign in '{}' was made by another version of tileproof (its files "
            "have version {}, this one reads {}); use that version, or another folder.",
            folder.string(), schema, campaign::schema);
    campaign c;
    c.version = read_member<std::string>(j, "version", what);
    c.started = read_member<std::string>(j, "started", what);
    c.kind = read_member<std::string>(j, "kind", what);
    c.tasks = read_member<int>(j, "tasks", what);
    c.seconds = fuzz::read_amount(j, "seconds", 1e9, what);
    c.seed = read_member<std::uint64_t>(j, "seed", what);
    c.targets = read_member<std::vector<std::string>>(j, "targets", what);
    c.options = properties::text_of(read_member<json>(j, "options", what));
    if (c.tasks < 1 || c.tasks > most_tasks || (c.kind != "fuzz" && c.kind != "verify") ||
        (c.kind == "fuzz" && c.targets.empty()))
        throw store_error("{}: it has {} tasks of kind '{}' and {} targets.", what, c.tasks, c.kind,
                          c.targets.size());
    return c;
}

std::string attempt::name() const { return fmt::format("task-{}-attempt-{}", task, number); }

std::vector<attempt> attempts_in(const fs::path& folder, int task) {
    std::vector<attempt> all;
    const std::vector<int> tasks = task < 0 ? numbers_in(folder / "tasks") : std::vector<int>{task};
    for (const int t : tasks)
        for (const int number : numbers_in(folder_of_task(folder, t)))
            all.push_back({t, number, folder_of_task(folder, t) / std::to_string(number)});
    return all;
}

attempt new_attempt(const fs::path& folder, int task) {
    const fs::path tasks = folder_of_task(folder, task);
    std::error_code error;
    fs::create_directories(tasks, error);
    const std::vector<int> before = numbers_in(tasks);
    int number = before.empty() ? 1 : before.back() + 1;
    for (; !error && number < most_attempts; ++number)
        if (const fs::path mine = tasks / std::to_string(number); fs::create_directory(mine, error))
            return {task, number, mine};
    throw store_error("The folder '{}' cannot be made: {}.",
                      (tasks / std::to_string(number)).string(),
                      error ? error.message() : "there are too many attempts already");
}

std::vector<std::string> share_of(const campaign& c, int task) {
    std::vector<std::string> mine;
    const auto all = static_cast<int>(c.targets.size());
    if (c.tasks >= all) return {c.targets[static_cast<std::size_t>(task % all)]};
    for (int i = task; i < all; i += c.tasks)
        mine.push_back(c.targets[static_cast<std::size_t>(i)]);
    return mine;
}

std::uint64_t seed_of(const campaign& c, const attempt& a) {
    // Multiplied by an odd number and added: different for different attempts.
    const std::uint64_t place = static_cast<std::uint64_t>(a.task) * most_attempts + a.number;
    return c.seed + place * 0x9e3779b97f4a7c15u;
}

std::uint32_t first_slice_seed_of(const campaign& c, const attempt& a) {
    constexpr std::uint32_t slices = 1u << 14, attempts = 64;
    const auto place = static_cast<std::uint32_t>(a.task) * attempts +
                       static_cast<std::uint32_t>(a.number) % attempts;
    const std::uint32_t seed = static_cast<std::uint32_t>(c.seed) + place * slices;
    return seed == 0 ? 1 : seed;
}

void note_merge(const fs::path& folder, const std::string& when) {
    // What another version wrote is not written over.
    try {
        (void)last_merge(folder);
    } catch (const store_error&) {
        std::error_code ignored;
        fs::rename(folder / merge_record_name,
                   folder / (std::string(merge_record_name) + ".before"), ignored);
    }
    system::write_atomically(
        folder / merge_record_name,
        properties::text_of({{"tileproof_merge", merge_schema}, {"when", when}}) + '\n');
}

std::string last_merge(const fs::path& folder) {
    const fs::path file = folder / merge_record_name;
    std::error_code error;
    if (!fs::exists(file, error) && !error) return {};
    const std::string what = fmt::format(
        "The file '{}' does not say what was merged; delete it, and merge again", file.string());
    const json j = read_json_file(file, what);
    if (read_member<int>(j, "tileproof_merge", what) != merge_schema)
        throw store_error("The file '{}' was written by another version of tileproof.",
                          file.string());
    return read_member<std::string>(j, "when", what);
}

double server_time_of(const fs::path& file) {
    struct stat s {};
    if (::stat(file.c_str(), &s) != 0) return 0;
    return static_cast<double>(s.st_mtim.tv_sec) + 1e-9 * static_cast<double>(s.st_mtim.tv_nsec);
}

server_time now_on_server(const fs::path& folder) {
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    const fs::path probe = folder / fmt::format(".now-{}-{}", host, ::getpid());
    server_time now;
    try {
        system::write_atomically(probe, "");
        now.seconds = server_time_of(probe);
    } catch (const store_error&) {
        now.may_write = false;
    }
    std::error_code ignored;
    fs::remove(probe, ignored);
    if (now.seconds == 0)
        now.seconds =
            std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
                .count();
    return now;
}

}  // namespace tileproof::cluster
