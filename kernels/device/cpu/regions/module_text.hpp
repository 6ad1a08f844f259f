// SPDX-License-Identifier: MIT
// Which functions of a module may make a thread wait for others of its block.
//
//   module_text m(text);
//   m.may_wait("_Z6reducePf")      true: it calls __syncthreads(), or something that cannot be seen through
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tileproof::cpu_regions {

class module_text {
  public:
    explicit module_text(std::string_view text);

    // The text of a function, from "define" to "}"; empty for one that is not in the module.
    std::string_view find(std::string_view name) const;
    // Whether a call of this function may make the calling thread wait, or cannot be seen through.
    bool may_wait(const std::string& name);
    // The kernel's own barriers are those that it is cut at.
    bool body_may_wait(std::string_view function, bool kernel = false);
    // Whether all waits are barriers, in this function or in those that it calls: `callees` gets these. Each is called in
    // one place only: two copies of a barrier would be two barriers.
    bool waits_at_barriers_only(std::string_view function, std::set<std::string>& callees);
    // "@x" of each __shared__ variable that this function, or one that it calls, can name.
    std::vector<std::string> shared_of(std::string_view function) const;

  private:
    template <class Known>
    bool any_call_waits(std::string_view function, const Known& harmless);
    bool looked_at(const std::string& name);
    void add_shared(std::string_view function, std::set<std::string>& found,
                    std::set<std::string>& seen) const;

    std::map<std::string_view, std::string_view> functions_;
    std::map<std::string, bool> waits_;
};

}  // namespace tileproof::cpu_regions
