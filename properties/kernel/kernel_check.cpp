// SPDX-License-Identifier: MIT
#include "properties/kernel/kernel_check.hpp"

#include "devices/asked_values.hpp"
#include "devices/cpu/device_work.hpp"
#include "devices/gpu/architecture.hpp"
#include "devices/tried_changes.hpp"
#include "properties/crash_note.hpp"
#include "properties/kernel/poison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace tileproof::properties {
namespace {

using kernels::device_error;

// The device's random choices (orders of threads, poison) are determined by the call alone: sizes, and the first
// bytes of the contents.
std::uint64_t seed_of(const kernel_call& call) {
    std::uint64_t h =
        0xcbf29ce484222325u;  // FNV-1a of words; that of bytes is in system/, which no law includes
    const auto add = [&](std::uint64_t v) { h = (h ^ v) * 0x100000001b3u; };
    for (const auto* list : {&call.inputs, &call.outputs})
        for (const call_operand& o : *list) {
            add(o.contents.size());
            add(o.lead);
            for (std::size_t i = 0; i < std::min<std::size_t>(o.contents.size(), 256); ++i)
                add(std::to_integer<unsigned>(o.contents[i]));
        }
    return h;
}

class call_checker {
  public:
    explicit call_checker(const kernel_call& call)
        : call_(call), record_{call, {}, {}, {}, 0, {}} {}

    call_outcome run() {
        call_.device->begin_case(seed_of(call_));
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
            k6_ordered(e.reports, laws_);
        } catch (const nothing_launched& e) {
            laws_.fail({.law = law_id::K9,
                        .kind = failure_kind::not_launched,
                        .detail = fmt::format("The launch takes the case, but {}", e.what())});
        } catch (const device_error& e) {
            laws_.fail(
                {.law = law_id::K9,
                 .kind = failure_kind::device_error,
                 .detail = fmt::format("The kernel takes the case and then fails: {}", e.what())});
            // After a fault nothing that a GPU does is meaningful; the cpu device is unaffected.
            outcome_.result.needs_new_process = !call_.device->host_readable();
        }
        outcome_.result.laws = laws_.results();
        outcome_.result.no_evidence = why_no_evidence();
        return std::move(outcome_);
    }

  private:
    // Laws that hold for a kernel with nothing to write, or that never ran, prove nothing.
    std::string why_no_evidence() const {
        const auto has_live = [](const call_operand& o) {
            return std::ranges::find(o.live, 1) != o.live.end();
        };
        if (std::ranges::none_of(call_.outputs, has_live)) return "There was no element to write.";
        if (!devices::is_gpu(call_.device->name()) &&
            cpu_engine::device_work_so_far() == work_before_)
            return "No kernel was launched.";
        return {};
    }

    void judge() {
        launch(poison::first);
        for (const operand_run& o : memory_->outputs) record_.first.push_back(o.after);
        if (!record_.first.empty()) outcome_.first_output = record_.first.front();
        note_kept(false);
        if (devices::tried_changes::until_wrong && stored_wrong_values()) return;
        launch(poison::second);
        note_kept(true);
        if (call_.accepts)
            judge_by_predicate();
        else
            judge_by_answer();
        laws_.looked_at(law_id::K3);
        tell_doubtful_reads();
        if (call_.device->checks_accesses()) laws_.looked_at(law_id::K6);
        laws_.looked_at(law_id::K9);
    }

    void judge_by_answer() {
        record_.with_poison = difference(true);
        k2_written(record_, laws_);
        k1_exact(record_, laws_);
        k7_bounded(record_, laws_);
        if (devices::asked_values::on) ask_for_writer();
        for (int i = 0; i < call_.repeats; ++i) {
            launch(poison::first);
            auto d = difference(false);
            if (d && record_.disagreements++ == 0) record_.difference = std::move(d);
        }
        k5_repeatable(record_, laws_);
        k4_no_stray_reads(record_, laws_);
    }

