// Launches whose __shared__ arrays, with the dynamic shared memory, are more than a block has. The
// engine refuses too much dynamic memory; arrays are only seen when they are used.
#include "kernels/device/cpu/launch.hpp"
#include "kernels/device/cpu_checked/checks/checks.hpp"
#include "kernels/device/cpu_checked/objects.hpp"

namespace tileproof::cpu_checked {
namespace {

class shared_memory final : public checker {
  public:
    std::string_view name() const override { return "shared memory"; }

    void launch_end(std::uint32_t launch, report_sink& sink) override {
        const std::uint64_t dynamic = sink.launch().dynamic_shared;
        std::uint64_t sum = 0;
        std::string arrays;
        const region* largest = nullptr;
        module_registry::only().each([&](const region& r) {
            if (r.kind != region_kind::shared || (r.written_in != launch && r.read_in != launch))
                return;
            sum += r.bytes;
            arrays += (arrays.empty() ? "" : ", ") + r.name + " of " + std::to_string(r.bytes);
            if (!largest || r.bytes > largest->bytes) largest = &r;
        });
        if (!largest || sum + dynamic <= cpu_engine::max_shared_bytes) return;
        check_report r;
        r.kind = check_kind::too_much_shared_memory;
        r.kernel = sink.launch().kernel;
        r.shared_memory = true;
        r.file = largest->file;
        r.line = largest->line;
        r.sentence =
            r.kernel + " uses " + count_text(sum, "byte") + " of shared arrays (" + arrays + ")";
        if (dynamic > 0)
            r.sentence += " and " + count_text(dynamic, "byte") + " of dynamic shared memory";
        r.sentence += "; a block has at most " + std::to_string(cpu_engine::max_shared_bytes) +
                      " bytes. Use smaller tiles, or less of them at a time.";
        sink.add("shared memory", std::move(r));
    }
};

}  // namespace

std::unique_ptr<checker> make_shared_memory_check() { return std::make_unique<shared_memory>(); }

}  // namespace tileproof::cpu_checked
