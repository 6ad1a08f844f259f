#include "properties/contracts/kernel_check.hpp"

#include "properties/contracts/checked_findings.hpp"
#include "properties/contracts/memory_note.hpp"
#include "properties/contracts/poison.hpp"
#include "properties/crash_note.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tileproof::properties {
namespace {

using kernels::buffer;
using kernels::device_error;
using bytes = std::vector<std::byte>;

constexpr std::size_t margin_bytes = 512;

bool same(const std::byte* a, const std::byte* b, int n) { return std::memcmp(a, b, n) == 0; }

// The operand with poison wherever it is not live; everywhere without `live_contents`.
// Each operand has its own `salt`, an even number, or poison that a kernel copies would look like an element
// that it left alone.
bytes poisoned(const call_operand& o, poison pattern, std::size_t salt,
               const bytes* live_contents) {
    bytes image(o.contents.size());
    const auto width = static_cast<std::size_t>(o.element_bytes);
    for (std::size_t i = 0; i < image.size(); ++i) image[i] = poison_byte(pattern, salt + i);
    if (!live_contents) return image;
    for (std::size_t e = 0; e < o.elements(); ++e)
        if (o.live[e]) std::memcpy(&image[e * width], &(*live_contents)[e * width], width);
    return image;
}

const bytes* contents_of_input(const call_operand& o) { return &o.contents; }
const bytes* contents_of_output(const call_operand& o) {
    return o.starts_as.empty() ? nullptr : &o.starts_as;
}

std::string print(const call_operand& o, const std::byte* value) {
    std::string digits = "0x";
    for (int i = o.element_bytes; i-- > 0;)
        digits += fmt::format("{:02x}", static_cast<unsigned>(value[i]));
    return o.print_value ? fmt::format("{} ({})", o.print_value(value), digits) : digits;
}

std::string element(const call_operand& o, std::size_t e) {
    return fmt::format("{} of {}",
                       o.name_of_element ? o.name_of_element(e) : fmt::format("element {}", e),
                       o.name);
}

std::string elements_text(std::size_t n, std::size_t of) {
    return fmt::format("{} of {} element{}", n, of, of == 1 ? "" : "s");
}

// An operand on the device, over all runs of a case.
class placed_operand {
  public:
    placed_operand(const kernel_call& call, const call_operand& o, std::size_t place)
        : operand(o), device_(*call.device), salt_(1354 * place) {
        const auto width = static_cast<std::size_t>(o.element_bytes);
        kernels::buffer_request request;
        request.bytes = o.contents.size();
        request.where = device_.has_fences() ? call.where : kernels::placement::plain;
        // The exact fence needs an end that no alignment moves.
        request.alignment = request.where == kernels::placement::fence_after
                                ? std::max(call.least_alignment, width)
                                : std::max(call.alignment, width);
        request.margin = margin_bytes;
        memory_ = device_.allocate(request);
        device_.describe(memory_.data(), o.name);
    }

    void* pointer() const {
        return static_cast<std::byte*>(memory_.data()) +
               operand.lead * static_cast<std::size_t>(operand.element_bytes);
    }
    noted_buffer note() const {
        return {operand.name, reinterpret_cast<std::uint64_t>(memory_.data()), memory_.size()};
    }
    // What is filled with poison, all of it or what is not live, must not be read.
    void fill(poison pattern, const bytes* live_contents) {
        bytes image = poisoned(operand, pattern, salt_, live_contents);
        memory_.paint_canaries(canary_seed(pattern));
        if (!image.empty()) device_.copy_in(memory_.data(), image.data(), image.size());
        before = std::move(image);
        if (device_.checks_accesses()) mark_poison(!live_contents);
    }
    void read_back() {
        after.resize(before.size());
        if (!after.empty()) device_.copy_out(after.data(), memory_.data(), after.size());
    }
    std::string canary_sentence() const {
        const auto damage = memory_.damage();
        return damage ? fmt::format("Around {}: {}", operand.name, damage->sentence()) : "";
    }

    const call_operand& operand;
    bytes before, after;  // of the last run

  private:
    void mark_poison(bool everywhere) {
        const auto width = static_cast<std::size_t>(operand.element_bytes);
        const auto* data = static_cast<const std::byte*>(memory_.data());
        for (std::size_t e = 0; e < operand.elements();) {
            const std::size_t first = e;
            while (e < operand.elements() && (everywhere || !operand.live[e])) ++e;
            if (e > first) device_.mark_unwritten(data + first * width, (e - first) * width);
            else ++e;
        }
    }

    kernels::device& device_;
    std::size_t salt_;
    buffer memory_;
};

class call_checker {
  public:
    explicit call_checker(const kernel_call& call) : call_(call) {}

