// SPDX-License-Identifier: MIT
#include "extras/cluster/slurm.hpp"

#include "fuzz/finding/finding.hpp"
#include "system/file.hpp"
#include "system/process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using fuzz::quoted_for_shell;
using system::store_error;

namespace {

constexpr double seconds_of_slurm = 120;  // a busy controller takes its time

std::string from_environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_option(std::string_view word, std::string_view full, std::string_view letter) {
    return word == full || word.starts_with(std::string(full) + "=") || word.starts_with(letter);
}

void require_passable(const std::string& word) {
    constexpr std::array<std::array<std::string_view, 3>, 5> ours{
        {{"--array", "-a", "--tasks"},
         {"--dependency", "-d", "the array"},
         {"--wrap", "--wrap", "its own script"},
         {"--parsable", "--parsable", "tileproof"},
         {"--export", "--export", "tileproof"}}};
    for (const auto& [full, letter, by] : ours)
        if (is_option(word, full, letter))
            throw store_error("sbatch's {} cannot be passed on: it is set by {}; leave '{}' out.",
                              full, by, word);
    if (word.find_first_of("\n\r") != word.npos)
        throw store_error(
            "An option of sbatch has a line break, which cannot stand in a script; leave it out.");
}

// As sbatch reads a line of a script: in quotes, where a blank or a # would end the word.
std::string quoted_for_sbatch(const std::string& word) {
    if (word.find_first_of(" \t\"'\\#") == word.npos) return word;
    std::string quoted = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

std::string head(const slurm_jobs& j, const std::string& name, const std::string& log) {
    std::string text = fmt::format(
        "#!/bin/sh\n#SBATCH --job-name={}\n#SBATCH --requeue\n#SBATCH --open-mode=append\n"
        "#SBATCH {}\n",
        name, quoted_for_sbatch("--output=" + (j.folder / "logs" / log).string()));
    // A word without dashes is the value of the option before it: "-p gpu".
    for (std::size_t i = 0; i < j.options.size(); ++i) {
        require_passable(j.options[i]);
        const bool is_value = i > 0 && !j.options[i].starts_with('-');
        text += (is_value ? " " : "#SBATCH ") + quoted_for_sbatch(j.options[i]);
        const bool has_value = i + 1 < j.options.size() && !j.options[i + 1].starts_with('-');
        if (!has_value) text += '\n';
    }
    return text;
}

std::string run_line(const slurm_jobs& j, const std::string& command) {
    std::string text;
    for (const auto& [name, value] : j.environment)
        text += fmt::format("export {}={}\n", name, quoted_for_shell(value));
    return text + fmt::format("exec {} {} {}", quoted_for_shell(j.program.string()), command,
                              quoted_for_shell(j.folder.string()));
}

// What sbatch prints: "4711" or "4711;cluster".
std::string sbatch(const std::vector<std::string>& words) try {
    system::command c{.words = {"sbatch", "--parsable"}};
    c.words.insert(c.words.end(), words.begin(), words.end());
    c.seconds = seconds_of_slurm;
    const system::result r = system::run(c);
    std::string said = r.output;
    while (!said.empty() && (said.back() == '\n' || said.back() == '.')) said.pop_back();
    if (!r.how.well()) {
        std::ranges::replace(said, '\n', ' ');
        throw store_error("sbatch did not take the job: {}.",
                          said.empty() ? "it says nothing" : said);
    }
    said = said.substr(said.rfind('\n') + 1);  // notices of the site come first
    return said.substr(0, said.find(';'));
} catch (const system::start_error&) {
    throw store_error(
        "sbatch is not on this machine: run this where jobs are submitted, or see the script with "
        "--print.");
}

}  // namespace

std::string array_script(const slurm_jobs& j) {
    return head(j, "tileproof", "task-%a.log") +
           fmt::format("#SBATCH --array=0-{}\n#SBATCH --signal=B:USR1@120\n", j.tasks - 1) +
           run_line(j, "task") + " \"$SLURM_ARRAY_TASK_ID\"\n";
}

std::string merge_script(const slurm_jobs& j) {
    return head(j, "tileproof-merge", "merge.log") + run_line(j, "merge") + '\n';
}

submitted_jobs submit(const slurm_jobs& j) {
    const fs::path array = j.folder / "array.sh", merge = j.folder / "merge.sh";
    system::write_atomically(array, array_script(j));
    system::write_atomically(merge, merge_script(j));
    std::error_code error;
    fs::create_directories(j.folder / "logs", error);
    submitted_jobs jobs;
    jobs.array = sbatch({array.string()});
    try {
        jobs.merge = sbatch({"--dependency=afterany:" + jobs.array, merge.string()});
    } catch (const store_error& e) {
        throw store_error(
            "The array is job {}, but the job that merges was not taken; submit it with "
            "`sbatch --dependency=afterany:{} {}`. {}",
            jobs.array, jobs.array, quoted_for_shell(merge.string()), e.what());
    }
    return jobs;
}

std::string number_of_this_job() {
    const std::string array = from_environment("SLURM_ARRAY_JOB_ID");
    return array.empty() ? from_environment("SLURM_JOB_ID")
                         : array + '_' + from_environment("SLURM_ARRAY_TASK_ID");
}

std::string name_of_this_node() {
    if (std::string name = from_environment("SLURMD_NODENAME"); !name.empty()) return name;
    char host[256] = {};
    ::gethostname(host, sizeof host - 1);
    return host;
}

int processors_of_this_job() {
    const std::string text = from_environment("SLURM_CPUS_ON_NODE");
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::string requeue_this_job() {
    try {
        const system::result r = system::run(
            {.words = {"scontrol", "requeue", number_of_this_job()}, .seconds = seconds_of_slurm});
        return r.how.well() ? "" : "scontrol could not requeue this job: " + r.output;
    } catch (const system::start_error& e) {
        return e.what();
    }
}

}  // namespace tileproof::cluster
