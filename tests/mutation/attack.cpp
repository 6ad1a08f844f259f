// SPDX-License-Identifier: MIT
#include "tests/mutation/attack.hpp"

#include "devices/case_time.hpp"
#include "fuzz/worker/case_round.hpp"
#include "properties/fields.hpp"
#include "properties/law.hpp"
#include "tests/mutation/active.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::mutation {
namespace {

using clock = std::chrono::steady_clock;

constexpr double longest_case = 10;   // seconds of processor time without a step: it hangs
constexpr double longest_wait = 120;  // on the clock, for what waits and computes nothing
constexpr long most_pages = long{4} << 30 >> 12;  // resident, of a child

double seconds_since(clock::time_point start) {
    return std::chrono::duration<double>(clock::now() - start).count();
}
// Of all threads of a process: on a busy machine a mutant gets the same attack as on an idle one.
double processor_seconds(pid_t process) {
    clockid_t its_clock{};
    timespec t{};
    if (clock_getcpuclockid(process, &its_clock) == 0) clock_gettime(its_clock, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
double seconds_of(const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

// What a child says to its parent.
struct shared_answer {
    volatile std::int64_t position;
    char how[64];
    char the_case[2000];
};

void copy_text(char* to, std::size_t size, const std::string& text) {
    std::strncpy(to, text.c_str(), size - 1);
}

[[noreturn]] void run_cases(const properties::property& p, std::uint64_t seed, double seconds,
                            shared_answer& answer) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    const double start = processor_seconds(0);
    devices::case_time::limit = 0.9 * longest_case;
    try {
        const fuzz::case_source source(p);
        do {
            const nlohmann::json the_case = source.at(seed, answer.position);
            devices::case_time::begin();
            copy_text(answer.the_case, sizeof answer.the_case, properties::text_of(the_case));
            const properties::case_result r = fuzz::check_or_explain(p, the_case);
            if (const properties::failure* why = r.first_failure()) {
                copy_text(answer.how, sizeof answer.how,
                          std::string(properties::about(why->law).code));
                _exit(0);
            }
            answer.position = answer.position + 1;
        } while (processor_seconds(0) - start < seconds);
    } catch (const std::exception& e) {  // a generator
        copy_text(answer.how, sizeof answer.how, "threw");
        copy_text(answer.the_case, sizeof answer.the_case, e.what());
    }
    _exit(0);
}

long resident_pages(pid_t child) {
    std::ifstream in("/proc/" + std::to_string(child) + "/statm");
    long all = 0, resident = 0;
    in >> all >> resident;
    return resident;
}

// How the child ended, where it did not say so itself.
std::string wait_for(pid_t child, const shared_answer& answer, double& seconds) {
    std::int64_t position = answer.position;
    auto last_step = clock::now();
    double spent_then = 0;
    for (int looks = 0;; ++looks) {
        int status = 0;
        rusage used{};
        if (wait4(child, &status, WNOHANG, &used) == child) {
            seconds = seconds_of(used.ru_utime) + seconds_of(used.ru_stime);
            return WIFSIGNALED(status) || WEXITSTATUS(status) != 0 ? "crash" : "";
        }
        if (answer.position != position) {
            position = answer.position;
            last_step = clock::now();
            spent_then = processor_seconds(child);
        }
        const bool hangs = processor_seconds(child) - spent_then > longest_case ||
                           seconds_since(last_step) > longest_wait;
        if (hangs || (looks % 32 == 31 && resident_pages(child) > most_pages)) {
            kill(child, SIGKILL);
            waitpid(child, &status, 0);
            return hangs ? "hang" : "memory";
        }
        usleep(looks < 100 ? 200 : 3000);
    }
}

}  // namespace

outcome attack_row(const properties::property& p, int mutant, std::uint64_t seed,
                   std::int64_t& position, double seconds, unsigned char* reached_there) {
    void* const memory = mmap(nullptr, sizeof(shared_answer), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory to share with a child process");
    shared_answer& answer = *static_cast<shared_answer*>(memory);
    answer.position = position;
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot fork");
    if (child == 0) {
        active_mutant = mutant;
        reached = reached_there;
        run_cases(p, seed, seconds, answer);
    }
    outcome result;
    result.how = wait_for(child, answer, result.seconds);
    if (result.how.empty()) result.how = answer.how;
    if (result.killed()) {
        result.row = p.name();
        result.the_case = answer.the_case;
    }
    position = answer.position;
    munmap(memory, sizeof(shared_answer));
    return result;
}

outcome attack_mutant(const std::vector<const properties::property*>& rows, int mutant,
                      const effort& e) {
    std::vector<std::int64_t> positions(rows.size(), 0);
    outcome result;
    double budget = 0.1, spent = 0;
    for (std::uint64_t round = 0; !rows.empty(); ++round, budget *= 3)
        for (std::size_t i = 0; i < rows.size(); ++i) {
            result = attack_row(*rows[i], mutant, e.seed + round, positions[i], budget, nullptr);
            spent += result.seconds;
            if (!result.killed() && spent + budget < e.seconds) continue;
            result.seconds = spent;
            return result;
        }
    return result;
}

}  // namespace tileproof::mutation
