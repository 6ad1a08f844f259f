// SPDX-License-Identifier: MIT
#include "fuzz/diagnosis/diagnose_finding.hpp"

#include "properties/kernel/kernel_property.hpp"

namespace tileproof::diagnosis {

using namespace properties;

diagnosis diagnose_finding(const finding& f, const failure& lead, finding_properties& known,
                           const sampling_limits& limits) {
    const auto position = known.find(f).position;
    if (!position) return {};
    const kernel_view* const view = view_of(*known.list()[*position]);
    if (!view) return {};
    sampling_request request{
        .properties = known.list(), .place = *position, .the_case = f.the_case};
    if (lead.witness) request.shows = shows_failure(lead);
    diagnosis d = diagnose(std::move(request), limits);
    d.keep_to(view->contract(), lead);
    return d;
}

}  // namespace tileproof::diagnosis
