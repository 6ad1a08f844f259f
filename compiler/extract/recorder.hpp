// SPDX-License-Identifier: MIT
// Records one launch of a program under `tileproof extract`: linked into the program and called by program_watch.
//
//   launch_recorder r("scale", 2, "record.json");    // its second launch
//   r.launches(info, arguments); ..run..; r.launched();
#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "compiler/extract/launch_record.hpp"
#include "devices/cpu/hip_state.hpp"
#include "devices/cpu/observer.hpp"

namespace tileproof::compiler {

class launch_recorder {
  public:
    launch_recorder(std::string kernel, std::uint64_t launch, std::string file);

    void launches(const cpu_engine::launch_info&, std::span<const cpu_engine::launch_argument>);
    void launched();  // ends the program after the recorded launch

  private:
    void write() const;
    const std::string kernel_, file_;
    const std::uint64_t launch_;
    std::mutex mutex_;
    std::optional<std::thread::id> under_way_;  // the thread whose launch is being recorded
    launch_record record_;
    std::vector<const std::byte*> places_;          // of the arguments that point into buffers
    std::vector<std::vector<std::byte>> contents_;  // before the launch
};

// The recorder that TILEPROOF_EXTRACT requests, as "KERNEL LAUNCH FILE"; null if it is not set.
launch_recorder* recorder_of_environment();

}  // namespace tileproof::compiler
