// SPDX-License-Identifier: MIT
#include "properties/kernel/kernel_property.hpp"

#include "devices/case_time.hpp"
#include "devices/default_rounding.hpp"

#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/huge_case.hpp"
#include "properties/kernel/kernel_check.hpp"
#include "properties/typed_property.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>

namespace tileproof::properties {
namespace {

using nlohmann::json;

class contract_property final : public typed_property<kernel_case>, public kernel_view {
  public:
    contract_property(std::shared_ptr<const kernel_contract> contract, kernel_subject subject,
                      bool in_trials = false)
        : contract_(std::move(contract)), subject_(std::move(subject)), in_trials_(in_trials) {}

    std::string name() const override { return subject_.kernel + "@" + subject_.device; }
    std::string subject() const override { return subject_.kernel; }
    std::string device() const override { return subject_.device; }
    std::vector<law_id> laws() const override {
        using enum law_id;
        std::vector<law_id> all{contract_->bounded ? K7 : K1, K2, K3, K4, K9};
        if (!contract_->accepts) all.push_back(K5);  // else the answers of two runs may differ
        if (subject_.device == "cpu-checked") all.push_back(K6);
        if (!contract_->relations.empty()) all.push_back(K8);
        std::ranges::sort(all);
        return all;
    }
    std::string ended_beside(const process_end& end) const override {
        const std::string note = property::ended_beside(end);
        return note.empty() ? host_of_process_end(end) : note;
    }
    failure judge_end(const json&, const process_end& end) const override {
        return judge_process_end(end);
    }

    kernel_case read(const json& j) const override { return case_from_json(*contract_, j); }
    json write(const kernel_case& c) const override {
        json j = to_json(*contract_, c);
        for (const auto& [key, value] : subject_.also) j[key] = value;
        return j;
    }
    double work(const json& j) const override { return work_of(*contract_, read(j)); }
    // Half of the longest length that may be halved, again and again.
    std::optional<json> lighter(const json& j, double share) const override {
        kernel_case c = read(j);
        const kernel_range& range = kernel().range;
        const slack_list slack = slack_of(*contract_, c);
        for (const double most = share * work_of(*contract_, c); work_of(*contract_, c) > most;) {
            const auto halved = [&](std::size_t d) { return supported(range, d, c.dims[d] / 2); };
            std::optional<std::size_t> longest;
            for (std::size_t d = 0; d < c.dims.size(); ++d)
                if (halved(d) > 0 && halved(d) < c.dims[d] &&
                    (!longest || c.dims[d] > c.dims[*longest]))
                    longest = d;
            if (!longest) return std::nullopt;
            c.dims[*longest] = halved(*longest);
            set_slack(*contract_, slack, c);
            fit(*contract_, range, c);
        }
        if (!why_senseless(*contract_, c).empty() || !why_outside(*contract_, range, c).empty())
            return std::nullopt;
        return write(c);
    }
    kernel_case generate(draw& from, int size) const override {
        if (takes_huge() && from.below(kernel().range.one_huge_in) == 0)
            if (auto huge = random_huge_case(from, *contract_, kernel().range)) return *huge;
        return random_case(from, *contract_, kernel().range, size);
    }
    std::vector<kernel_case> boundary_cases() const override {
        std::vector<kernel_case> all = properties::first_cases(*contract_, kernel().range);
        if (!takes_huge()) return all;
        // After the simplest shapes, so that even a short run reaches them.
        const auto huge = first_huge_cases(*contract_, kernel().range);
        all.insert(all.begin() + std::min<std::ptrdiff_t>(6, std::ssize(all)), huge.begin(),
                   huge.end());
        return all;
    }
    std::vector<kernel_case> smaller(const kernel_case& c) const override {
        return properties::smaller(*contract_, kernel().range, c);
    }
    std::vector<std::string> classify(const kernel_case& c) const override {
        return labels_of(*contract_, kernel().range, c);
    }
    std::vector<std::string> required_labels() const override {
        return all_labels(*contract_, kernel().range);
    }
    std::int64_t cases_before_judging() const override { return 1000; }

