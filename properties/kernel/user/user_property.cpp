#include "properties/kernel/user/user_property.hpp"

#include "kernels/device/cpu/launch.hpp"
#include "kernels/device/cpu_checked/report.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/kernel_check.hpp"
#include "properties/kernel/test_data.hpp"
#include "properties/kernel/user/user_case.hpp"
#include "properties/kernel/user/user_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

namespace tileproof::properties {
namespace {

using nlohmann::json;
using bytes = std::vector<std::byte>;

class user_test final : public property {
  public:
    user_test(const user::test_data& test, std::function<void(const user::call&)> launch,
              std::string source, std::string device)
        : test_(test),
          launch_(std::move(launch)),
          source_(std::move(source)),
          device_(std::move(device)) {
        for (const user::operand& o : test.operands) {
            const element_type* type = find_element_type(o.type);
            if (!type)
                throw user_error(fmt::format("{} uses the element type {}, which is not known.",
                                             test.name, o.type));
            types_.push_back(type);
        }
    }

    std::string name() const override { return test_.name + "@" + device_; }
    std::string subject() const override { return test_.name; }
    std::string device() const override { return device_; }
    std::vector<law_id> laws() const override {
        using enum law_id;
        std::vector<law_id> all{test_.bounded ? K7 : K1, K2, K3, K4, K5};
        if (device_ == "cpu-checked") all.push_back(K6);
        if (test_.law != user::relation::none) all.push_back(K8);
        all.push_back(K9);
        return all;
    }
    json generate(rc::Random& random, int size) const override {
        draw from(random);
        return to_json(random_own_case(from, test_, size), test_, source_);
    }
    std::vector<json> first_cases() const override { return as_json(first_own_cases(test_)); }
    std::vector<json> smaller(const json& j) const override {
        return as_json(properties::smaller(user_case_from_json(j, test_), test_));
    }
    std::vector<std::string> classify(const json& j) const override {
        return labels_of(user_case_from_json(j, test_), test_);
    }
    failure judge_end(const json&, const process_end& end) const override {
        return judge_process_end(end);
    }

    case_result check(const json& j) const override {
        const user_case c = user_case_from_json(j, test_);
        if (std::string why = refused(c); !why.empty())
            return test_.refuses ? judge_refusal(c, why)
                                 : case_result{.laws = {}, .discarded = std::move(why)};
        call_outcome outcome = check_call(make_call(c, inputs_of(c)));
        if (outcome.result.first_failure() || !outcome.result.discarded.empty())
            return std::move(outcome.result);
        // Other contents, very likely at the same addresses: results kept from before are wrong
        // now.
        user_case other = c;
        other.data_seed += 1;
        other.repeats = 0;
        call_outcome again = check_call(make_call(other, inputs_of(other)));
        if (const failure* f = again.result.first_failure())
            return {.laws = {{f->law, "In a second call, with other contents of the inputs: " +
                                          sentence(*f)}},
                    .discarded = {}};
        if (test_.law != user::relation::none)
            if (auto wrong = related(c, outcome))
                outcome.result.laws.push_back({law_id::K8, std::move(*wrong)});
        return std::move(outcome.result);
    }

  private:
    std::vector<json> as_json(const std::vector<user_case>& cases) const {
        std::vector<json> all;
        for (const user_case& c : cases) all.push_back(to_json(c, test_, source_));
        return all;
    }

    std::string refused(const user_case& c) const {
        for (std::size_t d = 0; d < c.dims.size(); ++d)
            if (c.dims[d] % test_.multiples[d] || c.dims[d] < test_.least[d] ||
                (test_.most[d] > 0 && c.dims[d] > test_.most[d]))
                return fmt::format("The test does not support {} = {}.", test_.dims[d], c.dims[d]);
        return test_.refusal ? test_.refusal(c.dims.data()) : std::string();
    }

    // Packed contents of the inputs.
    std::vector<bytes> inputs_of(const user_case& c) const {
        std::vector<bytes> all;
        for (std::size_t o = 0; o < test_.operands.size() && !test_.operands[o].output; ++o) {
            const auto n = static_cast<std::size_t>(packed_elements(test_.operands[o], c.dims));
            bytes& b = all.emplace_back(n * static_cast<std::size_t>(types_[o]->bytes));
            if (const auto kind = find_data_kind(c.data); kind && moves_bits(test_))
                fill_elements(*kind, *types_[o], c.data_seed, 0, b);
            else
                fill_numbers(c.data, *types_[o], std::uint64_t{c.data_seed} * 16 + o, b);
        }
        return all;
    }

