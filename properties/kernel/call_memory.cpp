// SPDX-License-Identifier: MIT
#include "properties/kernel/call_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <span>
#include <utility>

namespace tileproof::properties {
namespace {

using devices::buffer;
using bytes = std::vector<std::byte>;

constexpr std::size_t margin_bytes = 512;
// Above this many bytes, a case is copied operand by operand and run by run.
constexpr std::size_t most_bytes_at_once = std::size_t{32} << 20;

// Calls visit(first, count) for each run of adjacent elements that are all live (or all not).
void for_each_run(const call_operand& o, bool live, auto visit) {
    const auto begin = o.live.begin(), end = o.live.end();
    const auto is_one = [&](unsigned char flag) { return (flag != 0) == live; };
    for (auto first = std::find_if(begin, end, is_one); first != end;) {
        const auto last = std::find_if_not(first, end, is_one);
        visit(static_cast<std::size_t>(first - begin), static_cast<std::size_t>(last - first));
        first = std::find_if(last, end, is_one);
    }
}

// The operand with poison wherever it is not live; everywhere if there is no `live_contents`. Each operand has its
// own `salt`, a multiple of eight; otherwise poison that a kernel copies would look like an element that it left
// alone.
bytes poisoned(const call_operand& o, poison pattern, std::size_t salt,
               const bytes* live_contents) {
    bytes image(o.contents.size());
    const auto width = static_cast<std::size_t>(o.element_bytes);
    paint_poison(pattern, salt, o.element_bytes, image);
    if (!live_contents) return image;
    for_each_run(o, true, [&](std::size_t first, std::size_t count) {
        if (!o.type || !o.type->is_struct())
            std::memcpy(&image[first * width], &(*live_contents)[first * width], count * width);
        // Padding is poison, too, so that a kernel that reads it is found out.
        else
            for (std::size_t e = first; e < first + count; ++e)
                any_number(o, [&](std::size_t, std::size_t offset, std::size_t bytes) {
                    std::memcpy(&image[e * width + offset], &(*live_contents)[e * width + offset],
                                bytes);
                    return false;
                });
    });
    return image;
}

// Null for an output that nobody reads.
const bytes* live_contents_of(const call_operand& o, bool output) {
    if (!output) return &o.contents;
    return o.starts_as.empty() ? nullptr : &o.starts_as;
}

// The alignment that an element's size implies: 4 for a struct of 12 bytes.
std::size_t natural_alignment(const call_operand& o) {
    const auto width = static_cast<std::size_t>(o.element_bytes);
    return width & (~width + 1);
}

std::size_t lead_bytes(const call_operand& o) {
    return o.lead * static_cast<std::size_t>(o.element_bytes);
}

std::string around(const call_operand& o, const devices::canary_damage& damage) {
    return fmt::format("Around {}: {}", o.name, damage.sentence());
}

// A buffer for each operand.
class separate_buffers : public call_memory {
  public:
    explicit separate_buffers(const kernel_call& call) : call_(call), device_(*call.device) {
        for (const call_operand& o : call.inputs) lay_out(o, inputs);
        for (const call_operand& o : call.outputs) lay_out(o, outputs);
    }

    std::vector<noted_buffer> notes() const override {
        std::vector<noted_buffer> all;
        for (const buffer& b : buffers_)
            all.push_back({operand_of(all.size()).operand->name,
                           reinterpret_cast<std::uint64_t>(b.data()), b.size()});
        return all;
    }

    void run(poison pattern, const std::function<void()>& wait) override {
        for (std::size_t i = 0; i < buffers_.size(); ++i) fill(i, pattern);
        std::vector<void*> in, out;
        for (std::size_t i = 0; i < buffers_.size(); ++i)
            (i < inputs.size() ? in : out)
                .push_back(static_cast<std::byte*>(buffers_[i].data()) +
                           lead_bytes(*operand_of(i).operand));
        if (before_each_call) before_each_call();
        call_.launch(in, out);
        wait();
        for (std::size_t i = 0; i < buffers_.size(); ++i) read_back(i);
    }

