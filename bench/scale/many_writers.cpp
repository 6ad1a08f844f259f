// SPDX-License-Identifier: MIT
// many_writers FOLDER [WRITERS=64] [INPUTS=100000] [KILLED=8]: WRITERS processes write inputs into one shared corpus at
// once, some of them are killed at any moment, and then it is counted: what was published must be there.
//
//   64 writers, 8 of them killed: 98,213 inputs published in 4.2 s, 0 lost; 241 archives, listed in 0.21 s
#include "fuzz/cluster/shared_corpus.hpp"
#include "system/process.hpp"
#include "system/text_layout.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <thread>

namespace {

namespace fs = std::filesystem;
using namespace tileproof::cluster;
using tileproof::properties::with_separators;
using clock_type = std::chrono::steady_clock;

double since(clock_type::time_point start) {
    return std::chrono::duration<double>(clock_type::now() - start).count();
}

// About as long as the text of a layout.
std::string input(int writer, int number) {
    std::string text = fmt::format("packed [{},{}] -> {{xor: 0,1 -> 0,1}}", writer, number);
    text.resize(40 + static_cast<std::size_t>(number) % 160, 'x');
    return text;
}

// A batch of 50 is what a worker finds in a minute or so; the diary says how many were published.
void write(const fs::path& folder, int writer, int inputs) {
    constexpr int of_a_batch = 50;
    corpus_writer w(folder / "corpus", fmt::format("task-{}-attempt-1", writer));
    std::ofstream diary(folder / fmt::format("diary-{}", writer));
    for (int n = 0; n < inputs;) {
        for (int i = 0; i < of_a_batch && n < inputs; ++i) w.add(input(writer, n++));
        w.publish();
        diary << n << '\n' << std::flush;
    }
}

int published(const fs::path& folder, int writer) {
    std::ifstream diary(folder / fmt::format("diary-{}", writer));
    int last = 0;
    for (int n = 0; diary >> n;) last = n;
    return last;
}

int run(const fs::path& folder, int writers, int inputs, int killed) {
    const auto start = clock_type::now();
    std::vector<std::unique_ptr<tileproof::system::process>> running;
    for (int n = 0; n < writers; ++n)
        running.push_back(std::make_unique<tileproof::system::process>(
            tileproof::system::command{.body = [&, n] { write(folder, n, inputs / writers); }}));
    std::mt19937 random(7);
    for (int n = 0; n < killed; ++n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5 + random() % 20));
        running[static_cast<std::size_t>(n)]->kill();
    }
    for (auto& p : running) p->wait();
    const double writing = since(start);

    const auto look = clock_type::now();
    corpus_reader reader(folder / "corpus");
    id_set there;
    const auto problems = reader.read_new([&](const packed_input& i) { there.insert(i.id); });
    const double listing = since(look);
    for (const std::string& p : problems) fmt::print("{}\n", p);
    std::int64_t all = 0, lost = 0;
    for (int w = 0; w < writers; ++w) {
        const int must = published(folder, w);
        all += must;
        for (int n = 0; n < must; ++n) lost += there.contains(id_of(input(w, n))) ? 0 : 1;
    }
    fmt::print(
        "{} writers, {} of them killed: {} inputs published in {:.1f} s, {} lost; {} archives, "
        "listed in {:.2f} s\n",
        writers, killed, with_separators(all), writing, lost, archives_in(folder / "corpus").size(),
        listing);
    return lost == 0 && problems.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    const auto number = [&](int i, int otherwise) {
        return argc > i ? std::atoi(argv[i]) : otherwise;
    };
    if (argc < 2) {
        fmt::print("many_writers FOLDER [WRITERS] [INPUTS] [KILLED]\n");
        return 2;
    }
    return run(argv[1], number(2, 64), number(3, 100'000), number(4, 8));
}