    call_outcome run() {
        try {
            std::size_t place = 0;
            for (const call_operand& o : call_.inputs) inputs_.emplace_back(call_, o, place++);
            for (const call_operand& o : call_.outputs) outputs_.emplace_back(call_, o, place++);
        } catch (const device_error& e) {
            outcome_.result.discarded = fmt::format("No memory for the case. {}", e.what());
            return std::move(outcome_);
        }
        leave_note();
        try {
            judge();
        } catch (const cpu_checked::check_error& e) {
            for (const law_result& r : laws_of(e.reports)) fail(r.law, r.failure);
        } catch (const device_error& e) {
            fail(law_id::K9, fmt::format("The kernel takes the case and then fails: {}", e.what()));
            // What a GPU does after a fault means nothing; the cpu device is as good as before.
            outcome_.result.needs_new_process = !call_.device->host_readable();
        }
        return std::move(outcome_);
    }

  private:
    void judge() {
        launch(poison::first);
        const auto first = results();
        if (!outputs_.empty()) outcome_.first_output = first.front();
        const auto kept_in_first = kept();
        launch(poison::second);
        judge_written_and_exact(first, kept_in_first, kept());
        const std::string changed_with_poison = first_difference(first, true);

        int disagreements = 0;
        std::string difference;
        for (int i = 0; i < call_.repeats; ++i) {
            launch(poison::first);
            if (std::string d = first_difference(first, false); !d.empty() && disagreements++ == 0)
                difference = std::move(d);
        }
        hold(law_id::K3);
        if (disagreements > 0)
            fail(law_id::K5,
                 fmt::format("{} of {} further runs of the same case gave other bits: {}",
                             disagreements, call_.repeats, difference));
        else if (call_.repeats > 0)
            hold(law_id::K5);
        // A result that changes by itself says nothing about where it was read from.
        if (disagreements == 0 && !changed_with_poison.empty())
            fail(law_id::K4, fmt::format("The result changes with what lies around and between the "
                                         "inputs: {}",
                                         changed_with_poison));
        else if (disagreements == 0)
            hold(law_id::K4);
        if (call_.device->checks_accesses()) hold(law_id::K6);
        hold(law_id::K9);
    }

    void launch(poison pattern) {
        for (placed_operand& i : inputs_) i.fill(pattern, contents_of_input(i.operand));
        for (placed_operand& o : outputs_) o.fill(pattern, contents_of_output(o.operand));
        std::vector<void*> in, out;
        for (const placed_operand& i : inputs_) in.push_back(i.pointer());
        for (const placed_operand& o : outputs_) out.push_back(o.pointer());
        call_.launch(in, out);
        try {
            call_.device->synchronize();
        } catch (const cpu_checked::check_error& e) {
            if (stopped(e.reports)) throw;  // nothing that was to be written means anything
            for (const law_result& r : laws_of(e.reports)) fail(r.law, r.failure);
        }
        for (placed_operand& i : inputs_) i.read_back();
        for (placed_operand& o : outputs_) o.read_back();
        judge_contained();
    }

    std::vector<bytes> results() const {
        std::vector<bytes> all;
        for (const placed_operand& o : outputs_) all.push_back(o.after);
        return all;
    }

    // For each element of each output: 1 where the run left the poison, though it is not the right
    // answer by chance.
    std::vector<std::vector<unsigned char>> kept() const {
        std::vector<std::vector<unsigned char>> all;
        for (const placed_operand& o : outputs_) {
            const int n = o.operand.element_bytes;
            const auto width = static_cast<std::size_t>(n);
            auto& flags = all.emplace_back(o.operand.elements());
            for (std::size_t e = 0; e < flags.size(); ++e)
                flags[e] = same(&o.before[e * width], &o.after[e * width], n) &&
                           !right(o.operand, &o.before[e * width], e);
        }
        return all;
    }

    void judge_contained() {
        for (const placed_operand& i : inputs_) {
            if (std::string s = i.canary_sentence(); !s.empty()) fail(law_id::K3, s);
            if (i.before == i.after) continue;
            const auto at = static_cast<std::size_t>(
                std::mismatch(i.before.begin(), i.before.end(), i.after.begin()).first -
                i.before.begin());
            const std::size_t e = at / static_cast<std::size_t>(i.operand.element_bytes);
            const std::size_t start = e * static_cast<std::size_t>(i.operand.element_bytes);
            fail(law_id::K3,
                 fmt::format("{} was overwritten: it held {} and holds {} after the run.",
                             element(i.operand, e), print(i.operand, &i.before[start]),
                             print(i.operand, &i.after[start])));
        }
        for (const placed_operand& o : outputs_) {
            if (std::string s = o.canary_sentence(); !s.empty()) fail(law_id::K3, s);
            judge_gaps(o);
        }
    }

