// SPDX-License-Identifier: MIT
#include "command/single_layout.hpp"

#include "properties/layout/layout_property.hpp"
#include "properties/layout/observed.hpp"
#include "properties/layout/subject.hpp"
#include "report/output.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>
#include <tileproof/layout.hpp>

#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

// A property with one case instead of its generator.
class one_case : public property {
  public:
    one_case(std::unique_ptr<property> p, nlohmann::json c)
        : of_(std::move(p)), case_(std::move(c)) {}
    std::string name() const override { return of_->name(); }
    std::string subject() const override { return of_->subject(); }
    std::string device() const override { return of_->device(); }
    std::vector<law_id> laws() const override { return of_->laws(); }
    nlohmann::json generate(rc::Random&, int) const override { return case_; }
    case_result check(const nlohmann::json& c) const override { return of_->check(c); }
    std::vector<nlohmann::json> smaller(const nlohmann::json& c) const override {
        return of_->smaller(c);
    }
    std::vector<std::string> classify(const nlohmann::json&) const override { return {}; }

  private:
    std::unique_ptr<property> of_;
    nlohmann::json case_;
};

}  // namespace

single_layout properties_of(const std::string& layout_text) {
    single_layout one;
    try {
        const layout l = layout::parse(layout_text);
        one.remark =
            l.size() <= most_listed
                ? fmt::format("{}\nEach of its {} indices is looked at.\n", l.text(),
                              with_separators(l.size()))
                : fmt::format(
                      "{}\nIt has {} indices, more than {}: corners and samples are looked "
                      "at.\n",
                      l.text(), with_separators(l.size()), with_separators(most_listed));
        for (auto& p : layout_properties(dynamic_layouts()))
            if (p->laws().front() != law_id::L13)  // which is about texts that are not layouts
                one.properties.push_back(
                    std::make_unique<one_case>(std::move(p), nlohmann::json{{"layout", l.text()}}));
    } catch (const layout_error& e) {
        throw command_error(e.what());
    }
    return one;
}

}  // namespace tileproof::properties
