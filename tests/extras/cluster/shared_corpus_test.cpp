// SPDX-License-Identifier: MIT
// Archives of inputs, and the folder of archives that many write and read at once.
#include "extras/cluster/shared_corpus.hpp"
#include "system/atomic_file.hpp"
#include "system/process.hpp"
#include "tests/properties/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <memory>

namespace tileproof::cluster::testing {
namespace {

namespace fs = std::filesystem;
using properties::store_error;
using properties::testing::scratch_folder;
using ::testing::HasSubstr;

std::vector<std::string> unpacked(std::string_view archive, std::string* wrong = nullptr) {
    std::vector<std::string> inputs;
    const std::string said =
        read_pack(archive, [&](const packed_input& i) { inputs.emplace_back(i.bytes); });
    if (wrong) *wrong = said;
    return inputs;
}

TEST(Pack, GivesBackWhatItHoldsWhateverBytesThatAre) {
    const std::vector<std::string> inputs{"",           "a",     "abc", std::string(5000, '\0'),
                                          "TRAILER!!!", "\xff\n"};
    std::string wrong;
    EXPECT_EQ(unpacked(pack(inputs), &wrong), inputs);
    EXPECT_EQ(wrong, "");
    EXPECT_EQ(pack(inputs).size() % 4, 0u);
    EXPECT_EQ(unpacked(pack({})), std::vector<std::string>());
}

TEST(Pack, SaysWhatIsWrongAndGivesWhatIsWhole) {
    const std::string whole = pack(std::vector<std::string>{"first", "second", "third"});
    std::string wrong;
    // Cut anywhere it is noticed, and nothing is made up.
    for (std::size_t size = 0; size < whole.size() - 1; ++size) {
        const auto inputs = unpacked(whole.substr(0, size), &wrong);
        if (wrong.empty()) ASSERT_EQ(inputs.size(), 3u) << size;  // zeros at the end may go
        for (const std::string& i : inputs)
            EXPECT_TRUE(i == "first" || i == "second" || i == "third");
    }
    std::string damaged = whole;
    damaged[whole.find("second")] = 'S';
    EXPECT_EQ(unpacked(damaged, &wrong).size(), 1u);
    EXPECT_THAT(wrong, HasSubstr("are not those that its name says"));
    EXPECT_TRUE(unpacked(std::string(200, 'x'), &wrong).empty());
    EXPECT_EQ(wrong, "it is not an archive of inputs");
    std::string huge = whole;
    huge.replace(6 + 6 * 8, 8, "ffffffff");
    EXPECT_TRUE(unpacked(huge, &wrong).empty());
    EXPECT_EQ(wrong, "it ends in the middle of an input");
}

TEST(Pack, NamesInputsByTheirBytes) {
    EXPECT_EQ(id_of("a").text(), id_of("a").text());
    EXPECT_EQ(id_of("a").text().size(), 32u);
    EXPECT_NE(id_of("a"), id_of("b"));
    EXPECT_NE(id_of("a").high, id_of("a").low);
}

std::size_t size_of(const fs::path& folder) {
    corpus_reader r(folder);
    EXPECT_TRUE(r.read_new([](const packed_input&) {}).empty());
    return r.size();
}

TEST(SharedCorpus, ShowsEachInputOnceToEachReader) {
    const scratch_folder folder;
    corpus_writer one(folder.path(), "task-0-attempt-1"), other(folder.path(), "task-1-attempt-1");
    corpus_reader reader(folder.path());
    std::vector<std::string> seen;
    const auto look = [&] {
        return reader.read_new([&](const packed_input& i) { seen.emplace_back(i.bytes); });
    };
    one.add("a");
    EXPECT_TRUE(look().empty());
    EXPECT_TRUE(seen.empty()) << "not published yet";
    one.publish();
    other.add("a");
    other.add("b");
    other.publish();
    EXPECT_TRUE(look().empty());
    EXPECT_EQ(seen.size(), 2u);
    other.add("c");
    other.publish();
    look();
    EXPECT_EQ(seen.size(), 3u);
    EXPECT_EQ(seen.back(), "c");
    EXPECT_EQ(size_of(folder.path()), 3u);
    EXPECT_EQ(size_of(folder.path() / "nowhere"), 0u);
}

TEST(SharedCorpus, MakesFewArchivesOfMany) {
    const scratch_folder folder;
    corpus_writer w(folder.path(), "task-0-attempt-1");
    for (int i = 0; i < 600; ++i) {
        w.add(std::to_string(i));
        w.publish();
    }
    EXPECT_EQ(size_of(folder.path()), 600u);
    EXPECT_LE(archives_in(folder.path()).size(), 4 * 7u)
        << "600 is 1 1 3 0 to the base 8, and 7 is the largest digit";
}

TEST(SharedCorpus, ReadsWhatIsWholeOfADamagedArchiveAndSaysSo) {
    const scratch_folder folder;
    corpus_writer w(folder.path(), "task-0-attempt-1");
    w.add("first");
    w.add("second");
    w.publish();
    const fs::path file = archives_in(folder.path()).front();
    fs::resize_file(file, fs::file_size(file) / 2);
    corpus_reader r(folder.path());
    const auto problems = r.read_new([](const packed_input&) {});
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_THAT(problems[0], HasSubstr(file.string()));
    EXPECT_EQ(r.size(), 1u);
    EXPECT_TRUE(r.archives().empty()) << "a merge must not delete what it has not read";
}

// A quota that is full: what is published stays, what is not is still there when there is room again.
TEST(SharedCorpus, KeepsWhatItCannotWriteAndWritesItLater) {
    const scratch_folder folder;
    corpus_writer w(folder.path(), "task-0-attempt-1");
    w.add("small");
    w.publish();
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ::getrlimit(RLIMIT_FSIZE, &before);
    const rlimit full{1000, before.rlim_max};
    w.add(std::string(5000, 'x'));
    ::setrlimit(RLIMIT_FSIZE, &full);
    EXPECT_THROW(w.publish(), store_error);
    ::setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(size_of(folder.path()), 1u);
    EXPECT_EQ(w.waiting(), 1u);
    w.publish();
    EXPECT_EQ(size_of(folder.path()), 2u);
}

// Writers of their own processes, some killed at any moment: all that publish() returned for is there.
TEST(SharedCorpus, LosesNothingOfManyWritersSomeOfWhichAreKilled) {
    const scratch_folder folder;
    constexpr int writers = 16, batches = 40, of_a_batch = 10;
    std::vector<std::unique_ptr<system::process>> running;
    for (int n = 0; n < writers; ++n)
        running.push_back(std::make_unique<system::process>(system::command{.body = [&, n] {
            corpus_writer w(folder.path() / "corpus", "writer-" + std::to_string(n));
            std::ofstream diary(folder.path() / ("diary-" + std::to_string(n)));
            for (int b = 0; b < batches; ++b) {
                for (int i = 0; i < of_a_batch; ++i)
                    w.add(std::to_string(n) + '/' + std::to_string(b * of_a_batch + i));
                w.publish();
                diary << (b + 1) * of_a_batch << '\n' << std::flush;
            }
        }}));
    for (int n = 0; n < writers; n += 4) {
        std::ifstream diary;
        while (!running[static_cast<std::size_t>(n)]->has_ended() &&
               fs::exists(folder.path() / ("diary-" + std::to_string(n))) == false) {
        }
        running[static_cast<std::size_t>(n)]->kill();
    }
    for (auto& p : running) p->wait();
    id_set there;
    corpus_reader r(folder.path() / "corpus");
    EXPECT_TRUE(r.read_new([&](const packed_input& i) { there.insert(i.id); }).empty());
    for (int n = 0; n < writers; ++n) {
        std::ifstream diary(folder.path() / ("diary-" + std::to_string(n)));
        int written = 0;
        for (int line = 0; diary >> line;) written = line;
        if (n % 4 != 0) EXPECT_EQ(written, batches * of_a_batch);
        for (int i = 0; i < written; ++i)
            EXPECT_TRUE(there.contains(id_of(std::to_string(n) + '/' + std::to_string(i))))
                << n << ' ' << i;
    }
}

}  // namespace
}  // namespace tileproof::cluster::testing
