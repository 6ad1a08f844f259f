#include "properties/kernel/product/product_property.hpp"

#include "properties/draw.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/product/product_answer.hpp"
#include "properties/kernel/product/product_generator.hpp"
#include "properties/kernel/product/product_relation.hpp"
#include "properties/kernel/refusal_check.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::properties {
namespace {

using kernels::product_kernel;
using kernels::product_problem;
using nlohmann::json;

call_operand input(std::string name, const element_type& type, const matrices& place,
                   const std::vector<std::byte>& image) {
    call_operand o = operand(std::move(name), type, place);
    o.contents = image;
    return o;
}

kernel_call make_call(const product_case& c, const product_places& places,
                      const product_images& images, call_operand output, kernels::device& device,
                      const product_kernel& kernel) {
    const product_problem& p = c.problem;
    kernel_call call;
    call.device = &device;
    call.where = c.fence;
    call.repeats = c.repeats;
    call.inputs.push_back(input("A", *places.ab_type, places.a, images.a));
    call.inputs.push_back(input("B", *places.ab_type, places.b, images.b));
    if (c.c == c_place::own) {
        call_operand& old =
            call.inputs.emplace_back(input("C", *places.c_type, places.c, images.c));
        // Nobody may read it: poison all over.
        if (p.beta == 0) std::fill(old.live.begin(), old.live.end(), 0);
    }
    // In D's place C is what D starts as. With beta = 0 that is nothing either.
    if (c.c == c_place::result && p.beta != 0) output.starts_as = images.c;
    call.outputs.push_back(std::move(output));
    call.launch = [&kernel, p, place = c.c](std::span<void* const> in, std::span<void* const> out) {
        const void* old = place == c_place::own      ? in[2]
                          : place == c_place::result ? out[0]
                                                     : nullptr;
        kernel.start(p, in[0], in[1], old, out[0], nullptr);
    };
    return call;
}

class product_contract : public kernel_property {
  public:
    explicit product_contract(product_subject subject)
        : kernel_property(subject.kernel, subject.device, law_id::K7),
          subject_(std::move(subject)) {}

    json generate(rc::Random& random, int size) const override {
        draw from(random);
        return to_json(random_product_case(from, size, range()));
    }
    std::vector<json> first_cases() const override {
        return to_json_list(first_product_cases(range()));
    }
    std::vector<json> smaller(const json& c) const override {
        return to_json_list(properties::smaller(product_case_from_json(c), range()));
    }
    std::vector<std::string> classify(const json& c) const override {
        return labels_of(product_case_from_json(c));
    }
    std::vector<std::string> required_labels() const override {
        return all_product_labels(range());
    }
    std::int64_t cases_before_judging() const override { return 500; }

    case_result check(const json& j) const override {
        const product_case c = product_case_from_json(j);
        const std::string refusal = kernel().refusal(c.problem);
        if (const std::string why = why_senseless(c.problem); !why.empty())
            return {.laws = {refused(c, refusal, why)}, .discarded = ""};
        if (!refusal.empty()) {
            const std::string why = why_out_of_range(range(), c.problem);
            if (!why.empty()) return {.laws = {refused(c, refusal, why)}, .discarded = ""};
            return refuses_plain_case(refusal);
        }
        const product_places places = places_of(c);
        const product_images images = images_of(c, places);
        const auto answer = std::make_shared<const product_answer>(answer_of(c, places, images));
        call_outcome outcome = check_call(make_call(
            c, places, images, bounded_output(places, answer), device_of_subject(), kernel()));
        if (all_held(outcome))
            if (auto other = related(c, images, answer, outcome.first_output))
                judge_related_product(std::move(*other), outcome.result);
        return std::move(outcome.result);
    }

  private:
    kernels::device& device_of_subject() const { return subject_.find_device(); }
    const product_kernel& kernel() const { return subject_.find_kernel(); }
    const kernels::product_range& range() const { return kernel().takes; }

    law_result refused(const product_case& c, const std::string& refusal,
                       const std::string& why) const {
        kernels::device& device = device_of_subject();
        const kernels::buffer memory[] = {
            device.allocate({.bytes = 64}), device.allocate({.bytes = 64}),
            device.allocate({.bytes = 64}), device.allocate({.bytes = 64})};
        return check_refused(device, refusal, why, [&] {
            kernel().start(c.problem, memory[0].data(), memory[1].data(), memory[2].data(),
                           memory[3].data(), nullptr);
        });
    }

    // K8 of the case that `into` is the result of.
    void judge_related_product(related_product other, case_result& into) const {
        const product_relation relation = other.the_case.relation;
        if (const std::string refusal = kernel().refusal(other.the_case.problem);
            !refusal.empty()) {
            into.laws.push_back({law_id::K8, fmt::format("{}The kernel refuses it: {}",
                                                         what_was_done(relation), refusal)});
            return;
        }
        judge_related(make_call(other.the_case, places_of(other.the_case), other.images,
                                std::move(other.output), device_of_subject(), kernel()),
                      what_was_done(relation), into);
    }

    product_subject subject_;
};

}  // namespace

std::unique_ptr<property> product_property(product_subject subject) {
    return std::make_unique<product_contract>(std::move(subject));
}

std::unique_ptr<property> catalogue_product(std::string kernel, std::string device) {
    product_subject s{kernel, device, {}, {}};
    s.find_device = [device]() -> kernels::device& { return kernels::find_device(device); };
    s.find_kernel = [kernel, device]() -> const product_kernel& {
        for (const product_kernel& k : kernels::find_device(device).kernels().products)
            if (k.name == kernel) return k;
        throw std::runtime_error(
            fmt::format("Device {} has no product kernel '{}'.", device, kernel));
    };
    return product_property(std::move(s));
}

}  // namespace tileproof::properties