    struct right_answer {
        std::vector<bytes> outputs;
        std::vector<std::vector<double>> values, bounds;
    };
    right_answer answer_to(const user_case& c, const std::vector<bytes>& inputs) const {
        right_answer r;
        std::vector<const void*> in;
        for (const bytes& b : inputs) in.push_back(b.data());
        for (std::size_t o = inputs.size(); o < test_.operands.size(); ++o) {
            const auto n = static_cast<std::size_t>(packed_elements(test_.operands[o], c.dims));
            r.outputs.emplace_back(n * static_cast<std::size_t>(types_[o]->bytes));
            if (test_.bounded) {
                r.values.emplace_back(n);
                r.bounds.emplace_back(n);
            }
        }
        std::vector<void*> out;
        for (bytes& b : r.outputs) out.push_back(b.data());
        std::vector<std::vector<double>*> values, bounds;
        for (auto& v : r.values) values.push_back(&v);
        for (auto& v : r.bounds) bounds.push_back(&v);
        test_.reference({c.dims.data(), in, out, values, bounds});
        for (std::size_t k = 0; k < r.values.size(); ++k) {
            const element_type& type = *types_[inputs.size() + k];
            for (std::size_t e = 0; e < r.values[k].size(); ++e)
                store_value(type, r.values[k][e],
                            &r.outputs[k][e * static_cast<std::size_t>(type.bytes)]);
            // Whole numbers whose sums are exact leave no room.
            if (test_.integers_exact && (c.data == "integers" || !type.is_float()))
                std::fill(r.bounds[k].begin(), r.bounds[k].end(), 0.0);
        }
        return r;
    }

    kernel_call make_call(const user_case& c, const std::vector<bytes>& inputs) const {
        kernel_call call;
        call.device = &kernels::find_device(device_);
        call.where = c.fence;
        call.repeats = c.repeats;
        if (test_.alignment > 0) {
            call.least_alignment = static_cast<std::size_t>(test_.alignment);
            call.alignment = std::max<std::size_t>(call.least_alignment, 256);
        }
        const right_answer right = answer_to(c, inputs);
        std::vector<std::vector<long>> strides;
        for (std::size_t o = 0; o < test_.operands.size(); ++o) {
            const bool output = o >= inputs.size();
            call_operand placed =
                place(c, o, output ? right.outputs[o - inputs.size()] : inputs[o]);
            if (output && test_.bounded) {
                const std::size_t k = o - inputs.size();
                bound(placed, c, o, right.values[k], right.bounds[k]);
            }
            (output ? call.outputs : call.inputs).push_back(std::move(placed));
            strides.push_back(strides_of(test_.operands[o], c.dims, c.slack[o]));
        }
        call.launch = [this, dims = c.dims, strides](std::span<void* const> in,
                                                     std::span<void* const> out) {
            std::vector<void*> pointers(in.begin(), in.end());
            pointers.insert(pointers.end(), out.begin(), out.end());
            start({dims.data(), strides, pointers});
        };
        return call;
    }

