#include "properties/kernel/movement/transpose_property.hpp"

#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/matrix_operand.hpp"
#include "properties/kernel/movement/transpose_case.hpp"
#include "properties/kernel/movement/transpose_generator.hpp"
#include "properties/kernel/refusal_check.hpp"
#include "reference/movement.hpp"

#include <fmt/format.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::properties {
namespace {

using kernels::device_error;
using kernels::transpose_kernel;
using kernels::transpose_problem;
using nlohmann::json;

matrices input_of(const transpose_case& c) {
    const transpose_problem& p = c.problem;
    return {p.batch, p.rows, p.columns, p.input_leading, p.input_batch_stride, c.input_offset};
}

matrices output_of(const transpose_case& c) {
    const transpose_problem& p = c.problem;
    return {p.batch,          c.output_rows(),       c.output_columns(),
            p.output_leading, p.output_batch_stride, c.output_offset};
}

std::byte* first_element(call_operand& o) {
    return o.contents.data() + o.lead * static_cast<std::size_t>(o.element_bytes);
}

kernel_call make_call(const transpose_case& c, kernels::device& device,
                      const transpose_kernel& kernel) {
    const transpose_problem& p = c.problem;
    kernel_call call;
    call.device = &device;
    call.where = c.fence;
    call.repeats = c.repeats;
    call.inputs.push_back(operand("the input", *c.type, input_of(c)));
    call.outputs.push_back(operand("the output", *c.type, output_of(c)));
    call_operand &in = call.inputs[0], &out = call.outputs[0];
    fill_elements(c.data, *c.type, c.data_seed, 0, in.contents);
    const reference::matrix_batch moved{p.rows,
                                        p.columns,
                                        p.batch,
                                        p.element_bytes,
                                        {p.input_leading, p.input_batch_stride},
                                        {p.output_leading, p.output_batch_stride}};
    if (p.rows > 0 && p.columns > 0 && p.batch > 0)
        (c.moves == movement::copy ? reference::copy : reference::transpose)(
            moved, first_element(in), first_element(out));
    call.launch = [&kernel, p](std::span<void* const> from, std::span<void* const> to) {
        kernel.launch(p, from[0], to[0]);
    };
    return call;
}

// The case that turns the result back: its input is the output of `c`.
transpose_case turned(const transpose_case& c) {
    transpose_case back = c;
    back.problem.rows = c.output_rows();
    back.problem.columns = c.output_columns();
    std::swap(back.problem.input_leading, back.problem.output_leading);
    std::swap(back.problem.input_batch_stride, back.problem.output_batch_stride);
    std::swap(back.input_offset, back.output_offset);
    return back;
}

class movement_contract : public kernel_property {
  public:
    explicit movement_contract(transpose_subject subject)
        : kernel_property(subject.kernel, subject.device, law_id::K1),
          subject_(std::move(subject)) {}

    json generate(rc::Random& random, int size) const override {
        return to_json(random_transpose_case(random, size, subject_.moves));
    }
    std::vector<json> first_cases() const override {
        return to_json_list(first_transpose_cases(subject_.moves));
    }
    std::vector<json> smaller(const json& c) const override {
        return to_json_list(properties::smaller(transpose_case_from_json(c, subject_.moves)));
    }
    std::vector<std::string> classify(const json& c) const override {
        return labels_of(transpose_case_from_json(c, subject_.moves));
    }
    std::vector<std::string> required_labels() const override {
        return all_transpose_labels(subject_.moves);
    }
    std::int64_t cases_before_judging() const override { return 1000; }

    case_result check(const json& j) const override {
        const transpose_case c = transpose_case_from_json(j, subject_.moves);
        const std::string refusal = kernel().refusal(c.problem);
        if (const std::string why = why_senseless(c); !why.empty())
            return {.laws = {check_senseless(c, refusal, why)}, .discarded = ""};
        if (!refusal.empty()) return refuses_plain_case(refusal);
        call_outcome outcome = check_call(make_call(c, device_of_subject(), kernel()));
        if (all_held(outcome)) judge_turned_back(c, outcome);
        return std::move(outcome.result);
    }

