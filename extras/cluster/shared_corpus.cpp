// SPDX-License-Identifier: MIT
#include "extras/cluster/shared_corpus.hpp"

#include "system/atomic_file.hpp"
#include "system/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tileproof::cluster {

namespace fs = std::filesystem;
using properties::read_bounded;
using properties::store_error;
using properties::write_atomically;

namespace {

constexpr std::size_t most_of_a_level = 8;
constexpr std::size_t largest_pack = 256u << 20;  // bytes that are read
constexpr std::size_t full_pack = 32u << 20;      // no larger ones are made of several
constexpr unsigned shards = 256;                  // folders, because servers list huge ones slowly

}  // namespace

corpus_writer::corpus_writer(fs::path folder, std::string name)
    : folder_(std::move(folder) / fmt::format("{:02x}", system::fnv1a(name) % shards)),
      name_(std::move(name)) {}

fs::path corpus_writer::file_of(std::size_t level, std::int64_t number) const {
    return folder_ / fmt::format("{}.{}.{}{}", name_, level, number, pack_extension);
}

void corpus_writer::add(std::string bytes) {
    waiting_bytes_ += bytes.size();
    waiting_.push_back(std::move(bytes));
    if (waiting_bytes_ > full_pack) publish();
}

void corpus_writer::publish() {
    if (waiting_.empty()) return;
    const fs::path file = file_of(0, written_ + 1);
    write_atomically(file, pack(waiting_));
    ++written_;
    waiting_.clear();
    waiting_bytes_ = 0;
    if (levels_.empty()) levels_.emplace_back();
    levels_[0].push_back(file);
    try {
        for (std::size_t level = 0; level < levels_.size(); ++level)
            if (levels_[level].size() >= most_of_a_level) fold(level);
    } catch (const store_error&) {
        // The disk is full, or a merge took them over: every input is in an archive all the same.
    }
}

void corpus_writer::fold(std::size_t level) {
    std::vector<std::string> inputs;
    std::size_t bytes = 0;
    const std::vector<fs::path> files = std::exchange(levels_[level], {});
    for (const fs::path& file : files) {
        const std::string archive = read_bounded(file, largest_pack);
        const std::string wrong =
            read_pack(archive, [&](const packed_input& i) { inputs.emplace_back(i.bytes); });
        if (!wrong.empty()) return;  // what is damaged stays as it is
        bytes += archive.size();
    }
    if (bytes > full_pack) return;
    const fs::path file = file_of(level + 1, ++written_);
    write_atomically(file, pack(inputs));
    if (levels_.size() == level + 1) levels_.emplace_back();
    levels_[level + 1].push_back(file);
    std::error_code ignored;
    for (const fs::path& old : files) fs::remove(old, ignored);
}

std::vector<fs::path> archives_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    if (!fs::exists(folder, error) && !error) return files;
    for (fs::directory_iterator shard(folder, error), end; !error && shard != end;
         shard.increment(error)) {
        std::error_code gone;
        for (fs::directory_iterator file(shard->path(), gone); !gone && file != end;
             file.increment(gone))
            if (file->path().extension() == pack_extension) files.push_back(file->path());
        if (gone && gone != std::errc::not_a_directory &&
            gone != std::errc::no_such_file_or_directory)
            error = gone;
    }
    if (error)
        throw store_error(
            fmt::format("The folder '{}' cannot be read: {}.", folder.string(), error.message()));
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::string> corpus_reader::read_new(
    const std::function<void(const packed_input&)>& take) {
    std::vector<std::string> problems;
    // An archive that is gone was made part of a larger one, which the next look finds.
    constexpr int most_looks = 5;
    bool gone = true;
    for (int look = 0; gone && look < most_looks; ++look) {
        gone = false;
        for (const fs::path& file : archives_in(folder_)) {
            if (read_.contains(file)) continue;
            std::string archive;
            try {
                archive = read_bounded(file, largest_pack);
            } catch (const store_error& e) {
                std::error_code error;
                if (!fs::exists(file, error) && !error)
                    gone = true;
                else
                    problems.push_back(e.what());
                continue;
            }
            const std::string wrong = read_pack(archive, [&](const packed_input& i) {
                if (known_.insert(i.id).second) take(i);
            });
            if (!wrong.empty())
                problems.push_back(fmt::format(
                    "Of the archive '{}' only what is whole was read: {}.", file.string(), wrong));
            else
                read_.insert(file);
        }
    }
    return problems;
}

}  // namespace tileproof::cluster