    case_result check(const kernel_case& c) const override {
        const contract_kernel& k = kernel();
        std::optional<std::string> refusal;
        if (k.refusal) refusal = k.refusal(c);
        if (const std::string why = why_senseless(*contract_, c); !why.empty())
            return {.laws = {must_refuse(c, refusal, why)}, .discarded = ""};
        const bool may_refuse = k.range.outside == kernel_range::beyond::may_refuse;
        const bool takes_it = may_refuse && refusal && refusal->empty();
        if (const std::string why = takes_it ? "" : why_outside(*contract_, k.range, c);
            !why.empty()) {
            if (may_refuse)
                return {.laws = {must_refuse(c, refusal,
                                             "the kernel need not take the lengths or strides")},
                        .discarded = ""};
            if (k.range.outside == kernel_range::beyond::not_asked || c.huge ||
                !has_extents(*contract_, c))
                return {.laws = {}, .discarded = why};
            return {.laws = {k9_must_throw(call_of(*answered(c), k, device_of_subject()), why)},
                    .discarded = ""};
        }
        if (refusal && !refusal->empty()) {
            // A kernel may limit the size of its grid.
            if (c.huge) return {.laws = {}, .discarded = *refusal};
            return {.laws = {k9_refuses_plain_case(*refusal)}, .discarded = ""};
        }
        return c.huge ? check_huge(*contract_, k, device_of_subject(), c) : judged(c);
    }

    devices::reached_code reached() const override {
        return subject_.of_user ? device_of_subject().reached() : devices::reached_code();
    }

    const kernel_contract& contract() const override { return *contract_; }
    const kernel_range& range() const override { return kernel().range; }
    kernel_case case_of(const json& j) const override { return read(j); }
    json json_of(const kernel_case& c) const override { return write(c); }
    observed_call observe(const kernel_case& c) const override {
        return observe_call(*contract_, kernel(), device_of_subject(), c, subject_.free_contents);
    }
    observed_product probe(const kernel_case& c) const override {
        if (!subject_.free_contents) return {};
        return probe_product(*contract_, kernel(), device_of_subject(), c);
    }
    std::unique_ptr<property> for_trials() const override {
        kernel_contract plain = *contract_;
        plain.relations.clear();
        plain.confirm = nullptr;
        return std::make_unique<contract_property>(
            std::make_shared<const kernel_contract>(std::move(plain)), subject_, true);
    }

  private:
    bool takes_huge() const {
        return subject_.device == "cpu-checked" && kernel().range.huge && can_be_huge(*contract_);
    }
    devices::device& device_of_subject() const { return subject_.find_device(); }
    const contract_kernel& kernel() const {
        std::call_once(found_, [&] {
            kernel_ = subject_.find_kernel();
            kernel_.range = range_of(*contract_, std::move(kernel_.range));
        });
        return kernel_;
    }

    std::shared_ptr<const packed_call> answered(const kernel_case& c) const {
        if (in_trials_)
            if (auto last = last_.load(); last && last->the_case == c) return last;
        const devices::default_rounding rounding;
        auto packed = std::make_shared<packed_call>(contents_of(*contract_, c));
        contract_->reference(*packed);
        if (in_trials_) last_ = packed;
        return packed;
    }

    // Before a kernel is accused the reference must give the same answer again; it is also asked occasionally anyway.
    call_outcome outcome_of(const packed_call& packed) const {
        call_outcome outcome = check_call(call_of(packed, kernel(), device_of_subject()));
        constexpr std::uint32_t one_in = 64;
        const bool accused =
            outcome.result.failure_of(law_id::K1) || outcome.result.failure_of(law_id::K7);
        const devices::default_rounding rounding;
        if (contract_->confirm && (accused || packed.the_case.data_seed % one_in == 1))
            contract_->confirm(packed);
        return outcome;
    }

