// SPDX-License-Identifier: MIT
#include "fuzz/finding/cause.hpp"

#include <fmt/format.h>
#include <array>
#include <set>
#include <sstream>

#include "fuzz/finding/heading.hpp"

namespace tileproof::fuzz {

using namespace properties;

namespace {

bool is_of_kernel(law_id law) { return law >= law_id::K1; }

// Laws whose failures come in pairs, and of which one may be missing for a reason.
bool may_stand_alone(law_id law) {
    using enum law_id;
    return law == K1 || law == K2 || law == K3 || law == K7;
}

// Of two outputs, each with a law that fails.
bool of_another_output(const failure& a, const failure& b) {
    return may_be_apart(a.law) && may_be_apart(b.law) && !a.where.operand.empty() &&
           !b.where.operand.empty() && a.where.operand != b.where.operand;
}

bool races(const failure& f) {
    return f.kind == failure_kind::race || f.kind == failure_kind::same_value_race;
}

// A file may have its whole path in one place, and what the compiler was given in another.
bool same_file(std::string_view a, std::string_view b) {
    if (a.size() < b.size()) std::swap(a, b);
    return a.ends_with(b) && (a.size() == b.size() || a[a.size() - b.size() - 1] == '/');
}

bool same_line(const kernel_access& a, const kernel_access& b) {
    return a.line == b.line && same_file(a.file, b.file);
}

// The accesses of a failure. A stray access to device memory is one; so are both sides of a race.
std::vector<const kernel_access*> accesses_of(const failure& f) {
    std::vector<const kernel_access*> all{&f.witness->access};
    if (f.witness->other) all.push_back(&*f.witness->other);
    return all;
}

bool same_access(const failure& a, const failure& b) {
    if (a.where.operand != b.where.operand) return false;
    for (const kernel_access* x : accesses_of(a))
        for (const kernel_access* y : accesses_of(b))
            if (same_line(*x, *y) && x->write == y->write) return true;
    return false;
}

// The lines between which the barrier is missing; of a loop that comes round, the loop's.
std::pair<unsigned, unsigned> lines_of(const failure& f) {
    return std::minmax(f.witness->access.line, f.witness->other->line);
}

bool one_barrier_mends(const failure& a, const failure& b) {
    if (!barrier_may_mend(a) || !barrier_may_mend(b)) return false;
    if (!same_file(a.witness->access.file, b.witness->access.file) ||
        a.witness->kernel != b.witness->kernel)
        return false;
    const auto [a1, a2] = lines_of(a);
    const auto [b1, b2] = lines_of(b);
    if (a1 == a2 || b1 == b2) return std::max(a1, b1) <= std::min(a2, b2);
    return std::max(a1, b1) < std::min(a2, b2);
}

// Threads that wait at different barriers: any of their lines.
bool wait_together(const failure& a, const failure& b) {
    const auto lines = [](const failure& f) {
        std::vector<kernel_access> all = f.witness->waiting;
        all.push_back(f.witness->access);
        return all;
    };
    if (a.kind != failure_kind::divergent_barrier || a.kind != b.kind) return false;
    for (const kernel_access& x : lines(a))
        for (const kernel_access& y : lines(b))
            if (same_line(x, y)) return true;
    return false;
}

// One vector type in the place of what may begin anywhere: where it is read, and where it is written.
bool same_vector(const failure& a, const failure& b) {
    return a.kind == failure_kind::misaligned && b.kind == a.kind &&
           a.witness->kernel == b.witness->kernel && a.witness->bytes == b.witness->bytes &&
           same_file(a.witness->access.file, b.witness->access.file);
}

// A barrier that some threads pass by leaves a race between the lines around it.
bool barrier_passed_by(const failure& barrier, const failure& race) {
    if (barrier.kind != failure_kind::divergent_barrier || !barrier_may_mend(race)) return false;
    const auto [low, high] = lines_of(race);
    const unsigned line = barrier.witness->access.line;
    return same_file(barrier.witness->access.file, race.witness->access.file) && low <= line &&
           line <= high;
}

// A read of memory that nobody wrote, in a case in which nothing else goes wrong: no barrier mends that.
bool never_written(const failure& f, const std::vector<failure>& beside) {
    return f.kind == failure_kind::uninitialised && cause_of(f, beside).beside == company::seen;
}

// The same, whether or not the line that reads stores outside what it has read.
bool never_written_before(const failure& f, std::vector<failure> beside) {
    std::erase_if(beside, [&](const failure& other) {
        return is_located(other) && other.kind == failure_kind::out_of_bounds &&
               other.witness->access.write && same_line(other.witness->access, f.witness->access);
    });
    return never_written(f, beside);
}

// A lane that left is missed by every wave operation after that, in the same case.
bool lanes_left_both(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                     const std::vector<failure>& b_beside) {
    return a.kind == failure_kind::divergent_wave && b.kind == a.kind &&
           a.witness->kernel == b.witness->kernel &&
           same_file(a.witness->access.file, b.witness->access.file) &&
           (shows(a_beside, b) || shows(b_beside, a));
}

// One wrong index goes beyond two operands, or beyond one in two lines: one thread's same element, in one case.
bool same_index_outside(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                        const std::vector<failure>& b_beside) {
    const auto index = [](const failure& f) {
        return static_cast<std::uint64_t>(*f.where.number) / f.witness->bytes;
    };
    const auto is_outside = [](const failure& f) {
        return f.kind == failure_kind::out_of_bounds && f.where.number.value_or(-1) >= 0 &&
               f.witness->bytes > 0 && f.witness->memory == memory_space::global;
    };
    const kernel_access &x = a.witness->access, &y = b.witness->access;
    return is_outside(a) && is_outside(b) && index(a) == index(b) &&
           a.witness->kernel == b.witness->kernel && x.thread == y.thread && x.block == y.block &&
           same_file(x.file, y.file) && (shows(a_beside, b) || shows(b_beside, a));
}

// One thread's index outside arrays of one type, in one case.
bool same_index_of_arrays(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                          const std::vector<failure>& b_beside) {
    return a.kind == failure_kind::index_outside && b.kind == a.kind && a.detail == b.detail &&
           a.witness->kernel == b.witness->kernel &&
           same_file(a.witness->access.file, b.witness->access.file) &&
           (shows(a_beside, b) || shows(b_beside, a));
}

// An index outside its array, and the access with it.
bool by_one_index(const failure& a, const failure& b) {
    const auto is = [](const failure& f, failure_kind kind) { return f.kind == kind; };
    using enum failure_kind;
    return ((is(a, index_outside) && is(b, out_of_bounds)) ||
            (is(b, index_outside) && is(a, out_of_bounds))) &&
           same_line(a.witness->access, b.witness->access);
}

// What blocks do to one operand without an order, in one case: one lock, or one atomic, is missing.
bool unordered_blocks(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                      const std::vector<failure>& b_beside) {
    const auto is_between_blocks = [](const failure& f) {
        return f.kind == failure_kind::race && f.witness->remedy == race_remedy::separate_blocks &&
               !f.where.operand.empty();
    };
    return is_between_blocks(a) && is_between_blocks(b) && a.where.operand == b.where.operand &&
           a.witness->kernel == b.witness->kernel && (shows(a_beside, b) || shows(b_beside, a));
}

// One line reads beyond what was filled of several shared arrays.
bool unfilled_together(const failure& a, const failure& b) {
    const auto is_unfilled = [](const failure& f) {
        return f.kind == failure_kind::uninitialised && f.witness->memory == memory_space::shared;
    };
    return is_unfilled(a) && is_unfilled(b) && a.witness->kernel == b.witness->kernel &&
           same_line(a.witness->access, b.witness->access);
}

// A shared array that nobody has filled, wherever it is read.
bool unfilled_array(const failure& a, const failure& b) {
    return a.kind == failure_kind::uninitialised && b.kind == a.kind &&
           a.witness->memory == memory_space::shared && b.witness->memory == memory_space::shared &&
           a.where.operand == b.where.operand && a.witness->kernel == b.witness->kernel;
}

// A variable that is not set, wherever it is read; and others that the same thread has not set, in one case.
bool unset_variables(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                     const std::vector<failure>& b_beside) {
    if (a.kind != failure_kind::uninitialised_variable || b.kind != a.kind ||
        a.witness->kernel != b.witness->kernel ||
        !same_file(a.witness->access.file, b.witness->access.file))
        return false;
    const kernel_access &x = a.witness->access, &y = b.witness->access;
    return a.where.operand == b.where.operand || (x.thread == y.thread && x.block == y.block &&
                                                  (shows(a_beside, b) || shows(b_beside, a)));
}

// An operation that does not reach the other threads orders nothing for them: what it was to announce races as well.
bool reaches_too_few(const failure& scope, const std::vector<failure>& scope_beside,
                     const failure& race, const std::vector<failure>& race_beside) {
    return scope.kind == failure_kind::race && race.kind == scope.kind &&
           scope.witness->remedy == race_remedy::wider_scope &&
           scope.witness->kernel == race.witness->kernel &&
           (shows(scope_beside, race) || shows(race_beside, scope));
}

// A write to the gap between the rows of an output: at an index that knows no strides.
bool is_between_rows(const failure& f) {
    return f.kind == failure_kind::overwritten && !f.where.operand.empty() && !f.where.part.empty();
}

// The same, and a read where nothing lies between the rows of an input.
bool knows_no_strides(const failure& write, const failure& read) {
    return is_between_rows(write) && read.kind == failure_kind::uninitialised &&
           read.witness->memory == memory_space::global &&
           write.witness->kernel == read.witness->kernel;
}

// A flag that is stored without a release, or loaded without an acquire, does not bring along what was stored before it and is
// read after it.
bool does_not_bring(const failure& flag, const failure& value) {
    if (!races(flag) || !races(value) || flag.witness->remedy != race_remedy::release ||
        !value.witness->other || flag.witness->kernel != value.witness->kernel ||
        !same_file(flag.witness->access.file, value.witness->access.file))
        return false;
    const auto line = [](const failure& f, bool write) {
        const failure_witness& w = *f.witness;
        return w.access.write == write ? w.access.line : w.other->line;
    };
    return line(value, true) <= line(flag, true) && line(flag, false) <= line(value, false);
}

}  // namespace

bool shows(const std::vector<failure>& beside, const failure& f) {
    return std::ranges::any_of(
        beside, [&](const failure& other) { return cause_key(other) == cause_key(f); });
}

cause cause_of(const failure& f, std::span<const failure> others) {
    if (!is_of_kernel(f.law)) return {std::string(about(f.law).code), company::alone};
    if (is_located(f)) {
        // A race explains a read too early; so does whatever gave the block up before others could write, which no other
        // such read does.
        const auto is_another = [&](const failure& other) {
            if (!has_consequences(other) || cause_key(other) == cause_key(f)) return false;
            return other.kind != f.kind || (other.where.operand != f.where.operand &&
                                            other.witness->memory == memory_space::shared);
        };
        const bool too_early =
            f.kind == failure_kind::uninitialised && std::ranges::any_of(others, is_another);
        return {cause_key(f), too_early ? company::beside_seen : company::seen};
    }
    cause c{fmt::format("{}, {}", about(f.law).code, cause_key(f)), company::alone};
    if (f.law == law_id::K3 || f.law == law_id::K4) c.stray_law = about(f.law).code;
    for (const failure& other : others) {
        if (has_consequences(other)) c.beside = company::beside_seen;
        if (c.beside == company::beside_seen || !may_stand_alone(f.law) || other.law == f.law ||
            !may_stand_alone(other.law))
            continue;
        if (!of_another_output(f, other))
            c.beside = company::with_others;
        else if (c.beside == company::alone)
            c.beside = company::with_another_output;
    }
    return c;
}

std::string text_of(const cause& c) {
    switch (c.beside) {
        case company::seen:
            return c.key;
        case company::alone:
            return c.key + " (alone)";
        case company::with_others:
            return c.key + " (with others)";
        case company::with_another_output:
            return c.key + " (with another output)";
        case company::beside_seen:
            return c.key + " (beside a line)";
    }
    return c.key;
}

bool keeps_to(const cause& first, const cause& smaller) {
    const auto kept = [](const cause& c) { return c.stray_law.empty() ? c.key : c.stray_law; };
    if (kept(first) != kept(smaller)) return false;
    if (first.beside == smaller.beside || first.beside == company::beside_seen) return true;
    if (smaller.beside == company::with_another_output) return false;
    return smaller.beside == company::alone || smaller.beside == company::with_others;
}

bool has_consequences(const failure& f) {
    return is_located(f) && f.kind != failure_kind::same_value_race;
}

std::vector<failure> others_than(const failure* f, const case_result& result) {
    std::vector<failure> others;
    for (const law_result& r : result.laws)
        if (r.why && r.why.get() != f) others.push_back(*r.why);
    return others;
}

bool same_cause(const failure& a, const std::vector<failure>& a_beside, const failure& b,
                const std::vector<failure>& b_beside) {
    if (cause_key(a) == cause_key(b))
        return a.witness->memory != memory_space::shared ||
               never_written_before(a, a_beside) == never_written_before(b, b_beside);
    if (races(a) && never_written(b, b_beside) && b.witness->memory == memory_space::shared)
        return false;
    if (races(b) && never_written(a, a_beside) && a.witness->memory == memory_space::shared)
        return false;
    return same_access(a, b) || same_vector(a, b) || one_barrier_mends(a, b) ||
           wait_together(a, b) || barrier_passed_by(a, b) || barrier_passed_by(b, a) ||
           lanes_left_both(a, a_beside, b, b_beside) ||
           same_index_outside(a, a_beside, b, b_beside) ||
           same_index_of_arrays(a, a_beside, b, b_beside) || by_one_index(a, b) ||
           unordered_blocks(a, a_beside, b, b_beside) ||
           unset_variables(a, a_beside, b, b_beside) || reaches_too_few(a, a_beside, b, b_beside) ||
           reaches_too_few(b, b_beside, a, a_beside) || does_not_bring(a, b) ||
           does_not_bring(b, a) || unfilled_together(a, b) || knows_no_strides(a, b) ||
           knows_no_strides(b, a) ||
           (unfilled_array(a, b) && never_written(a, a_beside) && never_written(b, b_beside));
}

int explains(const failure& located, const failure& symptom, bool stores_known) {
    const bool writes = located.witness->access.write;
    const bool stray = located.witness->memory != memory_space::shared;
    switch (symptom.kind) {
        case failure_kind::
            overwritten:  // of one line that reads and writes outside, the first is named
            return !stray ? 0 : writes ? 3 : 1;
        case failure_kind::out_of_bounds:
        case failure_kind::crash:
            return writes ? 3 : 2;
        case failure_kind::unwritten:
            // What nobody wrote is poison, and may be stored as it is.
            return stray && writes                                                         ? 3
                   : stray || located.kind == failure_kind::uninitialised || !stores_known ? 1
                                                                                           : 0;
        case failure_kind::not_repeatable:
            return races(located) ? 3 : 1;
        case failure_kind::depends_on_surroundings:
            return stray && !writes ? 3 : 1;
        default:
            return races(located) && !stray ? 2 : 1;
    }
}

bool one_wrong_index(const failure& located, const failure& symptom) {
    if (is_between_rows(symptom))
        return located.kind == failure_kind::uninitialised && !located.witness->access.write &&
               located.witness->memory == memory_space::global;
    if (symptom.kind == failure_kind::unwritten)
        return races(located) && located.witness->memory == memory_space::global &&
               located.witness->access.write && located.witness->other &&
               located.witness->other->write && !symptom.where.operand.empty() &&
               located.where.operand == symptom.where.operand;
    const bool at_wrong_place =
        symptom.kind == failure_kind::wrong_value && !symptom.where.other_index.empty();
    return at_wrong_place && located.witness->memory == memory_space::global &&
           located.kind != failure_kind::misaligned;
}

bool should_not_run(const failure& store, const std::vector<failure>& store_beside,
                    const failure& read, const std::vector<failure>& read_beside) {
    const kernel_access &x = store.witness->access, &y = read.witness->access;
    return store.kind == failure_kind::out_of_bounds && x.write &&
           read.kind == failure_kind::uninitialised &&
           read.witness->memory == memory_space::shared &&
           store.witness->kernel == read.witness->kernel && same_line(x, y) &&
           x.thread == y.thread && x.block == y.block &&
           (shows(store_beside, read) || shows(read_beside, store));
}

bool misaligned_both(const failure& located, const failure& symptom) {
    return located.kind == failure_kind::misaligned && symptom.kind == failure_kind::crash;
}

bool never_set(const failure& located, const failure& symptom) {
    return located.kind == failure_kind::uninitialised && symptom.kind == failure_kind::unwritten &&
           located.witness->memory == memory_space::global &&
           located.where.operand == symptom.where.operand;
}

bool threads_left(const failure& located, const failure& symptom) {
    return located.kind == failure_kind::divergent_wave && symptom.kind == failure_kind::unwritten;
}

bool both_hang(const failure& located, const failure& symptom) {
    return located.kind == failure_kind::hang && symptom.kind == failure_kind::hang;
}

bool same_stages(const finding& a, const finding& b) {
    const auto stages = [](const finding& f) {
        static const std::set<std::string> of_bases{"packed",  "naive", "strides", "offset",
                                                    "aligned", "align", "pass"};
        std::istringstream words(words_of(f.why.where.text));
        std::set<std::string> all;
        for (std::string word; words >> word;)
            if (!of_bases.contains(word)) all.insert(word);
        return all;
    };
    const std::set<std::string> x = stages(a), y = stages(b);
    return std::includes(x.begin(), x.end(), y.begin(), y.end()) ||
           std::includes(y.begin(), y.end(), x.begin(), x.end());
}

bool is_refusal_of_kernel(const failure& f) {
    switch (f.kind) {
        case failure_kind::refused_valid:
        case failure_kind::accepted_malformed:
        case failure_kind::wrong_exception:
        case failure_kind::no_sentence:
            return true;
        default:
            return false;
    }
}

bool is_refused_launch(const failure& f) {
    return f.kind == failure_kind::device_error &&
           f.detail.find("was refused (hipErrorInvalidConfiguration)") != f.detail.npos;
}

bool may_be_apart(law_id law) {
    using enum law_id;
    return law == K1 || law == K2 || law == K7;
}

int weakness(const failure& f) {
    static constexpr std::array order{failure_kind::divergent_barrier,
                                      failure_kind::out_of_bounds,
                                      failure_kind::race,
                                      failure_kind::same_value_race,
                                      failure_kind::unwritten,
                                      failure_kind::wrong_value,
                                      failure_kind::not_accepted,
                                      failure_kind::overwritten,
                                      failure_kind::uninitialised,
                                      failure_kind::depends_on_surroundings};
    return static_cast<int>(std::ranges::find(order, f.kind) - order.begin());
}

}  // namespace tileproof::fuzz
