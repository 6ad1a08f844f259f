// SPDX-License-Identifier: MIT
// The inputs of one target that many processes on many nodes write and read at once, on a file system that may be NFS:
// nothing is locked, nothing is changed in place. Each writer has a name of its own and adds whole archives (pack.hpp):
//
//   corpus_writer w("campaign/corpus/layout_laws", "task-7-attempt-1");
//   w.add("packed [2,3]");
//   w.publish();       // campaign/corpus/layout_laws/3f/task-7-attempt-1.0.1.cpio: whole, or not there
//
//   corpus_reader r("campaign/corpus/layout_laws");
//   r.read_new([](const packed_input& i) { ... });      // each input once, by its content
//
// Eight archives of a writer become one, and eight of these one again, so that a thousand writers leave thousands of
// files, not millions. The larger archive is written before the smaller ones go: a writer that is killed in between
// leaves inputs twice, which is harmless.
#pragma once

#include "extras/cluster/pack.hpp"

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace tileproof::cluster {

inline constexpr const char* pack_extension = ".cpio";

struct hash_of_id {
    std::size_t operator()(const input_id& id) const { return id.high; }
};
using id_set = std::unordered_set<input_id, hash_of_id>;

class corpus_writer {
  public:
    // No other process may write under this name, ever: name a worker by a folder that it made itself.
    corpus_writer(std::filesystem::path folder, std::string name);

    void add(std::string bytes);
    std::size_t waiting() const { return waiting_.size(); }
    // What was added is on disk when it returns. Throws store_error: nothing is lost then, and it may be called again.
    void publish();

  private:
    std::filesystem::path file_of(std::size_t level, std::int64_t number) const;
    void fold(std::size_t level);

    const std::filesystem::path folder_;
    const std::string name_;
    std::vector<std::string> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::vector<std::vector<std::filesystem::path>> levels_;
    std::int64_t written_ = 0;
};

class corpus_reader {
  public:
    explicit corpus_reader(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Inputs that no earlier call handed over. Returns sentences: archives that cannot be read, or only in part.
    std::vector<std::string> read_new(const std::function<void(const packed_input&)>& take);
    // Not to be handed over; false when it is known already.
    bool know(const input_id& id) { return known_.insert(id).second; }
    std::size_t size() const { return known_.size(); }  // inputs known
    // Archives that were read to their end.
    const std::set<std::filesystem::path>& archives() const { return read_; }

  private:
    const std::filesystem::path folder_;
    std::set<std::filesystem::path> read_;
    id_set known_;
};

// Every archive below the folder, in the order of their names. A folder that is not there has none. Throws store_error.
std::vector<std::filesystem::path> archives_in(const std::filesystem::path& folder);

}  // namespace tileproof::cluster