    case_result judged(const kernel_case& c) const {
        const std::shared_ptr<const packed_call> answer = answered(c);
        const packed_call& packed = *answer;
        if (!packed.unanswered.empty()) return {.laws = {}, .discarded = packed.unanswered};
        device_of_subject().begin_case(c.data_seed);
        // A device that can name the cause of a hang gets the chance before the case is killed.
        device_of_subject().set_time_limit(0.8 * devices::case_time::left());
        call_outcome outcome = outcome_of(packed);
        if (!outcome.all_held()) return std::move(outcome.result);
        if (contract_->second_call) judge_again(c, outcome.result);
        judge_relation(packed, outcome);
        return std::move(outcome.result);
    }

    // Other contents, very likely at the same addresses, expose results cached from before.
    void judge_again(kernel_case c, case_result& result) const {
        c.data_seed += 1;
        c.repeats = 0;
        const std::shared_ptr<const packed_call> packed = answered(c);
        if (!packed->unanswered.empty()) return;
        const call_outcome again = outcome_of(*packed);
        if (!again.result.first_failure()) return;
        result.laws.clear();
        for (const law_result& r : again.result.laws) {
            if (!r.why) continue;
            failure f = *r.why;
            f.given = "With other contents of the inputs, which each case tries as well:" +
                      (f.given.empty() ? "" : " " + f.given);
            result.laws.push_back(failed(std::move(f)));
        }
    }

    // K8 for a result that is right.
    void judge_relation(const packed_call& packed, call_outcome& first) const {
        if (contract_->relations.empty() || !packed.ordinary || first.result.first_failure())
            return;
        const bool one = contract_->relations.size() == 1;
        const contract_relation& relation =
            contract_->relations[one ? 0 : static_cast<std::size_t>(packed.the_case.relation)];
        if (!relation.make) return;
        auto other = relation.make(packed, packed_output(packed, first.first_output));
        if (!other || !why_senseless(*contract_, other->the_case).empty()) return;
        const contract_kernel& k = kernel();
        const bool outside = !why_outside(*contract_, k.range, other->the_case).empty();
        if (outside && k.range.outside != kernel_range::beyond::may_refuse) return;
        if (const std::string no = k.refusal ? k.refusal(other->the_case) : ""; !no.empty()) {
            if (outside) return;  // the kernel does not support the related case, and says so
            first.result.laws.push_back(failed({.law = law_id::K8,
                                                .kind = failure_kind::refused_valid,
                                                .given = relation.done,
                                                .detail = "The kernel refuses it: " + no}));
            return;
        }
        law_result result = k8_metamorphic(
            call_of(packed_of(*contract_, std::move(*other)), k, device_of_subject()),
            relation.done, first.result.needs_new_process);
        if (result.discarded.empty()) first.result.laws.push_back(std::move(result));
    }

    law_result must_refuse(const kernel_case& c, const std::optional<std::string>& refusal,
                           const std::string& why) const {
        devices::device& device = device_of_subject();
        std::vector<devices::buffer> memory;
        std::vector<void*> pointers;
        try {
            for (std::size_t o = 0; o < c.operands.size(); ++o) {
                memory.push_back(device.allocate({.bytes = 1024}));
                pointers.push_back(memory.back().data());
            }
        } catch (const kernels::device_error& e) {
            return discarded(law_id::K9, std::string("No memory for the case. ") + e.what());
        }
        return k9_must_refuse(device, refusal, why, [&] { kernel().start(c, pointers); });
    }

    const std::shared_ptr<const kernel_contract> contract_;
    const kernel_subject subject_;
    const bool in_trials_;
    mutable std::atomic<std::shared_ptr<const packed_call>> last_;  // of trials
    mutable std::once_flag found_;                                  // cases may run on many threads
    mutable contract_kernel kernel_;
};

}  // namespace

std::unique_ptr<property> kernel_property(std::shared_ptr<const kernel_contract> contract,
                                          kernel_subject subject) {
    return std::make_unique<contract_property>(std::move(contract), std::move(subject));
}

const kernel_view* view_of(const property& p) { return dynamic_cast<const kernel_view*>(&p); }

}  // namespace tileproof::properties