    // K9 of a case outside of what the test supports: the launch throws, and nothing is written.
    case_result judge_refusal(const user_case& c, const std::string& why) const {
        kernels::device& d = kernels::find_device(device_);
        kernel_call call = make_call(c, inputs_of(c));
        std::vector<kernels::buffer> memory;
        std::vector<void*> pointers;
        constexpr std::uint8_t poison = 0xa5;
        for (auto* list : {&call.inputs, &call.outputs})
            for (const call_operand& o : *list) {
                memory.push_back(d.allocate(
                    {.bytes = o.contents.size(), .alignment = call.alignment, .margin = 512}));
                const kernels::buffer& b = memory.back();
                if (list == &call.outputs)
                    d.fill(b.data(), poison, b.size());
                else
                    d.copy_in(b.data(), o.contents.data(), b.size());
                pointers.push_back(static_cast<std::byte*>(b.data()) +
                                   o.lead * static_cast<std::size_t>(o.element_bytes));
            }
        std::vector<std::vector<long>> strides;
        for (std::size_t o = 0; o < test_.operands.size(); ++o)
            strides.push_back(strides_of(test_.operands[o], c.dims, c.slack[o]));
        bool threw = false;
        std::string what;
        try {
            d.run([&] { launch_({c.dims.data(), strides, pointers}); });
        } catch (const std::exception&) {
            threw = true;
        }
        try {
            d.synchronize();
        } catch (const cpu_checked::check_error& e) {
            what = std::string(" What it ran was wrong, too: ") + e.what();
        } catch (const kernels::device_error&) {
            threw = true;  // the device refused the launch
        }
        bool wrote = false;
        for (std::size_t o = call.inputs.size(); o < memory.size(); ++o) {
            std::vector<std::byte> now(memory[o].size());
            d.copy_out(now.data(), memory[o].data(), now.size());
            wrote = wrote || std::any_of(now.begin(), now.end(),
                                         [](std::byte b) { return b != std::byte{poison}; });
        }
        const std::string rule = why +
                                 " The declaration says refuses(): the launch must throw an "
                                 "exception then, before it writes anything; it ";
        std::string wrong;
        if (!threw)
            wrong = rule + (wrote ? "ran a kernel instead." : "returned as if all were well.");
        else if (wrote)
            wrong = rule + "threw after it had written to an output.";
        if (!wrong.empty()) wrong += what;
        return {.laws = {{law_id::K9, std::move(wrong)}}, .discarded = {}};
    }

    void start(const user::call& call) const {
        const std::uint64_t before = cpu_engine::launches_so_far();
        kernels::find_device(device_).run([&] { launch_(call); });
        long outputs = 0;
        for (const user::operand& o : test_.operands)
            if (o.output) outputs += packed_elements(o, {call.dims, call.dims + test_.dims.size()});
        if (outputs > 0 && cpu_engine::launches_so_far() == before)
            throw kernels::device_error(
                "no kernel was launched, so whatever the output holds was not computed by one.");
    }

    // Spreads packed contents over the rows of the operand.
    call_operand place(const user_case& c, std::size_t o, const bytes& packed) const {
        const user::operand& operand = test_.operands[o];
        const element_type& type = *types_[o];
        const auto width = static_cast<std::size_t>(type.bytes);
        const std::vector<std::size_t> places = places_of(operand, c.dims, c.slack[o]);
        call_operand r;
        r.name = operand.name;
        r.element_bytes = type.bytes;
        r.lead = static_cast<std::size_t>(c.shift[o]);
        const std::size_t last = places.empty() ? 0 : places.back() + 1;
        r.live.assign(r.lead + last, 0);
        r.contents.assign(r.live.size() * width, std::byte{0});
        auto packed_of = std::make_shared<std::vector<std::size_t>>(r.live.size(), 0);
        for (std::size_t e = 0; e < places.size(); ++e) {
            const std::size_t at = r.lead + places[e];
            r.live[at] = 1;
            (*packed_of)[at] = e;
            std::memcpy(&r.contents[at * width], &packed[e * width], width);
        }
        r.name_of_element = [operand, dims = c.dims, packed_of, live = r.live](std::size_t at) {
            return live[at] ? index_text(operand, dims, (*packed_of)[at])
                            : fmt::format("element {}, between rows,", at);
        };
        r.print_value = [&type](const std::byte* value) { return print_value(type, value); };
        return r;
    }

    void bound(call_operand& r, const user_case& c, std::size_t o,
               const std::vector<double>& values, const std::vector<double>& bounds) const {
        const std::vector<std::size_t> places = places_of(test_.operands[o], c.dims, c.slack[o]);
        auto near = std::make_shared<std::vector<std::pair<double, double>>>(r.live.size());
        for (std::size_t e = 0; e < places.size(); ++e)
            (*near)[r.lead + places[e]] = {values[e], bounds[e]};
        r.accepts = [near, type = types_[o]](const std::byte* value, std::size_t at) {
            const auto [right, most] = (*near)[at];
            const double v = value_of(*type, value);
            return std::abs(v - right) <= most || (std::isnan(v) && std::isnan(right));
        };
        r.print_bound = [near](std::size_t at) {
            return fmt::format("{:.3g}", (*near)[at].second);
        };
    }