    void judge_gaps(const placed_operand& o) {
        const auto width = static_cast<std::size_t>(o.operand.element_bytes);
        std::size_t count = 0, first = 0;
        for (std::size_t e = 0; e < o.operand.elements(); ++e)
            if (!o.operand.live[e] &&
                !same(&o.before[e * width], &o.after[e * width], o.operand.element_bytes) &&
                count++ == 0)
                first = e;
        if (count == 0) return;
        fail(law_id::K3,
             fmt::format(
                 "{} between the rows of {} were overwritten: the first is {}, which held {} "
                 "and holds {} after the run.",
                 elements_text(count, o.operand.elements()), o.operand.name,
                 element(o.operand, first), print(o.operand, &o.before[first * width]),
                 print(o.operand, &o.after[first * width])));
    }

    void judge_written_and_exact(const std::vector<bytes>& first,
                                 const std::vector<std::vector<unsigned char>>& kept_in_first,
                                 const std::vector<std::vector<unsigned char>>& kept_in_second) {
        for (std::size_t k = 0; k < outputs_.size(); ++k) {
            const call_operand& o = outputs_[k].operand;
            const auto width = static_cast<std::size_t>(o.element_bytes);
            std::size_t live = 0, unwritten = 0, first_unwritten = 0, wrong = 0, first_wrong = 0;
            for (std::size_t e = 0; e < o.elements(); ++e) {
                if (!o.live[e]) continue;
                ++live;
                if (kept_in_first[k][e] || kept_in_second[k][e]) {
                    if (unwritten++ == 0) first_unwritten = e;
                } else if (!right(o, &first[k][e * width], e)) {
                    if (wrong++ == 0) first_wrong = e;
                }
            }
            if (unwritten > 0)
                fail(law_id::K2, fmt::format("{} of {} were not written: the first is {}.",
                                             elements_text(unwritten, live), o.name,
                                             element(o, first_unwritten)));
            if (wrong > 0)
                fail(o.accepts ? law_id::K7 : law_id::K1,
                     fmt::format("{} of {} are wrong: the first is {}, which must be {}{} and is {}.",
                                 elements_text(wrong, live), o.name, element(o, first_wrong),
                                 print(o, &o.contents[first_wrong * width]),
                                 give_or_take(o, first_wrong),
                                 print(o, &first[k][first_wrong * width])));
            hold(o.accepts ? law_id::K7 : law_id::K1);
        }
        hold(law_id::K2);
    }

    static std::string give_or_take(const call_operand& o, std::size_t e) {
        const std::string bound = o.accepts ? o.print_bound(e) : "";
        return bound.empty() ? "" : ", give or take " + bound;
    }

    static bool right(const call_operand& o, const std::byte* value, std::size_t e) {
        return o.accepts ? o.accepts(value, e)
                         : same(value, &o.contents[e * static_cast<std::size_t>(o.element_bytes)],
                                o.element_bytes);
    }

    // Where the live elements of the last run differ from those of the first; empty: nowhere. After a
    // run with other poison, what was not written differs on purpose and is K2's business.
    std::string first_difference(const std::vector<bytes>& first, bool other_poison) const {
        for (std::size_t k = 0; k < outputs_.size(); ++k) {
            const call_operand& o = outputs_[k].operand;
            const auto width = static_cast<std::size_t>(o.element_bytes);
            for (std::size_t e = 0; e < o.elements(); ++e) {
                const std::byte* one = &first[k][e * width];
                const std::byte* two = &outputs_[k].after[e * width];
                if (!o.live[e] || same(one, two, o.element_bytes)) continue;
                if (other_poison && same(two, &outputs_[k].before[e * width], o.element_bytes))
                    continue;
                return fmt::format("{} is {} and then {}.", element(o, e), print(o, one),
                                   print(o, two));
            }
        }
        return {};
    }

    void leave_note() const {
        std::vector<noted_buffer> buffers;
        for (const placed_operand& i : inputs_) buffers.push_back(i.note());
        for (const placed_operand& o : outputs_) buffers.push_back(o.note());
        note_for_crash(memory_note(buffers));
    }

    // The first failure of a law stays.
    void fail(law_id law, std::string sentence) {
        if (!judged(law)) outcome_.result.laws.push_back({law, std::move(sentence)});
    }
    void hold(law_id law) {
        if (!judged(law)) outcome_.result.laws.push_back({law, ""});
    }
    bool judged(law_id law) const {
        return std::any_of(outcome_.result.laws.begin(), outcome_.result.laws.end(),
                           [&](const law_result& r) { return r.law == law; });
    }

    const kernel_call& call_;
    std::vector<placed_operand> inputs_, outputs_;
    call_outcome outcome_;
};

}  // namespace

call_outcome check_call(const kernel_call& call) { return call_checker(call).run(); }

law_result judge_process_end(const process_end& end) {
    if (end.what != process_end::kind::signal || !end.has_address)
        return {law_id::K9, end.sentence()};
    return {end.was_write ? law_id::K3 : law_id::K4,
            fmt::format("{} That is {}.", end.sentence(),
                        place_of(end.address, parse_memory_note(end.notes)))};
}

}  // namespace tileproof::properties
