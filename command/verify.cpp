// SPDX-License-Identifier: MIT
#include "command/chosen.hpp"
#include "command/options.hpp"
#include "command/replay.hpp"
#include "command/run_and_report.hpp"
#include "properties/layout/layout_property.hpp"
#include "properties/layout/observed.hpp"
#include "properties/layout/subject.hpp"
#include "properties/property.hpp"
#include "report/output.hpp"
#include "system/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <tileproof/layout.hpp>

#include <string>
#include <utility>

namespace tileproof::command {

namespace {

using namespace properties;

// A property with a single case instead of its generator. L3 also holds for a layout that admits repetitions, so for
// a single layout the answer must not suggest that it is injective.
class one_case : public property {
  public:
    one_case(std::unique_ptr<property> p, nlohmann::json c, bool injective)
        : of_(std::move(p)), case_(std::move(c)), injective_(injective) {}
    std::string name() const override { return of_->name(); }
    std::string subject() const override { return of_->subject(); }
    std::string device() const override { return of_->device(); }
    std::vector<law_id> laws() const override { return of_->laws(); }
    nlohmann::json generate(rc::Random&, int) const override { return case_; }
    case_result check(const nlohmann::json& c) const override {
        case_result result = of_->check(c);
        if (laws().front() == law_id::L3 && !injective_ && !result.first_failure())
            return {.laws = {}, .discarded = "It is not known to be injective, and says so."};
        return result;
    }
    std::vector<nlohmann::json> smaller(const nlohmann::json& c) const override {
        return of_->smaller(c);
    }
    std::vector<std::string> classify(const nlohmann::json&) const override { return {}; }

  private:
    std::unique_ptr<property> of_;
    nlohmann::json case_;
    bool injective_;
};

// `verify --layout`: the layout laws on a single layout.
struct single_layout {
    property_list properties;  // each has one case: the layout
    std::string remark;  // all or how many indices are checked; two indices that share an offset
};

single_layout properties_of(const std::string& layout_text) {
    single_layout one;
    const layout l = layout::parse(layout_text);
    one.remark =
        l.size() <= most_listed
            ? fmt::format("{}\nEach of its {} indices is looked at.\n", l.text(),
                          system::with_separators(l.size()))
            : fmt::format(
                  "{}\nIt has {} indices, more than {}: corners and samples are looked at.\n",
                  l.text(), system::with_separators(l.size()),
                  system::with_separators(most_listed));
    const bool injective = l.injectivity().kind == injectivity_kind::injective;
    if (!injective) one.remark += l.injectivity().reason + '\n';
    for (auto& p : layout_properties(dynamic_layouts()))
        if (p->laws().front() != law_id::L13)  // L13 is about texts that are not layouts
            one.properties.push_back(std::make_unique<one_case>(
                std::move(p), nlohmann::json{{"layout", l.text()}}, injective));
    return one;
}

}  // namespace

int verify(const verify_options& o) {
    const fuzz::finding_store store(o.store);
    fuzz::campaign_options c = campaign_of(o, store);
    replayable_properties known;
    c.known = &known;
    properties::property_list properties;
    std::vector<device_entry> devices;
    std::string what, remark;
    if (o.layout.empty()) {
        devices = known_devices();
        require_available(o.devices, devices);
        properties = known_properties(devices);
        c.wanted = chosen_rows(o.filter, o.devices);
        require_a_row(properties, c.wanted, o.filter, o.devices);
        what = what_is_run(c);
    } else {
        for (const std::string& device : o.devices)
            if (device != "host")
                throw report::command_error(
                    "--layout is judged on the host, not on '{}'; leave out --device.", device);
        single_layout one = properties_of(o.layout);
        properties = std::move(one.properties);
        what = "one layout";
        remark = one.remark;
        c.cases = 1;
        c.rerun = false;
    }
    return run_and_report(properties, c, o, fmt::format("seed {}, {}\n{}", c.seed, what, remark),
                          devices);
}

}  // namespace tileproof::command