  private:
    void lay_out(const call_operand& o, std::vector<operand_run>& list) {
        devices::buffer_request request;
        request.bytes = o.contents.size();
        request.where = device_.has_fences() ? call_.where : devices::placement::plain;
        // The exact fence needs an end that no alignment moves.
        request.alignment = request.where == devices::placement::fence_after
                                ? std::max(call_.least_alignment, natural_alignment(o))
                                : std::max(call_.alignment, natural_alignment(o));
        request.margin = margin_bytes;
        buffers_.push_back(device_.allocate(request));
        device_.describe(buffers_.back().data(), o.name);
        list.push_back({&o, {}, {}, static_cast<std::byte*>(buffers_.back().data()), {}});
    }

    operand_run& operand_of(std::size_t i) {
        return i < inputs.size() ? inputs[i] : outputs[i - inputs.size()];
    }
    const operand_run& operand_of(std::size_t i) const {
        return i < inputs.size() ? inputs[i] : outputs[i - inputs.size()];
    }

    // Whatever is filled with poison, all of it or only what is not live, must not be read.
    void fill(std::size_t i, poison pattern) {
        operand_run& r = operand_of(i);
        const bytes* live = live_contents_of(*r.operand, i >= inputs.size());
        r.before = poisoned(*r.operand, pattern, 1352 * i, live);
        // A device that reports each access outside needs no canaries; as an index, one would lead to further accesses outside.
        buffers_[i].paint_canaries(device_.checks_accesses() ? devices::no_canaries
                                                             : canary_seed(pattern));
        if (!r.before.empty())
            device_.copy_in(buffers_[i].data(), r.before.data(), r.before.size());
        if (!device_.checks_accesses()) return;
        mark_poison(*r.operand, buffers_[i], !live);
        if (live && i >= inputs.size()) device_.mark_unstored(buffers_[i].data(), r.before.size());
    }

    void mark_poison(const call_operand& o, const buffer& memory, bool everywhere) {
        const auto width = static_cast<std::size_t>(o.element_bytes);
        const auto* data = static_cast<const std::byte*>(memory.data());
        if (o.elements() == 0) return;
        if (everywhere) return device_.mark_unwritten(data, o.elements() * width);
        for_each_run(o, false, [&](std::size_t first, std::size_t count) {
            device_.mark_unwritten(data + first * width, count * width);
        });
    }

    void read_back(std::size_t i) {
        operand_run& r = operand_of(i);
        r.after.resize(r.before.size());
        if (!r.after.empty()) device_.copy_out(r.after.data(), buffers_[i].data(), r.after.size());
        const auto damage = buffers_[i].damage();
        r.outside = damage ? around(*r.operand, *damage) : std::string();
    }

    const kernel_call& call_;
    devices::device& device_;
    std::vector<buffer> buffers_;  // inputs, then outputs
};

// The position of an operand in the block of one run: canaries, the operand, canaries.
struct slot {
    std::size_t begin, data, end;  // from the run's first byte; end: after the canaries
};

struct block_plan {
    std::vector<slot> slots;  // inputs, then outputs
    std::size_t alignment = 1, run_bytes = 0;
};

block_plan plan_of(const kernel_call& call) {
    block_plan plan;
    plan.alignment = std::max(call.alignment, call.least_alignment);
    for (const auto* list : {&call.inputs, &call.outputs})
        for (const call_operand& o : *list)
            plan.alignment = std::max(plan.alignment, natural_alignment(o));
    const auto aligned = [&](std::size_t n) {
        return (n + plan.alignment - 1) / plan.alignment * plan.alignment;
    };
    for (const auto* list : {&call.inputs, &call.outputs})
        for (const call_operand& o : *list) {
            const std::size_t begin = plan.run_bytes, data = aligned(begin + margin_bytes);
            plan.run_bytes = data + o.contents.size() + margin_bytes;
            plan.slots.push_back({begin, data, plan.run_bytes});
        }
    plan.run_bytes = aligned(plan.run_bytes);
    return plan;
}

// All operands of all runs in one block.
class one_block : public call_memory {
  public:
    one_block(const kernel_call& call, block_plan plan)
        : call_(call),
          plan_(std::move(plan)),
          runs_(2 + static_cast<std::size_t>(call.repeats)),
          memory_(call.device->allocate(
              {.bytes = plan_.run_bytes * runs_, .alignment = plan_.alignment, .margin = 0})) {
        for (const call_operand& o : call.inputs) inputs.push_back({&o, {}, {}, {}, {}});
        for (const call_operand& o : call.outputs) outputs.push_back({&o, {}, {}, {}, {}});
    }

