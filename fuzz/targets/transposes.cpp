#include "fuzz/targets/transposes.hpp"

#include "kernels/catalogue.hpp"
#include "kernels/device/device.hpp"
#include "properties/contracts/transpose_generator.hpp"
#include "properties/contracts/transpose_property.hpp"
#include "properties/generators/draw.hpp"

#include <nlohmann/json.hpp>

namespace tileproof::fuzz {
namespace {

using namespace properties;

struct chosen {
    std::size_t kernel;
    nlohmann::json the_case;
};

chosen choose(const char* device, input_bytes input) {
    draw from(input);
    const auto& kernels = kernels::find_device(device).kernels().transposes;
    const auto kernel = static_cast<std::size_t>(from.below(std::ssize(kernels)));
    const int size = static_cast<int>(from.below(60));
    return {kernel, to_json(random_transpose_case(from, size))};
}

// The property of each kernel, made once.
const property_list& properties_of(const char* device) {
    static const property_list list = [device] {
        property_list all;
        for (const auto& kernel : kernels::find_device(device).kernels().transposes)
            all.push_back(catalogue_transpose(kernel.name, device));
        return all;
    }();
    return list;
}

}  // namespace

void judge_transpose(const char* device, input_bytes input) {
    const chosen c = choose(device, input);
    const property& p = *properties_of(device)[c.kernel];
    case_result result;
    try {
        result = p.check(c.the_case);
    } catch (const bad_case&) {  // more memory than a case may have
        return;
    }
    if (const law_result* failure = result.first_failure())
        broken(title(failure->law) + " of " + p.name() + " in " + c.the_case.dump() + ": " +
               failure->failure);
}

nlohmann::json transpose_cases_of(const char* device, input_bytes input) {
    const chosen c = choose(device, input);
    return nlohmann::json::array(
        {{{"property", properties_of(device)[c.kernel]->name()}, {"case", c.the_case}}});
}

}  // namespace tileproof::fuzz