    // Several answers are right, and runs may differ: each run is judged by itself.
    void judge_by_predicate() {
        std::vector<bytes> second = outputs_now();
        constexpr int most_asked = 4;  // a random result may look like poison
        for (int i = 0; i < most_asked && some_kept(); ++i) {
            launch(i % 2 == 0 ? poison::first : poison::second);
            forget_written();
        }
        k2_written(record_, laws_);
        if (some_kept()) return;
        if (std::string why = why_not(record_.first); !why.empty())
            return not_accepted(law_id::K1, std::move(why), {});
        const std::string in_further_run = "In a further run of the same case:";
        if (std::string why = why_not(second); !why.empty()) {
            launch(poison::first);
            const bool by_surroundings = why_not(outputs_now()).empty() && is_refused_again();
            if (!by_surroundings) return not_accepted(law_id::K1, std::move(why), in_further_run);
            return not_accepted(law_id::K4, std::move(why),
                                "With other memory around and between the inputs:");
        }
        for (int i = 0; i < call_.repeats; ++i) {
            launch(poison::first);
            if (std::string why = why_not(outputs_now()); !why.empty())
                return not_accepted(law_id::K1, std::move(why), in_further_run);
        }
        laws_.looked_at(law_id::K1);
        laws_.looked_at(law_id::K4);
    }

    bool is_refused_again() {
        launch(poison::second);
        return !why_not(outputs_now()).empty();
    }

    void not_accepted(law_id law, std::string why, std::string given) {
        laws_.fail({.law = law,
                    .kind = failure_kind::not_accepted,
                    .where = {.text = std::move(why)},
                    .given = std::move(given)});
    }

    std::vector<bytes> outputs_now() const {
        std::vector<bytes> all;
        for (const operand_run& o : memory_->outputs) all.push_back(o.after);
        return all;
    }

    std::string why_not(const std::vector<bytes>& outputs) const {
        std::string why = call_.accepts(outputs);
        note_for_crash(memory_note(memory_->notes()));  // the predicate had a note of its own
        return why;
    }

    bool some_kept() const {
        for (std::size_t k = 0; k < record_.kept.size(); ++k)
            for (std::size_t e = 0; e < record_.kept[k].size(); ++e)
                if (record_.kept[k][e] && call_.outputs[k].live[e]) return true;
        return false;
    }

    // Drops from `kept` what the last run has written.
    void forget_written() {
        for (std::size_t k = 0; k < record_.kept.size(); ++k) {
            const operand_run& run = memory_->outputs[k];
            for (std::size_t e = 0; e < record_.kept[k].size(); ++e) {
                unsigned char& kept = record_.kept[k][e];
                if (kept == 0) continue;
                const std::size_t missing = kept > 1 ? kept - 2u : 0,
                                  width = static_cast<std::size_t>(run.operand->element_bytes);
                any_number(*run.operand, [&](std::size_t n, std::size_t offset, std::size_t size) {
                    const std::size_t at = e * width + offset;
                    if (n == missing && !same_bytes(&run.before[at], &run.after[at], size))
                        kept = 0;
                    return false;
                });
            }
        }
    }

    // A load may return an older value than the kernel needs, and a value that nobody gave may be dropped. If the result is
    // wrong, that is the kernel's mistake.
    void tell_doubtful_reads() {
        if (cpu_checked::take_older_reads)
            for (auto& r : cpu_checked::take_older_reads()) doubtful_.push_back(std::move(r));
        const auto results = laws_.results();
        if (std::ranges::any_of(results, [](const law_result& l) { return l.failed(); }))
            k6_ordered(doubtful_, laws_);
    }

    void launch(poison pattern) {
        memory_->run(pattern, [&] {
            try {
                call_.device->synchronize();
            } catch (const cpu_checked::check_error& e) {
                if (stopped(e.reports)) throw;  // the outputs are meaningless
                for (const cpu_checked::check_report& r : e.reports)
                    if (cpu_checked::may_be_dropped(r))
                        doubtful_.push_back(r);
                    else
                        k6_ordered({r}, laws_);
            }
        });
        k3_contained(*memory_, laws_);
    }

    // After the first run. What it has left as poison may be right by chance: the second run tells.
    bool stored_wrong_values() {
        if (call_.accepts) return false;
        for (std::size_t k = 0; k < left_.size(); ++k) {
            auto& kept = record_.kept[k];
            const std::size_t numbers = left_[k].size() / std::max<std::size_t>(kept.size(), 1);
            for (std::size_t i = 0; i < left_[k].size(); ++i) kept[i / numbers] |= left_[k][i];
        }
        k1_exact(record_, laws_);
        k7_bounded(record_, laws_);
        const auto results = laws_.results();
        if (std::ranges::any_of(results, &law_result::failed)) return true;
        for (auto& kept : record_.kept) std::ranges::fill(kept, 0);
        return false;
    }

