#include "properties/kernel/mlp/mlp_property.hpp"

#include "properties/draw.hpp"
#include "properties/kernel/kernel_property.hpp"
#include "properties/kernel/mlp/mlp_case.hpp"
#include "properties/kernel/refusal_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using reference::number_format;

const element_type& half() { return *find_element_type("fp16"); }
const element_type& single() { return *find_element_type("float32"); }

double result_of(const std::byte* value) { return reference::decode(number_format::f32, value); }

// Y as it must be, `times` the bound of each element off at most.
call_operand result(const mlp_case& c, std::vector<std::byte> contents, std::vector<double> value,
                    std::vector<double> bound) {
    call_operand y = operand("Y", single(), column_place(c));
    y.contents = std::move(contents);
    y.accepts = [value = std::move(value), bound](const std::byte* got, std::size_t e) {
        const double number = result_of(got), right = value[e];
        if (std::isnan(right)) return std::isnan(number);
        if (std::isinf(bound[e])) return true;
        return std::isinf(right) ? number == right : std::abs(number - right) <= bound[e];
    };
    y.print_bound = [bound = std::move(bound)](std::size_t e) {
        return bound[e] == 0 ? std::string() : fmt::format("{:.3g}", bound[e]);
    };
    return y;
}

call_operand input(std::string name, const matrices& place, const std::vector<std::byte>& image) {
    call_operand o = operand(std::move(name), half(), place);
    o.contents = image;
    return o;
}

// Row by row in reverse.
template <class Value>
std::vector<Value> columns_reversed(const mlp_case& c, std::vector<Value> image,
                                    std::size_t width) {
    const auto lead = static_cast<std::size_t>(c.offset), n = static_cast<std::size_t>(c.n);
    std::vector<Value> from = image;
    for (std::size_t row = 0; row < 16; ++row)
        for (std::size_t j = 0; j < n; ++j)
            std::copy_n(&from[(lead + row * n + n - 1 - j) * width], width,
                        &image[(lead + row * n + j) * width]);
    return image;
}

class mlp_contract : public kernel_property {
  public:
    explicit mlp_contract(mlp_subject subject)
        : kernel_property(subject.kernel, subject.device, law_id::K7),
          subject_(std::move(subject)) {}

    json generate(rc::Random& random, int size) const override {
        draw from(random);
        mlp_case c;
        c.n = from.chance(4)    ? -from.between(1, 3)
              : from.chance(5)  ? 0
              : from.chance(30) ? 16 * from.between(1, 5) + from.between(-1, 1)
                                : from.between(1, 8 + size);
        c.data = from.pick(all_product_data);
        c.data_seed = static_cast<std::uint32_t>(from.bits());
        c.relation = static_cast<mlp_relation>(from.below(3));
        c.offset = from.chance(25) ? 1 : 0;
        c.fence = static_cast<kernels::placement>(from.below(3));
        return to_json(c);
    }
    std::vector<json> first_cases() const override {
        std::vector<json> list;
        for (const long_index_t n : {1, 0, -1, 15, 16, 17, 31, 32, 33, 53, 64})
            for (const product_data data : all_product_data) {
                mlp_case c;
                c.n = n;
                c.data = data;
                c.relation = static_cast<mlp_relation>(list.size() % 3);
                c.fence = static_cast<kernels::placement>(list.size() / 3 % 3);
                list.push_back(to_json(c));
            }
        return list;
    }
    std::vector<json> smaller(const json& j) const override {
        return to_json_list(properties::smaller(mlp_case_from_json(j)));
    }
    std::vector<std::string> classify(const json& c) const override {
        return labels_of(mlp_case_from_json(c));
    }
    std::vector<std::string> required_labels() const override { return all_mlp_labels(); }

    case_result check(const json& j) const override {
        const mlp_case c = mlp_case_from_json(j);
        if (c.n < 0) return {.laws = {refused(c)}, .discarded = ""};
        const mlp_images images = images_of(c);
        mlp_answer answer = answer_of(c, images);
        call_outcome outcome =
            check_call(make_call(c, images, result(c, answer.image, answer.value, answer.bound)));
        if (!all_held(outcome)) return std::move(outcome.result);
        if (c.relation == mlp_relation::columns_reversed && all_numbers(answer))
            judge_reversed(c, images, outcome);
        if (c.relation == mlp_relation::two_products && all_numbers(answer))
            outcome.result.laws.push_back(
                {law_id::K8, two_products(c, images, answer, outcome.first_output)});
        return std::move(outcome.result);
    }

  private:
    static bool all_numbers(const mlp_answer& answer) {
        return std::all_of(answer.value.begin(), answer.value.end(),
                           [](double v) { return std::isfinite(v); });
    }