    // Packed elements of the first output, as the first run left them.
    bytes packed_result(const user_case& c, const bytes& spread, std::size_t o) const {
        const auto width = static_cast<std::size_t>(types_[o]->bytes);
        const std::vector<std::size_t> places = places_of(test_.operands[o], c.dims, c.slack[o]);
        bytes packed(places.size() * width);
        for (std::size_t e = 0; e < places.size(); ++e)
            std::memcpy(&packed[e * width],
                        &spread[(static_cast<std::size_t>(c.shift[o]) + places[e]) * width], width);
        return packed;
    }

    // K8: a second call whose result follows from that of the first. Empty: it does.
    std::optional<std::string> related(const user_case& c, const call_outcome& first) const {
        const std::size_t out = first_output();
        const bytes result = packed_result(c, first.first_output, out);
        user_case next = c;
        next.repeats = 0;
        std::vector<bytes> inputs = inputs_of(c);
        bytes expected = result;
        std::string what;
        if (test_.law == user::relation::turned_back) {
            std::swap(next.dims[0], next.dims[1]);
            if (!refused(next).empty()) return std::nullopt;
            expected = inputs[0];
            inputs[0] = result;
            what = "Transposing twice does not give back the input. ";
        } else if (test_.law == user::relation::reversed) {
            for (std::size_t i = 0; i < inputs.size(); ++i) reverse(inputs[i], *types_[i]);
            reverse(expected, *types_[out]);
            what = "Reversing the inputs does not reverse the output. ";
        } else {
            if (!types_[0]->is_float() || !types_[out]->is_float()) return std::nullopt;
            scale(inputs[0], *types_[0]);
            scale(expected, *types_[out]);
            what = "Doubling the first input does not double the output. ";
        }
        kernel_call call = make_call(next, inputs);
        call_operand& o = call.outputs[0];
        // Bit for bit what the relation says, not only near the right answer.
        o = place(next, out, expected);
        const call_outcome outcome = check_call(call);
        const failure* wrong = outcome.result.first_failure();
        return wrong ? what + sentence(*wrong) : std::string();
    }

    std::size_t first_output() const {
        std::size_t o = 0;
        while (!test_.operands[o].output) ++o;
        return o;
    }
    static void reverse(bytes& b, const element_type& type) {
        const auto width = static_cast<std::size_t>(type.bytes);
        for (std::size_t i = 0, j = b.size() / width; i + 1 < j; ++i)
            std::swap_ranges(&b[i * width], &b[i * width] + width, &b[--j * width]);
    }
    static void scale(bytes& b, const element_type& type) {
        for (std::size_t i = 0; i < b.size(); i += static_cast<std::size_t>(type.bytes))
            store_value(type, 2 * value_of(type, &b[i]), &b[i]);
    }

    const user::test_data& test_;
    std::function<void(const user::call&)> launch_;
    std::string source_, device_;
    std::vector<const element_type*> types_;
};

}  // namespace

std::string efficiency_text(const user_library& lib, const std::string& source) {
    if (!lib.launches.count("cpu-checked"))
        return "The efficiency report needs the device cpu-checked.\n";
    kernels::device& device = kernels::find_device("cpu-checked");
    std::string text = "How well the accesses fit a GPU (not a verdict):\n";
    const property_list tests = user_properties(lib, source, "cpu-checked");
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const user::test_data& t = lib.tests[i];
        const long length = t.dims.size() == 1 ? 16384 : t.contract == "product" ? 64 : 128;
        device.start_efficiency_report();
        tests[i]->check(
            to_json(plain_case(t, std::vector<long>(t.dims.size(), length)), t, source));
        for (const std::string& line : device.take_efficiency_report()) text += line + "\n";
    }
    return text;
}

property_list user_properties(const user_library& lib, const std::string& source,
                              const std::string& device) {
    property_list all;
    const auto& launches = lib.launches.at(device);
    for (std::size_t i = 0; i < lib.tests.size(); ++i)
        all.push_back(std::make_unique<user_test>(lib.tests[i], launches.at(i), source, device));
    return all;
}

}  // namespace tileproof::properties