    std::vector<noted_buffer> notes() const override {
        std::vector<noted_buffer> all;
        for (std::size_t i = 0; i < plan_.slots.size(); ++i)
            all.push_back({operand(i).name,
                           reinterpret_cast<std::uint64_t>(memory_.data()) + plan_.slots[i].data,
                           operand(i).contents.size()});
        return all;
    }

    void run(poison pattern, const std::function<void()>& wait) override {
        if (shown_ == 0) run_all(wait);
        const std::size_t first = shown_++ * plan_.run_bytes;
        for (std::size_t i = 0; i < plan_.slots.size(); ++i) {
            operand_run& r = i < inputs.size() ? inputs[i] : outputs[i - inputs.size()];
            const auto begin = static_cast<std::ptrdiff_t>(first + plan_.slots[i].data);
            const auto length = static_cast<std::ptrdiff_t>(operand(i).contents.size());
            r.before.assign(sent_.begin() + begin, sent_.begin() + begin + length);
            r.after.assign(back_.begin() + begin, back_.begin() + begin + length);
            r.outside = damage(first, i, canary_seed(pattern));
        }
    }

  private:
    const call_operand& operand(std::size_t i) const {
        return i < call_.inputs.size() ? call_.inputs[i] : call_.outputs[i - call_.inputs.size()];
    }

    void run_all(const std::function<void()>& wait) {
        sent_.resize(memory_.size());
        for (std::size_t r = 0; r < runs_; ++r)
            for (std::size_t i = 0; i < plan_.slots.size(); ++i)
                fill(r * plan_.run_bytes, i, r == 1 ? poison::second : poison::first);
        call_.device->copy_in(memory_.data(), sent_.data(), sent_.size());
        for (std::size_t r = 0; r < runs_; ++r) {
            std::vector<void*> in, out;
            for (std::size_t i = 0; i < plan_.slots.size(); ++i)
                (i < inputs.size() ? in : out)
                    .push_back(static_cast<std::byte*>(memory_.data()) + r * plan_.run_bytes +
                               plan_.slots[i].data + lead_bytes(operand(i)));
            call_.launch(in, out);
        }
        back_.resize(memory_.size());
        call_.device->copy_out(back_.data(), memory_.data(), back_.size());  // after the launches
        wait();
    }

    // The margins of a slot, in the memory of all runs, and the offset from the operand at which each begins.
    void for_each_margin(std::span<std::byte> all, std::size_t first, std::size_t i, auto use) {
        const slot& s = plan_.slots[i];
        const std::size_t length = operand(i).contents.size(), before = s.data - s.begin;
        use(all.subspan(first + s.begin, before), -static_cast<std::ptrdiff_t>(before));
        use(all.subspan(first + s.data + length, s.end - s.data - length),
            static_cast<std::ptrdiff_t>(length));
    }

    void fill(std::size_t first, std::size_t i, poison pattern) {
        const bytes image = poisoned(operand(i), pattern, 1352 * i,
                                     live_contents_of(operand(i), i >= call_.inputs.size()));
        std::ranges::copy(image, &sent_[first + plan_.slots[i].data]);
        for_each_margin(sent_, first, i, [&](std::span<std::byte> margin, std::ptrdiff_t offset) {
            devices::paint_canaries(canary_seed(pattern), offset, margin);
        });
    }

