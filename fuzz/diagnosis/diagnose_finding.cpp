// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/diagnose_finding.hpp"

#include "properties/kernel/kernel_property.hpp"

namespace tileproof::diagnosis {

using namespace properties;

diagnosis diagnose_finding(const finding& f, finding_properties& known,
                           const sampling_limits& limits) {
    const auto position = known.find(f).position;
    if (!position || !view_of(*known.list()[*position])) return {};
    sampling_request request{
        .properties = known.list(), .place = *position, .the_case = f.the_case};
    if (f.why.witness) request.shows = shows_failure(f.why);
    return diagnose(std::move(request), limits);
}

}  // namespace tileproof::diagnosis
