// SPDX-License-Identifier: MIT
// Attacks the mutants that this program was built with, and writes the mutation score.
//
//   mutation-attack MUTANTS.json OUT [--judgements FILE] [--sample N] [--seed S] [--seconds T] [--minutes M] [--jobs J] [--only ID...] [--rows NAME...]
//
// OUT.txt and OUT.json: the score, a table by file and operation, and each mutant that survived or was not reached.
// A control, in which no mutant acts, is attacked as they are: if it is "killed", nothing here means anything.
#include "command/chosen.hpp"
#include "tests/mutation/attack.hpp"
#include "tests/mutation/judgements.hpp"
#include "tests/mutation/score.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <random>

namespace {

using namespace tileproof;
using namespace tileproof::mutation;
using nlohmann::json;

struct request {
    std::string mutants, out, judgements;
    int sample = 0, jobs = 2;
    std::vector<int> only;
    std::vector<std::string> rows;
    double survey_seconds = 3, minutes = 0;
    effort each;
};

template <class T>
T* shared(std::size_t count) {
    void* const p =
        mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::runtime_error("no memory to share with child processes");
    return static_cast<T*>(p);
}

// Does work(i) for each i below count, in so many processes at a time. Returns how many it began in time; 0 minutes: all.
template <class Work>
std::size_t in_processes(int jobs, std::size_t count, double minutes, Work work) {
    const auto start = std::chrono::steady_clock::now();
    int running = 0;
    std::size_t i = 0;
    for (; i < count; ++i) {
        if (running == jobs && wait(nullptr) > 0) --running;
        if (minutes > 0 &&
            std::chrono::steady_clock::now() - start > std::chrono::duration<double>(60 * minutes))
            break;
        if (fork() == 0) {
            work(i);
            _exit(0);
        }
        ++running;
    }
    while (running > 0 && wait(nullptr) > 0) --running;
    return i;
}

struct told {
    char row[100], how[64], the_case[2000];
    double seconds;
    bool done;
};
void tell(told& to, const outcome& from) {
    from.row.copy(to.row, sizeof to.row - 1);
    from.how.copy(to.how, sizeof to.how - 1);
    from.the_case.copy(to.the_case, sizeof to.the_case - 1);
    to.seconds = from.seconds;
    to.done = true;
}

// Which mutants each row comes by while none acts. Throws when a row fails: then no mutant can be judged.
std::vector<const unsigned char*> survey(const properties::property_list& rows, std::size_t mutants,
                                         const request& asked) {
    auto* const reached = shared<unsigned char>(rows.size() * mutants);
    auto* const results = shared<told>(rows.size());
    in_processes(asked.jobs, rows.size(), 0, [&](std::size_t i) {
        std::int64_t position = 0;
        tell(results[i], attack_row(*rows[i], 0, asked.each.seed, position, asked.survey_seconds,
                                    reached + i * mutants));
    });
    std::vector<const unsigned char*> of_rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!results[i].done || results[i].how[0] != 0)
            throw std::runtime_error(fmt::format("{} fails without a mutant ({}): {}",
                                                 rows[i]->name(), results[i].how,
                                                 results[i].the_case));
        of_rows.push_back(reached + i * mutants);
    }
    return of_rows;
}

std::vector<json> chosen(const request& asked, json all) {
    std::vector<json> mutants = all;
    if (!asked.only.empty()) {
        std::vector<json> some;
        for (const int id : asked.only)
            some.push_back(mutants.at(static_cast<std::size_t>(id) - 1));
        return some;
    }
    std::mt19937_64 random(asked.each.seed);
    for (std::size_t i = mutants.size(); i > 1; --i)
        std::swap(mutants[i - 1], mutants[random() % i]);
    if (asked.sample > 0 && mutants.size() > static_cast<std::size_t>(asked.sample))
        mutants.resize(static_cast<std::size_t>(asked.sample));
    return mutants;
}

int attack(const request& asked) {
    judgements judged;
    if (std::ifstream read(asked.judgements); !asked.judgements.empty()) {
        if (!read) throw std::runtime_error("cannot read " + asked.judgements);
        judged = judgements(read);
    }
    std::ifstream in(asked.mutants);
    const json all = json::parse(in);
    std::vector<json> mutants = chosen(asked, all);
    auto rows = command::known_properties(command::known_devices());
    if (!asked.rows.empty())
        std::erase_if(rows, [&](const auto& p) {
            return std::find(asked.rows.begin(), asked.rows.end(), p->subject()) ==
                   asked.rows.end();
        });
    const auto reached = survey(rows, all.size() + 1, asked);
    mutants.insert(
        mutants.begin(),
        json{{"id", 0}, {"file", "(control)"}, {"line", 0}, {"place", ""}, {"operation", "none"}});
    auto* const results = shared<told>(mutants.size());
    const std::size_t attacked =
        in_processes(asked.jobs, mutants.size(), asked.minutes, [&](std::size_t i) {
            const int id = mutants[i].at("id");
            std::vector<const properties::property*> by;
            for (std::size_t r = 0; r < rows.size(); ++r)
                if (id == 0 || reached[r][id] != 0) by.push_back(rows[r].get());
            if (by.empty()) return;
            tell(results[i], attack_mutant(by, id, asked.each));
            if (i % 100 == 99)
                std::cerr << fmt::format("{} of {} mutants attacked\n", i + 1, mutants.size());
        });
    if (results[0].how[0] != 0)
        throw std::runtime_error(
            fmt::format("The control, in which no mutant acts, was killed by {} of {}: {}",
                        results[0].how, results[0].row, results[0].the_case));
    mutants.resize(attacked);
    for (std::size_t i = 1; i < mutants.size(); ++i) {
        const told& t = results[i];
        mutants[i]["fate"] = !t.done ? "not reached" : t.how[0] ? "killed" : "survived";
        if (t.how[0]) mutants[i].update({{"row", t.row}, {"by", t.how}, {"case", t.the_case}});
        mutants[i]["seconds"] = t.seconds;
    }
    mutants.erase(mutants.begin());
    const score s(mutants, all.size(), judged);
    std::ofstream(asked.out + ".json") << s.as_json().dump(1) << '\n';
    std::ofstream(asked.out + ".txt") << s.as_text();
    std::cout << s.as_text();
    return 0;
}

}  // namespace

int main(int count, char** arguments) try {
    CLI::App app("Attack the mutants of this build");
    request asked;
    app.add_option("mutants", asked.mutants, "MUTANTS.json, as tileproof-mutants wrote it")
        ->required();
    app.add_option("out", asked.out, "Where to write the score: OUT.txt and OUT.json")->required();
    app.add_option("--judgements", asked.judgements, "What was found of survivors: survivors.txt");
    app.add_option("--sample", asked.sample, "So many mutants, drawn with the seed; 0: all");
    app.add_option("--seed", asked.each.seed, "Seed of the sample and of the cases");
    app.add_option("--rows", asked.rows,
                   "Only rows of these: transpose_tiled, layout, ..; without it, all");
    app.add_option("--seconds", asked.each.seconds, "Of processor time for one mutant");
    app.add_option("--survey", asked.survey_seconds,
                   "For each row, to see which mutants it reaches");
    app.add_option("--minutes", asked.minutes, "Begin no mutant after so long; 0: take them all");
    app.add_option("--jobs", asked.jobs, "Mutants at a time");
    app.add_option("--only", asked.only, "Only the mutants of these numbers");
    CLI11_PARSE(app, count, arguments);
    return attack(asked);
} catch (const std::exception& e) {
    std::cerr << "mutation-attack: " << e.what() << '\n';
    return 2;
}
