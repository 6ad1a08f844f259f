// SPDX-License-Identifier: MIT
#include "properties/kernel/huge_case.hpp"

#include "devices/case_time.hpp"
#include "devices/sampled_launches.hpp"
#include "properties/crash_note.hpp"
#include "properties/draw.hpp"
#include "properties/kernel/case_call.hpp"
#include "properties/kernel/kernel_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tileproof::properties {
namespace {

using devices::sampled_launches;

constexpr std::size_t at_once = 64;                   // elements whose answer is computed together
constexpr std::uint64_t most_judged = 512 * at_once;  // of an output

class huge_checker {
  public:
    huge_checker(const kernel_contract& contract, const contract_kernel& kernel,
                 devices::device& device, const kernel_case& c)
        : contract_(contract), kernel_(kernel), device_(device), case_(c) {
        for (std::size_t o = 0; o < c.operands.size(); ++o) operands_.emplace_back(contract, c, o);
    }

    case_result run() {
        device_.begin_case(case_.data_seed);
        device_.set_time_limit(0.8 * devices::case_time::left());
        launches_ = devices::sample_launches(device_.name(), case_.data_seed);
        if (!launches_) return not_judged("Cases of this size are judged on cpu-checked.");
        try {
            place();
        } catch (const kernels::device_error& e) {
            return not_judged(fmt::format("No address space for the case. {}", e.what()));
        }
        try {
            launch();
        } catch (const devices::too_much_to_sample& e) {
            return not_judged(e.what());
        }
        if (!stopped_) judge();
        case_result result;
        result.laws = laws_.results();
        const bool failed_one = result.first_failure() != nullptr;
        if (!failed_one && judged_ == 0 && !launches_->seen().why.empty())
            return not_judged(
                fmt::format("At this size nothing can be said: {}", launches_->seen().why));
        return result;
    }

  private:
    static case_result not_judged(std::string why) {
        case_result r;
        r.discarded = std::move(why);
        return r;
    }

    void place() {
        std::vector<noted_buffer> notes;
        for (const huge_operand& o : operands_) {
            const operand_use use = use_of(contract_, case_, o.number());
            pointers_.push_back(nullptr);
            buffers_.push_back(nullptr);
            if (use == operand_use::absent) continue;
            devices::sparse_buffer_request request{o.bytes(), o.type().bytes, o.name(), {}};
            if (use != operand_use::written)
                request.contents = [&o](std::uint64_t offset, std::span<std::byte> there) {
                    o.fill(offset, there);
                };
            auto* const data = static_cast<std::byte*>(launches_->place(std::move(request)));
            buffers_.back() = data;
            pointers_.back() =
                data + static_cast<std::size_t>(case_.operands[o.number()].offset) * o.width();
            notes.push_back({o.name(), reinterpret_cast<std::uint64_t>(data), o.bytes()});
        }
        note_for_crash(memory_note(notes));
    }

    void launch() {
        try {
            launches_->run([&] { kernel_.start(case_, pointers_); });
            device_.synchronize();
        } catch (const cpu_checked::check_error& e) {
            stopped_ = stopped(e.reports);
            k6_ordered(e.reports, laws_);
        } catch (const devices::too_much_to_sample&) {
            throw;
        } catch (const kernels::device_error& e) {
            stopped_ = true;
            laws_.fail(
                {.law = law_id::K9,
                 .kind = failure_kind::device_error,
                 .detail = fmt::format("The kernel takes the case and then fails: {}", e.what())});
        }
    }

    void judge() {
        const bool complete = launches_->seen().complete;
        for (const huge_operand& o : operands_) {
            if (!buffers_[o.number()]) continue;
            const auto written = launches_->written(buffers_[o.number()]);
            if (use_of(contract_, case_, o.number()) != operand_use::written) {
                judge_input(o, written);
                continue;
            }
            judge_values(o, written);
            if (complete)
                judge_unwritten(o, written);
            else
                judge_idle(o);
        }
        if (judged_ > 0) laws_.looked_at(contract_.bounded ? law_id::K7 : law_id::K1);
        for (const law_id law : {law_id::K3, law_id::K4, law_id::K6, law_id::K9})
            laws_.looked_at(law);
        if (complete) laws_.looked_at(law_id::K2);
    }

    failure failure_at(law_id law, failure_kind kind, const huge_operand& o,
                       huge_operand::index index) const {
        failure f{.law = law, .kind = kind, .where = {.operand = o.name()}};
        std::size_t ones = 0;
        while (index.size() - ones > 2 && o.extents()[ones] == 1) ++ones;
        f.where.index.assign(index.begin() + static_cast<std::ptrdiff_t>(ones), index.end());
        const sampled_launches::summary seen = launches_->seen();
        if (!seen.complete)
            f.detail = fmt::format("{} of the {} blocks were run.", seen.run, seen.blocks);
        return f;
    }

    void judge_input(const huge_operand& o, const std::vector<sampled_launches::stretch>& written) {
        if (written.empty()) return;
        const auto at = static_cast<long_index_t>(written.front().offset / o.width());
        laws_.fail(failure_at(law_id::K3, failure_kind::overwritten, o,
                              o.index_at(at).value_or(huge_operand::index())));
    }

