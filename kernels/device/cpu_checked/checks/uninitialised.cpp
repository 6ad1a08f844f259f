// Bytes of shared or device memory that are read before anybody has written them, told where they
// are read.
#include <set>

#include "kernels/device/cpu_checked/checks/checks.hpp"

namespace tileproof::cpu_checked {
namespace {

class uninitialised final : public checker {
  public:
    std::string_view name() const override { return "uninitialised"; }

    void launch_begin(const launch_info&) override {
        found_.clear();
        raced_.clear();
    }

    void unwritten(const access& a, report_sink& sink) override {
        const std::string key =
            "unwritten " + std::to_string(a.target->base) + " " + place_text(*a.at);
        if (raced_.count(a.target->base) || sink.has(key)) return;
        check_report r = sink.begin(check_kind::uninitialised, a);
        const bool of_block = a.target->of_block();
        r.sentence = sink.who(a) + " reads " + count_text(a.bytes, "byte") + " at byte " +
                     std::to_string(a.offset) + " of " + target_text(*a.target) + ", which " +
                     (of_block ? "no thread of this block" : "neither the host nor a kernel") +
                     " has written before.";
        found_.push_back({a.target->base, key});
        sink.add(key, std::move(r));
    }

    // A read that came before the write it races with found nothing there: that is one bug, the
    // race.
    void conflict(const access& a, const past_access&, report_sink& sink) override {
        raced_.insert(a.target->base);
        for (const finding& f : found_)
            if (f.object == a.target->base) sink.remove(f.key);
    }

  private:
    struct finding {
        std::uintptr_t object;
        std::string key;
    };
    std::vector<finding> found_;
    std::set<std::uintptr_t> raced_;
};

}  // namespace

std::unique_ptr<checker> make_uninitialised_check() { return std::make_unique<uninitialised>(); }

}  // namespace tileproof::cpu_checked
