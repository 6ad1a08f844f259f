// SPDX-License-Identifier: MIT
// many_findings FOLDER [WRITERS=64] [FINDINGS=5000] [CAUSES=1000] [KILLED=8]: WRITERS processes store findings at once,
// each in one store that all share (FOLDER/store) and in the folder of its attempt at a campaign (FOLDER/campaign). Some
// are killed at any moment; then it is counted: what was stored must be there and readable.
//
//   64 writers, 8 of them killed: 4,613 findings of 1,000 causes stored in 3.1 s, 0 lost, read in 0.35 s
#include "extras/cluster/campaign_folder.hpp"
#include "fuzz/finding/finding.hpp"
#include "fuzz/libfuzzer/fuzz_findings.hpp"
#include "system/process.hpp"
#include "system/text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <set>
#include <thread>

namespace {

namespace fs = std::filesystem;
using namespace tileproof::fuzz;
using namespace tileproof::properties;
using namespace tileproof::system;
using clock_type = std::chrono::steady_clock;

double since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

// Findings `number` and `number + causes` have one cause. Their layouts hold: a merge that runs them again keeps them.
finding made(int number, int causes) {
    finding f;
    f.property = "layout/L2";
    f.subject = "layout";
    f.device = "host";
    f.the_case = {{"layout", fmt::format("packed [{},{}]", number / 97 + 1, number % 97 + 1)}};
    f.broken_by({.law = law_id::L2,
                 .where = {.part = fmt::format("made.cpp:{}", number % causes + 1)},
                 .detail = "It was made to be counted."});
    f.found = time_stamp();
    f.version = "0";
    return f;
}

struct asked {
    fs::path folder;
    int writers, findings, causes, killed;
    int first(int writer) const { return findings * writer / writers; }
    fs::path diary(int writer) const { return folder / fmt::format("diary-{}", writer); }
};

void write(const asked& a, int writer) {
    const tileproof::cluster::attempt mine =
        tileproof::cluster::new_attempt(a.folder / "campaign", writer);
    const finding_store shared(a.folder / "store"), own(mine.folder / "findings");
    std::ofstream diary(a.diary(writer));
    for (int n = a.first(writer); n < a.first(writer + 1); ++n) {
        const finding f = made(n, a.causes);
        own.save(f);
        shared.save(f);
        diary << n << '\n' << std::flush;
    }
}

int run(const asked& a) {
    tileproof::cluster::write_campaign(a.folder / "campaign", {.kind = "verify",
                                                               .tasks = a.writers,
                                                               .seconds = 1,
                                                               .targets = {},
                                                               .options = "{}",
                                                               .version = "0",
                                                               .started = time_stamp()});
    const auto start = clock_type::now();
    std::vector<std::unique_ptr<tileproof::system::process>> running;
    for (int n = 0; n < a.writers; ++n)
        running.push_back(std::make_unique<tileproof::system::process>(
            tileproof::system::command{.body = [&, n] { write(a, n); }}));
    std::mt19937 random(7);
    for (int n = 0; n < a.killed; ++n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5 + random() % 50));
        running[static_cast<std::size_t>(n)]->kill();
    }
    for (auto& p : running) p->wait();
    const double writing = since(start);

    const auto look = clock_type::now();
    const finding_store::contents there = finding_store(a.folder / "store").load();
    const double reading = since(look);
    std::set<std::string> names, causes;
    for (const stored_finding& s : there.findings) {
        names.insert(s.file.filename());
        causes.insert(signature_of(s.what));
    }
    std::int64_t stored = 0, lost = 0;
    for (int w = 0; w < a.writers; ++w) {
        std::ifstream diary(a.diary(w));
        for (int n = 0; diary >> n; ++stored)
            lost += names.contains(file_name(made(n, a.causes))) ? 0 : 1;
    }
    for (const std::string& problem : there.problems) fmt::print("{}\n", problem);
    fmt::print(
        "{} writers, {} of them killed: {} findings of {} causes stored in {:.1f} s, {} lost, read "
        "in {:.2f} s\n",
        a.writers, a.killed, with_separators(stored), with_separators(std::ssize(causes)), writing,
        lost, reading);
    return lost == 0 && there.problems.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const auto number = [&](int i, int otherwise) {
        return argc > i ? std::atoi(argv[i]) : otherwise;
    };
    if (argc < 2) {
        fmt::print("many_findings FOLDER [WRITERS] [FINDINGS] [CAUSES] [KILLED]\n");
        return 2;
    }
    return run({argv[1], number(2, 64), number(3, 5000), number(4, 1000), number(5, 8)});
}
