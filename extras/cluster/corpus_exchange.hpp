// SPDX-License-Identifier: MIT
// The corpus that an attempt works with, and those of all others: its new inputs go to them, theirs come to it.
//
//   corpus_exchange e("campaign", a, {"layout_laws"});
//   e.take_over("campaign/tasks/0007/1/corpus");    // of an attempt that did not end
//   e.exchange();                                   // now and then, while libFuzzer runs on
//
// libFuzzer reads the folder whenever a slice of time begins, so that is when it meets the inputs of others.
#pragma once

#include "extras/cluster/campaign_folder.hpp"
#include "extras/cluster/shared_corpus.hpp"

#include <list>
#include <string>
#include <unordered_set>
#include <vector>

namespace tileproof::cluster {

class corpus_exchange {
  public:
    corpus_exchange(const std::filesystem::path& folder, const attempt& mine,
                    const std::vector<std::string>& targets);

    // Sentences: what could not be read or written. What could not be written is tried again the next time.
    std::vector<std::string> exchange();
    void take_over(const std::filesystem::path& corpus);

  private:
    struct one {
        std::string target;
        std::filesystem::path here;
        corpus_writer out;
        corpus_reader in;
        std::unordered_set<std::string> seen;  // names of files here
    };
    void show_new(one&);
    void put(one&, std::string_view bytes, const input_id&);

    std::list<one> targets_;
};

}  // namespace tileproof::cluster
