// SPDX-License-Identifier: MIT
#include "properties/device/device_layout_property.hpp"

#include "properties/device/l12_devices.hpp"
#include "properties/layout/generator/layout_generator.hpp"
#include "properties/tile/tile_generator.hpp"
#include "properties/typed_property.hpp"

#include <fmt/format.h>
#include <tileproof/layout_text.hpp>
#include <tileproof/tile/tile_error.hpp>
#include <tileproof/tile/tile_text.hpp>

#include <algorithm>
#include <set>

namespace tileproof::properties {
namespace {

using devices::buffer;
using kernels::device_error;

// The device failed outright, or wrote where it must not.
struct evaluation_fault {
    failure why;
};

[[noreturn]] void fault(failure_kind kind, std::string detail) {
    throw evaluation_fault{{.law = law_id::L12, .kind = kind, .detail = std::move(detail)}};
}

class device_evaluator : public batch_evaluator {
  public:
    explicit device_evaluator(const device_layout_subject& subject)
        : subject_(subject), device_(subject.find_device()) {}

    std::string_view name() const override { return subject_.device; }
    std::vector<long_index_t> run(kernels::evaluation what,
                                  const evaluation_batch& batch) const override {
        const kernels::evaluation_kernel& kernel = kernel_of(what);
        const buffer images = copied("the blocks", batch.images.data(), batch.images.size() * 8);
        const buffer jobs = copied("the jobs", batch.jobs.data(),
                                   batch.jobs.size() * sizeof(kernels::evaluation_job));
        std::vector<long_index_t> results(static_cast<std::size_t>(batch.results));
        const buffer out = allocated("the results", results.size() * sizeof(long_index_t));
        device_.fill(out.data(), 0xa5, out.size());
        if (device_.checks_accesses()) device_.mark_unwritten(out.data(), out.size());
        try {
            kernel.start({static_cast<long_index_t>(batch.jobs.size()), batch.results},
                         images.data(), jobs.data(), out.data(), nullptr);
            device_.synchronize();
        } catch (const std::exception& e) {  // device_error, or what a checking device reports
            fault(failure_kind::device_error,
                  fmt::format("Kernel {} fails on {}: {}", kernel.name, subject_.device, e.what()));
        }
        for (const auto& [part, where] :
             {std::pair(&images, "blocks"), std::pair(&jobs, "jobs"), std::pair(&out, "results")})
            if (const auto damage = part->damage())
                fault(failure_kind::overwritten,
                      fmt::format("Kernel {} on {} writes around the {}: {}", kernel.name,
                                  subject_.device, where, damage->sentence()));
        device_.copy_out(results.data(), out.data(), out.size());
        return results;
    }

  private:
    const kernels::evaluation_kernel& kernel_of(kernels::evaluation what) const {
        for (const kernels::evaluation_kernel& k : subject_.find_kernels())
            if (k.what == what) return k;
        fault(failure_kind::device_error,
              fmt::format("Device {} lacks one of the evaluation kernels.", subject_.device));
    }
    // On a device with fences, an access one byte too far is a fault.
    buffer allocated(std::string_view name, std::size_t bytes) const {
        buffer b = device_.allocate({.bytes = bytes,
                                     .where = device_.has_fences() ? devices::placement::fence_after
                                                                   : devices::placement::plain,
                                     .alignment = 8});
        device_.describe(b.data(), name);
        return b;
    }
    buffer copied(std::string_view name, const void* from, std::size_t bytes) const {
        buffer b = allocated(name, bytes);
        if (bytes > 0) device_.copy_in(b.data(), from, bytes);
        return b;
    }

    const device_layout_subject& subject_;
    devices::device& device_;
};

// The differences between the two kinds of batches.
struct of_layouts {
    using item = layout_description;
    static constexpr const char *subject = "layout", *key = "layouts";
    static item parse(const std::string& text) { return parse_layout(text); }
    static std::string print(const item& layout) { return print_layout(layout); }
    static item random(draw& from, int size) { return random_layout(from, size); }
    static std::vector<item> smaller(const item& layout) { return properties::smaller(layout); }
    static std::vector<long_index_t> weight(const item& layout) {
        return properties::weight(layout);
    }
    static std::vector<std::string> labels(const item& layout) { return labels_of(layout); }
    static std::vector<std::string> required() { return required_layout_labels(); }
    static law_result check(const batch_evaluator& device, std::span<const item> batch,
                            long_index_t most) {
        return check_devices(device, batch, most);
    }
};

struct of_tiles {
    using item = tile_encoding;
    static constexpr const char *subject = "tile", *key = "tiles";
    static item parse(const std::string& text) { return parse_tile(text); }
    static std::string print(const item& tile) { return print_tile(tile); }
    static item random(draw& from, int size) { return random_tile(from, size); }
    static std::vector<item> smaller(const item& tile) {
        std::vector<item> list = smaller_tile(tile);
        std::erase_if(list, [](const item& e) { return find_mistake(e).rule != tile_rule::none; });
        return list;
    }
    static std::size_t weight(const item& tile) { return print(tile).size(); }
    static std::vector<std::string> labels(const item& tile) {
        return {fmt::format("X dims: {}", tile.h.size()), fmt::format("P dims: {}", tile.p.size()),
                tile.r.empty() ? "replication: no" : "replication: yes"};
    }
    static std::vector<std::string> required() {
        return {"X dims: 1", "X dims: 2", "P dims: 1", "P dims: 2", "replication: yes"};
    }
    static law_result check(const batch_evaluator& device, std::span<const item> batch,
                            long_index_t most) {
        return check_tile_devices(device, batch, most);
    }
};

// {"layouts": [..]}: the kind decides the key.
template <class Kind>
struct batch_case {
    std::vector<typename Kind::item> batch;
    static constexpr auto fields() {
        return std::tuple{field{
            Kind::key, &batch_case::batch,
            list_of<typename Kind::item, as_text<decltype(&Kind::print), decltype(&Kind::parse)>>{
                {&Kind::print, &Kind::parse}}}};
    }
};

template <class Kind>
class device_batches : public typed_property<batch_case<Kind>> {
  public:
    using item = typename Kind::item;
    using batch_of_kind = batch_case<Kind>;
    explicit device_batches(device_layout_subject subject) : subject_(std::move(subject)) {}