    // Records the numbers that a run left as poison, unless that is the right answer by chance. If both runs hold the
    // same number and it is poison in only one of them, it was written: a wrong value may equal a byte of poison. Where a
    // device knows that it was stored, it is a value like any other, even if it equals the poison of both runs.
    void note_kept(bool last) {
        using devices::known_stores;
        constexpr unsigned char in_first = 1, in_last = 2, wrong = 4;
        const bool knows_stores = known_stores::reached && call_.device->checks_accesses();
        left_.resize(memory_->outputs.size());
        record_.kept.resize(left_.size());
        for (std::size_t k = 0; k < left_.size(); ++k) {
            const operand_run& run = memory_->outputs[k];
            const call_operand& o = *run.operand;
            const auto width = static_cast<std::size_t>(o.element_bytes);
            const bool is_plain = !o.type || !o.type->is_struct();
            const std::size_t numbers = o.type ? numbers_in(*o.type) : 1;
            auto& kept = record_.kept[k];
            left_[k].resize(o.elements() * numbers);
            kept.resize(o.elements());
            // Its initial contents may be one of the right answers.
            if (call_.accepts && !o.starts_as.empty()) continue;
            unsigned char* const left_of = left_[k].data();
            const std::byte *const before = run.before.data(), *const after = run.after.data();
            for (std::size_t e = 0; e < kept.size(); ++e) {
                if (is_plain && left_of[e] == 0 &&
                    !same_bytes(before + e * width, after + e * width, width))
                    continue;  // written, as nearly all are
                std::size_t missing = 0, first = 0;
                any_number(o, [&](std::size_t number, std::size_t offset, std::size_t bytes) {
                    const std::size_t at = e * width + offset;
                    unsigned char& left = left_of[e * numbers + number];
                    if (same_bytes(before + at, after + at, bytes) &&
                        !(knows_stores && known_stores::reached(run.at + at, bytes))) {
                        left |= last ? in_last : in_first;
                        if (call_.accepts ||
                            !is_right_number(o, before + e * width, e, number, offset, bytes))
                            left |= wrong;
                    } else if (left == 0) {
                        return false;
                    }
                    const bool both = (left & in_first) && (left & in_last);
                    const bool alike = call_.accepts ||  // another result may be as right
                                       same_bytes(record_.first[k].data() + at, after + at, bytes);
                    if (last && (left & wrong) && (both || !alike) && missing++ == 0)
                        first = number;
                    return false;
                });
                kept[e] = static_cast<unsigned char>(missing == 0 ? 0
                                                     : missing == numbers
                                                         ? 1
                                                         : 2 + std::min<std::size_t>(first, 253));
            }
        }
    }

    // Looks for the writer of the element that K1 or K7 reports.
    void ask_for_writer() const {
        if (!devices::asked_values::find_writer || !call_.device->checks_accesses()) return;
        const std::vector<noted_buffer> buffers = memory_->notes();
        for (std::size_t k = 0; k < memory_->outputs.size(); ++k) {
            const call_operand& o = *memory_->outputs[k].operand;
            const auto width = static_cast<std::size_t>(o.element_bytes);
            for (std::size_t e = 0; e < o.elements(); ++e) {
                if (!o.live[e] || record_.kept[k][e] ||
                    is_right(o, &record_.first[k][e * width], e))
                    continue;
                const std::uint64_t at = buffers[memory_->inputs.size() + k].address + e * width;
                devices::asked_values::writer =
                    devices::asked_values::find_writer(reinterpret_cast<const void*>(at));
                return;
            }
        }
    }