  private:
    kernels::device& device_of_subject() const { return subject_.find_device(); }
    const transpose_kernel& kernel() const { return subject_.find_kernel(); }

    law_result check_senseless(const transpose_case& c, const std::string& refusal,
                               const std::string& why) const {
        kernels::buffer in = device_of_subject().allocate({.bytes = 64});
        kernels::buffer out = device_of_subject().allocate({.bytes = 64});
        return check_refused(device_of_subject(), refusal, why,
                             [&] { kernel().launch(c.problem, in.data(), out.data()); });
    }

    // K8 on a result that is right: turned back, it must be the input. Not judged when many outputs came from one
    // input.
    void judge_turned_back(const transpose_case& c, call_outcome& first) const {
        const transpose_case back = turned(c);
        if (!why_senseless(back).empty()) return;
        if (const std::string refusal = kernel().refusal(back.problem); !refusal.empty()) {
            first.result.laws.push_back(
                {law_id::K8,
                 fmt::format("The kernel moves this matrix and refuses the way back: {}",
                             refusal)});
            return;
        }
        kernel_call call = make_call(back, device_of_subject(), kernel());
        call.inputs[0].name = "the first result";
        call.outputs[0].name = "the result of moving it back";
        // The input is what came out before, gaps included; the answer is what went in before.
        call.inputs[0].contents = first.first_output;
        fill_elements(c.data, *c.type, c.data_seed, 0, call.outputs[0].contents);
        judge_related(std::move(call), "Moving the result back does not give the input. ",
                      first.result);
    }

    transpose_subject subject_;
};

}  // namespace

std::unique_ptr<property> transpose_property(transpose_subject subject) {
    return std::make_unique<movement_contract>(std::move(subject));
}

kernels::transpose_kernel as_movement(const kernels::copy_kernel& kernel) {
    const auto problem_of = [](const transpose_problem& p) {
        return kernels::copy_problem{p.rows, p.columns, p.input_leading, p.output_leading,
                                     p.element_bytes};
    };
    transpose_kernel k;
    k.name = kernel.name;
    k.description = kernel.description;
    k.refusal = [problem_of, refusal = kernel.refusal](const transpose_problem& p) {
        return refusal(problem_of(p));
    };
    k.start = [problem_of, start = kernel.start](const transpose_problem& p, const void* in,
                                                 void* out, void* stream) {
        start(problem_of(p), in, out, stream);
    };
    return k;
}

std::unique_ptr<property> catalogue_copy(std::string kernel, std::string device) {
    transpose_subject s{kernel, device, {}, {}, movement::copy};
    s.find_device = [device]() -> kernels::device& { return kernels::find_device(device); };
    struct movement_kernel {
        std::once_flag found;  // cases may run on many threads
        transpose_kernel kernel;
    };
    s.find_kernel = [kernel, device,
                     k = std::make_shared<movement_kernel>()]() -> const transpose_kernel& {
        std::call_once(k->found, [&] {
            for (const kernels::copy_kernel& copy : kernels::find_device(device).kernels().copies)
                if (copy.name == kernel) return void(k->kernel = as_movement(copy));
            throw std::runtime_error(
                fmt::format("Device {} has no copy kernel '{}'.", device, kernel));
        });
        return k->kernel;
    };
    return transpose_property(std::move(s));
}

std::unique_ptr<property> catalogue_transpose(std::string kernel, std::string device) {
    transpose_subject s{kernel, device, {}, {}, movement::transpose};
    s.find_device = [device]() -> kernels::device& { return kernels::find_device(device); };
    s.find_kernel = [kernel, device]() -> const transpose_kernel& {
        for (const transpose_kernel& k : kernels::find_device(device).kernels().transposes)
            if (k.name == kernel) return k;
        throw std::runtime_error(
            fmt::format("Device {} has no transpose kernel '{}'.", device, kernel));
    };
    return transpose_property(std::move(s));
}

}  // namespace tileproof::properties
