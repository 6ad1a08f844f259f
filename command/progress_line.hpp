// SPDX-License-Identifier: MIT
// The progress line of a campaign on a terminal; prints nothing elsewhere.
#pragma once

#include "fuzz/campaign/campaign.hpp"

namespace tileproof::properties {

class progress_line {
  public:
    explicit progress_line(const campaign_options& options);
    ~progress_line();  // clears the line
    void show(const campaign_progress& progress);

  private:
    const campaign_options& options_;
    bool terminal_;
};

}  // namespace tileproof::properties
