// What the contracts of all kernels have in common: their names, their laws, and how a second call is judged.
//
//   class product_contract : public kernel_property { ... };   // kernel_property("product_tiled", "cpu", law_id::K7)
//   p.name() == "product_tiled@cpu", p.laws() == {K2, K3, K4, K5, K7, K8, K9}
#pragma once

#include "properties/kernel/kernel_check.hpp"
#include "properties/property.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tileproof::properties {

class kernel_property : public property {
  public:
    // `values` is the law of the values: K1 exact or K7 bounded.
    kernel_property(std::string kernel, std::string device, law_id values)
        : kernel_(std::move(kernel)), device_(std::move(device)), values_(values) {}

    std::string name() const override { return kernel_ + "@" + device_; }
    std::string subject() const override { return kernel_; }
    std::string device() const override { return device_; }
    std::vector<law_id> laws() const override;  // K6 where accesses are checked
    failure judge_end(const nlohmann::json&, const process_end& end) const override {
        return judge_process_end(end);
    }

  protected:
    template <class Cases>
    static std::vector<nlohmann::json> to_json_list(const Cases& cases) {
        std::vector<nlohmann::json> list;
        for (const auto& c : cases) list.push_back(to_json(c));
        return list;
    }

    // K9 of a refusal of what makes sense.
    static case_result refuses_plain_case(const std::string& refusal);
    // Every law that was judged held, so that the result may serve another call.
    static bool all_held(const call_outcome& outcome) {
        return !outcome.result.first_failure() && outcome.result.discarded.empty();
    }
    // K8 of `first` by another call, whose answer follows from that of the first; `done` is the sentence before
    // what goes wrong: "Moving the result back does not give the input. ". Without memory it is not judged.
    static void judge_related(kernel_call other, const std::string& done, case_result& first);

  private:
    const std::string kernel_, device_;
    const law_id values_;
};

}  // namespace tileproof::properties
