// SPDX-License-Identifier: MIT
#include "tests/fuzz/diagnosis/planted.hpp"

#include "fuzz/finding/cause.hpp"
#include "properties/kernel/contracts/contracts.hpp"
#include "tests/quality/kernels/planted_copies.hpp"
#include "tests/quality/kernels/planted_permutes.hpp"
#include "tests/quality/kernels/planted_products.hpp"
#include "tests/quality/kernels/planted_transposes.hpp"

#include <rapidcheck.h>

#include <stdexcept>

namespace tileproof::diagnosis {

using namespace fuzz;
using namespace properties;
using nlohmann::json;

std::optional<smallest_failure> smallest_of(const property_list& list, std::size_t place,
                                            std::uint64_t seed) {
    worker w(list, 1.0);
    const property& p = *list[place];
    for (int i = 0; i < 400; ++i) {
        rc::Random random(seed * 1000 + static_cast<std::uint64_t>(i));
        const json c = p.generate(random, i % 101);
        w.send(check_request{place, c});
        const worker_answer answer = w.wait();
        const failure* const f = answer.result.first_failure();
        if (!f || f->law == law_id::K8) continue;
        const bool hung = answer.end && answer.end->what == process_end::kind::time_limit;
        const shrunk_case s = shrink(w, p, place, c, *f, others_than(f, answer.result), hung, 5);
        return smallest_failure{s.the_case, s.why};
    }
    return std::nullopt;
}

std::unique_ptr<property> planted_kernel(const std::string& name) {
    const auto make = [&](const std::string& contract, const contract_kernel& k) {
        return kernel_property(
            contract_named(contract),
            {name, "cpu", []() -> devices::device& { return devices::find_device("cpu"); },
             [k] { return k; }});
    };
    for (const auto& k : planted::cpu::transposes())
        if (k.name == name) return make("transpose", under(k));
    for (const auto& k : planted::copies())
        if (k.name == name) return make("copy", under(k));
    for (const auto& k : planted::permutes())
        if (k.name == name) return make("permute", under(k));
    for (const auto& k : planted::cpu::products())
        if (k.name == name) return make("product", under(k));
    throw std::runtime_error("There is no planted kernel " + name + ".");
}

}  // namespace tileproof::diagnosis