    std::string damage(std::size_t first, std::size_t i, std::uint64_t seed) {
        devices::canary_damage found;
        found.buffer_bytes = operand(i).contents.size();
        for_each_margin(back_, first, i, [&](std::span<std::byte> margin, std::ptrdiff_t offset) {
            devices::compare_canaries(seed, offset, margin, found);
        });
        return found.count ? around(operand(i), found) : std::string();
    }

    const kernel_call& call_;
    const block_plan plan_;
    const std::size_t runs_;
    buffer memory_;
    std::size_t shown_ = 0;
    bytes sent_, back_;
};

constexpr std::uint64_t far_away = 1 << 20;  // bytes

std::string bytes_text(std::uint64_t n) { return fmt::format("{} byte{}", n, n == 1 ? "" : "s"); }

bool read_number(std::string_view text, auto& number, int base) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::unique_ptr<call_memory> place_call(const kernel_call& call) {
    if (call.device->host_readable()) return std::make_unique<separate_buffers>(call);
    block_plan plan = plan_of(call);
    if (plan.run_bytes * (2 + static_cast<std::size_t>(call.repeats)) > most_bytes_at_once)
        return std::make_unique<separate_buffers>(call);
    return std::make_unique<one_block>(call, std::move(plan));
}

std::string memory_note(const std::vector<noted_buffer>& buffers) {
    std::string note;
    for (const noted_buffer& b : buffers)
        note += fmt::format("{} {:x} {}\n", b.name, b.address, b.bytes);
    return note;
}

std::vector<noted_buffer> parse_memory_note(std::string_view note) {
    std::vector<noted_buffer> buffers;
    while (!note.empty()) {
        const std::size_t end = std::min(note.find('\n'), note.size());
        const std::string_view line = note.substr(0, end);
        note.remove_prefix(std::min(end + 1, note.size()));
        const std::size_t second = line.rfind(' ');
        if (second == std::string_view::npos || second == 0) continue;
        const std::size_t first = line.rfind(' ', second - 1);
        if (first == std::string_view::npos) continue;
        noted_buffer b;
        b.name = line.substr(0, first);
        if (read_number(line.substr(first + 1, second - first - 1), b.address, 16) &&
            read_number(line.substr(second + 1), b.bytes, 10))
            buffers.push_back(std::move(b));
    }
    return buffers;
}

static std::pair<const noted_buffer*, std::uint64_t> nearest_of(
    std::uint64_t address, const std::vector<noted_buffer>& buffers) {
    const noted_buffer* nearest = nullptr;
    std::uint64_t distance = far_away;
    for (const noted_buffer& b : buffers) {
        const std::uint64_t end = b.address + b.bytes;
        const std::uint64_t here = address < b.address ? b.address - address
                                   : address >= end    ? address - end + 1
                                                       : 0;
        if (here >= distance) continue;
        nearest = &b;
        distance = here;
    }
    return {nearest, distance};
}

bool is_near(std::uint64_t address, const std::vector<noted_buffer>& buffers) {
    return nearest_of(address, buffers).first != nullptr;
}

std::string place_of(std::uint64_t address, const std::vector<noted_buffer>& buffers) {
    const auto [nearest, distance] = nearest_of(address, buffers);
    if (!nearest) return fmt::format("address {:#x}, far from every buffer", address);
    const std::string of = fmt::format("{} ({})", nearest->name, bytes_text(nearest->bytes));
    if (distance == 0) return fmt::format("byte {} of {}", address - nearest->address, of);
    return fmt::format("{} {} of {}", bytes_text(distance),
                       address < nearest->address ? "before the first byte" : "past the last byte",
                       of);
}

}  // namespace tileproof::properties