    std::string name() const override {
        return fmt::format("{}/L12@{}", Kind::subject, subject_.device);
    }
    std::string subject() const override { return Kind::subject; }
    std::string device() const override { return subject_.device; }
    std::vector<law_id> laws() const override { return {law_id::L12}; }

    batch_of_kind generate(draw& from, int size) const override {
        const long_index_t count =
            from.between(1, 1 + static_cast<long_index_t>(subject_.most_layouts - 1) *
                                    std::clamp(size, 0, 100) / 100);
        batch_of_kind c;
        for (long_index_t i = 0; i < count; ++i)
            c.batch.push_back(Kind::random(from, static_cast<int>(from.between(0, size))));
        return c;
    }

    case_result check(const batch_of_kind& c) const override {
        case_result result;
        try {
            const device_evaluator device(subject_);
            return result_of(Kind::check(device, c.batch, subject_.most_indices));
        } catch (const evaluation_fault& e) {
            result.laws.push_back(failed(e.why));
            // After a fault nothing that a GPU does is meaningful; the cpu device is unaffected.
            result.needs_new_process = !subject_.find_device().host_readable();
        } catch (
            const layout_error& e) {  // a text that reads well, of something that is not a layout
            throw bad_case(e.what());
        } catch (const device_error& e) {
            result.discarded = fmt::format("No memory for the case. {}", e.what());
        }
        return result;
    }

    // Half of the batch, a quarter, .., one; the batch without that many; if there are few, each one simpler.
    std::vector<batch_of_kind> smaller(const batch_of_kind& c) const override {
        const std::vector<item>& batch = c.batch;
        const std::size_t count = batch.size();
        std::vector<batch_of_kind> cases;
        for (const bool without : {false, true})
            for (std::size_t part = (count + 1) / 2; part > 0 && part < count; part /= 2)
                for (std::size_t first = 0; first < count; first += part) {
                    batch_of_kind& some = cases.emplace_back();
                    for (std::size_t i = 0; i < count; ++i)
                        if ((i >= first && i < first + part) != without)
                            some.batch.push_back(batch[i]);
                }
        for (std::size_t i = 0; i < count && count <= 4; ++i)
            for (item& one : Kind::smaller(batch[i])) {
                cases.push_back(c);
                cases.back().batch[i] = std::move(one);
            }
        for (std::size_t i = 1; i < count && count <= 4; ++i)  // the lightest first
            if (Kind::weight(batch[i]) < Kind::weight(batch[i - 1])) {
                cases.push_back(c);
                std::swap(cases.back().batch[i - 1], cases.back().batch[i]);
            }
        return cases;
    }

    std::vector<std::string> classify(const batch_of_kind& c) const override {
        std::set<std::string> labels;
        for (const item& one : c.batch)
            for (std::string& label : Kind::labels(one)) labels.insert(std::move(label));
        return {labels.begin(), labels.end()};
    }
    std::vector<std::string> required_labels() const override { return Kind::required(); }

  private:
    device_layout_subject subject_;
};

}  // namespace

std::unique_ptr<property> device_layout_property(device_layout_subject subject) {
    return std::make_unique<device_batches<of_layouts>>(std::move(subject));
}

std::unique_ptr<property> device_tile_property(device_layout_subject subject) {
    return std::make_unique<device_batches<of_tiles>>(std::move(subject));
}

device_layout_subject catalogue_evaluations(std::string device) {
    device_layout_subject s;
    s.device = device;
    s.find_device = [device]() -> devices::device& { return devices::find_device(device); };
    s.find_kernels = [device]() -> const std::vector<kernels::evaluation_kernel>& {
        return devices::find_device(device).kernels().evaluations;
    };
    if (device == "cpu-checked") {  // an access is a thousand times slower
        s.most_layouts = 6;
        s.most_indices = 256;
    }
    return s;
}

}  // namespace tileproof::properties
