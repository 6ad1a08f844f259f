#include "properties/kernel/kernel_check.hpp"

#include "properties/crash_note.hpp"
#include "properties/kernel/call_memory.hpp"
#include "properties/kernel/checked_findings.hpp"
#include "properties/kernel/memory_note.hpp"
#include "properties/kernel/poison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>

namespace tileproof::properties {
namespace {

using kernels::device_error;
using bytes = std::vector<std::byte>;

bool same(const std::byte* a, const std::byte* b, int n) { return std::memcmp(a, b, n) == 0; }

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

class call_checker {
  public:
    explicit call_checker(const kernel_call& call) : call_(call) {}

    call_outcome run() {
        try {
            memory_ = place_call(call_);
        } catch (const device_error& e) {
            outcome_.result.discarded = fmt::format("No memory for the case. {}", e.what());
            return std::move(outcome_);
        }
        note_for_crash(memory_note(memory_->notes()));
        try {
            judge();
        } catch (const cpu_checked::check_error& e) {
            for (const law_result& r : laws_of(e.reports)) fail(r.law, r.sentence());
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
        if (!memory_->outputs.empty()) outcome_.first_output = first.front();
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
        memory_->run(pattern, [&] {
            try {
                call_.device->synchronize();
            } catch (const cpu_checked::check_error& e) {
                if (stopped(e.reports)) throw;  // nothing that was to be written means anything
                for (const law_result& r : laws_of(e.reports)) fail(r.law, r.sentence());
            }
        });
        judge_contained();
    }

    std::vector<bytes> results() const {
        std::vector<bytes> all;
        for (const operand_run& o : memory_->outputs) all.push_back(o.after);
        return all;
    }

    // For each element of each output: 1 where the run left the poison, though it is not the right
    // answer by chance.
    std::vector<std::vector<unsigned char>> kept() const {
        std::vector<std::vector<unsigned char>> all;
        for (const operand_run& o : memory_->outputs) {
            const int n = o.operand->element_bytes;
            const auto width = static_cast<std::size_t>(n);
            auto& flags = all.emplace_back(o.operand->elements());
            for (std::size_t e = 0; e < flags.size(); ++e)
                flags[e] = same(&o.before[e * width], &o.after[e * width], n) &&
                           !right(*o.operand, &o.before[e * width], e);
        }
        return all;
    }

    void judge_contained() {
        for (const operand_run& i : memory_->inputs) {
            if (!i.outside.empty()) fail(law_id::K3, i.outside);
            if (i.before == i.after) continue;
            const auto at = static_cast<std::size_t>(
                std::mismatch(i.before.begin(), i.before.end(), i.after.begin()).first -
                i.before.begin());
            const std::size_t e = at / static_cast<std::size_t>(i.operand->element_bytes);
            const std::size_t start = e * static_cast<std::size_t>(i.operand->element_bytes);
            fail(law_id::K3,
                 fmt::format("{} was overwritten: it held {} and holds {} after the run.",
                             element(*i.operand, e), print(*i.operand, &i.before[start]),
                             print(*i.operand, &i.after[start])));
        }
        for (const operand_run& o : memory_->outputs) {
            if (!o.outside.empty()) fail(law_id::K3, o.outside);
            judge_gaps(o);
        }
    }

    void judge_gaps(const operand_run& o) {
        const auto width = static_cast<std::size_t>(o.operand->element_bytes);
        std::size_t count = 0, first = 0;
        for (std::size_t e = 0; e < o.operand->elements(); ++e)
            if (!o.operand->live[e] &&
                !same(&o.before[e * width], &o.after[e * width], o.operand->element_bytes) &&
                count++ == 0)
                first = e;
        if (count == 0) return;
        fail(law_id::K3,
             fmt::format(
                 "{} between the rows of {} were overwritten: the first is {}, which held {} "
                 "and holds {} after the run.",
                 elements_text(count, o.operand->elements()), o.operand->name,
                 element(*o.operand, first), print(*o.operand, &o.before[first * width]),
                 print(*o.operand, &o.after[first * width])));
    }

    void judge_written_and_exact(const std::vector<bytes>& first,
                                 const std::vector<std::vector<unsigned char>>& kept_in_first,
                                 const std::vector<std::vector<unsigned char>>& kept_in_second) {
        for (std::size_t k = 0; k < memory_->outputs.size(); ++k) {
            const call_operand& o = *memory_->outputs[k].operand;
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
                     fmt::format(
                         "{} of {} are wrong: the first is {}, which must be {}{} and is {}.",
                         elements_text(wrong, live), o.name, element(o, first_wrong),
                         print(o, &o.contents[first_wrong * width]), give_or_take(o, first_wrong),
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
        for (std::size_t k = 0; k < memory_->outputs.size(); ++k) {
            const call_operand& o = *memory_->outputs[k].operand;
            const auto width = static_cast<std::size_t>(o.element_bytes);
            for (std::size_t e = 0; e < o.elements(); ++e) {
                const std::byte* one = &first[k][e * width];
                const std::byte* two = &memory_->outputs[k].after[e * width];
                if (!o.live[e] || same(one, two, o.element_bytes)) continue;
                if (other_poison &&
                    same(two, &memory_->outputs[k].before[e * width], o.element_bytes))
                    continue;
                return fmt::format("{} is {} and then {}.", element(o, e), print(o, one),
                                   print(o, two));
            }
        }
        return {};
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
    std::unique_ptr<call_memory> memory_;
    call_outcome outcome_;
};

}  // namespace

call_outcome check_call(const kernel_call& call) { return call_checker(call).run(); }

failure judge_process_end(const process_end& end) {
    if (end.what != process_end::kind::signal || !end.has_address)
        return {.law = law_id::K9, .kind = kind_of(end), .detail = end.sentence()};
    return {.law = end.was_write ? law_id::K3 : law_id::K4,
            .kind = failure_kind::out_of_bounds,
            .detail = fmt::format("{} That is {}.", end.sentence(),
                                  place_of(end.address, parse_memory_note(end.notes)))};
}

}  // namespace tileproof::properties