    // Where the live elements of the last run differ from those of the first. After a run with other poison,
    // unwritten elements differ on purpose and are left to K2.
    std::optional<run_difference> difference(bool other_poison) const {
        for (std::size_t k = 0; k < memory_->outputs.size(); ++k) {
            const operand_run& run = memory_->outputs[k];
            const call_operand& o = *run.operand;
            if (record_.first[k] == run.after) continue;
            const auto width = static_cast<std::size_t>(o.element_bytes);
            for (std::size_t e = 0; e < o.elements(); ++e) {
                const std::byte *one = &record_.first[k][e * width], *two = &run.after[e * width];
                if (!o.live[e] || same_bytes(one, two, width)) continue;
                if (is_rounded_otherwise(o, one, two, e)) continue;
                if (any_number(o, [&](std::size_t, std::size_t offset, std::size_t bytes) {
                        return !same_bytes(one + offset, two + offset, bytes) &&
                               !(other_poison &&
                                 same_bytes(two + offset, &run.before[e * width + offset], bytes));
                    }))
                    return run_difference{k, e, {one, one + width}, {two, two + width}};
            }
        }
        return std::nullopt;
    }

    const kernel_call& call_;
    const std::uint64_t work_before_ = cpu_engine::device_work_so_far();
    std::unique_ptr<call_memory> memory_;
    std::vector<std::vector<unsigned char>> left_;  // by output and number: what note_kept() saw
    call_record record_;
    std::vector<cpu_checked::check_report> doubtful_;  // mistakes only if the result is wrong
    law_list laws_;
    call_outcome outcome_;
};

}  // namespace

call_outcome check_call(const kernel_call& call) { return call_checker(call).run(); }

void law_list::fail(failure f) {
    const auto same_law = [&](const law_result& r) { return r.law == f.law; };
    const auto same_cause = [&](const law_result& r) {
        return same_law(r) && cause_key(*r.why) == cause_key(f);
    };
    const bool fresh = is_located(f) ? std::ranges::none_of(failed_, same_cause)
                                     : std::ranges::none_of(failed_, same_law);
    if (fresh) failed_.push_back(failed(std::move(f)));
}

std::vector<law_result> law_list::results() const {
    std::vector<law_result> all = failed_;
    for (const law_id law : looked_at_)
        if (std::ranges::find(failed_, law, &law_result::law) == failed_.end())
            all.push_back(held(law));
    return all;
}

failure_place place_of(const call_operand& o, std::size_t element) {
    failure_place where{.operand = o.name};
    if (o.index_of) where.index = o.index_of(element);
    // Counted from the pointer, or from the start of the buffer if there is no index.
    const auto lead = static_cast<std::int64_t>(o.index_of ? o.lead : 0);
    if (where.index.empty()) where.number = static_cast<std::int64_t>(element) - lead;
    return where;
}

namespace {

std::string hexadecimal(const std::byte* value, int bytes) {
    std::string digits = "0x";
    for (int i = bytes; i-- > 0;) digits += fmt::format("{:02x}", static_cast<unsigned>(value[i]));
    return digits;
}

}  // namespace

std::string print(const call_operand& o, const std::byte* value) {
    const std::string digits = hexadecimal(value, o.element_bytes);
    if (!o.type) return digits;
    return o.type->is_struct() ? print_value(*o.type, value)
                               : fmt::format("{} ({})", print_value(*o.type, value), digits);
}

std::string print_number(const call_operand& o, const std::byte* value, std::size_t k) {
    if (!o.type || !o.type->is_struct()) return print(o, value);
    const element_member& m = o.type->members()[k];
    return fmt::format("{} = {} ({})", m.name, print_value(*m.type, value + m.offset),
                       hexadecimal(value + m.offset, m.type->bytes));
}

std::string host_of_process_end(const process_end& end) {
    return end.has_address && is_near(end.address, parse_memory_note(end.notes)) ? std::string()
                                                                                 : end.host_note;
}

failure judge_process_end(const process_end& end) {
    if (end.what != process_end::kind::signal || !end.has_address)
        return {.law = law_id::K9, .kind = kind_of(end), .detail = end.sentence()};
    if (end.notes.starts_with(end_of_stack))
        return {.law = law_id::K9,
                .kind = failure_kind::crash,
                .detail = fmt::format(
                    "{} That is the end of a thread's stack of {} bytes: its local variables need "
                    "more, or it calls too deeply. A larger TILEPROOF_CPU_STACK_KIB gives it more.",
                    end.sentence(), end.notes.substr(end_of_stack.size()))};
    return {.law = end.was_write ? law_id::K3 : law_id::K4,
            .kind = failure_kind::out_of_bounds,
            .detail = fmt::format("{} That is {}.", end.sentence(),
                                  place_of(end.address, parse_memory_note(end.notes)))};
}

}  // namespace tileproof::properties