    kernel_call make_call(const mlp_case& c, const mlp_images& images, call_operand y) const {
        kernel_call call;
        call.device = &subject_.find_device();
        call.where = c.fence;
        call.repeats = c.repeats;
        call.inputs.push_back(input("W1", weight_place(c), images.w1));
        call.inputs.push_back(input("W2", weight_place(c), images.w2));
        call.inputs.push_back(input("X", column_place(c), images.x));
        call.outputs.push_back(std::move(y));
        call.launch = [&kernel = subject_.find_kernel(), n = c.n](std::span<void* const> in,
                                                                  std::span<void* const> out) {
            kernel.start(n, in[0], in[1], in[2], out[0], nullptr);
        };
        return call;
    }

    // A launch with less than no columns must be refused with a sentence.
    law_result refused(const mlp_case& c) const {
        kernels::device& device = subject_.find_device();
        const kernels::buffer memory = device.allocate({.bytes = 1024});
        std::string said;
        try {
            subject_.find_kernel().start(c.n, memory.data(), memory.data(), memory.data(),
                                         memory.data(), nullptr);
            device.synchronize();
        } catch (const kernels::device_error& e) {
            said = e.what();
        }
        if (said.empty()) return {law_id::K9, fmt::format("The kernel takes {} columns.", c.n)};
        return {law_id::K9, is_sentence(said)
                                ? ""
                                : fmt::format("The kernel refuses {} columns, but not with a "
                                              "sentence: '{}'.",
                                              c.n, said)};
    }

    void judge_reversed(const mlp_case& c, const mlp_images& images, call_outcome& of) const {
        mlp_images other = images;
        other.x = columns_reversed(c, images.x, 2);
        std::vector<std::byte> expected = columns_reversed(c, of.first_output, 4);
        std::vector<double> value(expected.size() / 4);
        for (std::size_t e = 0; e < value.size(); ++e) value[e] = result_of(&expected[4 * e]);
        const std::vector<double> exact(value.size());
        judge_related(make_call(c, other, result(c, std::move(expected), std::move(value), exact)),
                      "The columns of X were put in reverse order, and those of the result are not "
                      "the same. ",
                      of.result);
    }

    // f32 <- f16, 16 x n x 16, row-major and packed.
    std::vector<float> product(const mlp_case& c, const std::byte* w, const std::byte* x) const {
        kernels::device& device = subject_.find_device();
        const auto elements = static_cast<std::size_t>(16 * c.n);
        const kernels::buffer a = device.allocate({.bytes = 512}),
                              b = device.allocate({.bytes = 2 * elements}),
                              d = device.allocate({.bytes = 4 * elements});
        device.copy_in(a.data(), w, a.size());
        device.copy_in(b.data(), x, b.size());
        kernels::product_problem p;
        p.m = p.k = 16;
        p.n = c.n;
        pack(p);
        subject_.find_product().start(p, a.data(), b.data(), nullptr, d.data(), nullptr);
        device.synchronize();
        std::vector<float> result(elements);
        device.copy_out(result.data(), d.data(), d.size());
        return result;
    }

    std::string two_products(const mlp_case& c, const mlp_images& images, const mlp_answer& answer,
                             const std::vector<std::byte>& first) const {
        if (c.n == 0) return {};
        const auto lead = static_cast<std::size_t>(c.offset);
        std::vector<std::byte> hidden(images.x.size());
        const std::vector<float> sums = product(c, &images.w1[2 * lead], &images.x[2 * lead]);
        for (std::size_t i = 0; i < sums.size(); ++i)
            reference::encode(number_format::f16, sums[i] > 0 ? sums[i] : 0.0f,
                              &hidden[2 * (lead + i)]);
        const std::vector<float> two = product(c, &images.w2[2 * lead], &hidden[2 * lead]);
        for (std::size_t i = 0; i < two.size(); ++i) {
            const std::size_t e = lead + i;
            const double one = result_of(&first[4 * e]), most = 2 * answer.bound[e];
            if (!(std::abs(one - static_cast<double>(two[i])) <= most))
                return fmt::format(
                    "Two layers in one kernel differ from two products: {} of Y is {}, two "
                    "products "
                    "give {}, and {:.3g} lie between them at most.",
                    column_place(c).name_of(e), one, two[i], most);
        }
        return {};
    }

    mlp_subject subject_;
};

}  // namespace

std::unique_ptr<property> mlp_property(mlp_subject subject) {
    return std::make_unique<mlp_contract>(std::move(subject));
}

std::unique_ptr<property> catalogue_mlp(std::string kernel, std::string device) {
    mlp_subject s{kernel, device, {}, {}, {}};
    s.find_device = [device]() -> kernels::device& { return kernels::find_device(device); };
    s.find_kernel = [kernel, device]() -> const kernels::mlp_kernel& {
        for (const kernels::mlp_kernel& k : kernels::find_device(device).kernels().mlps)
            if (k.name == kernel) return k;
        throw std::runtime_error(
            fmt::format("Device {} has no kernel of two layers '{}'.", device, kernel));
    };
    s.find_product = [device]() -> const kernels::product_kernel& {
        return kernels::find_device(device).kernels().products.front();
    };
    return mlp_property(std::move(s));
}

}  // namespace tileproof::properties