    // Judges elements in the order of memory, as many as time allows: all, or samples.
    void judge_values(const huge_operand& o,
                      const std::vector<sampled_launches::stretch>& written) {
        std::uint64_t count = 0;
        for (const auto& s : written) count += s.bytes / o.width();
        const std::uint64_t pieces = (count + at_once - 1) / at_once;
        const std::uint64_t step = std::max<std::uint64_t>(1, pieces * at_once / most_judged);
        std::vector<long_index_t> piece;
        std::uint64_t number = 0;
        const auto end_piece = [&] {
            if (number % step == 0 || number + 1 == pieces) judge_piece(o, piece);
            ++number;
            piece.clear();
        };
        for (const auto& s : written)
            for (std::uint64_t at = s.offset; at + o.width() <= s.offset + s.bytes;
                 at += o.width()) {
                piece.push_back(static_cast<long_index_t>(at / o.width()));
                if (piece.size() == at_once) end_piece();
            }
        if (!piece.empty()) end_piece();
        if (wrong_) {
            wrong_->where.affected = wrong_count_;
            wrong_->where.of = judged_;
            laws_.fail(std::move(*wrong_));
            wrong_.reset();
        }
    }

    void judge_piece(const huge_operand& o, const std::vector<long_index_t>& locations) {
        std::vector<huge_operand::index> asked;
        std::vector<const std::byte*> found;
        for (const long_index_t at : locations) {
            const std::byte* const value =
                buffers_[o.number()] + static_cast<std::size_t>(at) * o.width();
            if (auto index = o.index_at(at)) {
                asked.push_back(std::move(*index));
                found.push_back(value);
                continue;
            }
            failure f = failure_at(law_id::K3, failure_kind::overwritten, o, {});
            f.where.number = at - case_.operands[o.number()].offset;
            f.where.part = "between the rows";
            laws_.fail(std::move(f));
        }
        if (asked.empty()) return;
        const huge_answer answer = right_answer(contract_, case_, operands_, o.number(), asked);
        for (std::size_t i = 0; i < asked.size(); ++i) {
            ++judged_;
            if (is_right(answer.right, found[i], answer.where[i]) || wrong_count_++ > 0) continue;
            wrong_ = failure_at(contract_.bounded ? law_id::K7 : law_id::K1,
                                failure_kind::wrong_value, o, asked[i]);
            wrong_->expected = {
                print(answer.right, &answer.right.contents[answer.where[i] * o.width()]), {}};
            wrong_->actual = {print(answer.right, found[i]), {}};
        }
    }

    // If all blocks have run, sampled elements at the ends and in between must be written.
    void judge_unwritten(const huge_operand& o,
                         const std::vector<sampled_launches::stretch>& written) {
        const auto is_written = [&](std::uint64_t offset) {
            const auto after = std::upper_bound(
                written.begin(), written.end(), offset,
                [](std::uint64_t at, const sampled_launches::stretch& s) { return at < s.offset; });
            return after != written.begin() &&
                   offset + o.width() <= std::prev(after)->offset + std::prev(after)->bytes;
        };
        draw from(case_.data_seed);
        std::vector<huge_operand::index> some;
        for (unsigned corner = 0; corner < 1u << std::min<std::size_t>(o.extents().size(), 6);
             ++corner) {
            huge_operand::index& i = some.emplace_back();
            for (std::size_t e = 0; e < o.extents().size(); ++e)
                i.push_back(corner >> e & 1 ? o.extents()[e] - 1 : 0);
        }
        for (int k = 0; k < 1000; ++k) {
            huge_operand::index& i = some.emplace_back();
            for (const long_index_t extent : o.extents()) i.push_back(from.below(extent));
        }
        for (const huge_operand::index& i : some)
            if (!is_written(static_cast<std::uint64_t>(o.location_of(i)) * o.width())) {
                failure f = failure_at(law_id::K2, failure_kind::unwritten, o, i);
                f.detail =
                    fmt::format("All {} blocks of the launch were run.", launches_->seen().blocks);
                return laws_.fail(std::move(f));
            }
    }

    // If thousands of random blocks of the grid do nothing, hardly one in a thousand does anything.
    void judge_idle(const huge_operand& o) {
        const sampled_launches::summary seen = launches_->seen();
        if (seen.at_random < sampled_launches::telling || seen.random_writers > 0 ||
            seen.given_up > 0)
            return;
        failure f = failure_at(law_id::K2, failure_kind::unwritten, o, {});
        f.where.index.clear();
        f.where.part = "nearly every element";
        f.detail = fmt::format(
            "Of the {} blocks {} were drawn at random and run, and none of them writes anything.",
            seen.blocks, seen.at_random);
        laws_.fail(std::move(f));
    }

    const kernel_contract& contract_;
    const contract_kernel& kernel_;
    devices::device& device_;
    const kernel_case& case_;
    std::vector<huge_operand> operands_;
    std::unique_ptr<sampled_launches> launches_;
    std::vector<std::byte*> buffers_;  // by operand; null: absent
    std::vector<void*> pointers_;
    bool stopped_ = false;
    std::uint64_t judged_ = 0, wrong_count_ = 0;
    std::optional<failure> wrong_;
    law_list laws_;
};

}  // namespace

case_result check_huge(const kernel_contract& contract, const contract_kernel& kernel,
                       devices::device& device, const kernel_case& c) {
    return huge_checker(contract, kernel, device, c).run();
}

}  // namespace tileproof::properties
