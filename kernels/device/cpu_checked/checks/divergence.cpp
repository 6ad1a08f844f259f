// Barriers and wave operations that not all threads reach, and blocks that do not end. The engine
// (kernels/device/cpu) finds them while it runs a block; this check passes them on.
#include "kernels/device/cpu_checked/checks/checks.hpp"

namespace tileproof::cpu_checked {
namespace {

class divergence_check final : public checker {
  public:
    std::string_view name() const override { return "divergence"; }

    void divergence(const check_report& r, report_sink& sink) override {
        const std::string key = "divergence " + r.file + ":" + std::to_string(r.line);
        if (!sink.has(key)) sink.add(key, check_report(r));
    }
};

}  // namespace

std::unique_ptr<checker> make_divergence_check() { return std::make_unique<divergence_check>(); }

}  // namespace tileproof::cpu_checked
