// Two accesses to the same bytes, at least one of them a write, not both atomic, that nothing
// orders.
#include <set>

#include "kernels/device/cpu/divergence.hpp"
#include "kernels/device/cpu_checked/checks/checks.hpp"

namespace tileproof::cpu_checked {
namespace {

class races final : public checker {
  public:
    std::string_view name() const override { return "races"; }

    void conflict(const access& a, const past_access& before, report_sink& sink) override {
        // A missing barrier lets many pairs of lines clash over one object: that is one bug, told
        // by the place that writes.
        const bool now_is_key =
            a.write && (!before.write || place_text(*a.at) <= place_text(*before.at));
        const std::string key = "race " + std::to_string(a.target->base) + " " +
                                place_text(now_is_key ? *a.at : *before.at);
        if (sink.has(key)) return;
        check_report r = sink.begin(check_kind::race, a);
        other_access other{sink.block_index(before.block),
                           sink.thread_index(before.thread),
                           before.write,
                           before.at->file,
                           before.at->function,
                           before.at->line};
        const bool same_block = a.block == before.block;
        r.sentence =
            sink.who(a) + verb(a.write, a.atomic) + count_text(a.bytes, "byte") + " at byte " +
            std::to_string(a.offset) + " of " + target_text(*a.target) + ", and thread " +
            cpu_engine::text(other.thread) + " of " +
            (same_block ? "the same block" : "block " + cpu_engine::text(other.block)) +
            verb(before.write, before.atomic) + "them at " + place_text(*before.at) +
            (same_block ? ", with no barrier between. Put __syncthreads() between the two, or make "
                          "both atomic."
                        : ". Blocks of one launch run at the same time: let each write memory of "
                          "its own, or make both accesses atomic.");
        r.other = std::move(other);
        sink.add(key, std::move(r));
    }

  private:
    static std::string verb(bool write, bool atomic) {
        return std::string(atomic ? " atomically" : "") + (write ? " writes " : " reads ");
    }
};

}  // namespace

std::unique_ptr<checker> make_race_check() { return std::make_unique<races>(); }

}  // namespace tileproof::cpu_checked
